"""Objects -> `kind.group/name`, as `kubectl -o name` prints them."""

from __future__ import annotations

from typing import Any

from vcplug.emit.yaml import Piece
from vcplug.holes import Text

UNKNOWN = "<unknown>"


def pieces(value: Any) -> list[Piece]:
    """One line."""
    name = name_of(value)
    parts = name.parts if isinstance(name, Text) else (name or UNKNOWN,)
    return [f"{resource(value)}/", *(part.replace("\n", " ") if isinstance(part, str) else part for part in parts), "\n"]


def resource(value: Any) -> str:
    """`pod`, `podgroup.scheduling.volcano.sh`."""
    kind, group = kind_of(value), group_of(value)
    if not kind:
        return UNKNOWN
    return f"{kind}.{group}".lower() if group else kind.lower()


def kind_of(value: Any) -> str:
    return str(value.get("kind") or "") if isinstance(value, dict) else ""


def group_of(value: Any) -> str:
    group, slash, _ = str(value.get("apiVersion") or "").partition("/") if isinstance(value, dict) else ("", "", "")
    return group if slash else ""


def name_of(value: Any) -> str | Text:
    """An object's name, or the prefix that the API server completes."""
    found = _metadata(value).get("name") or _metadata(value).get("generateName") or ""
    return found if isinstance(found, Text) else str(found)


def namespace_of(value: Any) -> str:
    return str(_metadata(value).get("namespace") or "")


def _metadata(value: Any) -> dict[str, Any]:
    metadata = value.get("metadata") if isinstance(value, dict) else None
    return metadata if isinstance(metadata, dict) else {}
