"""Findings for people: each with its line, then how many of which sort, then one line for all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from vcplug.codes import CODES
from vcplug.lint.reports import WEIGHT
from vcplug.lint.run import Report
from vcplug.model import Severity
from vcplug.printer import count, describe, paint, summarise


def write(report: Report, fail_on: Severity) -> str:
    return "".join(lines(report))


def lines(report: Report, *, color: bool = False, width: int = 120) -> Iterator[str]:
    for finding in report.findings:
        yield describe(finding, color=color, width=width) + "\n"


def statistics(report: Report, *, color: bool = False) -> str:
    """How often each code was found, the most frequent first."""
    numbers = Counter(finding.code for finding in report.findings)
    fixable = Counter(finding.code for finding in report.findings if finding.fix is not None and finding.fix.safe)
    width = len(str(max(numbers.values(), default=0)))
    rows = []
    for code, number in sorted(numbers.items(), key=lambda item: (-item[1], item[0])):
        severity = max((one.severity for one in report.findings if one.code == code), key=WEIGHT.__getitem__)
        tail = f"  ({fixable[code]} with --fix)" if fixable[code] else ""
        rows.append(f"{number:>{width}}  {paint(code, severity, color)}  {severity:<7}  {CODES[code].name}{tail}\n")
    return "".join(rows)


def summary(report: Report, release: str, *, fixed: str = "fixed") -> str:
    """One line: what was found, in how many jobs, what was left out, and which release was assumed."""
    parts = [f"{report.fixed} {fixed}"] if report.fixed else []
    if report.findings:
        parts.append(summarise(report.findings, "--fix"))
    else:
        parts.append(f"no findings in {count(report.jobs, 'job')}" if report.jobs else "no Volcano Job found")
    if report.skipped:
        parts.append(f"{count(report.skipped, 'file')} without a Volcano Job skipped")
    return "; ".join([*parts, release] if release else parts)
