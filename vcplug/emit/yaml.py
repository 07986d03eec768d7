"""Objects -> YAML as kubectl lays it out: two spaces, dashes under their parent, scripts as blocks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from vcplug.emit.quoting import block_header, escape, is_plain, key, number
from vcplug.holes import Hole, Text, text

Piece = str | Hole

_LINE_START = r"\n(?=[^\n])"
_LINE_START_OR_END = r"\n(?=[^\n]|\Z)"


def pieces(mapping: Mapping[str, Any], indent: str = "", first: str = "") -> list[Piece]:
    """An object as literal text and holes; `first` leads its first line, `indent` the others."""
    if not mapping:
        return [f"{first}{{}}\n"]
    out: list[Piece] = []
    write_mapping(out, mapping, indent, first)
    return out


def dump(value: Mapping[str, Any]) -> str:
    """An object without holes as one YAML document."""
    return "".join(str(piece) for piece in pieces(value))


def write_mapping(out: list[Piece], mapping: Mapping[str, Any], indent: str, first: str) -> None:
    lead = first
    for name, value in mapping.items():
        label = lead + key(name)
        lead = indent
        if label.endswith(":"):
            write_value(out, value, indent, label)
        else:
            out.append(label + "\n")
            write_value(out, value, indent, indent + ":")


def write_value(out: list[Piece], value: Any, indent: str, label: str) -> None:
    """A mapping's value behind `key:`."""
    if isinstance(value, dict) and value:
        out.append(label + "\n")
        write_mapping(out, value, indent + "  ", indent + "  ")
    elif isinstance(value, (list, tuple)) and value:
        out.append(label + "\n")
        write_sequence(out, value, indent, indent)
    else:
        write_scalar(out, value, indent, label + " ")


def write_sequence(out: list[Piece], items: Sequence[Any], indent: str, first: str) -> None:
    lead = first + "- "
    inner = indent + "  "
    for item in items:
        if isinstance(item, dict) and item:
            write_mapping(out, item, inner, lead)
        elif isinstance(item, (list, tuple)) and item:
            write_sequence(out, item, inner, lead)
        else:
            write_scalar(out, item, indent, lead)
        lead = indent + "- "


def write_scalar(out: list[Piece], value: Any, indent: str, label: str) -> None:
    """Anything that is not a filled collection, behind `key: ` or `- `; a block's lines go two deeper than `indent`."""
    if isinstance(value, str):
        if is_plain(value):
            out.append(f"{label}{value}\n")
        elif header := block_header(value):
            out.append(f"{label}{header}\n{block(value, indent + '  ')}")
        else:
            out.append(f'{label}"{escape(value)}"\n')
    elif isinstance(value, Text):
        _write_text(out, text(*value.parts), indent, label)
    else:
        out.append(f"{label}{simple(value)}\n")


def simple(value: Any) -> str:
    """Numbers, booleans, null and empty collections."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return number(value)
    if isinstance(value, dict):
        return "{}"
    if isinstance(value, (list, tuple)):
        return "[]"
    raise TypeError(f"{type(value).__name__} has no place in a Kubernetes object")


def block(value: str, indent: str) -> str:
    """The lines of a block scalar; empty ones stay empty."""
    body = value.rstrip("\n")
    tail = value[len(body) :] or "\n"
    lead = indent if value[0] != "\n" else ""
    body = re.sub(_LINE_START, "\n" + indent, body) if "\n\n" in value or not lead else body.replace("\n", "\n" + indent)
    return lead + body + tail


def _write_text(out: list[Piece], value: str | Text, indent: str, label: str) -> None:
    if isinstance(value, str):
        return write_scalar(out, value, indent, label)
    sample = "".join(part if isinstance(part, str) else "0" for part in value.parts)
    if is_plain(sample):
        out.append(label)
        out.extend(value.parts)
        out.append("\n")
    elif header := block_header(sample):
        out.append(f"{label}{header}\n")
        out.extend(_block_parts(value.parts, indent + "  "))
    else:
        out.append(f'{label}"')
        out.extend(escape(part) if isinstance(part, str) else part for part in value.parts)
        out.append('"\n')
    return None


def _block_parts(parts: Sequence[Piece], indent: str) -> list[Piece]:
    """As `block`; a hole is never a line's end, so a literal part that ends with one is followed by text."""
    out: list[Piece] = []
    tail = "\n"
    if isinstance(parts[-1], str):
        body = parts[-1].rstrip("\n")
        tail = parts[-1][len(body) :] or "\n"
        parts = (*parts[:-1], body)
    if not (isinstance(parts[0], str) and parts[0].startswith("\n")):
        out.append(indent)
    last = len(parts) - 1
    for position, part in enumerate(parts):
        if isinstance(part, str):
            pattern = _LINE_START if position == last else _LINE_START_OR_END
            part = re.sub(pattern, "\n" + indent, part)
        out.append(part)
    out.append(tail)
    return out
