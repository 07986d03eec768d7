"""Bytes to documents of nodes with places: YAML as kubectl reads it, or JSON."""

from __future__ import annotations

import gc
import re

from vcplug.model import Problem
from vcplug.source.document import Document, Lines, SourceFile
from vcplug.source.refusals import Refused, unreadable

MAX_BYTES = 64 << 20
"""of one file"""
_MANY = 1 << 16
"""characters from which on the garbage collector would get in the way"""

# what libyaml's reader does not let through; JSON may hold some of it, in its strings
_FORBIDDEN = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]"


def parse(name: str, raw: bytes, *, pure: bool = False) -> SourceFile:
    """Read a file. What is wrong with it is a problem of the result, never an exception.

    `pure` reads with ruamel's Python parser even where the C one is there.
    """
    try:
        text = _decode(raw)
    except Refused as refused:
        # only what a message can show
        text = raw[: 1 << 16 if len(raw) > MAX_BYTES else None].decode("utf-8", "replace")
        return _refused(name, Lines(text), refused)
    lines = Lines(text)
    collecting = len(text) > _MANY and gc.isenabled()
    if collecting:
        # nodes make no cycles; to look for some among millions of them takes longer than the reading
        gc.disable()
    try:
        return SourceFile(name, text, tuple(_documents(name, lines, pure)), (), lines)
    except Refused as refused:
        return _refused(name, lines, refused)
    finally:
        if collecting:
            gc.enable()


def _refused(name: str, lines: Lines, refused: Refused) -> SourceFile:
    end = max(refused.start, min(refused.end, len(lines.text)))
    problem = Problem(
        "VCP902",
        refused.message,
        hint=refused.hint,
        notes=refused.notes,
        span=lines.span(refused.start, end),
    )
    return SourceFile(name, lines.text, (), (problem,), lines)


def _decode(raw: bytes) -> str:
    """The text of a file without its byte order mark."""
    if len(raw) > MAX_BYTES:
        raise Refused(f"the file is larger than {MAX_BYTES >> 20} MiB", 0, 0, "split it into smaller files")
    encoding, skip = "utf-8", 0
    if raw.startswith(b"\xef\xbb\xbf"):
        skip = 3
    elif raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding, skip = ("utf-16-le" if raw[0] == 0xFF else "utf-16-be"), 2
    try:
        text = raw[skip:].decode(encoding) if skip else raw.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding != "utf-8":
            raise Refused("the file starts as UTF-16 but is not", 0, 0, "save it as UTF-8") from None
        before = len(raw[skip : skip + error.start].decode("utf-8"))
        if b"\0" in raw[:1024]:
            raise Refused("the file is binary, not YAML or JSON", 0, 0) from None
        byte = raw[skip + error.start]
        raise Refused(f"not UTF-8: byte 0x{byte:02x}", before + bool(skip), before + bool(skip) + 1, "save it as UTF-8") from None
    if text.startswith("\ufeff"):
        # go-yaml takes only the first one off, and counts the second as a column: the next line then ends the document
        raise Refused("a second byte order mark at the start of the file", 0, 1, "save it without")
    return text


def _is_plain_ascii(text: str) -> bool:
    return text.isascii() and text.replace("\n", "").replace("\r", "").replace("\t", "").isprintable()


def _documents(name: str, lines: Lines, pure: bool) -> list[Document]:
    text = lines.text
    if text.lstrip(" \t\r\n").startswith(("{", "[")):
        from vcplug.source.json_reader import NotJson, read_json

        # kubectl reads what starts with { as JSON, and as YAML only when that fails
        try:
            return read_json(name, lines)
        except NotJson:
            pass
    # most files need no regular expression, which would look at every character
    found = None if _is_plain_ascii(text) else re.search(_FORBIDDEN, text)
    if found:
        raise unreadable(found)
    from vcplug.source.yaml_reader import read_yaml

    return read_yaml(name, lines, pure)
