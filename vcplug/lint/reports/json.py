"""A list of objects, one per finding."""

from __future__ import annotations

from typing import Any

from vcplug.lint.reports import url
from vcplug.lint.run import Report
from vcplug.model import Finding, Fix, Severity, Span


def write(report: Report, fail_on: Severity) -> str:
    from json import dumps

    return dumps([describe(finding) for finding in report.findings], indent=2, ensure_ascii=False) + "\n"


def describe(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "message": finding.message,
        "file": finding.file,
        **_place(finding.span),
        "fix": _fix(finding.fix) if finding.fix else None,
        "url": url(finding.code),
    }


def _place(span: Span | None) -> dict[str, int | None]:
    if span is None:
        return {"line": None, "column": None, "end_line": None, "end_column": None}
    return {"line": span.line, "column": span.column, "end_line": span.end_line, "end_column": span.end_column}


def _fix(fix: Fix) -> dict[str, Any]:
    edits = [{**_place(edit.span), "text": edit.text} for edit in fix.edits]
    return {"summary": fix.summary, "safe": fix.safe, "edits": edits}
