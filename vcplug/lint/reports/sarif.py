"""SARIF 2.1.0, for code scanning and editors: rules with their metadata, relative URIs, stable fingerprints, fixes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from vcplug.codes import CODES
from vcplug.lint.reports import url
from vcplug.lint.run import Report
from vcplug.model import Finding, Fix, Severity, Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS: dict[Severity, str] = {"error": "error", "warning": "warning", "info": "note"}
ROOT = "%SRCROOT%"


def write(report: Report, fail_on: Severity) -> str:
    from json import dumps

    return dumps(log(report.findings), indent=2, ensure_ascii=False) + "\n"


def log(findings: Sequence[Finding]) -> dict[str, Any]:
    from vcplug import __version__

    codes = sorted({finding.code for finding in findings})
    prints = _fingerprints(findings)
    run = {
        "tool": {"driver": {"name": "vcplug", "semanticVersion": __version__, "rules": [_rule(code) for code in codes]}},
        "originalUriBaseIds": {ROOT: {"description": {"text": "the directory that vcplug was called in"}}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, codes.index(finding.code), mark) for finding, mark in zip(findings, prints, strict=True)],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: str) -> dict[str, Any]:
    known = CODES[code]
    return {
        "id": code,
        "name": "".join(word.capitalize() for word in known.name.split("-")),
        "shortDescription": {"text": known.name.replace("-", " ")},
        "help": {"text": f"vcplug explain {code}, or {url(code)} in the project"},
        "defaultConfiguration": {"level": LEVELS[known.severity]},
    }


def _result(finding: Finding, index: int, mark: str) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": _artifact(finding.file)}
    if finding.span is not None:
        physical["region"] = _region(finding.span)
    text = ". ".join(part for part in (finding.message, finding.hint) if part)
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": LEVELS[finding.severity],
        "message": {"text": text},
        "locations": [{"physicalLocation": physical}],
        "partialFingerprints": {"vcplug/v1": mark},
    }
    if finding.fix is not None:
        result["fixes"] = [_fix(finding.file, finding.fix)]
    return result


def _region(span: Span) -> dict[str, int]:
    return {"startLine": span.line, "startColumn": span.column, "endLine": span.end_line, "endColumn": span.end_column}


def _fix(file: str, fix: Fix) -> dict[str, Any]:
    replacements = [{"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}} for edit in fix.edits]
    change = {"artifactLocation": _artifact(file), "replacements": replacements}
    return {"description": {"text": fix.summary}, "artifactChanges": [change]}


def _artifact(file: str) -> dict[str, str]:
    """A file under the working directory relative to it; another one by its whole path."""
    from urllib.parse import quote

    path = os.path.relpath(file) if os.path.isabs(file) else os.path.normpath(file)
    if path.startswith(os.pardir):
        return {"uri": "file://" + quote(os.fsencode(os.path.abspath(file).replace(os.sep, "/")))}
    return {"uri": quote(os.fsencode(path.replace(os.sep, "/"))), "uriBaseId": ROOT}


def _fingerprints(findings: Sequence[Finding]) -> list[str]:
    """The same for the same mistake when lines above it come or go: made of the line's text, not of its number."""
    from hashlib import sha256

    seen: dict[tuple[str, ...], int] = {}
    marks = []
    for finding in findings:
        key = (finding.code, _artifact(finding.file)["uri"], finding.line_text.strip(), finding.message)
        seen[key] = seen.get(key, 0) + 1
        text = "\0".join((*key, str(seen[key])))
        marks.append(sha256(text.encode("utf-8", "replace")).hexdigest()[:32])
    return marks
