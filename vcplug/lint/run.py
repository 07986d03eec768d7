"""Many files: read, examined and fixed one by one, in several processes where that pays."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Sequence
from typing import BinaryIO, Literal, NamedTuple

from vcplug.errors import VcplugError
from vcplug.lint.files import Examined, Settings, examine
from vcplug.model import Finding
from vcplug.source.inputs import STDIN, find, read_bytes, reason
from vcplug.source.reader import parse

Fixing = Literal["no", "safe", "unsafe"]
PAYS = 64
"""files from which on a second process is worth its start"""

MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
"""byte order marks, which the reader takes off"""


class Outcome(NamedTuple):
    """One file, looked at."""

    path: str
    """`-` is stdin"""
    examined: Examined = Examined()
    """what was found, or what is left after fixing"""
    before: str = ""
    after: str = ""
    """the text, both empty where nothing is fixed"""
    fixed: int = 0
    raw: bytes = b""
    """all of stdin, which is written out even when nothing changes; of a file its beginning, which tells the encoding"""
    problem: str = ""
    """why it could not be read at all"""

    @property
    def changed(self) -> bool:
        return self.before != self.after

    @property
    def data(self) -> bytes:
        """The fixed text in the encoding that the file has."""
        if not self.changed:
            return self.raw
        for mark, encoding in MARKS:
            if self.raw.startswith(mark):
                return mark + self.after.encode(encoding)
        return self.after.encode()


class Report(NamedTuple):
    """All files of one call."""

    outcomes: tuple[Outcome, ...]
    findings: tuple[Finding, ...]
    """in order of file and place"""

    @property
    def jobs(self) -> int:
        return sum(outcome.examined.jobs for outcome in self.outcomes)

    @property
    def skipped(self) -> int:
        """files without a job"""
        return sum(outcome.examined.skipped for outcome in self.outcomes)

    @property
    def fixed(self) -> int:
        return sum(outcome.fixed for outcome in self.outcomes)


def lint(
    paths: Sequence[str], settings: Settings, *, fixing: Fixing = "no", stdin: BinaryIO | None = None, workers: int = 0
) -> Report:
    """Look at everything. Paths that are not there or cannot be read raise one error that names them all."""
    problems: list[str] = []
    # what lies in `.` is called as one would call it oneself
    names = [path.removeprefix(f".{os.sep}") if listed else path for path, listed in find(paths, problems)]
    outcomes = _all(names, lambda path: look(path, settings, fixing, stdin), workers)
    problems += [outcome.problem for outcome in outcomes if outcome.problem]
    if problems:
        raise VcplugError("\n".join(problems))
    by_file = sorted(outcomes, key=lambda outcome: outcome.path)
    return Report(tuple(by_file), tuple(finding for outcome in by_file for finding in outcome.examined.findings))


def look(path: str, settings: Settings, fixing: Fixing = "no", stdin: BinaryIO | None = None) -> Outcome:
    """One file."""
    try:
        raw = read_bytes(path, stdin)
    except OSError as error:
        return Outcome(path, problem=reason(error, path))
    file = parse(STDIN if path == "-" else path, raw)
    examined = examine(file, settings)
    kept = raw if path == "-" else b""
    if fixing == "no" or not any(finding.fix for finding in examined.findings):
        return Outcome(path, examined, raw=kept)
    from vcplug.lint.fixing import apply

    done = apply(file, examined, settings, unsafe=fixing == "unsafe")
    return Outcome(path, done.examined, file.text, done.text, done.settled, kept or raw[:3])


def _all(names: Sequence[str], work: Callable[[str], Outcome], workers: int) -> list[Outcome]:
    thresholds = gc.get_threshold()
    # hardly anything here makes cycles: to look for some after every few hundred nodes takes a fifth of the time
    gc.set_threshold(100_000, *thresholds[1:])
    try:
        return _share(names, work, workers)
    finally:
        gc.set_threshold(*thresholds)


def _share(names: Sequence[str], work: Callable[[str], Outcome], workers: int) -> list[Outcome]:
    processes = min(workers or _processors(), len(names) // (PAYS // 2))
    if len(names) < PAYS or processes < 2 or "-" in names or not hasattr(os, "fork"):
        return list(map(work, names))
    from vcplug.lint.processes import share

    return share(names, work, processes)


def _processors() -> int:
    counted = getattr(os, "sched_getaffinity", None)
    return len(counted(0)) if counted is not None else os.cpu_count() or 1
