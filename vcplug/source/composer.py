"""Parser events to nodes: anchors, merge keys, duplicate keys, limits. Never recurses."""

from __future__ import annotations

import re
from typing import Any

from vcplug.model import Path, Problem
from vcplug.source.document import Lines, Node, Place
from vcplug.source.refusals import Refused, refuse
from vcplug.source.scalars import BadScalar, as_key, as_value, resolve, resolve_tagged

MAX_DEPTH = 200
MAX_NODES = 4_000_000
MAX_ALIASED = 400_000
"""nodes that aliases may add to a document when they are written out: go-yaml begins to refuse there, too"""
HEAVY = 128
"""characters of source that weigh as much as one more node, when an alias repeats them"""
MAX_PROBLEMS = 1_000
"""duplicate keys that are told of, in one document"""

# an anchor and a tag before the value itself, in any order, perhaps on lines of their own
_PROPERTIES = r"(?:[&!][^\s,\[\]{}]*(?:[ \t]|(?:[ \t]+#[^\r\n]*)?\r?\n)*)+"
_COLON = r"(?:\s|#[^\r\n]*)*:"
_DASH = r"(?:\s|#[^\r\n]*)*-"
_SURROGATE = "[\ud800-\udfff]"
_SLASH = r"(?<!\\)(?:\\\\)*\\/"
_OPEN = object()
_NO_KEY = object()
_MERGE = object()
_SPACE = " \t\r\n"


class Frame:
    """A collection that is being read."""

    __slots__ = ("anchor", "before", "end", "flow", "height", "key", "key_place", "keys", "merged", "start", "value")

    def __init__(
        self, value: Any, keys: dict[str, Place] | None, start: int, flow: bool, anchor: str | None, before: int
    ) -> None:
        self.value = value
        self.keys = keys
        self.key: Any = _NO_KEY
        self.key_place: Any = None
        self.start = start
        self.end = start
        self.flow = flow
        self.anchor = anchor
        self.before = before
        """how many nodes there were when it began"""
        self.height = 0
        self.merged: set[str] | None = None
        """keys that came by a merge: to set them again is no duplicate"""


def _is_merge(event: Any, style: str) -> bool:
    tag = None if event.ctag is None else str(event.ctag)
    return tag == "tag:yaml.org,2002:merge" or (not style and tag in (None, "!"))


class Composer:
    def __init__(self, lines: Lines, stand_in: str = "") -> None:
        self.lines = lines
        self.stand_in = stand_in
        """what the parser was given instead of colons inside values"""
        self.text = lines.text
        self.slashes = "\\/" in lines.text
        self.stack: list[Frame] = []
        self.root: Node | None = None
        self.anchors: dict[str, Any] = {}
        self.count = 0
        self.aliased = 0
        self.problems: list[Problem] = []

    def finish(self) -> tuple[Node, tuple[Problem, ...]]:
        """The document that has just ended."""
        root, problems = self.root, tuple(self.problems)
        assert root is not None
        self.root, self.anchors, self.problems, self.aliased = None, {}, [], 0
        return root, problems

    def scalar(self, event: Any) -> None:
        start, end = event.start_mark.index, event.end_mark.index
        style = event.style or ""
        if event.anchor is not None or event.ctag is not None:
            start = self._skip_properties(start, end)
        if style == "|" or style == ">":
            end = start + len(self.text[start:end].rstrip(_SPACE))
        frame = self.stack[-1] if self.stack else None
        if start == end and frame is not None:
            start = end = self._empty(frame, start)
        if self.slashes and style == '"' and re.search(_SLASH, self.text[start:end]):
            # YAML 1.2 and JSON know it, go-yaml v2 does not
            raise Refused("kubectl's YAML does not know the escape \\/", start, end, "write / without the backslash")
        is_key = frame is not None and frame.keys is not None and frame.key is _NO_KEY
        if is_key and event.value == "<<" and _is_merge(event, style):
            assert frame is not None
            frame.key, frame.key_place = _MERGE, (self.lines, start, end)
            return
        try:
            found = self._resolve(event, style)
            found = as_key(found) if is_key else found if type(found) is str else as_value(found)
        except BadScalar as bad:
            raise refuse(self.text, bad.message, start, max(end, start + 1), bad.hint) from None
        place = (self.lines, start, end)
        if is_key:
            assert frame is not None
            frame.key, frame.key_place = found, place
            if event.anchor is not None:
                self.anchors[event.anchor] = (Node(found, place, None, style), 1 + (end - start) // HEAVY, 0)
            return
        node = self.add(found, start, end, style)
        if event.anchor is not None:
            self.anchors[event.anchor] = (node, 1 + (end - start) // HEAVY, 0)

    def _empty(self, frame: Frame, mark: int) -> int:
        """Where a value that is not written would stand: right behind its `:` or `-`, whatever the parser says."""
        if frame.keys is None:
            match = re.compile(_DASH).match(self.text, frame.end)
            return match.end() if match else mark
        if frame.key is _NO_KEY:
            return mark
        end: int = frame.key_place[2]
        match = re.compile(_COLON).match(self.text, end)
        return match.end() if match else end

    def _resolve(self, event: Any, style: str) -> Any:
        tag, value = event.ctag, event.value
        if self.stand_in:
            value = value.replace(self.stand_in, ":")
        if style == '"' and not value.isascii() and re.search(_SURROGATE, value):
            # only ruamel's own parser lets it through
            raise BadScalar("an escape that is no Unicode character", "write the character itself")
        if tag is None:
            return value if style else resolve(value)
        tag = str(tag)
        return value if tag == "!" else resolve_tagged(tag, value)

    def _skip_properties(self, start: int, end: int) -> int:
        match = re.compile(_PROPERTIES).match(self.text, start)
        return min(match.end(), end) if match else start

    def begin_mapping(self, event: Any) -> None:
        self._begin(event, True)

    def begin_sequence(self, event: Any) -> None:
        self._begin(event, False)

    def end(self, event: Any) -> None:
        self.close(event.end_mark.index)

    def _begin(self, event: Any, mapping: bool) -> None:
        start, anchor = event.start_mark.index, event.anchor
        if anchor is not None or event.ctag is not None:
            match = re.compile(_PROPERTIES).match(self.text, start)
            start = match.end() if match else start
        if anchor is not None:
            self.anchors[anchor] = _OPEN
        self.open(mapping, start, event.flow_style, anchor)

    def open(self, mapping: bool, start: int, flow: bool, anchor: str | None = None) -> None:
        """Begin a collection."""
        if self.stack:
            frame = self.stack[-1]
            if frame.keys is not None and frame.key is _NO_KEY:
                raise refuse(self.text, "a list or mapping cannot be a key", start, start + 1, "quote it if a text is meant")
            if len(self.stack) >= MAX_DEPTH:
                raise Refused(f"nested deeper than {MAX_DEPTH} levels", start, start + 1)
        self.count += 1
        if self.count > MAX_NODES:
            raise Refused(f"more than {MAX_NODES:,} values in one file", start, start + 1, "split it into smaller files")
        self.stack.append(Frame({} if mapping else [], {} if mapping else None, start, flow, anchor, self.count + self.aliased))

    def close(self, end: int) -> None:
        """End the innermost collection."""
        frame = self.stack.pop()
        if not frame.flow:
            # a block ends where its last entry does; the parser's mark lies behind the comments that follow
            end = frame.end
        node = Node(frame.value, (self.lines, frame.start, end), frame.keys, "", frame.flow)
        if frame.anchor is not None:
            size = self.count + self.aliased - frame.before + 1 + (end - frame.start) // HEAVY
            self.anchors[frame.anchor] = (node, size, frame.height)
        if self.stack and frame.height >= self.stack[-1].height:
            self.stack[-1].height = frame.height + 1
        self._attach(node, frame.start, end)

    def set_key(self, key: str, start: int, end: int) -> None:
        """The key of the next value."""
        frame = self.stack[-1]
        frame.key, frame.key_place = key, (self.lines, start, end)

    def add(self, value: Any, start: int, end: int, quoted: str) -> Node:
        """A scalar in the innermost collection."""
        self.count += 1
        if self.count > MAX_NODES:
            raise Refused(f"more than {MAX_NODES:,} values in one file", start, start + 1, "split it into smaller files")
        node = Node(value, (self.lines, start, end), None, quoted)
        self._attach(node, start, end)
        return node

    def alias(self, event: Any) -> None:
        start, end, name = event.start_mark.index, event.end_mark.index, event.anchor
        found = self.anchors.get(name)
        if found is None:
            raise refuse(self.text, f"nothing is called &{name}", start, end, f"quote the value if the text *{name} is meant")
        if found is _OPEN:
            raise Refused(f"*{name} is used inside &{name} itself", start, end, "an alias may only repeat what is complete")
        node, size, height = found
        frame = self.stack[-1] if self.stack else None
        if frame is not None and frame.keys is not None and frame.key is _NO_KEY:
            if type(node.value) in (dict, list):
                raise Refused("a list or mapping cannot be a key", start, end)
            try:
                self.set_key(as_key(node.value), start, end)
            except BadScalar as bad:
                raise refuse(self.text, bad.message, start, end, bad.hint) from None
            return
        # entries that a merge copies count as well
        self.aliased += size
        if self.aliased > MAX_ALIASED:
            raise Refused(
                f"aliases that come to more than {MAX_ALIASED:,} values when written out",
                start,
                end,
                "write fewer aliases of aliases",
            )
        if len(self.stack) + height > MAX_DEPTH:
            raise Refused(f"nested deeper than {MAX_DEPTH} levels when aliases are written out", start, end)
        if frame is not None and height >= frame.height:
            frame.height = height + 1
        self._attach(node.through_alias((self.lines, start, end)), start, end)

    def _attach(self, node: Node, start: int, end: int) -> None:
        if not self.stack:
            self.root = node
            return
        frame = self.stack[-1]
        frame.end = end
        if frame.keys is None:
            frame.value.append(node)
            return
        key = frame.key
        frame.key = _NO_KEY
        if key is _MERGE:
            self._merge(frame, node, start, end)
            return
        if key in frame.value:
            self._twice(frame, key, node)
        frame.value[key] = node
        frame.keys[key] = frame.key_place

    def _merge(self, frame: Frame, node: Node, start: int, end: int) -> None:
        """As go-yaml v2: what is merged replaces the keys written before it, and gives way to those after."""
        # of several, the first one counts
        sources = list(reversed(node.value)) if type(node.value) is list else [node]
        # a list behind an alias is none of the three forms that go-yaml knows
        if (node.alias and sources != [node]) or not all(type(source.value) is dict for source in sources):
            raise refuse(
                self.text, "<< needs a mapping, or a list of mappings", start, max(end, start + 1), "quote the key if << is meant"
            )
        assert frame.keys is not None
        merged = frame.merged = frame.merged or set()
        for source in sources:
            for key, child in source.value.items():
                if key in frame.value and key not in merged:
                    self._overridden(frame, key, frame.value[key], child)
                frame.value[key] = child.through_alias()
                frame.keys[key] = source.key_place(key)
                merged.add(key)

    def _path(self) -> Path:
        """The path of the innermost open collection."""
        steps: list[str | int] = []
        for frame in self.stack[:-1]:
            steps.append("<<" if frame.key is _MERGE else len(frame.value) if frame.keys is None else frame.key)
        return tuple(steps)

    def _twice(self, frame: Frame, key: str, node: Node) -> None:
        if frame.merged and key in frame.merged:
            frame.merged.discard(key)
            return
        if len(self.problems) >= MAX_PROBLEMS:
            return
        assert frame.keys is not None
        lost = frame.keys[key]
        line = self.lines.position(frame.key_place[1])[0]
        differ = frame.value[key].plain() != node.plain()
        self.problems.append(
            Problem(
                "VCP760",
                f"{key} is given twice, with different values" if differ else f"{key} is given twice",
                (*self._path(), key),
                "key",
                f"the last one counts, line {line}: remove this one" if differ else f"remove this one, or the one in line {line}",
                severity="error" if differ else None,
                span=self.lines.span(lost[1], lost[2]),
            )
        )

    def _overridden(self, frame: Frame, key: str, old: Node, new: Node) -> None:
        if len(self.problems) >= MAX_PROBLEMS or old.plain() == new.plain():
            return
        assert frame.keys is not None
        line = self.lines.position(frame.key_place[1])[0]
        lost = frame.keys[key]
        self.problems.append(
            Problem(
                "VCP760",
                f"{key} is overridden by the merge in line {line}: kubectl lets << win over the keys before it",
                (*self._path(), key),
                "key",
                "put << first",
                severity="error",
                span=self.lines.span(lost[1], lost[2]),
            )
        )
