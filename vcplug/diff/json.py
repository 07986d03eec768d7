"""A report for machines. Fields are added, never renamed; `version` counts breaking changes."""

from __future__ import annotations

from typing import Any

from vcplug.diff import Block, Change, Item, Report
from vcplug.diff.indexes import spell
from vcplug.diff.values import path, plain

VERSION = 1


def write(report: Report) -> str:
    """One JSON document. Whatever a terminal would obey is escaped."""
    import json

    return json.dumps(document(report), indent=2) + "\n"


def document(report: Report) -> dict[str, Any]:
    return {
        "version": VERSION,
        "same": not report,
        "title": report.title,
        "renames": [{"kind": one.kind, "old": one.old, "new": one.new} for one in report.renames],
        "refusals": [
            {"by": one.by, "code": one.code, "message": one.message, "place": one.place, "hint": one.hint}
            for one in report.refusals
        ],
        "objects": [_block(one) for one in report.blocks],
        "warnings": list(report.warnings),
        "notes": list(report.notes),
        "unchanged": report.unchanged,
    }


def _block(one: Block) -> dict[str, Any]:
    said: dict[str, Any] = {"kind": one.kind, "namespace": one.namespace, "name": one.name, "change": one.how}
    if one.pods:
        said["count"] = one.count
        said["pods"] = [{"stem": some.stem, "indexes": spell(some.indexes), "count": len(some.indexes)} for some in one.pods]
    if one.reason:
        said["reason"] = one.reason
    said["changes"] = [_change(change) for change in one.changes]
    return said


def _change(change: Change) -> dict[str, Any]:
    said: dict[str, Any] = {
        "path": path(change.path),
        "steps": [{"key": step.key} if isinstance(step, Item) else step for step in change.path],
        "change": change.how,
    }
    if change.secret:
        said["secret"] = True
    else:
        said |= {name: plain(value) for name, value in (("old", change.old), ("new", change.new)) if value is not None}
    if change.per_pod:
        said["perPod"] = True
    if change.alike:
        said["alike"] = True
    if change.reason:
        said["reason"] = change.reason
    return said
