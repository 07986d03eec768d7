"""The plain block style in which kubectl writes a dump, read line by line: three times as fast as a whole YAML reader.

Whatever is not in that style (comments, anchors, flow collections, keys that are no text, a second document) makes
it give up: then the reader that knows all of YAML, and can say what is wrong and where, takes over.
"""

from __future__ import annotations

import json
import re
from typing import Any

from vcplug.source import scalars

_ORDINARY = re.compile("[\n -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]*")
_SPECIAL = frozenset("&*!>%@`#?,]}{[|\"'")


class _Unusual(Exception):
    """Not as kubectl writes it."""


def read_dump(text: str) -> Any:
    """The value of one document; None when it is not in kubectl's style."""
    if not _ORDINARY.fullmatch(text):
        return None
    lines = text.split("\n")
    if lines and not lines[-1]:
        lines.pop()
    reader = _Reader(lines)
    try:
        value = reader.mapping(0)
    except (_Unusual, scalars.BadScalar, RecursionError):
        return None
    return value if reader.at == len(lines) else None


def _indent(line: str) -> int:
    bare = line.lstrip(" ")
    if not bare or bare[0] == "#" or (line[0] in "-." and line[:3] in ("---", "...")):
        raise _Unusual
    return len(line) - len(bare)


class _Reader:
    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.at = 0
        self.plain: dict[str, Any] = {}

    def mapping(self, indent: int, first: str = "") -> dict[str, Any]:
        """The entries at this indent; `first` is one that stands behind the dash of a list."""
        found: dict[str, Any] = {}
        lines = self.lines
        while first or self.at < len(lines):
            text = first
            if not text:
                line = lines[self.at]
                depth = _indent(line)
                if depth < indent or (depth == indent and line[depth : depth + 2] == "- "):
                    break
                if depth > indent:
                    raise _Unusual
                text = line[indent:]
            first = ""
            self.at += 1
            key, rest = self.split(text)
            if key in found:
                raise _Unusual
            found[key] = self.scalar(rest, indent) if rest else self.below(indent)
        return found

    def below(self, indent: int) -> Any:
        """What stands under a key that has nothing behind it."""
        if self.at == len(self.lines):
            return None
        line = self.lines[self.at]
        depth = _indent(line)
        if line[depth : depth + 2] == "- " and depth >= indent:
            return self.sequence(depth)
        return self.mapping(depth) if depth > indent else None

    def sequence(self, indent: int) -> list[Any]:
        found: list[Any] = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            depth = _indent(line)
            if depth < indent or line[depth : depth + 2] != "- ":
                if depth > indent:
                    raise _Unusual
                break
            if depth > indent:
                raise _Unusual
            text = line[indent + 2 :]
            if not text or text[0] == " " or text == "-" or text[:2] == "- ":
                raise _Unusual
            if self.is_entry(text):
                found.append(self.mapping(indent + 2, text))
            else:
                self.at += 1
                found.append(self.scalar(text, indent))
        return found

    def is_entry(self, text: str) -> bool:
        """Whether this is `key: value`, not a value."""
        if text[0] in "\"'":
            end = text.find(text[0], 1)
            return end > 0 and text[end + 1 : end + 2] == ":"
        return ": " in text or text[-1] == ":"

    def split(self, text: str) -> tuple[str, str]:
        """Key and value of a line."""
        if text[0] in "\"'":
            end = text.find(text[0], 1)
            key, rest = text[1:end], text[end + 1 :]
            if end < 0 or "\\" in key or not (rest == ":" or rest.startswith(": ")):
                raise _Unusual
            return key, rest[2:]
        key, colon, rest = text.partition(": ")
        if not colon:
            if key[-1] != ":":
                raise _Unusual
            key, rest = key[:-1], ""
        if not key or key[0] in _SPECIAL or key[0] in "- " or key[-1] == " " or " #" in key or self.value(key) != key:
            raise _Unusual
        return key, rest

    def scalar(self, text: str, indent: int) -> Any:
        mark = text[0]
        if mark == '"':
            text = self.folded(text, indent, mark)
            try:
                found = json.loads(text)
            except ValueError:
                raise _Unusual from None
            if not found.isascii() and any("\ud800" <= character <= "\udfff" for character in found):
                raise _Unusual
            return found
        if mark == "'":
            text = self.folded(text, indent, mark)
            inner = text[1:-1]
            if len(text) < 2 or text[-1] != "'" or "'" in inner.replace("''", ""):
                raise _Unusual
            return inner.replace("''", "'")
        if mark == "|":
            return self.literal(text, indent)
        if text == "{}" or text == "[]":
            return {} if mark == "{" else []
        if self.at < len(self.lines) and self.lines[self.at][indent : indent + 1] == " " and mark not in _SPECIAL:
            text = self.folded(text, indent, "")
        return self.value(text)

    def folded(self, text: str, indent: int, mark: str) -> str:
        """A text that goes on in the next lines, deeper than what holds it; a blank line stands for a line's end."""
        breaks = 0
        while self.at < len(self.lines) and not (mark and len(text) > 1 and text[-1] == mark):
            line = self.lines[self.at]
            bare = line.lstrip(" ")
            if bare and len(line) - len(bare) <= indent:
                break
            self.at += 1
            if not bare:
                breaks += 1
                continue
            if bare[-1] == " " or text[-1] == " " or (not mark and (bare[0] in "#-" or ": " in bare or bare[-1] == ":")):
                raise _Unusual
            if mark == '"' and text[-1] == "\\":
                # an escaped end of line joins without a space
                if breaks or text.endswith("\\\\"):
                    raise _Unusual
                text = text[:-1] + (bare[1:] if bare.startswith("\\ ") else bare)
            else:
                text += (("\\n" if mark == '"' else "\n") * breaks or " ") + bare
            breaks = 0
        if breaks or (not mark and ": " in text):
            raise _Unusual
        return text

    def value(self, text: str) -> Any:
        """A scalar without quotes; the same few come again and again."""
        if text in self.plain:
            return self.plain[text]
        if (
            text[0] in _SPECIAL
            or text[0] == " "
            or text[-1] in " :"
            or (text[0] in "-:" and text[1:2] in ("", " "))
            or " #" in text
            or ": " in text
            or text in ("<<", "=")
        ):
            raise _Unusual
        found = self.plain[text] = scalars.value(text)
        return found

    def literal(self, header: str, indent: int) -> str:
        """A text in lines, behind `|`, `|-` or `|+`."""
        if header not in ("|", "|-", "|+"):
            raise _Unusual
        start = self.at
        depth = 0
        while self.at < len(self.lines):
            line = self.lines[self.at]
            bare = line.lstrip(" ")
            if bare:
                depth = depth or len(line) - len(bare)
                if len(line) - len(bare) <= indent:
                    break
                if len(line) - len(bare) < depth:
                    raise _Unusual
            elif len(line) > depth and (not depth or line):
                raise _Unusual
            self.at += 1
        kept = [line[depth:] for line in self.lines[start : self.at]]
        if not any(kept) or depth <= indent:
            raise _Unusual
        body = "\n".join(kept) + "\n"
        return body if header == "|+" else body.rstrip("\n") + ("\n" if header == "|" else "")
