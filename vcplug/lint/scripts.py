"""What containers run: the texts of commands, hooks and probes, and what these texts ask for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from vcplug.model import Path, Span
from vcplug.source.document import JobSource

_COMMENT = r"(?m)(?:(?<=\s)|^)#[^\n]*"
_HOOKS = (("lifecycle", "postStart"), ("lifecycle", "preStop"), ("startupProbe",), ("readinessProbe",), ("livenessProbe",))


class Use(NamedTuple):
    """A name that a text of a container asks for."""

    name: str
    path: Path
    """of the text, inside the container"""
    text: str
    start: int

    def span(self, source: JobSource, container: Path) -> Span | None:
        return word_span(source, (*container, *self.path), self.text, self.start, len(self.name))


def texts(container: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    """Every string that the container itself runs or is given, with its path inside the container."""
    for key in ("command", "args"):
        yield from _strings(container.get(key), (key,))
    for path in _HOOKS:
        holder: Any = container
        for step in (*path, "exec"):
            holder = (holder or {}).get(step)
        if holder:
            yield from _strings(holder.get("command"), (*path, "exec", "command"))


def _strings(items: Any, path: Path) -> Iterator[tuple[Path, str]]:
    for position, item in enumerate(items or ()):
        if isinstance(item, str):
            yield (*path, position), item


def expanded(container: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    """The values in env in which Kubernetes replaces `$(VAR)`."""
    for position, entry in enumerate(container.get("env") or ()):
        value = entry.get("value")
        if isinstance(value, str) and "$(" in value:
            yield ("env", position, "value"), value


def script(container: Mapping[str, Any]) -> str:
    """All that it runs as one text without comments, to look something up in."""
    return "\n".join(code(text) for _, text in texts(container))


def code(text: str) -> str:
    """The text with its comments blanked out: what is said there is not done. Offsets stay."""
    return re.sub(_COMMENT, lambda found: " " * len(found[0]), text) if "#" in text else text


def uses(container: Mapping[str, Any], names: str, *, mark: str) -> Iterator[Use]:
    """Where variables whose names fit a pattern are asked for. `mark`: a text that every such name holds."""
    for path, text in (*texts(container), *expanded(container)):
        if mark in text:
            for found in _asking(names).finditer(code(text)):
                group = found.lastindex or 0
                yield Use(found[group], path, text, found.start(group))


def brings(container: Mapping[str, Any], name: str) -> bool:
    """Whether the container does without a plugin's variable: it sets it, may get it by envFrom, or asks whether it is there."""
    if container.get("envFrom") or any(entry.get("name") == name for entry in container.get("env") or ()):
        return True
    text = script(container)
    return name in text and _settled(name).search(text) is not None


@cache
def _asking(names: str) -> re.Pattern[str]:
    """Ways to read a variable: of shells (without a default), of Kubernetes, and of programs written into the command."""
    name = rf"({names})(?![A-Za-z0-9_])"
    quoted = rf"\\?[\"']{name}\\?[\"']\s*"
    return re.compile(
        rf"(?<![\\$])\${name}"
        rf"|(?<![\\$])\$\{{[#!]?{name}(?!:?[-=+])"
        rf"|(?<![\\$])\$\({name}\)"
        rf"|environ\s*\[\s*{quoted}\](?!\s*=[^=])"
        rf"|(?:environ\.get|[gG]etenv)\(\s*{quoted}\)(?!\s*or\b)"
        rf"|process\.env\.{name}"
        rf"|ENV\[\s*{quoted}\]"
        rf"|\bprintenv\s+{name}"
    )


@cache
def _settled(name: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?:^|[\s;&|(\"'`]){name}=|\bfor\s+{name}\s+in\b|\bread\b[^\n;]*\b{name}\b"
        rf"|-[nzv]\s+[\"']?\$?\{{?{name}\b|\$\{{{name}:?[-=+]"
        rf"|environ\s*\[\s*[\"']{name}[\"']\s*\]\s*=[^=]|[\"']{name}[\"']\s*,|[\"']{name}[\"']\s+(?:not\s+)?in\b",
        re.MULTILINE,
    )


def word_span(source: JobSource, path: Path, text: str, start: int, length: int) -> Span | None:
    """Where a piece of a text stands in the file. None where that is not certain: an alias, escapes, folded in the middle."""
    node = source.node(path)
    if node is None or node.alias or node.value != text:
        return None
    word = text[start : start + length]
    lines = source.document.lines
    first = lines.offset(node.span.line, node.span.column)
    last = lines.offset(node.span.end_line, node.span.end_column)
    written = lines.text[first:last]
    if not word or written.count(word) != text.count(word):
        return None
    place = -1
    for _ in range(text.count(word, 0, start + length)):
        place = written.index(word, place + 1 if place < 0 else place + len(word))
    return lines.span(first + place, first + place + len(word))
