"""YAML text to documents: the parser's events into the composer, and where each document's own text begins and ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vcplug.model import Problem
from vcplug.source.composer import Composer
from vcplug.source.document import Document, Lines, Node
from vcplug.source.refusals import explain

_SPACE = " \t\r\n"


def read_yaml(name: str, lines: Lines, pure: bool) -> list[Document]:
    """All documents of a text that are not empty."""
    composer = Composer(lines)
    cuts = _Cuts(name, lines)
    events, error_type, next_event = _open_parser(lines.text, pure)
    scalar, begin_map, begin_list, end_map, end_list, alias, begin_document, end_document, end_stream = events
    try:
        while True:
            event = next_event()
            kind = type(event)
            if kind is scalar:
                composer.scalar(event)
            elif kind is begin_map:
                composer.begin(event, True)
            elif kind is end_map or kind is end_list:
                composer.close(event.end_mark.index)
            elif kind is begin_list:
                composer.begin(event, False)
            elif kind is alias:
                composer.alias(event)
            elif kind is begin_document:
                cuts.begin(event)
            elif kind is end_document:
                cuts.end(event, *composer.finish())
            elif kind is end_stream:
                return cuts.finish()
    except error_type as error:
        raise explain(lines.text, error) from None


class _Cuts:
    """Where the documents begin and end in the text, so that each can be written out again as it is."""

    def __init__(self, name: str, lines: Lines) -> None:
        self.name = name
        self.lines = lines
        self.text = lines.text
        self.documents: list[Document] = []
        self.free = 0
        """from here on the text belongs to no document yet"""
        self.head = ""
        self.start = 0
        self.pending: tuple[Node, tuple[Problem, ...]] | None = None

    def begin(self, event: Any) -> None:
        separator = event.start_mark.index
        if self.pending is not None:
            self._close(separator)
        if not event.explicit:
            self.start = self.free
            return
        between = self.text[self.free : separator]
        if "#" in between:
            self.head += between.strip(_SPACE) + "\n"
        self.start = self._after(event.end_mark.index)

    def _after(self, offset: int) -> int:
        """Behind a separator, on the next line if nothing else stands on its own."""
        text = self.text
        while text[offset : offset + 1] in (" ", "\t"):
            offset += 1
        if text.startswith("\r\n", offset):
            return offset + 2
        return offset + 1 if text[offset : offset + 1] in ("\n", "\r") else offset

    def end(self, event: Any, root: Node, problems: tuple[Problem, ...]) -> None:
        self.pending = (root, problems)
        if event.explicit:
            self._close(event.start_mark.index)
            self.free = self._after(event.end_mark.index)

    def _close(self, end: int) -> None:
        assert self.pending is not None
        root, problems = self.pending
        self.pending, self.free = None, end
        if root.value is None:
            # an empty document: only its comments are worth keeping, with the next one
            body = self.text[self.start : end]
            if "#" in body:
                self.head += body.strip(_SPACE) + "\n"
            return
        self.documents.append(Document(self.name, root, self.start, end, problems, self.lines, self.head))
        self.head = ""

    def finish(self) -> list[Document]:
        if self.pending is not None:
            self._close(len(self.text))
        return self.documents


def _open_parser(text: str, pure: bool) -> tuple[tuple[type, ...], type[Exception], Callable[[], Any]]:
    """The event classes, the error class, and what gives the next event: of the C parser, or of ruamel's own."""
    if not pure:
        try:
            from _ruamel_yaml import CParser  # type: ignore[import-not-found]
        except ImportError:
            pure = True
    from ruamel.yaml import events as made
    from ruamel.yaml.error import YAMLError

    classes = (
        made.ScalarEvent,
        made.MappingStartEvent,
        made.SequenceStartEvent,
        made.MappingEndEvent,
        made.SequenceEndEvent,
        made.AliasEvent,
        made.DocumentStartEvent,
        made.DocumentEndEvent,
        made.StreamEndEvent,
    )
    if not pure:
        return classes, YAMLError, CParser(text).get_event
    from ruamel.yaml import YAML

    yaml = YAML(typ="safe", pure=True)
    return classes, YAMLError, yaml.parse(text).__next__
