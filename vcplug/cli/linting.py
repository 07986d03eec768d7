"""The work of `vcplug lint`: from paths to a report, mended files and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from vcplug.errors import VcplugError
from vcplug.lint import choose, reports
from vcplug.lint.files import Settings as LintSettings
from vcplug.lint.files import ordered
from vcplug.lint.reports import text
from vcplug.lint.run import Fixing as Fixing
from vcplug.lint.run import Report, lint
from vcplug.model import Severity

if TYPE_CHECKING:
    from vcplug.cli.options import Settings
    from vcplug.cli.terminal import Terminal


class Wanted(NamedTuple):
    """What is asked for beyond the paths."""

    output: reports.Format
    output_file: str
    fixing: Fixing
    diff: bool
    fail_on: Severity
    statistics: bool
    select: Sequence[str] | None
    ignore: Sequence[str] | None


def run(terminal: Terminal, paths: Sequence[str], wanted: Wanted, settings: Settings) -> int:
    """Everything is read and looked at before anything is written."""
    report = lint(paths, _settings(wanted, settings), fixing=wanted.fixing)
    _spare_input(paths, wanted, report)
    misnamed = list(choose.misnamed(settings.config))
    if misnamed:
        report = report._replace(findings=ordered([*misnamed, *report.findings]))
    taken = _write_fixes(terminal, wanted, report)
    _write_report(terminal, wanted, report, taken)
    release = f"Volcano {settings.release.name} assumed" if settings.assumed else ""
    _conclude(terminal, wanted, report, release, taken)
    if wanted.diff:
        return int(any(outcome.changed for outcome in report.outcomes))
    return int(any(reports.counts(finding.severity, wanted.fail_on) for finding in report.findings))


def _spare_input(paths: Sequence[str], wanted: Wanted, report: Report) -> None:
    """A report takes no job's place; one of yesterday that lies in the same directory it may replace."""
    if not wanted.output_file:
        return
    read = {*paths, *(outcome.path for outcome in report.outcomes if outcome.examined.jobs)}
    if os.path.realpath(wanted.output_file) in set(map(os.path.realpath, read)):
        raise VcplugError(f"--output-file: {wanted.output_file} is what is to be linted; the report would replace it")


def _settings(wanted: Wanted, settings: Settings) -> LintSettings:
    config = settings.config
    select = _words("--select", wanted.select) if wanted.select is not None else config.select
    ignore = _words("--ignore", wanted.ignore) if wanted.ignore is not None else config.ignore
    root = os.path.dirname(os.path.abspath(config.file)) if config.file else ""
    choice = choose.Choice(select, ignore, config.per_file_ignores, root)
    return LintSettings(settings.release, config.extra_plugins, choice)


def _words(option: str, given: Sequence[str]) -> list[str]:
    words = [word.strip() for text in given for word in text.split(",") if word.strip()]
    for word in words:
        if not choose.meant(word):
            raise VcplugError(f"{option}: there is no code {word}; {choose.near(word)}")
    return words


def _write_fixes(terminal: Terminal, wanted: Wanted, report: Report) -> bool:
    """Mended files, or what would change in them; whether stdout is taken by that."""
    if wanted.fixing == "no":
        return False
    if wanted.diff:
        from vcplug.lint.writing import diff

        shown = "".join(
            diff(_name(outcome.path), outcome.before, outcome.after, color=terminal.colored(sys.stdout))
            for outcome in report.outcomes
            if outcome.changed
        )
        terminal.write([shown.encode("utf-8", "backslashreplace")])
        return True
    from vcplug.lint.writing import replace_files

    replace_files({outcome.path: outcome.data for outcome in report.outcomes if outcome.changed and outcome.path != "-"})
    streamed = [outcome.data for outcome in report.outcomes if outcome.path == "-"]
    terminal.write(streamed)
    return bool(streamed)


def _name(path: str) -> str:
    return "<stdin>" if path == "-" else path


def _write_report(terminal: Terminal, wanted: Wanted, report: Report, taken: bool) -> None:
    if wanted.output_file:
        from vcplug.lint.writing import replace_files

        written = reports.write(report, wanted.output, wanted.fail_on)
        replace_files({wanted.output_file: written.encode("utf-8", "backslashreplace")})
    elif not taken:
        terminal.write(_chunks(terminal, wanted, report))
    elif not wanted.diff and report.findings:
        terminal.say("".join(_lines(terminal, wanted, report)).rstrip("\n"))


def _chunks(terminal: Terminal, wanted: Wanted, report: Report) -> Iterator[bytes]:
    for line in _lines(terminal, wanted, report):
        yield line.encode("utf-8", "backslashreplace")


def _lines(terminal: Terminal, wanted: Wanted, report: Report) -> Iterator[str]:
    if wanted.output != "text":
        yield reports.write(report, wanted.output, wanted.fail_on)
        return
    width = terminal.width() if terminal.is_terminal(sys.stdout) else 120
    yield from text.lines(report, color=terminal.colored(sys.stdout), width=width)


def _conclude(terminal: Terminal, wanted: Wanted, report: Report, release: str, taken: bool) -> None:
    """Statistics and the summary: part of the text on stdout, words on stderr beside every other format."""
    words = text.statistics(report) if wanted.statistics else ""
    if not terminal.quiet:
        fixed = "would be fixed" if wanted.diff else "fixed"
        words += text.summary(report, release, fixed=fixed) + "\n"
    if not words:
        return
    if wanted.output == "text" and not wanted.output_file and not taken:
        terminal.write([words.encode("utf-8", "backslashreplace")])
    else:
        terminal.say(words.rstrip("\n"))
