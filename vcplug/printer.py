"""Findings for people: the line, a caret under the very token, the cure behind it. One printer for all commands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vcplug.model import Finding

COLORS = {"error": "1;31", "warning": "1;33", "info": "1;36", "place": "1", "gutter": "34"}
TAB = 4
HIDDEN = frozenset(
    (*range(0x20), *range(0x7F, 0xA0), 0xAD, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A), 0xFEFF)
)
"""what a terminal would obey instead of showing: C0, DEL, C1, line separators, direction overrides"""


def paint(text: str, color: str, on: bool) -> str:
    return f"\x1b[{COLORS[color]}m{text}\x1b[0m" if on else text


def visible(text: str) -> str:
    """The text with everything that could move a cursor or hide something written as an escape."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_visible, text))


def _visible(character: str) -> str:
    code = ord(character)
    if code not in HIDDEN and not 0xD800 <= code <= 0xDFFF:
        return character
    return {"\n": "\\n", "\r": "\\r", "\t": "\\t"}.get(character) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")


def cells(line: str) -> list[tuple[str, int]]:
    """What each character of a source line is shown as, and how many terminal columns that takes."""
    shown: list[tuple[str, int]] = []
    column = 0
    for character in line:
        text = " " * (TAB - column % TAB) if character == "\t" else _visible(character)
        width = len(text) if text != character or character.isascii() else _width(character)
        if character == "\ufe0f" and shown and shown[-1][1] == 1:
            # asks for the emoji form of the character before it, which is two columns wide
            width = 1
        shown.append((text, width))
        column += width
    return shown


def _width(character: str) -> int:
    import unicodedata

    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def _excerpt(finding: Finding, limit: int) -> tuple[str, str]:
    """The source line, cut around the caret where it is too long, and the carets under the span."""
    span = finding.span
    assert span is not None
    line = cells(finding.line_text.rstrip("\r\n"))
    first = min(span.column - 1, len(line))
    last = span.end_column - 1 if span.end_line == span.line else len(finding.line_text.rstrip())
    last = max(min(last, len(line)), first)
    left, right = _window([width for _, width in line], first, last, limit)
    before, after = ("…" if left else ""), ("…" if right < len(line) else "")
    text = before + "".join(cell for cell, _ in line[left:right]) + after
    indent = len(before) + sum(width for _, width in line[left:first])
    carets = max(1, sum(width for _, width in line[first : min(last, right)]))
    return text.rstrip(), " " * indent + "^" * carets


def _window(widths: Sequence[int], first: int, last: int, limit: int) -> tuple[int, int]:
    """The part of a line to show: all of it where it fits, else as much as fits around the span, mostly before it."""
    if sum(widths) <= limit:
        return 0, len(widths)
    room = limit - 2
    left = right = first
    used = 0
    while right < last and used + widths[right] <= room:
        used += widths[right]
        right += 1
    start = max(0, first - limit // 2)
    while left > start and used + widths[left - 1] <= room:
        left -= 1
        used += widths[left]
    while right < len(widths) and used + widths[right] <= room:
        used += widths[right]
        right += 1
    return left, right


def describe(finding: Finding, *, color: bool = False, width: int = 120) -> str:
    """One finding, as many lines as it needs, without the last line's end."""
    span = finding.span
    place = visible(finding.file) + (f":{span.line}:{span.column}" if span else "")
    label = f"{finding.severity} {finding.code}".rstrip()
    head = f"{paint(label, finding.severity, color)}: {visible(finding.message)}"
    lines = [f"{paint(place, 'place', color)}: {head}" if place else head]
    number = str(span.line) if span else ""
    blank = paint(" " * (len(number) + 2) + "|", "gutter", color)
    shown = bool(span and finding.line_text.strip())
    if shown:
        text, carets = _excerpt(finding, max(20, width - len(number) - 4))
        hint = f" {visible(finding.hint)}" if finding.hint else ""
        lines += [blank, f"{paint(f' {number} |', 'gutter', color)} {text}"]
        lines.append(f"{blank} {paint(carets + hint, finding.severity, color)}")
    notes = finding.notes if shown or not finding.hint else (finding.hint, *finding.notes)
    if notes and shown:
        lines.append(blank)
    lead = paint(" " * (len(number) + 2) + "=", "gutter", color)
    lines += [f"{lead} {visible(note)}" for note in notes]
    return "\n".join(lines)


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def summarise(findings: Iterable[Finding], fix: str = "") -> str:
    """`2 errors, 1 warning in 1 job (train.yaml)`, and how many the command `fix` would settle."""
    listed = list(findings)
    levels = [(severity, sum(finding.severity == severity for finding in listed)) for severity in ("error", "warning")]
    infos = sum(finding.severity == "info" for finding in listed)
    words = [count(number, severity) for severity, number in levels if number] + ([f"{infos} info"] if infos else [])
    files = sorted({finding.file for finding in listed})
    jobs = len({(finding.file, finding.job) for finding in listed if finding.job})
    where = visible(files[0]) if len(files) == 1 else count(len(files), "file")
    text = f"{', '.join(words) or 'nothing'} in " + (f"{count(jobs, 'job')} ({where})" if jobs else where)
    fixable = sum(finding.fix is not None and finding.fix.safe for finding in listed)
    return text + (f"; {fixable} can be fixed with {fix}" if fix and fixable else "")
