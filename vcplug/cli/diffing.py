"""The work of `vcplug diff`: from paths, git, a dump or a cluster to a report on stdout."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Literal, NamedTuple

from vcplug import api
from vcplug.diff import Report, reading
from vcplug.errors import VcplugError
from vcplug.printer import count

if TYPE_CHECKING:
    from vcplug.cli.options import Settings
    from vcplug.cli.terminal import Terminal
    from vcplug.source.inputs import Input

WIDTH = 120
"""of the report where there is no terminal"""
HOW = "name two jobs (OLD NEW), or one to see what its plugins add"


class Wanted(NamedTuple):
    """What to compare, and how to tell it."""

    paths: tuple[str, ...]
    release: str | None
    git: str | None
    live: str | None
    update: bool
    output: Literal["text", "json", "markdown"]
    full: bool
    context: str
    kubeconfig: str
    timeout: int | None
    volcano_version: bool

    def check(self) -> None:
        """Refuse options that contradict each other."""
        olds = {"--release": self.release, "--git": self.git, "--live": self.live}
        modes = [name for name, given in olds.items() if given is not None]
        empty = [name for name in modes if not olds[name]]
        for wrong, message in (
            (bool(empty), f"{(empty or [''])[0]} is empty: name the old side, or leave the option out"),
            (len(modes) > 1, f"{' and '.join(modes)} exclude each other: each of them is the old side"),
            (not modes and not self.paths, f"nothing to compare: {HOW}"),
            (not modes and len(self.paths) > 2, f"{len(self.paths)} paths are too many: {HOW}"),
            ((self.release or self.live) and not self.paths, f"{(modes or [''])[0]} needs the job to compare with"),
            ([*self.paths, self.live].count("-") > 1, "- (stdin) can be read only once"),
            (self.update and (self.release or self.live), f"--update and {(modes or [''])[0]} exclude each other"),
            (self.update and not self.git and len(self.paths) < 2, "--update needs the job as it was: OLD NEW, or --git REF JOB"),
            (self.release and self.volcano_version, "--release names both releases; --volcano-version is one too many"),
            (
                self.live != "cluster" and (self.context or self.kubeconfig or self.timeout is not None),
                "--context, --kubeconfig and --timeout are for --live cluster",
            ),
        ):
            if wrong:
                raise VcplugError(message)


def run(terminal: Terminal, wanted: Wanted, choices: api.Choices, settings: Settings) -> int:
    """Everything is read and compared before the first byte is written."""
    report, skipped = _report(wanted, choices)
    terminal.write([_written(terminal, wanted, report).encode("utf-8", "backslashreplace")])
    _tell(terminal, report, wanted, settings, skipped)
    return 1 if report else 0


def _report(wanted: Wanted, choices: api.Choices) -> tuple[Report, int]:
    if wanted.git:
        return _git(wanted.git, wanted, choices), 0
    if wanted.release:
        old, new = _releases(wanted.release)
        loaded = api.load(*wanted.paths)
        return api.diff(None, loaded, choices._replace(release=new), was=choices._replace(release=old)), loaded.skipped
    if wanted.live:
        return _live(wanted.live, wanted, choices)
    if len(wanted.paths) == 1:
        loaded = api.load(*wanted.paths)
        return api.diff(None, loaded, choices), loaded.skipped
    old_side, new_side = (reading.read(path) for path in wanted.paths)
    return api.diff(old_side, new_side, choices, update=wanted.update), old_side.skipped + new_side.skipped


def _git(ref: str, wanted: Wanted, choices: api.Choices) -> Report:
    from vcplug.diff import git
    from vcplug.source.inputs import Input

    paths = wanted.paths or (".",)
    old, notes = git.read(ref, paths)
    there = [path for path in paths if os.path.lexists(path)]
    new = api.load(*there) if there else Input(())
    report = api.diff(api.checked(old), new, choices, update=wanted.update)
    return _with_notes(report, notes)


def _with_notes(report: Report, notes: list[str]) -> Report:
    from dataclasses import replace

    return replace(report, notes=(*notes, *report.notes))


def _releases(text: str) -> tuple[str, str]:
    old, dots, new = text.partition("..")
    if not dots or not old or not new or new.startswith("."):
        raise VcplugError(f"--release {text}: write both releases, such as 1.11..1.15")
    return old, new


def _live(place: str, wanted: Wanted, choices: api.Choices) -> tuple[Report, int]:
    loaded: Input = api.load(*wanted.paths)
    if place != "cluster":
        return api.diff(None, loaded, choices, live=reading.dump(place)), loaded.skipped
    from vcplug.diff.kubectl import SECONDS, Cluster

    cluster = Cluster(wanted.context, wanted.kubeconfig, wanted.timeout or SECONDS)
    rendered = api.render(loaded, choices).jobs
    found = list(cluster.objects((one.job, one.manifests) for one in rendered))
    return api.diff(None, loaded, choices, live=found), loaded.skipped


def _written(terminal: Terminal, wanted: Wanted, report: Report) -> str:
    if wanted.output == "json":
        from vcplug.diff import json

        return json.write(report)
    if wanted.output == "markdown":
        from vcplug.diff import markdown

        return markdown.write(report, full=wanted.full)
    from vcplug.diff import text

    return text.write(report, color=terminal.colored(sys.stdout), width=_width(terminal), full=wanted.full)


def _width(terminal: Terminal) -> int:
    if terminal.is_terminal(sys.stdout):
        with suppress(OSError, ValueError, AttributeError):
            return max(60, os.get_terminal_size(sys.stdout.fileno()).columns)
    return WIDTH


def _tell(terminal: Terminal, report: Report, wanted: Wanted, settings: Settings, skipped: int) -> None:
    """On stderr: warnings about the new job, notes, and that nothing differs."""
    terminal.findings([one for one in report.findings if one.severity == "warning" and one.code in api.LET_GO])
    if not report and wanted.output == "text":
        assumed = f" (Volcano {settings.release.name}, assumed)" if settings.assumed and not wanted.release else ""
        terminal.tell(f"no difference in {count(report.unchanged, 'object')}{assumed}")
    for note in report.notes:
        terminal.note(note)
    if skipped:
        terminal.note(f"{count(skipped, 'file')} without a Kubernetes object skipped")
