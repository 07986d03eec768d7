"""The schema of one release, unfolded type by type from the tables in crd.py and fields.py.

A type is a text with one field on each line: `<field> <kind> <option>…`.

    kind      string boolean int32 int64 quantity port (int or string) server (set by the API server) or a type's name;
              `[kind` is a list of it, `{kind` a map to it, `server:kind` is set by the API server but must be of that kind
    !         required
    key=a,b   items of the list are unique by these fields; `set`: items are unique
    default=v least=n most=n (characters) items=n (at least) form=name enum=name
    +30 -35   known since, gone in: Kubernetes minors in fields.py, Volcano minors in crd.py;
              behind an option they are the option's own: `!+31`, `key=name+30`, `default=1-14`

Two kinds of one field in different versions are parted by ` | `.
An option of a list other than key, set and items holds for its items.
"""

from __future__ import annotations

from typing import Any

from vcplug.admission import crd, fields
from vcplug.releases import KUBERNETES


class Shape:
    """What one value may be."""

    __slots__ = ("enum", "form", "item", "items", "keys", "kind", "least", "most", "plain", "type", "unique")

    def __init__(self, kind: str) -> None:
        self.kind = kind
        """string boolean int32 int64 quantity port server list map object"""
        self.type = ""
        """of an object: the type's name"""
        self.item: Shape | None = None
        """of a list or map; of what the server sets, what it must be"""
        self.keys: tuple[str, ...] = ()
        self.unique = False
        self.items = 0
        self.least: int | None = None
        self.most: int | None = None
        self.form = ""
        self.enum: tuple[str, ...] = ()
        self.plain = True
        """of a string: every string will do"""


class Type:
    """An object's fields in one release."""

    __slots__ = ("defaults", "fields", "required")

    def __init__(self) -> None:
        self.fields: dict[str, Shape] = {}
        self.required: list[str] = []
        self.defaults: dict[str, Any] = {}


_unfolded: dict[tuple[str, int], Type] = {}


def type_of(name: str, minor: int) -> Type:
    """The type as the CRD of Volcano 1.<minor> has it."""
    found = _unfolded.get((name, minor))
    if found is None:
        found = _unfolded[name, minor] = _unfold(name, minor)
    return found


def is_own(name: str) -> bool:
    """Is it a type of Volcano's, not of the pod template?"""
    return name in crd.TYPES


def known_between(name: str, field: str) -> list[int]:
    """The Volcano minors whose CRD knows this field."""
    return [minor for minor in KUBERNETES if field in type_of(name, minor).fields]


def _unfold(name: str, minor: int) -> Type:
    own = is_own(name)
    text, at = (crd.TYPES[name], minor) if own else (fields.TYPES[name], KUBERNETES[minor])
    made = Type()
    for line in text.split("\n"):
        field, _, rest = line.partition(" ")
        for alternative in rest.split(" | ") if rest else ():
            kind, *options = alternative.split(" ")
            if not own and (extra := crd.DEFAULTS.get(f"{name}.{field}")):
                options.append(extra)
            _add(made, field, kind, options, at)
    return made


def _add(made: Type, field: str, kind: str, options: list[str], at: int) -> None:
    shape = _shape(kind)
    held = []
    for option in options:
        text, holds = _read(option, at)
        if holds:
            held.append(text)
        elif not text:
            return
    made.fields[field] = shape
    for text in held:
        if text == "!":
            made.required.append(field)
        elif text.startswith("default="):
            made.defaults[field] = _default(shape, text[8:])
        elif text:
            _set(shape, text)


def _read(option: str, at: int) -> tuple[str, bool]:
    """`least=0+14` as `least=0` and whether it holds; no value holds a + or a -."""
    text, _, until = option.partition("-")
    text, _, since = text.partition("+")
    return text, (not since or int(since) <= at) and (not until or at < int(until))


def _shape(kind: str) -> Shape:
    if kind[0] in "[{":
        shape = Shape("list" if kind[0] == "[" else "map")
        shape.item = _shape(kind[1:])
    elif kind.startswith("server:"):
        shape = Shape("server")
        shape.item = _shape(kind[7:])
    elif kind[0].isupper():
        shape = Shape("object")
        shape.type = kind
    else:
        shape = Shape(kind)
    return shape


def _default(shape: Shape, text: str) -> Any:
    if shape.kind == "boolean":
        return text == "true"
    return text if shape.kind == "string" else int(text)


def _set(shape: Shape, option: str) -> None:
    name, _, value = option.partition("=")
    if name == "key":
        shape.keys = tuple(value.split(","))
    elif name == "set":
        shape.unique = True
    elif name == "items":
        shape.items = int(value)
    elif shape.item is not None:
        _set(shape.item, option)
    elif name == "least":
        shape.least = int(value)
    else:
        shape.plain = False
        if name == "most":
            shape.most = int(value)
        elif name == "form":
            shape.form = value
        else:
            shape.enum = crd.ENUMS[value]
