"""Findings for machines and people: one file per format."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Literal, get_args

from vcplug.lint.run import Report
from vcplug.model import Severity

Format = Literal["text", "json", "github", "sarif", "junit"]
FORMATS: tuple[Format, ...] = get_args(Format)
WEIGHT: dict[Severity, int] = {"info": 0, "warning": 1, "error": 2}


def write(report: Report, format: Format, fail_on: Severity) -> str:
    """The report in one of the formats for machines, with its last line's end."""
    make: Callable[[Report, Severity], str] = import_module(f"vcplug.lint.reports.{format}").write
    return make(report, fail_on)


def url(code: str) -> str:
    """Where the project's manual speaks of a code."""
    return f"docs/rules.md#{code.lower()}"


def counts(severity: Severity, fail_on: Severity) -> bool:
    """Whether a finding of this severity makes lint fail."""
    return WEIGHT[severity] >= WEIGHT[fail_on]
