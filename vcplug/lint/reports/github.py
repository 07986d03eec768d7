"""Workflow commands: GitHub shows each finding at its line of a pull request."""

from __future__ import annotations

from vcplug.lint.run import Report
from vcplug.model import Finding, Severity
from vcplug.printer import visible

COMMANDS: dict[Severity, str] = {"error": "error", "warning": "warning", "info": "notice"}


def write(report: Report, fail_on: Severity) -> str:
    return "".join(map(command, report.findings))


def command(finding: Finding) -> str:
    properties = {"title": f"{finding.code} {finding.name}", "file": visible(finding.file)}
    span = finding.span
    if span is not None:
        properties |= {"line": str(span.line), "endLine": str(span.end_line)}
        if span.line == span.end_line:
            # columns only count where both ends are in one line
            properties |= {"col": str(span.column), "endColumn": str(max(span.end_column, span.column))}
    listed = ",".join(f"{key}={_property(text)}" for key, text in properties.items())
    message = "\n".join(text for text in (finding.message, finding.hint, *finding.notes) if text)
    return f"::{COMMANDS[finding.severity]} {listed}::{_data(message)}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
