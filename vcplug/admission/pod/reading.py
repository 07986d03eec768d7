"""Reading a template that may lack parts or, before its types are put right, hold odd ones: never raises."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from vcplug.quantity import Quantity, QuantityError, parse

Struct = Mapping[str, Any]

NOTHING: Struct = {}


def struct(owner: Struct, key: str) -> Struct | None:
    """A field that Go keeps as a pointer to a struct: None where it is not written, {} is written."""
    value = owner.get(key)
    return value if isinstance(value, dict) else None


def mapping(owner: Struct, key: str) -> Struct:
    value = owner.get(key)
    return value if isinstance(value, dict) else NOTHING


def sequence(owner: Struct, key: str) -> Sequence[Any]:
    value = owner.get(key)
    return value if isinstance(value, (list, tuple)) else ()


def structs(owner: Struct, key: str) -> Iterator[tuple[int, Struct]]:
    """The items of a list of structs with their positions."""
    for index, item in enumerate(sequence(owner, key)):
        if isinstance(item, dict):
            yield index, item


def texts(owner: Struct, key: str) -> Iterator[tuple[int, str]]:
    for index, item in enumerate(sequence(owner, key)):
        if isinstance(item, str):
            yield index, item


def text(owner: Struct, key: str) -> str:
    value = owner.get(key)
    return value if isinstance(value, str) else ""


def pairs(owner: Struct, key: str) -> Iterator[tuple[str, str]]:
    """A map of strings: labels, annotations, selectors."""
    for name, value in mapping(owner, key).items():
        if isinstance(name, str) and isinstance(value, str):
            yield name, value


def number(owner: Struct, key: str) -> int | None:
    value = owner.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def flag(owner: Struct, key: str) -> bool:
    return owner.get(key) is True


def quantity(value: Any) -> Quantity | None:
    """A quantity, or None where it is none (which is reported elsewhere)."""
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        return None
    try:
        return parse(value)
    except QuantityError:
        return None
