"""A page of headings, text, lists, tables and code, as plain text for a terminal or as markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import NamedTuple

from vcplug.findings import show


class Title(NamedTuple):
    name: str
    summary: str
    aside: str = ""


class Heading(NamedTuple):
    text: str
    level: int = 1


class Text(NamedTuple):
    text: str


class Items(NamedTuple):
    items: Sequence[str]


class Table(NamedTuple):
    """Rows of equal length; the last column holds running text. Markdown takes `heads` as its first row."""

    rows: Sequence[Sequence[str]]
    heads: Sequence[str] = ()


class Code(NamedTuple):
    text: str
    language: str = ""


Block = Title | Heading | Text | Items | Table | Code
WIDEST = 100
"""lines of running text longer than this are hard to read, however wide the terminal is"""
BOLD, DIM, RESET = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def as_text(blocks: Iterable[Block], width: int = 0, color: bool = False) -> str:
    """For a terminal of this width; 0: no wrapping at all."""
    lines: list[str] = []
    indent = 0
    for block in blocks:
        if isinstance(block, Title):
            lines += ["", *_title(block, width, color)] if lines else _title(block, width, color)
            indent = 2
            continue
        if isinstance(block, Heading):
            indent = 2 + 2 * block.level
            blank = [""] if block.level == 1 else []
            lines += [*blank, " " * (indent - 2) + (f"{BOLD}{block.text}{RESET}" if color and block.level == 1 else block.text)]
            continue
        lines += _body(block, indent, min(width, WIDEST), color)
    return "\n".join(lines) + "\n"


def _body(block: Text | Items | Table | Code, indent: int, width: int, color: bool) -> Iterator[str]:
    if isinstance(block, Text):
        yield from _wrapped(plain(block.text), indent, indent, width)
    elif isinstance(block, Items):
        for item in block.items:
            yield from _wrapped("- " + plain(item), indent, indent + 2, width)
    elif isinstance(block, Code):
        for line in block.text.rstrip("\n").split("\n"):
            shown = f"{' ' * indent}{show(line)}".rstrip()
            yield f"{DIM}{shown}{RESET}" if color and shown else shown
    else:
        yield from _table(block, indent, width)


def plain(text: str) -> str:
    """Running text without markdown's backquotes, and without what a terminal would obey instead of showing."""
    return show(text.replace("`", "").replace("\n", "\\n"))


def _title(title: Title, width: int, color: bool) -> list[str]:
    """Name and summary, with the aside at the right edge, or below where it does not fit."""
    left = plain(f"{title.name} — {title.summary}" if title.summary else title.name)
    room = min(width or 80, WIDEST)
    lines = _wrapped(left, 0, 2, min(width, WIDEST))
    if title.aside and (len(left) + 2 + len(title.aside) <= room or not width):
        lines = [f"{left}{' ' * max(2, room - len(left) - len(title.aside))}{title.aside}"]
    elif title.aside:
        lines += _wrapped(title.aside, 2, 2, width)
    return [
        line.replace(title.name, f"{BOLD}{title.name}{RESET}", 1) if color and not i else line for i, line in enumerate(lines)
    ]


def _wrapped(text: str, first: int, rest: int, width: int) -> list[str]:
    if not width:
        return [" " * first + text]
    return wrap(
        text,
        max(width, rest + 20),
        initial_indent=" " * first,
        subsequent_indent=" " * rest,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _table(table: Table, indent: int, width: int) -> Iterator[str]:
    """Columns as wide as their widest cell; the last one is wrapped, under itself while there is room."""
    rows = [[plain(cell) for cell in row] for row in table.rows]
    if not rows:
        return
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    columns = [column for column, size in enumerate(widths) if size]
    start = indent + sum(widths[column] + 2 for column in columns)
    for row in rows:
        before = "".join(row[column].ljust(widths[column] + 2) for column in columns)
        last = _wrapped(row[-1], 0, 0, max(30, width - start) if width else 0) if row[-1] else [""]
        if width and start > width - 30 and row[-1]:
            yield (" " * indent + before).rstrip()
            yield from _wrapped(row[-1], indent + 4, indent + 4, width)
            continue
        yield (" " * indent + before + last[0]).rstrip()
        yield from (" " * start + line for line in last[1:])


def as_markdown(blocks: Iterable[Block]) -> str:
    parts: list[str] = []
    for block in blocks:
        if isinstance(block, Title):
            parts.append(f"# {block.name}\n\n{escape(block.summary)}" + (f" *({block.aside})*" if block.aside else ""))
        elif isinstance(block, Heading):
            parts.append(f"{'#' * (block.level + 1)} {escape(block.text)}")
        elif isinstance(block, Text):
            parts.append(escape(block.text))
        elif isinstance(block, Items):
            parts.append("\n".join(f"- {escape(item)}" for item in block.items))
        elif isinstance(block, Code):
            parts.append(f"```{block.language}\n{block.text.rstrip()}\n```")
        else:
            parts.append(_markdown_table(block))
    return "\n\n".join(part for part in parts if part) + "\n"


def _markdown_table(table: Table) -> str:
    if not table.rows:
        return ""
    heads = list(table.heads) or [""] * len(table.rows[0])
    rows = [heads, ["---"] * len(heads), *([escape(cell).replace("|", "\\|") for cell in row] for row in table.rows)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def escape(text: str) -> str:
    """Placeholders such as <job> would be taken for HTML; inside backquotes they are safe."""
    pieces = re.split(r"(`[^`]*`)", text)
    return "".join(piece if piece.startswith("`") else piece.replace("<", "&lt;").replace(">", "&gt;") for piece in pieces)
