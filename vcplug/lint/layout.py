"""How new text has to look at its place in a file: quotes, indentation, flow or block, JSON."""

from __future__ import annotations

import re

from vcplug.model import Edit, Path, Span
from vcplug.source.document import JobSource, Node
from vcplug.source.scalars import looks_otherwise

_STEP = "  "


class Writer:
    """Makes edits of one job's document in the manner of the text around them."""

    def __init__(self, source: JobSource) -> None:
        self.source = source
        self.lines = source.document.lines
        self.text = self.lines.text
        self.json = source.document.json

    # places

    def offset(self, line: int, column: int) -> int:
        return self.lines.offset(line, column)

    def start(self, node: Node) -> int:
        return self.offset(node.span.line, node.span.column)

    def end(self, node: Node) -> int:
        return self.offset(node.span.end_line, node.span.end_column)

    def span(self, start: int, end: int) -> Span:
        return self.lines.span(start, end)

    def owns(self, mapping: Node, key: str) -> bool:
        """Whether the key is written in this mapping itself, and not merged into it."""
        span = mapping.key_span(key)
        return span is not None and self.start(mapping) <= self.offset(span.line, span.column) <= self.end(mapping)

    def in_flow(self, path: Path) -> bool:
        holder = self.source.node(path[:-1])
        return holder is not None and holder.flow

    def nothing(self, node: Node) -> str | None:
        """What must stand between a value that is not written at all and its key; None where an anchor or a tag stands there."""
        start, end = self.start(node), self.end(node)
        if start != end:
            return ""
        if re.compile(r"[ \t]*[&!]").match(self.text, start):
            return None
        return " " if self.text[start - 1 : start] == ":" else ""

    # texts

    def string(self, text: str, quoted: str, flow: bool) -> str:
        """A string in the style that its neighbour has, as far as that style can hold it."""
        if quoted == "'" and text.isprintable():
            return "'" + text.replace("'", "''") + "'"
        if quoted == "" and not self.json and _is_plain(text, flow):
            return text
        from json import dumps

        return dumps(text, ensure_ascii=not text.isprintable())

    def narrow(self, start: int, end: int, text: str) -> Edit:
        """An edit of no more than what differs: it moves no comment, and shows no secret that stays."""
        old = self.text[start:end]
        head = 0
        while head < min(len(old), len(text)) and old[head] == text[head]:
            head += 1
        tail = 0
        while tail < min(len(old), len(text)) - head and old[-1 - tail] == text[-1 - tail]:
            tail += 1
        return Edit(self.span(start + head, end - tail), text[head : len(text) - tail])

    def line_end(self, offset: int) -> int:
        found = re.compile(r"\r|\n|\Z").search(self.text, offset)
        return found.start() if found else len(self.text)

    @property
    def newline(self) -> str:
        return "\r\n" if "\r\n" in self.text else "\n"

    def indent(self, offset: int) -> str:
        return " " * (self.lines.position(offset)[1] - 1)

    def leads_line(self, offset: int) -> bool:
        """Nothing but spaces stands before it on its line."""
        line, column = self.lines.position(offset)
        return not self.lines.line(line)[: column - 1].strip()

    # lists

    def between_items(self, holder: Node, item: Node) -> str:
        """What separates an item from the next one in this list."""
        if holder.flow:
            return ", "
        dash = self.text.rindex("-", 0, self.start(item))
        return self.newline + self.indent(dash) + self.text[dash : self.start(item)]

    def add_item(self, holder: Node, text: str) -> Edit | None:
        """One more string at the end of a list."""
        items = holder.value
        if not items:
            only = self.string(text, '"', True)
            return Edit(self.span(self.start(holder), self.end(holder)), f"[{only}]")
        last = items[-1]
        if last.quoted in ("|", ">") or (last.alias and not holder.flow):
            return None
        quoted = '"' if last.quoted in ("", '"') else "'"
        end = self.end(last)
        written = self.between_items(holder, last) + self.string(text, quoted if last.quoted or holder.flow else "", holder.flow)
        at = end if holder.flow else self.line_end(end)
        return Edit(self.span(at, at), written)

    # plugins

    def add_plugin(self, name: str, *arguments: str) -> Edit | None:
        """`svc: []` among the plugins, which are made where there are none."""
        listed = "[" + ", ".join(self.string(text, '"', True) for text in arguments) + "]"
        plugins = self.source.node(("spec", "plugins"))
        spec = self.source.node(("spec",))
        if spec is None or spec.alias or not isinstance(spec.value, dict) or (plugins is not None and plugins.alias):
            return None
        if plugins is None:
            return self._add_plugins(spec, name, listed)
        if isinstance(plugins.value, dict) and name in plugins.value:
            return None
        if not plugins.value:
            space = self.nothing(plugins)
            if space is None:
                return None
            return Edit(self.span(self.start(plugins), self.end(plugins)), f"{space}{{{self._key(plugins, name)}: {listed}}}")
        return self._add_entry(plugins, f"{self._key(plugins, name)}: {listed}") if isinstance(plugins.value, dict) else None

    def _add_plugins(self, spec: Node, name: str, listed: str) -> Edit | None:
        if spec.flow:
            return self._add_entry(spec, f"{self._key(spec, 'plugins')}: {{{self._key(spec, name)}: {listed}}}")
        own = sorted(self._own_keys(spec))
        if not own or not self.leads_line(own[0][0]):
            return None
        indent = self.indent(own[0][0])
        lines = (f"{indent}plugins:", f"{indent}{_STEP}{name}: {listed}")
        before = [self.end(spec.value[key]) for _, key in own if key != "tasks"]
        tasks = next((start for start, key in own if key == "tasks"), None)
        earlier = [end for end in before if tasks is None or end < tasks]
        if earlier:
            at = self.line_end(max(earlier))
            return Edit(self.span(at, at), "".join(self.newline + line for line in lines))
        at = own[0][0]
        return Edit(self.span(at, at), "".join(line + self.newline for line in lines)[len(indent) :] + indent)

    def _own_keys(self, mapping: Node) -> list[tuple[int, str]]:
        found = []
        for key in mapping.value if isinstance(mapping.value, dict) else ():
            span = mapping.key_span(key)
            if span is not None and self.owns(mapping, key):
                found.append((self.offset(span.line, span.column), key))
        return found

    def _key(self, mapping: Node, name: str) -> str:
        """A key as the mapping's other keys are written."""
        own = self._own_keys(mapping)
        mark = self.text[own[0][0]] if own else ""
        return self.string(name, '"' if self.json or mark == '"' else "'" if mark == "'" else "", mapping.flow)

    def _add_entry(self, mapping: Node, entry: str) -> Edit | None:
        """One more entry at the end of a mapping that has some."""
        own = sorted(self._own_keys(mapping))
        if not own:
            return None
        start, key = own[-1]
        if not mapping.flow:
            if not self.leads_line(own[0][0]):
                # `? svc`: the next entry starts where the mark does
                return None
            at = self.line_end(self.end(mapping))
            return Edit(self.span(at, at), self.newline + self.indent(own[0][0]) + entry)
        at = self.end(mapping.value[key])
        first_line = self.lines.position(self.start(mapping))[0]
        apart = self.leads_line(start) and self.lines.position(start)[0] > first_line
        line, column = self.lines.position(start)
        return Edit(self.span(at, at), "," + (self.newline + self.lines.line(line)[: column - 1] if apart else " ") + entry)


def _is_plain(text: str, flow: bool) -> bool:
    return not looks_otherwise(text) and not (flow and re.search(r"[,\[\]{}]|:$", text))
