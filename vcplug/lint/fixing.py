"""Apply fixes to a text, pass by pass, until nothing changes; a result that is worse is never taken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from vcplug.lint.files import Examined, Settings, examine
from vcplug.model import Finding, Fix, Span
from vcplug.source.document import Lines, SourceFile
from vcplug.source.reader import parse

PASSES = 25
ARGUMENTS = "VCP1"


class Fixed(NamedTuple):
    """A file after fixing."""

    text: str
    examined: Examined
    """what is left"""
    settled: int = 0
    """findings that are gone"""


def apply(file: SourceFile, examined: Examined, settings: Settings, *, unsafe: bool) -> Fixed:
    """Fix what can be fixed. Fixes that touch each other wait for the next pass."""
    current, state, count = file, examined, 0
    seen = {file.text}
    for _ in range(PASSES):
        found = _fixable(state.findings, unsafe)
        step = _step(current, state, found, settings) if found else None
        if step is None or step[0].text in seen:
            break
        current, state, settled = step
        seen.add(current.text)
        count += settled
    return Fixed(current.text, state, count)


def _fixable(findings: Iterable[Finding], unsafe: bool) -> list[Finding]:
    return [finding for finding in findings if finding.fix is not None and (unsafe or finding.fix.safe)]


def _step(
    file: SourceFile, before: Examined, findings: Sequence[Finding], settings: Settings
) -> tuple[SourceFile, Examined, int] | None:
    """All fixes that go together; where some make it worse, those that do not, and at the least the first of them."""
    taken = compatible(file.lines, findings)
    result = _try(file, before, taken, settings)
    if result is None and len(taken) > 1:
        sound = _sound(file, before, taken, settings)
        taken, result = sound, _try(file, before, sound, settings)
        if result is None:
            taken, result = sound[:1], _try(file, before, sound[:1], settings)
    return (*result, len(taken)) if result is not None else None


def _sound(file: SourceFile, before: Examined, trial: list[Finding], settings: Settings) -> list[Finding]:
    """Of fixes that make it worse together, those that do not. By halving: each look at the file costs as much as the first."""
    middle = len(trial) // 2
    found: list[Finding] = []
    for half in (trial[:middle], trial[middle:]):
        if _try(file, before, half, settings) is not None:
            found += half
        elif len(half) > 1:
            found += _sound(file, before, half, settings)
    return found


def _try(file: SourceFile, before: Examined, trial: Sequence[Finding], settings: Settings) -> tuple[SourceFile, Examined] | None:
    """The file after these fixes; None where it is worse, or the same."""
    text = edited(file.lines, [finding.fix for finding in trial if finding.fix is not None])
    if text == file.text:
        return None
    changed = parse(file.name, text.encode())
    after = examine(changed, settings)
    return None if worse(before, after) else (changed, after)


def worse(before: Examined, after: Examined) -> bool:
    """Not to be read any more, fewer jobs, or more that is refused; new findings of jobs that now can be rendered are no harm."""
    if not after.readable or after.jobs != before.jobs or after.refused > before.refused:
        return True
    return _refusals(after) > _refusals(before)


def _refusals(examined: Examined) -> int:
    """What stops a job, but for arguments: behind one that is mended others come to light."""
    return sum(finding.stops and not finding.code.startswith(ARGUMENTS) for finding in examined.findings)


def compatible(lines: Lines, findings: Sequence[Finding]) -> list[Finding]:
    """As many fixes as do not touch each other, first come, first served; equal ones are one."""
    taken: list[Finding] = []
    places: list[tuple[int, int]] = []
    known: set[tuple[object, ...]] = set()
    for finding in findings:
        assert finding.fix is not None
        wanted = [_offsets(lines, edit.span) for edit in finding.fix.edits]
        if finding.fix.edits in known:
            taken.append(finding)
        elif not any(start <= last and first <= end for start, end in wanted for first, last in places):
            taken.append(finding)
            places += wanted
            known.add(finding.fix.edits)
    return taken


def edited(lines: Lines, fixes: Iterable[Fix]) -> str:
    """The text after these fixes, which do not touch each other."""
    text = lines.text
    edits = {edit: None for fix in fixes for edit in fix.edits}
    for edit in sorted(edits, key=lambda edit: (edit.span.line, edit.span.column), reverse=True):
        start, end = _offsets(lines, edit.span)
        text = text[:start] + edit.text + text[end:]
    return text


def _offsets(lines: Lines, span: Span) -> tuple[int, int]:
    return lines.offset(span.line, span.column), lines.offset(span.end_line, span.end_column)
