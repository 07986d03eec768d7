"""JSON to nodes with places, for what kubectl takes for JSON: tabs and surrogate pairs that YAML refuses."""

from __future__ import annotations

import re
from typing import Any

from vcplug.source.composer import Composer
from vcplug.source.document import Document, Lines
from vcplug.source.scalars import as_value


class NotJson(Exception):
    """The text starts like JSON and is not: it may still be YAML."""


_TOKEN = re.compile(r"[ \t\n\r]*(?:([{}\[\],:\"])|(-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?)|(true|false|null))")
_END = re.compile(r"[ \t\n\r]*\Z")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_LITERALS = {"true": True, "false": False, "null": None}


def read_json(name: str, lines: Lines) -> list[Document]:
    """All documents of a stream of JSON objects."""
    composer = Composer(lines)
    documents: list[Document] = []
    end = 0
    while not _END.match(lines.text, end):
        start, end = end, _Reader(composer, end).read()
        root, problems = composer.finish()
        if root.value is not None:
            documents.append(Document(name, root, start, end, problems, lines, json=True))
    return documents


class _Reader:
    """Reads one value, from an offset on."""

    def __init__(self, composer: Composer, offset: int) -> None:
        from json.decoder import scanstring  # type: ignore[attr-defined]

        self.scan_string = scanstring
        self.composer = composer
        self.text = composer.text
        self.offset = offset

    def read(self) -> int:
        """The offset behind the value."""
        stack = self.composer.stack
        self._value(self._token())
        while stack:
            match = self._token()
            mapping = stack[-1].keys is not None
            empty = not stack[-1].value
            if match[1] == ("}" if mapping else "]"):
                self.composer.close(self.offset)
                continue
            if not empty:
                if match[1] != ",":
                    raise NotJson
                match = self._token()
            if mapping:
                self._key(match)
                match = self._token()
            self._value(match)
        return self.offset

    def _token(self) -> re.Match[str]:
        match = _TOKEN.match(self.text, self.offset)
        if match is None:
            raise NotJson
        self.offset = match.end()
        return match

    def _string(self) -> str:
        try:
            text, self.offset = self.scan_string(self.text, self.offset, True)
        except ValueError:
            raise NotJson from None
        # encoding/json puts U+FFFD for half a pair
        return text if text.isascii() else _LONE_SURROGATE.sub("�", text)

    def _key(self, match: re.Match[str]) -> None:
        if match[1] != '"':
            raise NotJson
        start = match.start(1)
        key = self._string()
        self.composer.set_key(key, start, self.offset)
        if self._token()[1] != ":":
            raise NotJson

    def _value(self, match: re.Match[str]) -> None:
        mark = match[1]
        if mark == '"':
            start = match.start(1)
            text = self._string()
            self.composer.add(text, start, self.offset, '"')
        elif mark == "{" or mark == "[":
            self.composer.open(mark == "{", match.start(1), True)
        elif mark:
            raise NotJson
        elif match[5]:
            self.composer.add(_LITERALS[match[5]], match.start(5), match.end(5), "")
        else:
            self.composer.add(_number(match), match.start(2), match.end(2), "")


def _number(match: re.Match[str]) -> Any:
    if not match[3] and not match[4] and len(match[2]) <= 20:
        number = int(match[2])
        if -(1 << 63) <= number < 1 << 63:
            return number
    found = float(match[2])
    if found - found != 0:
        raise NotJson
    return as_value(found)
