"""The events of the C parser, made in one step each: ruamel.yaml's own take three calls of Python for every scalar."""

from __future__ import annotations

from typing import Any


class _Event:
    """`_` takes what a later parser may add."""

    __slots__ = ("end_mark", "start_mark")

    def __init__(self, start_mark: Any = None, end_mark: Any = None, *_: Any) -> None:
        self.start_mark = start_mark
        self.end_mark = end_mark


class StreamStartEvent(_Event):
    __slots__ = ()


class StreamEndEvent(_Event):
    __slots__ = ()


class SequenceEndEvent(_Event):
    __slots__ = ()


class MappingEndEvent(_Event):
    __slots__ = ()


class DocumentStartEvent:
    __slots__ = ("end_mark", "explicit", "start_mark")

    def __init__(self, start_mark: Any = None, end_mark: Any = None, explicit: Any = None, *_: Any) -> None:
        self.start_mark = start_mark
        self.end_mark = end_mark
        self.explicit = explicit


class DocumentEndEvent(DocumentStartEvent):
    __slots__ = ()


class AliasEvent:
    __slots__ = ("anchor", "end_mark", "start_mark")

    def __init__(self, anchor: Any, start_mark: Any = None, end_mark: Any = None, *_: Any) -> None:
        self.anchor = anchor
        self.start_mark = start_mark
        self.end_mark = end_mark


class ScalarEvent:
    __slots__ = ("anchor", "ctag", "end_mark", "start_mark", "style", "value")

    def __init__(
        self,
        anchor: Any,
        tag: Any,
        implicit: Any,
        value: Any,
        start_mark: Any = None,
        end_mark: Any = None,
        style: Any = None,
        *_: Any,
    ) -> None:
        self.anchor = anchor
        self.ctag = tag
        self.value = value
        self.start_mark = start_mark
        self.end_mark = end_mark
        self.style = style


class SequenceStartEvent:
    __slots__ = ("anchor", "ctag", "end_mark", "flow_style", "start_mark")

    def __init__(
        self, anchor: Any, tag: Any, implicit: Any, start_mark: Any = None, end_mark: Any = None, flow_style: Any = None, *_: Any
    ) -> None:
        self.anchor = anchor
        self.ctag = tag
        self.start_mark = start_mark
        self.end_mark = end_mark
        self.flow_style = flow_style


class MappingStartEvent(SequenceStartEvent):
    __slots__ = ()
