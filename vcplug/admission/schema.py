"""What the API server does to a Job by the release's CRD: prune, default, check (volcano.md, sections 1a and 6)."""

from __future__ import annotations

from typing import Any, NamedTuple

from vcplug.admission.shapes import Shape, type_of
from vcplug.model import At, Path, Problem
from vcplug.names import check_dns_label, check_dns_subdomain, check_label_value, check_qualified_name
from vcplug.quantity import QuantityError, parse
from vcplug.releases import Release

ANNOTATIONS = 256 * 1024
"""the most that all annotations of an object may have, in bytes"""

_BITS = {"int32": 31, "port": 31, "int64": 63, "quantity": 63}
_NEUTRAL: dict[str, Any] = {"string": "", "boolean": False, "list": [], "map": {}, "object": {}}
_DIGITS = frozenset("0123456789")
_WRONG = object()


class Shaped(NamedTuple):
    """A Job as the schema leaves it.

    `data` is a new copy: unknown fields and nulls are gone, defaults are in. Every value left in it is of its type: a field of
    the wrong type is left out, and an item of the wrong type has an empty one in its place, so that indexes hold. `metadata`
    and `spec` are always there.
    """

    data: dict[str, Any]
    problems: tuple[Problem, ...]


def apply(data: dict[str, Any], release: Release) -> Shaped:
    """Prune, default and check a Job; every problem at once, none of them raised."""
    walk = _Walk(release)
    shaped = walk.fields(data, "Job", ())
    metadata = shaped.setdefault("metadata", {})
    _check_name(walk, metadata, data.get("metadata"))
    _check_metadata(walk, metadata)
    if "spec" not in shaped:
        shaped["spec"] = walk.fields({}, "JobSpec", ("spec",))
    return Shaped(shaped, tuple(walk.problems))


class _Walk:
    """One pass over a Job; collects problems."""

    def __init__(self, release: Release) -> None:
        self.release = release
        self.minor = release.version[1]
        self.problems: list[Problem] = []

    def fields(self, value: dict[str, Any], name: str, path: Path) -> dict[str, Any]:
        type_ = type_of(name, self.minor)
        known = type_.fields
        kept: dict[str, Any] = {}
        for key, item in value.items():
            shape = known.get(key)
            if shape is None:
                self.note("unknown", (*path, key), item, name, at="key")
            elif shape.kind == "server":
                self.note("server", (*path, key), item, at="key")
                if shape.item is not None and item is not None:
                    self.value(item, shape.item, (*path, key))
            elif item is None:
                required = key in type_.required and key not in type_.defaults
                self.note("required" if required else "null", (*path, key), type_.defaults.get(key))
            else:
                item = self.value(item, shape, (*path, key))
                if item is not _WRONG:
                    kept[key] = item
        for key, default in type_.defaults.items():
            kept.setdefault(key, default)
        for key in type_.required:
            if key not in value and key not in kept:
                self.note("missing", path, key)
        return kept

    def value(self, value: Any, shape: Shape, path: Path) -> Any:
        """The value as kept, or _WRONG when it is not of its kind."""
        kind = shape.kind
        if kind == "string":
            if type(value) is str:
                if not shape.plain:
                    self.text(value, shape, path)
                return value
        elif kind == "object":
            if type(value) is dict:
                return self.fields(value, shape.type, path)
        elif kind == "list":
            if type(value) is list:
                return self.items(value, shape, path)
        elif kind == "map":
            if type(value) is dict:
                return self.entries(value, shape, path)
        elif kind == "boolean":
            if type(value) is bool:
                return value
        elif kind == "server":
            return value
        else:
            return self.number(value, shape, path)
        self.note("type", path, value, shape)
        return _WRONG

    def items(self, value: list[Any], shape: Shape, path: Path) -> list[Any]:
        inner = shape.item
        assert inner is not None
        kept = []
        for index, item in enumerate(value):
            item = self.value(item, inner, (*path, index))
            kept.append(_neutral(inner) if item is _WRONG else item)
        if len(kept) < shape.items:
            self.note("items", path, value, shape)
        if len(kept) > 1 and (shape.keys or shape.unique):
            self.doubles(kept, shape, path)
        return kept

    def entries(self, value: dict[str, Any], shape: Shape, path: Path) -> dict[str, Any]:
        inner = shape.item
        assert inner is not None
        kept: dict[str, Any] = {}
        for key, item in value.items():
            if item is None:
                self.note("null", (*path, key), None)
                # Go reads a null of the object's own labels and annotations as an empty string
                if path[0] == "metadata":
                    kept[key] = ""
                continue
            item = self.value(item, inner, (*path, key))
            if item is not _WRONG:
                kept[key] = item
        return kept

    def doubles(self, items: list[Any], shape: Shape, path: Path) -> None:
        seen: dict[Any, int] = {}
        for index, item in enumerate(items):
            found = tuple(item.get(key) for key in shape.keys) if shape.keys else item
            if shape.keys and None in found:
                continue
            if found in seen:
                at = (*path, index, shape.keys[0]) if shape.keys else (*path, index)
                self.note("double", at, (found, seen[found], index), shape)
            seen.setdefault(found, index)

    def number(self, value: Any, shape: Shape, path: Path) -> Any:
        kind = shape.kind
        if type(value) is str and kind in ("port", "quantity"):
            if kind == "quantity" and not is_quantity(value):
                self.note("quantity", path, value, shape)
                return _WRONG
            return value
        # 1.0 and 1e3 are whole numbers to Go's JSON, and are stored as such
        if type(value) is float and value.is_integer() and abs(value) < 2**63:
            value = int(value)
        if type(value) is not int:
            self.note("type", path, value, shape)
            return _WRONG
        bits = _BITS[kind]
        if not -(1 << bits) <= value < 1 << bits:
            # older schemas let it pass, but then the webhook cannot decode the Job
            self.note("range", path, value, shape)
            return _WRONG
        if shape.least is not None and value < shape.least:
            self.note("least", path, value, shape)
        return value

    def text(self, value: str, shape: Shape, path: Path) -> None:
        if shape.enum and value not in shape.enum:
            self.note("enum", path, value, shape)
        elif shape.most is not None and len(value) > shape.most:
            self.note("long", path, value, shape)
        elif shape.form and (wrong := check_form(value, shape.form)):
            self.note("form", path, (value, wrong), shape)

    def note(self, what: str, path: Path, value: Any, about: Any = None, *, at: At = "value") -> None:
        from vcplug.admission.wording import word

        self.problems.append(word(what, path, value, about, self.release, at))


def _neutral(shape: Shape) -> Any:
    found = _NEUTRAL.get(shape.kind, 0)
    return found.copy() if isinstance(found, (dict, list)) else found


def is_quantity(text: str) -> bool:
    """The CRD's pattern and Kubernetes' parser at once: the parser alone would take blanks and a lone dot."""
    start = 1 if text[:1] in ("+", "-") else 0
    if text[start : start + 1] == ".":
        start += 1
    if text[start : start + 1] not in _DIGITS or text[-1].isspace():
        return False
    try:
        parse(text)
    except QuantityError:
        return False
    return True


def check_form(text: str, form: str) -> str:
    """'' when fine, else what is wrong, in a few words."""
    if form == "label":
        return check_dns_label(text)
    if form == "subdomain":
        return check_dns_subdomain(text)
    if form == "mount":
        return "is empty" if not text else "has a :" if ":" in text else ""
    if form == "time":
        import re

        time = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([.,]\d+)?(Z|[-+]\d\d:\d\d)"
        return "" if re.fullmatch(time, text, re.ASCII) else "use a time such as 2024-01-31T12:00:00Z"
    from vcplug import duration

    return "" if duration.parse(text) is not None else "use a duration such as 90s, 10m or 1h30m"


def _check_name(walk: _Walk, metadata: dict[str, Any], written: Any) -> None:
    at: Path = ("metadata",)
    name, prefix = metadata.get("name", ""), metadata.get("generateName", "")
    if name:
        _form(walk, (*at, "name"), name, check_dns_subdomain(name))
    elif not prefix and (written is None or (type(written) is dict and written.get("name") in (None, ""))):
        walk.note("missing", () if written is None else at, "metadata.name")
    if prefix:
        # a name that will go on may end in a dash
        whole = prefix[:-1] + "a" if len(prefix) > 1 and prefix[-1] == "-" else prefix
        _form(walk, (*at, "generateName"), prefix, check_dns_subdomain(whole))


def _check_metadata(walk: _Walk, metadata: dict[str, Any]) -> None:
    """Namespace, labels and annotations, as the API server checks those of every object."""
    at: Path = ("metadata",)
    if namespace := metadata.get("namespace"):
        _form(walk, (*at, "namespace"), namespace, check_dns_label(namespace))
    for key, text in metadata.get("labels", {}).items():
        _tag(walk, (*at, "labels", key), "key", check_qualified_name(key))
        _tag(walk, (*at, "labels", key), "value", check_label_value(text))
    annotations = metadata.get("annotations", {})
    for key in annotations:
        _tag(walk, (*at, "annotations", key), "key", check_qualified_name(key.lower()))
    size = sum(len(text.encode("utf-8", "surrogatepass")) for pair in annotations.items() for text in pair)
    if size > ANNOTATIONS:
        walk.note("annotations", (*at, "annotations"), size)
    finalizers = metadata.get("finalizers", [])
    for index, text in enumerate(finalizers):
        _tag(walk, (*at, "finalizers", index), "value", check_qualified_name(text))
    if "orphan" in finalizers and "foregroundDeletion" in finalizers:
        _tag(walk, (*at, "finalizers"), "value", "cannot have both orphan and foregroundDeletion")
    _check_owners(walk, metadata.get("ownerReferences", []))


def _check_owners(walk: _Walk, owners: list[dict[str, Any]]) -> None:
    controllers = 0
    for index, owner in enumerate(owners):
        at: Path = ("metadata", "ownerReferences", index)
        group, _, version = owner.get("apiVersion", "").rpartition("/")
        for field in ("apiVersion", "kind", "name", "uid"):
            text = owner.get(field)
            if text == "" or (field == "apiVersion" and text and (not version or "/" in group)):
                _form(walk, (*at, field), text, "is empty" if not text else "use a group and a version, such as apps/v1")
        if (group, version, owner.get("kind")) == ("", "v1", "Event"):
            _tag(walk, at, "value", "is an Event, which cannot own anything")
        controllers += owner.get("controller") is True
    if controllers > 1:
        _tag(walk, ("metadata", "ownerReferences"), "value", "has more than one with controller: true")


def _form(walk: _Walk, path: Path, text: str, wrong: str) -> None:
    if wrong:
        walk.note("form", path, (text, wrong))


def _tag(walk: _Walk, path: Path, at: At, wrong: str) -> None:
    if wrong:
        walk.note("tag", path, wrong, at=at)
