"""Rendered YAML on a terminal: keys, strings and comments told apart. What is printed stays the same text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

KEY, STRING, COMMENT, MARK, OFF = "\x1b[34m", "\x1b[32m", "\x1b[2m", "\x1b[1m", "\x1b[0m"
_LINE = re.compile(r"^(\s*(?:- )*)([^\s#\"'\[{][^\n]*?|\"(?:[^\"\\]|\\.)*\")(:)(?=\s|$)")
_COMMENT = re.compile(r"(?:\s*(?:\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'))?[^\"'#]*?(?:^|(?<=\s))(#[^\n]*)$")
"""behind a quoted value or a plain one"""


def highlight(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The same blocks, coloured line by line; a block that ends in mid-line is coloured up to there."""
    block: int | None = None
    for chunk in chunks:
        lines = []
        for line in chunk.decode("utf-8", "replace").splitlines(keepends=True):
            indent = len(line) - len(line.lstrip(" "))
            if block is not None and (indent > block or not line.strip()):
                lines.append(_around(line, STRING))
                continue
            block = indent if re.search(r"(?:^|\s)[|>][-+0-9]*\s*(?:#.*)?$", line) else None
            lines.append(_line(line))
        yield "".join(lines).encode()


def _line(line: str) -> str:
    if line.startswith("---"):
        return _around(line, MARK)
    found = _LINE.match(line)
    head = f"{found[1]}{KEY}{found[2]}{OFF}:" if found else ""
    rest = line[found.end() :] if found else line
    comment = _COMMENT.match(rest.rstrip("\r\n"))
    if comment:
        return head + rest[: comment.start(1)] + _around(rest[comment.start(1) :], COMMENT)
    return head + rest


def _around(line: str, color: str) -> str:
    text = line.rstrip("\r\n")
    return f"{color}{text}{OFF}{line[len(text) :]}"
