"""What the reader's tests share: both parsers, and walking a tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vcplug.model import Path
from vcplug.source.document import Document, Node, SourceFile
from vcplug.source.reader import parse


def read(text: str | bytes, pure: bool = False) -> SourceFile:
    return parse("job.yaml", text.encode() if isinstance(text, str) else text, pure=pure)


def only(text: str | bytes, pure: bool = False) -> Document:
    file = read(text, pure)
    assert not file.problems, file.problems
    (document,) = file.documents
    return document


def value(text: str | bytes, pure: bool = False) -> Any:
    return only(text, pure).root.plain()


def walk(node: Node, path: Path = ()) -> Iterator[tuple[Path, Node]]:
    yield path, node
    if isinstance(node.value, dict):
        for key, child in node.value.items():
            yield from walk(child, (*path, key))
    elif isinstance(node.value, list):
        for index, child in enumerate(node.value):
            yield from walk(child, (*path, index))


def cut(file: SourceFile, span: Any) -> str:
    """The text under a span."""
    return file.text[file.offset(span.line, span.column) : file.offset(span.end_line, span.end_column)]
