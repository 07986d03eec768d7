"""What the reader gives: nodes with places, documents, and the jobs inside them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from vcplug.model import At, Path, Problem, Span


class Node:
    """A YAML or JSON node with its place. Values are as Kubernetes reads them."""

    __slots__ = ("alias", "flow", "keys", "quoted", "span", "value")

    def __init__(
        self,
        value: Any,
        span: Span,
        keys: dict[str, Span] | None = None,
        quoted: str = "",
        flow: bool = False,
        alias: bool = False,
    ) -> None:
        self.value = value
        """dict[str, Node], list[Node], or a scalar: str, int, float, bool, None"""
        self.span = span
        self.keys = keys
        """of a mapping: key -> the key's own span"""
        self.quoted = quoted
        """of a scalar: '' plain, "'", '"', '|' or '>'"""
        self.flow = flow
        """of a collection: [a, b] or {a: b}"""
        self.alias = alias
        """reached through an alias or a merge key: never edited in place"""

    def plain(self) -> Any:
        """The value without places: dict, list, str, int, float, bool, None. Fresh on every call."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file or stdin, decoded."""

    name: str
    """as shown to the user: the path as given, or <stdin>"""
    text: str
    documents: tuple[Document, ...] = ()
    problems: tuple[Problem, ...] = ()
    """VCP902, when the file cannot be read; then there are no documents"""

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its end."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Document:
    """One YAML document of a file."""

    file: str
    root: Node
    start: int
    end: int
    """offsets into the file's text: the document's own text, comments before it included, separators not"""
    problems: tuple[Problem, ...] = ()
    """VCP760 duplicate keys, found while reading; paths from the document's root"""

    def span(self, path: Path, at: At = "value") -> Span:
        """The place of a value or its key; of the nearest ancestor that is written, where it is not."""
        raise NotImplementedError

    def node(self, path: Path) -> Node | None:
        """The node at a path, if it is written."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class JobSource:
    """A Volcano Job found in a document: the document itself, an item of a List, or inside a CronJob or JobTemplate."""

    document: Document
    kind: Literal["Job", "CronJob", "JobTemplate"]
    data: dict[str, Any]
    """the Job as plain data (apiVersion, kind, metadata, spec), names and labels that a CronJob or JobFlow gives filled in"""
    metadata_at: Path = ("metadata",)
    spec_at: Path = ("spec",)
    root: Path = ()
    """path of the whole object in the document"""
    problems: tuple[Problem, ...] = field(default=())
    """the document's problems that lie inside this job, with paths from the job's root"""

    def absolute(self, path: Path) -> Path:
        """A path inside the Job as a path inside the document."""
        raise NotImplementedError

    def span(self, path: Path, at: At = "value") -> Span:
        return self.document.span(self.absolute(path), at)

    def node(self, path: Path) -> Node | None:
        return self.document.node(self.absolute(path))
