"""What the reader gives: nodes with places, documents, and the jobs inside them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from vcplug.model import At, Path, Problem, Span

_LINE_END = r"\r\n?|\n"


class Lines:
    """A text by its lines: offsets to lines and columns and back. Counted on first use."""

    __slots__ = ("_starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts: list[int] | None = None

    @property
    def starts(self) -> list[int]:
        if self._starts is None:
            self._starts = [0, *(match.end() for match in re.finditer(_LINE_END, self.text))]
        return self._starts

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def span(self, start: int, end: int) -> Span:
        return Span(*self.position(start), *self.position(end))

    def offset(self, line: int, column: int) -> int:
        return self.starts[line - 1] + column - 1

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its end."""
        starts = self.starts
        if not 1 <= number <= len(starts):
            return ""
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r\n")


Place = tuple[Lines, int, int]
"""a text with the offsets of a piece of it: what a span is made of when somebody asks"""


class Node:
    """A YAML or JSON node with its place. Values are as Kubernetes reads them."""

    __slots__ = ("_keys", "_place", "alias", "flow", "quoted", "value")

    def __init__(
        self,
        value: Any,
        span: Span | Place,
        keys: Mapping[str, Span | Place] | None = None,
        quoted: str = "",
        flow: bool = False,
        alias: bool = False,
    ) -> None:
        self.value = value
        """dict[str, Node], list[Node], or a scalar: str, int, float, bool, None"""
        self._place = span
        self._keys = keys
        self.quoted = quoted
        """of a scalar: '' plain, "'", '"', '|' or '>'"""
        self.flow = flow
        """of a collection: [a, b] or {a: b}"""
        self.alias = alias
        """reached through an alias or a merge key: never edited in place"""

    @property
    def span(self) -> Span:
        """Where it is written, without anchor and tag; an alias: the alias itself."""
        return _span(self._place)

    @property
    def keys(self) -> dict[str, Span] | None:
        """of a mapping: key -> the key's own span"""
        return None if self._keys is None else {key: _span(place) for key, place in self._keys.items()}

    def key_span(self, key: str) -> Span | None:
        place = (self._keys or {}).get(key)
        return None if place is None else _span(place)

    def key_place(self, key: str) -> Any:
        """The place of a key that is there."""
        return self._keys[key] if self._keys is not None else None

    def plain(self) -> Any:
        """The value without places: dict, list, str, int, float, bool, None. Fresh on every call."""
        value = self.value
        kind = type(value)
        if kind is dict:
            return {key: node.plain() for key, node in value.items()}
        if kind is list:
            return [node.plain() for node in value]
        return value

    def through_alias(self, place: Span | Place | None = None) -> Node:
        """The same node, marked as reached through an alias."""
        return Node(self.value, place or self._place, self._keys, self.quoted, self.flow, True)

    def child(self, step: str | int) -> Node | None:
        """The entry under a key or index, marked where this node is reached through an alias."""
        value = self.value
        found: Node | None = None
        if isinstance(value, dict):
            found = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and -len(value) <= step < len(value):
            found = value[step]
        return found.through_alias() if found and self.alias and not found.alias else found


def _span(place: Span | Place) -> Span:
    return place if isinstance(place, Span) else place[0].span(place[1], place[2])


EMPTY = Lines("")


class SourceFile(NamedTuple):
    """One file or stdin, decoded."""

    name: str
    """as shown to the user: the path as given, or <stdin>"""
    text: str
    documents: tuple[Document, ...] = ()
    problems: tuple[Problem, ...] = ()
    """VCP902, when the file cannot be read; then there are no documents"""
    lines: Lines = EMPTY

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its end."""
        return self.lines.line(number)

    def offset(self, line: int, column: int) -> int:
        """The offset into the text of a place in a span."""
        return self.lines.offset(line, column)


class Document(NamedTuple):
    """One YAML document of a file."""

    file: str
    root: Node
    start: int
    end: int
    """offsets into the file's text: the document's own text, comments before it included, separators not"""
    problems: tuple[Problem, ...] = ()
    """VCP760 duplicate keys, found while reading; paths from the document's root"""
    lines: Lines = EMPTY
    head: str = ""
    """comments that stand before the document's own `---`"""
    json: bool = False

    @property
    def text(self) -> str:
        """The document as it is written, comments and all, without separators; ends with a line end."""
        text = self.head + self.lines.text[self.start : self.end]
        return text if text.endswith(("\n", "\r")) else text + "\n"

    def span(self, path: Path, at: At = "value") -> Span:
        """The place of a value or its key; of the nearest ancestor that is written, where it is not."""
        node = self.root
        span = node.span if not path else None
        for position, step in enumerate(path):
            child = node.child(step)
            if child is None:
                # what is missing is missing from here: the key that holds it says more than its whole value
                return span if span is not None and position else _first_line(node.span)
            key = node.key_span(step) if isinstance(step, str) else None
            if position == len(path) - 1:
                return key if key is not None and (at == "key" or _is_block(child)) else child.span
            span = key if key is not None else _first_line(child.span)
            node = child
        return span if span is not None else node.span

    def node(self, path: Path) -> Node | None:
        """The node at a path, if it is written."""
        node: Node | None = self.root
        for step in path:
            if node is None:
                return None
            node = node.child(step)
        return node


def _is_block(node: Node) -> bool:
    """A mapping or list on lines of its own: its key says more than a caret under its first line."""
    is_written = isinstance(node.value, (dict, list)) and not node.alias
    return is_written and (not node.flow or node.span.end_line > node.span.line)


def _first_line(span: Span) -> Span:
    """A span cut to where it begins: a caret under a whole block says nothing."""
    if span.end_line == span.line:
        return span
    return Span(span.line, span.column, span.line, span.column + 1)


class JobSource(NamedTuple):
    """A Volcano Job found in a document: the document itself, an item of a List, or inside a CronJob or JobTemplate."""

    document: Document
    kind: Literal["Job", "CronJob", "JobTemplate"]
    data: dict[str, Any]
    """the Job as plain data (apiVersion, kind, metadata, spec), names and labels that a CronJob or JobFlow gives filled in"""
    metadata_at: Path = ("metadata",)
    spec_at: Path = ("spec",)
    root: Path = ()
    """path of the whole object in the document"""
    problems: tuple[Problem, ...] = ()
    """the document's problems that lie inside this job, with paths from the job's root"""

    def absolute(self, path: Path) -> Path:
        """A path inside the Job as a path inside the document."""
        if path[:1] == ("metadata",):
            if self.kind == "CronJob" and path[1:2] in (("name",), ("namespace",)):
                return self.root + path
            return self.root + self.metadata_at + path[1:]
        if path[:1] == ("spec",):
            return self.root + self.spec_at + path[1:]
        return self.root + path

    def span(self, path: Path, at: At = "value") -> Span:
        return self.document.span(self.absolute(path), at)

    def node(self, path: Path) -> Node | None:
        return self.document.node(self.absolute(path))
