"""Objects -> JSON laid out as kubectl does."""

from __future__ import annotations

from collections.abc import Mapping
from json.encoder import encode_basestring as quote
from typing import Any

from vcplug.emit.yaml import Piece, simple
from vcplug.holes import Text

INDENT = "    "


def pieces(value: Any, indent: str = "", end: str = "\n") -> list[Piece]:
    """A value as literal text and holes; `indent` is that of the line it starts on."""
    out: list[Piece] = []
    _write(out, value, indent)
    out.append(end)
    return out


def dump(value: Any) -> str:
    """A value without holes as one JSON document."""
    return "".join(str(piece) for piece in pieces(value))


def opening(envelope: Mapping[str, Any]) -> str:
    """The start of an object whose last field is the list `items`, up to the first item."""
    fields = "".join(
        f"{INDENT}{_text(name)}: {''.join(map(str, pieces(value, INDENT, '')))},\n" for name, value in envelope.items()
    )
    return f'{{\n{fields}{INDENT}"items": ['


def closing(empty: bool) -> str:
    return "]\n}\n" if empty else f"\n{INDENT}]\n}}\n"


def item(value: Any) -> list[Piece]:
    """One item of that list, on lines of its own; the comma before it is the caller's."""
    return ["\n", INDENT * 2, *pieces(value, INDENT * 2, "")]


def _write(out: list[Piece], value: Any, indent: str) -> None:
    if isinstance(value, str):
        out.append(_text(value))
    elif isinstance(value, Text):
        out.append('"')
        out.extend(_text(part)[1:-1] if isinstance(part, str) else part for part in value.parts)
        out.append('"')
    elif isinstance(value, dict) and value:
        inner = indent + INDENT
        lead = "{\n" + inner
        for name, field in value.items():
            out.append(f"{lead}{_text(name)}: ")
            _write(out, field, inner)
            lead = ",\n" + inner
        out.append(f"\n{indent}}}")
    elif isinstance(value, (list, tuple)) and value:
        inner = indent + INDENT
        lead = "[\n" + inner
        for element in value:
            out.append(lead)
            _write(out, element, inner)
            lead = ",\n" + inner
        out.append(f"\n{indent}]")
    else:
        out.append(simple(value))


def _text(value: str) -> str:
    # half a character has no UTF-8: Go reads it as the replacement character
    return quote(value) if value.isprintable() else quote(value.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
