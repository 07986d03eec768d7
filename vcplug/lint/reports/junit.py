"""JUnit XML as CI servers read it: a suite per file, a failed case per finding that counts."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from vcplug.lint.reports import counts
from vcplug.lint.run import Outcome, Report
from vcplug.model import Finding, Severity
from vcplug.printer import describe, visible


def write(report: Report, fail_on: Severity) -> str:
    outcomes = [outcome for outcome in report.outcomes if not outcome.examined.skipped]
    findings = [finding for outcome in outcomes for finding in outcome.examined.findings]
    clean = sum(not outcome.examined.findings for outcome in outcomes)
    failed = sum(counts(finding.severity, fail_on) for finding in findings)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuites name="vcplug lint" tests="{len(findings) + clean}" failures="{failed}" errors="0">',
    ]
    for outcome in outcomes:
        lines += _suite(outcome, fail_on)
    return "\n".join([*lines, "</testsuites>", ""])


def _suite(outcome: Outcome, fail_on: Severity) -> Iterator[str]:
    found = outcome.examined.findings
    failed = sum(counts(finding.severity, fail_on) for finding in found)
    name = quoteattr(visible(outcome.path if outcome.path != "-" else "<stdin>"))
    yield f'  <testsuite name={name} tests="{len(found) or 1}" failures="{failed}" errors="0" skipped="0">'
    if not found:
        yield f'    <testcase classname={name} name="no findings" file={name}/>'
    for finding in found:
        yield from _case(finding, name, counts(finding.severity, fail_on))
    yield "  </testsuite>"


def _case(finding: Finding, file: str, failed: bool) -> Iterator[str]:
    span = finding.span
    place = f" {span.line}:{span.column}" if span else ""
    title = quoteattr(f"{finding.code} {finding.name}{place}")
    line = f' line="{span.line}"' if span else ""
    yield f"    <testcase classname={file} name={title} file={file}{line}>"
    text = escape(describe(finding))
    if failed:
        yield f'      <failure type="{finding.severity}" message={quoteattr(visible(finding.message))}>{text}</failure>'
    else:
        yield f"      <system-out>{text}</system-out>"
    yield "    </testcase>"
