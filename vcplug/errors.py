"""The one small hierarchy of errors; cli/boundary turns them into messages and exit codes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vcplug.model import Finding


class VcplugError(Exception):
    """Bad usage, bad input or a refused job: exit code 2. Its findings say where and why."""

    def __init__(self, message: str, findings: tuple[Finding, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.findings = findings
