"""Values for people: quoted, cut in the middle, and of two long texts only the lines in which they differ."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from vcplug.diff import Item, Step, Various
from vcplug.holes import Text, replace
from vcplug.printer import visible

LIMIT = 48
"""characters of a value that are shown unless all are asked for"""
RUN = 6
"""lines in a row from which on they are counted, with the first and the last"""
_EXACT = 300
"""lines between which the closest match is looked for; beyond, all of them count as replaced"""


_MODE = re.compile(r"(?<=defaultMode: )\d+$|(?<=^mode: )\d+$|(?<= mode: )\d+$")
_TOKEN = re.compile(r"[\[\]{}]|[^,\[\]{}]+")


class Line(NamedTuple):
    sign: str
    """`+`, `-`, or empty"""
    text: str


def path(steps: Sequence[Step]) -> str:
    """`spec.containers[main].env[RANK]`, `data["worker.host"]`."""
    said = ""
    for step in steps:
        if isinstance(step, Item):
            said += f"[{step.key}]"
        elif step and all(character.isalnum() or character in "_-" for character in step):
            said += f".{step}"
        else:
            said += f"[{json.dumps(step, ensure_ascii=False)}]"
    return visible(said.removeprefix("."))


def plain(value: Any) -> Any:
    """JSON data: texts with holes as they read, `{index + 1}`."""
    if isinstance(value, Various):
        return {"different": value.number, "example": plain(value.example)}
    return replace(value, str)


def show(value: Any, *, key: str = "", full: bool = False, limit: int = LIMIT) -> str:
    """A value on one line."""
    if isinstance(value, Various):
        return f"{value.number:,} different values, such as {show(value.example, key=key, full=full, limit=limit)}"
    if isinstance(value, dict):
        value = essence(value, key)
    if isinstance(value, Mode):
        return f"0{value:o}"
    if isinstance(value, _Words):
        return cut(visible(value), 2 * limit, full)
    if isinstance(value, (str, Text)):
        return cut(_quoted(str(value)), limit, full)
    return cut(_flow(plain(value)), 2 * limit, full)


def essence(value: dict[str, Any], key: str) -> Any:
    """An entry of a list without the name that its path says already; of a variable its value alone."""
    held = {field: item for field, item in value.items() if not (item == key or str(item) == key)}
    if held.keys() == {"value"}:
        return held["value"]
    if held.keys() == {"valueFrom"} and isinstance(held["valueFrom"], dict):
        return _Words(_reference(held["valueFrom"], key))
    return held if held or not key else value


class Mode(int):
    """The mode of a file, which people write in octal."""

    @classmethod
    def of(cls, value: Any) -> Any:
        return cls(value) if type(value) is int else value


class _Words(str):
    """Said as it is, without quotes."""


def _reference(source: dict[str, Any], key: str) -> str:
    """Where a variable comes from: `from ConfigMap train-svc`."""
    for field, kind in (("configMapKeyRef", "ConfigMap"), ("secretKeyRef", "Secret")):
        found = source.get(field)
        if source.keys() == {field} and isinstance(found, dict):
            inside = "" if found.get("key") == key else f", key {found.get('key')}"
            optional = ", if there" if found.get("optional") else ""
            return f"from {kind} {found.get('name')}{inside}{optional}"
    return f"from {_flow(plain(source))}"


def _quoted(text: str) -> str:
    return '"' + visible(text).replace('"', '\\"') + '"'


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{visible(str(key))}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, str):
        return visible(value) if value and value.isprintable() and not set(value) & set("{}[],:\"' ") else _quoted(value)
    return json.dumps(value)


def cut(text: str, limit: int, full: bool) -> str:
    """The text without its middle, where it is long."""
    if full or len(text) <= limit:
        return text
    tail = (limit - 1) // 2
    return f"{text[: limit - 1 - tail]}…{text[-tail:]}"


def pair(old: Any, new: Any, *, full: bool, limit: int = LIMIT) -> str:
    """`"65" → "33"`; of two long texts the stretch in which they differ."""
    old, new = (str(value) if isinstance(value, Text) else value for value in (old, new))
    if isinstance(old, str) and isinstance(new, str) and not full and max(len(old), len(new)) > limit:
        start = common(old, new)
        end = common(old[start:][::-1], new[start:][::-1])
        start, end = max(0, start - 12), max(0, end - 12)
        before, after = ("…" if start else ""), ("…" if end else "")
        middle = [text[start : len(text) - end] for text in (old, new)]
        return " → ".join(f"{before}{cut(_quoted(text), limit, False)}{after}" for text in middle)
    return f"{show(old, full=full, limit=limit)} → {show(new, full=full, limit=limit)}"


def common(one: Sequence[Any], other: Sequence[Any]) -> int:
    """How many entries are the same from the start on."""
    shortest = min(len(one), len(other))
    if one[:shortest] == other[:shortest]:
        return shortest
    low, high = 0, shortest
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def pieces(old: Any, new: Any) -> tuple[list[str], list[str], str] | None:
    """Two texts as lines, or as the entries of a list with commas; None where one line says it best."""
    if not isinstance(old, (str, Text)) or not isinstance(new, (str, Text)):
        return None
    one, other = str(old), str(new)
    if "\n" in one.rstrip("\n") or "\n" in other.rstrip("\n"):
        return one.split("\n"), other.split("\n"), "line"
    if max(len(one), len(other)) > LIMIT and one[:1] in "{[" and other[:1] in "{[":
        # JSON in a variable, such as TF_CONFIG: its brackets stand for themselves
        return _TOKEN.findall(one), _TOKEN.findall(other), "entry"
    if max(len(one), len(other)) > LIMIT and max(one.count(","), other.count(",")) >= 2:
        return one.split(",") if one else [], other.split(",") if other else [], "entry"
    return None


def lines(old: list[str], new: list[str], noun: str, *, full: bool) -> list[Line]:
    """What goes and what comes, in order. Costs little where the two share beginning and end."""
    gone, come = core(old, new)
    return [
        line for before, after in _steps(gone, come) for line in (*_run("-", before, noun, full), *_run("+", after, noun, full))
    ]


def core(old: list[str], new: list[str]) -> tuple[list[str], list[str]]:
    """What is left of both without their common beginning and end."""
    start = common(old, new)
    end = min(common(old[::-1], new[::-1]), len(old) - start, len(new) - start)
    return old[start : len(old) - end], new[start : len(new) - end]


def _steps(gone: list[str], come: list[str]) -> Iterator[tuple[list[str], list[str]]]:
    if not gone or not come or max(len(gone), len(come)) > _EXACT:
        yield gone, come
        return
    from difflib import SequenceMatcher

    for tag, low, high, start, end in SequenceMatcher(None, gone, come, autojunk=False).get_opcodes():
        if tag != "equal":
            yield gone[low:high], come[start:end]


def _run(sign: str, run: list[str], noun: str, full: bool) -> Iterator[Line]:
    if len(run) > RUN and not full:
        nouns = "entries" if noun == "entry" else f"{noun}s"
        yield Line(sign, f"{len(run):,} {nouns} ({cut(visible(run[0]), LIMIT, False)} … {cut(visible(run[-1]), LIMIT, False)})")
        return
    for text in run:
        yield Line(sign, cut(visible(text), 3 * LIMIT, full))


def _octal(number: re.Match[str]) -> str:
    return f"0{int(number[0]):o}"


def block(value: Any, sign: str, *, full: bool) -> list[Line]:
    """A map too large for one line, as YAML."""
    from vcplug.emit.yaml import dump

    written = [_MODE.sub(_octal, visible(line)) for line in dump(plain(value)).rstrip("\n").split("\n")]
    if len(written) > 3 * RUN and not full:
        left = len(written) - 2 * RUN
        return [Line(sign, line) for line in (*written[: 2 * RUN], f"… {left} more lines (--full)")]
    return [Line(sign, cut(line, 3 * LIMIT, full)) for line in written]
