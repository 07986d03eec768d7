"""`# vcplug: ignore[VCP104] reason` in real comments: which findings they silence, and which silence nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vcplug.lint.choose import meant, near
from vcplug.model import Edit, Finding, Fix, Problem, Span
from vcplug.source.document import Node, SourceFile

_COMMENT = re.compile(r"(?:(?<=\s)|^)#[^\S\n]*vcplug:[^\S\n]*(ignore(?:-file)?)\b[^\S\n]*(?:\[([^\]\n]*)\])?", re.MULTILINE)
_LINE_END = re.compile(r"\r\n?|\n")


class Word(NamedTuple):
    """One code of a suppression, as written."""

    text: str
    prefix: str
    """empty when there is no such code"""
    start: int
    end: int


class Suppression(NamedTuple):
    """One comment: what it silences, and where."""

    words: tuple[Word, ...]
    start: int
    end: int
    """of the comment up to its bracket"""
    lines: tuple[int, ...]
    """lines whose findings it silences; empty: the whole file"""


def read(file: SourceFile) -> tuple[Suppression, ...]:
    """Every suppression of a file, in order. JSON has no comments."""
    if any(document.json for document in file.documents):
        return ()
    inside = _Scalars(file)
    found = []
    for match in _COMMENT.finditer(file.text):
        if inside.hold(match.start()):
            continue
        words = []
        for piece in re.finditer(r"[^\s,][^,]*?(?=\s*(?:,|$))", match[2] or ""):
            start = match.start(2) + piece.start()
            words.append(Word(piece[0], meant(piece[0]), start, start + len(piece[0])))
        lines = () if match[1] == "ignore-file" else _targets(file, match.start())
        found.append(Suppression(tuple(words), match.start(), match.end(), lines))
    return tuple(found)


class _Scalars:
    """Where a # is text: inside scalars. In a file that cannot be read, only a line that starts with # is a comment."""

    def __init__(self, file: SourceFile) -> None:
        self.file = file
        self.spans: list[tuple[int, int]] = []
        self.long: list[tuple[int, int]] = []
        """first and last lines of texts that have several: no comment fits between"""
        waiting = [document.root for document in file.documents]
        while waiting:
            node = waiting.pop()
            if isinstance(node.value, dict):
                self.spans += map(self._offsets, (node.keys or {}).values())
                waiting.extend(node.value.values())
            elif isinstance(node.value, list):
                waiting.extend(node.value)
            elif not node.alias:
                self.spans.append(self._text(node))

    def _offsets(self, span: Span) -> tuple[int, int]:
        return self.file.offset(span.line, span.column), self.file.offset(span.end_line, span.end_column)

    def _text(self, node: Node) -> tuple[int, int]:
        start, end = self._offsets(node.span)
        if node.span.line != node.span.end_line:
            self.long.append((node.span.line, node.span.end_line))
        if node.quoted in ("|", ">"):
            # behind the | itself a comment may stand
            header = _LINE_END.search(self.file.text, start)
            start = header.start() if header else end
        return start, end

    def hold(self, offset: int) -> bool:
        if self.file.problems:
            line_start = self.file.text.rfind("\n", 0, offset) + 1
            return bool(self.file.text[line_start:offset].strip())
        return any(start <= offset < end for start, end in self.spans)


def _targets(file: SourceFile, offset: int) -> tuple[int, ...]:
    """The comment's own line, or, when it stands alone, the next line that is more than a comment."""
    line, column = file.lines.position(offset)
    if file.line(line)[: column - 1].strip():
        return (line,)
    last = len(file.lines.starts)
    following = line + 1
    while following <= last and file.line(following).strip()[:1] in ("", "#"):
        following += 1
    return (following,)


def settle(
    file: SourceFile, findings: Sequence[Finding], given: Sequence[Suppression], codes: frozenset[str], complete: bool
) -> tuple[list[Finding], list[Problem]]:
    """What is left of the findings, and what is wrong with the suppressions.

    `complete`: every rule has been asked, so that what silenced nothing is not needed.
    """
    used: set[Word] = set()
    long = _Scalars(file).long
    left = [finding for finding in findings if not _is_silenced(finding, _reach(finding, long), given, used)]
    problems = [problem for one in given for problem in _unknown(file, one)]
    if complete:
        problems += [problem for one in given for problem in _unused(file, one, used, codes)]
    return left, problems


def _reach(finding: Finding, long: Sequence[tuple[int, int]]) -> set[int]:
    """The lines whose comments concern a finding: its own, and of a text over several lines the first and the last."""
    span = finding.span
    if span is None:
        return set()
    around = [line for first, last in long if first <= span.line <= last for line in (first, last)]
    return {span.line, span.end_line, *around}


def _is_silenced(finding: Finding, reach: set[int], given: Sequence[Suppression], used: set[Word]) -> bool:
    silenced = False
    for one in given:
        if one.lines and one.lines[0] not in reach:
            continue
        for word in one.words:
            if word.prefix and finding.code.startswith(word.prefix):
                used.add(word)
                silenced = True
    return silenced


def _unknown(file: SourceFile, given: Suppression) -> Iterator[Problem]:
    if not given.words:
        message, hint = "this comment ignores nothing: it names no code", "write ignore[VCP104], with the code to ignore"
        yield Problem("VCP903", message, hint=hint, span=file.lines.span(given.start, given.end))
    for word in given.words:
        if not word.prefix:
            span = file.lines.span(word.start, word.end)
            yield Problem("VCP903", f"there is no code {word.text}", hint=near(word.text), span=span)


def _unused(file: SourceFile, given: Suppression, used: set[Word], codes: frozenset[str]) -> Iterator[Problem]:
    idle = [
        word
        for word in given.words
        if word.prefix and word not in used and all(code in codes for code in codes_under(word.prefix))
    ]
    for word in idle:
        where = "in this file" if not given.lines else "here"
        yield Problem(
            "VCP901",
            f"nothing {where} needs ignore[{word.prefix}]",
            hint="remove it",
            span=file.lines.span(word.start, word.end),
            fix=_removal(file, given, idle, word),
        )


def codes_under(prefix: str) -> list[str]:
    from vcplug.codes import CODES

    return [code for code in CODES if code.startswith(prefix)]


def _removal(file: SourceFile, given: Suppression, idle: Sequence[Word], word: Word) -> Fix:
    """Take the code out of the brackets; with the last one the whole comment goes."""
    text = file.text
    if len(idle) < len(given.words):
        start, end = word.start, word.end
        following = re.compile(r"\s*,\s*").match(text, end)
        before = re.compile(r"\s*,\s*$").search(text, given.start, start)
        if following:
            end = following.end()
        elif before:
            start = before.start()
        return Fix(f"Remove {word.text}", (Edit(file.lines.span(start, end), ""),))
    line, _ = file.lines.position(given.start)
    line_start = file.offset(line, 1)
    line_end = line_start + len(file.line(line))
    start = line_start + len(text[line_start : given.start].rstrip())
    if start == line_start:
        ending = _LINE_END.match(text, line_end)
        line_end = ending.end() if ending else line_end
    return Fix("Remove the comment", (Edit(file.lines.span(start, line_end), ""),))
