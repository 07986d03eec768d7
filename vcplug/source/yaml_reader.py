"""YAML text to documents: the parser's events into the composer, and where each document's own text begins and ends."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from vcplug.model import Problem
from vcplug.source import clib
from vcplug.source.composer import Composer
from vcplug.source.document import Document, Lines, Node
from vcplug.source.refusals import Refused, explain

_SPACE = " \t\r\n"


MAX_DOCUMENTS = 100_000


def read_yaml(name: str, lines: Lines, pure: bool) -> list[Document]:
    """All documents of a text that are not empty."""
    if not pure:
        try:
            return _read(name, lines, "")
        except ImportError:
            pass
        except _ColonInFlow:
            stand_in = _stand_in(lines.text)
            if stand_in:
                return _read(name, lines, stand_in)
    return _read(name, lines, None)


class _ColonInFlow(Exception):
    """libyaml 0.1, which ruamel.yaml.clib holds, refuses {image: app:1}; go-yaml does not."""


# a colon inside a plain value: nothing stands between it and the value's other characters
_INNER_COLON = r"(?<=[^\s\"'\[\]{},]):(?=\S)"


def _stand_in(text: str) -> str:
    """A character that can take the place of inner colons, if that leaves tags alone."""
    if "!<" in text or "%TAG" in text:
        return ""
    return next((mark for mark in map(chr, range(0xE000, 0xE100)) if mark not in text), "")


def _read(name: str, lines: Lines, stand_in: str | None) -> list[Document]:
    """By the C parser, with or without a stand-in for inner colons, or by ruamel's own (None)."""
    composer = Composer(lines, stand_in or "")
    cuts = _Cuts(name, lines)
    text = re.sub(_INNER_COLON, stand_in, lines.text) if stand_in else lines.text
    made, next_event = _pure_parser(text) if stand_in is None else _c_parser(text)
    actions: dict[type, Callable[[Any], object]] = {
        made.ScalarEvent: composer.scalar,
        made.MappingStartEvent: composer.begin_mapping,
        made.SequenceStartEvent: composer.begin_sequence,
        made.MappingEndEvent: composer.end,
        made.SequenceEndEvent: composer.end,
        made.AliasEvent: composer.alias,
        made.DocumentStartEvent: cuts.begin,
        made.DocumentEndEvent: lambda event: cuts.end(event, *composer.finish()),
        made.StreamStartEvent: lambda event: None,
    }
    end = made.StreamEndEvent
    try:
        while True:
            event = next_event()
            kind = type(event)
            if kind is end:
                return cuts.finish()
            actions[kind](event)
    except made.YAMLError as error:
        if stand_in == "" and "unexpected ':'" in str(getattr(error, "problem", "")):
            raise _ColonInFlow from None
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
        self.count = 0
        self.pending: tuple[Node, tuple[Problem, ...]] | None = None

    def begin(self, event: Any) -> None:
        self.count += 1
        if self.count > MAX_DOCUMENTS:
            at = event.start_mark.index
            raise Refused(f"more than {MAX_DOCUMENTS:,} documents in one file", at, at, "split it into smaller files")
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


def _c_parser(text: str) -> tuple[Any, Callable[[], Any]]:
    """What holds the classes of events and errors, and what gives the next event."""
    library = clib.load()
    return library, library.CParser(text).get_event


# what libyaml and go-yaml refuse and ruamel's parser does not
_UNKNOWN_DIRECTIVE = r"(?m)^%(?!YAML |TAG )"


def _pure_parser(text: str) -> tuple[Any, Callable[[], Any]]:
    import ruamel.yaml as library

    found = re.match(_UNKNOWN_DIRECTIVE, text)
    if found:
        raise Refused("a % line that YAML does not know", found.start(), found.end(), "drop it, or quote the value")
    yaml: Any = library.YAML(typ="safe", pure=True)
    yaml.version = (1, 1)
    return library, yaml.parse(text).__next__
