"""A job under another name: the old objects, told under the new one, so that only what else changed is left to say."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from vcplug.diff.values import common
from vcplug.holes import Text, text

PLACES = ("namespace", "volcano.sh/job-namespace")
"""where an object names the namespace of its job"""


class Renamed(str):
    """Text in which the job's old name was replaced. Where the old text still stands in the new object, nothing changed."""

    __slots__ = ("before",)
    before: str


def told(old: Any, new: Any) -> Any:
    """The old text to show where a renamed one differs in more: as it was, unless the renamed one is nearer to the new."""
    if not isinstance(old, Renamed) or not isinstance(new, str):
        return old
    return old.before if _shared(old.before, new) >= _shared(old, new) else str(old)


def _shared(one: str, other: str) -> int:
    """How many characters two texts have in common at their ends."""
    start = common(one, other)
    return start + common(one[start:][::-1], other[start:][::-1])


def renamed(found: dict[str, Any], old: tuple[str, str], new: tuple[str, str]) -> dict[str, Any]:
    """A copy of an object with the job's name replaced wherever it stands as a word of its own, and its namespace."""
    pattern = re.compile(rf"(?<![A-Za-z0-9]){re.escape(old[1])}(?![A-Za-z0-9])")

    def put(value: str) -> str:
        after = pattern.sub(lambda _: new[1], value)
        if after == value:
            return value
        made = Renamed(after)
        made.before = value
        return made

    kept = {key: value if key in ("apiVersion", "kind") else _walk(value, put) for key, value in found.items()}
    if found.get("kind") == "Secret":
        kept["data"] = _coded(found.get("data"), put)
    return _moved(kept, old[0], new[0]) if old[0] != new[0] else kept


def _moved(value: Any, old: str, new: str) -> Any:
    if isinstance(value, dict):
        return {key: new if key in PLACES and item == old else _moved(item, old, new) for key, item in value.items()}
    return [_moved(item, old, new) for item in value] if isinstance(value, list) else value


def _walk(value: Any, put: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return put(value)
    if isinstance(value, Text):
        return text(*(str(put(part)) if isinstance(part, str) else part for part in value.parts))
    if isinstance(value, dict):
        return {key: _walk(item, put) for key, item in value.items()}
    if isinstance(value, list):
        return [_walk(item, put) for item in value]
    return value


def _coded(data: Any, put: Callable[[str], str]) -> Any:
    """A Secret's values are renamed inside their encoding."""
    from base64 import b64decode, b64encode

    if not isinstance(data, dict):
        return data
    kept = {}
    for key, value in data.items():
        try:
            clear = b64decode(str(value), validate=True).decode()
        except ValueError:
            kept[key] = value
            continue
        after = put(clear)
        if isinstance(after, Renamed):
            made = Renamed(b64encode(after.encode()).decode())
            made.before = str(value)
            kept[key] = made
        else:
            kept[key] = value
    return kept
