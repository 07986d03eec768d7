"""Many objects -> one stream: documents between `---`, or items of a List or ResourceList."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from vcplug.emit import Comment, Format, Verbatim
from vcplug.emit.fill import Template
from vcplug.emit.yaml import Piece, pieces
from vcplug.model import Manifest

SEPARATOR = "---\n"
Parts = Iterable[Manifest | Verbatim]


def in_sequence(parts: Parts, format: Format, comment: Comment | None = None) -> Iterator[bytes]:
    """One document after the other."""
    first = True
    open_line = False
    lead = SEPARATOR if format == "yaml" else ""
    for part in parts:
        for chunk in _foreign(part) if isinstance(part, Verbatim) and lead else _chunks(part, format, lead, comment):
            # a text that ends in mid-line is passed as it is when last: one more line end could change a block scalar
            if open_line:
                yield b"\n"
            yield chunk[len(lead) :] if first else chunk
            first = False
            open_line = not chunk.endswith(b"\n")


def in_envelope(parts: Parts, format: Format, envelope: Mapping[str, Any], comment: Comment | None = None) -> Iterator[bytes]:
    """All objects as `items` of one."""
    fields = {name: value for name, value in envelope.items() if name != "items"}
    if format == "yaml":
        yield from _items(parts, fields, comment)
        return
    from vcplug.emit import json

    yield json.opening(fields).encode()
    empty = True
    for part in parts:
        for chunk in _chunks(part, format, ",", None):
            yield chunk[1:] if empty else chunk
            empty = False
    yield json.closing(empty).encode()


def documents(part: Manifest | Verbatim, format: Format, comment: Comment | None = None) -> Iterator[bytes]:
    """Every object on its own."""
    if isinstance(part, Verbatim) and format == "yaml":
        yield part.text.encode()
    elif isinstance(part, Manifest) and comment is not None and part.origins:
        for template, run in _commented(part, comment, "", "", ""):
            yield from map(template.at, run)
    else:
        template = Template(_pieces(part.load() if isinstance(part, Verbatim) else part.object, format, ""))
        yield from map(template.at, _indexes(part))


def _items(parts: Parts, fields: Mapping[str, Any], comment: Comment | None) -> Iterator[bytes]:
    yield "".join(map(str, pieces({**fields, "items": []}))).removesuffix(" []\n").encode()
    empty = True
    for part in parts:
        if empty:
            yield b"\n"
        empty = False
        if isinstance(part, Manifest) and comment is not None and part.origins:
            for template, run in _commented(part, comment, "", "  ", "- "):
                yield from template.blocks(run)
        else:
            found = part.load() if isinstance(part, Verbatim) else part.object
            yield from Template(pieces(found, "  ", "- ")).blocks(_indexes(part))
    if empty:
        yield b" []\n"


def _chunks(part: Manifest | Verbatim, format: Format, lead: str, comment: Comment | None) -> Iterator[bytes]:
    """A part's objects, each with `lead` before it; many in one chunk where there are many."""
    if isinstance(part, Manifest) and comment is not None and part.origins:
        for template, run in _commented(part, comment, lead, "", ""):
            yield from template.blocks(run)
    else:
        found = part.load() if isinstance(part, Verbatim) else part.object
        yield from Template([lead, *_pieces(found, format, lead)]).blocks(_indexes(part))


def _commented(part: Manifest, comment: Comment, lead: str, indent: str, first: str) -> Iterator[tuple[Template, list[int]]]:
    """Templates and the indexes they are for: comments move right where an index gets longer."""
    from vcplug.emit.origin import annotate, comments, runs

    said = comments(part.origins, comment)
    for run in runs(annotate(part.object, said), _indexes(part)):
        yield Template([lead, *annotate(part.object, said, run[0], indent, first)]), run


def _pieces(found: Any, format: Format, lead: str) -> list[Piece]:
    if format == "yaml":
        return pieces(found)
    if format == "name":
        from vcplug.emit import name

        return name.pieces(found)
    from vcplug.emit import json

    return json.item(found) if lead else json.pieces(found)


def _indexes(part: Manifest | Verbatim) -> Any:
    return range(1) if isinstance(part, Verbatim) or part.indexes is None else part.indexes


def _foreign(part: Verbatim) -> Iterator[bytes]:
    """A foreign text behind its separator; one that brings directives also brings its own `---`."""
    if part.text.strip():
        yield (("...\n" if part.text.startswith("%") else SEPARATOR) + part.text).encode()
