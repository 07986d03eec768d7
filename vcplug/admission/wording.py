"""What the schema step says: code, message and hint of each problem. Loaded only when there is one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from vcplug.admission.crd import INTERNAL_EVENTS
from vcplug.admission.shapes import Shape, is_own, known_between, type_of
from vcplug.model import At, Path, Problem
from vcplug.near import nearest
from vcplug.releases import KUBERNETES, Release

Said = tuple[str, str, str]
"""code, message, hint"""

_EXPECTED = {
    "string": "a string",
    "boolean": "true or false",
    "int32": "a whole number",
    "int64": "a whole number",
    "port": "a whole number or a string",
    "quantity": "a whole number or a string",
    "list": "a list",
    "map": "a mapping",
    "object": "a mapping",
}
_SINGULAR = {
    "initContainers": "init container",
    "ephemeralContainers": "ephemeral container",
    "volumeMounts": "volume mount",
    "volumeDevices": "volume device",
    "hostAliases": "host alias",
    "policies": "policy",
    "imagePullSecrets": "image pull secret",
    "matchExpressions": "match expression",
    "matchFields": "match field",
    "topologySpreadConstraints": "topology spread constraint",
    "ownerReferences": "owner reference",
}
MAPS = {
    "labels": "label {}",
    "annotations": "annotation {}",
    "requests": "{} request",
    "limits": "{} limit",
    "matchLabels": "match label {}",
    "nodeSelector": "nodeSelector {}",
    "overhead": "overhead of {}",
}
_HOMES = (
    ("Container", "a container"),
    ("PodSpec", "template.spec"),
    ("TaskSpec", "a task"),
    ("JobSpec", "the job's spec"),
    ("PodSecurityContext", "the pod's securityContext"),
    ("SecurityContext", "the container's securityContext"),
)
_TRUE = ("true", "yes", "on", "y", "1")
_FALSE = ("false", "no", "off", "n", "0")


def word(what: str, path: Path, value: Any, about: Any, release: Release, at: At) -> Problem:
    """The problem of this sort at this path."""
    code, message, hint = _SORTS[what](path, value, about, release)
    notes: tuple[str, ...] = ()
    if code in ("VCP702", "VCP801"):
        notes = ("kubectl refuses it; other clients drop it without a word",)
    return Problem(code, message, path, at, hint, notes, instead=_better(value, about.kind) if what == "type" else ())


def in_template(path: Path) -> bool:
    return len(path) > 3 and path[1] == "tasks" and path[3] == "template"


def _code(path: Path, job: str, template: str) -> str:
    return template if in_template(path) else job


def label(path: Path) -> str:
    """A value for people: `env value`, `label gpu`, `task replicas`, `runAsNonRoot`."""
    last, before = path[-1], path[-2] if len(path) > 1 else ""
    if isinstance(last, int):
        return f"item {last + 1} of {before}"
    if before in MAPS:
        return MAPS[str(before)].format(last)
    return f"{noun(path[:-1])} {last}" if isinstance(before, int) else last


def noun(path: Path) -> str:
    """An object for people: `container`, `task`, `resources`."""
    if not path:
        return "the Job"
    last = path[-1]
    if isinstance(last, str):
        return "template.spec" if last == "spec" and path[-2:-1] == ("template",) else last
    plural = str(path[-2])
    return _SINGULAR.get(plural) or plural.removesuffix("s")


def show(value: Any) -> str:
    """A value that was found, short: `the number 5`, `the string "x"`, `a list`."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return f"the boolean {_plain(value)}"
    if isinstance(value, (int, float)):
        return f"the number {_plain(value)}"
    if isinstance(value, str):
        return f'the string "{value}"' if len(value) <= 40 and "\n" not in value else "a long string"
    return "a list" if isinstance(value, list) else "a mapping"


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value)


def _unknown(path: Path, value: Any, name: str, release: Release) -> Said:
    code = _code(path, "VCP702", "VCP801")
    field = str(path[-1])
    message = f"{noun(path[:-1])} has no field {field}"
    if minors := known_between(name, field):
        first, last = minors[0], minors[-1]
        own = "" if is_own(name) else f" (Kubernetes 1.{release.kubernetes})"
        message += f" in Volcano {release.minor}{own}"
        if first > release.version[1]:
            newer = "" if is_own(name) else f", Kubernetes 1.{KUBERNETES[first]}"
            return code, message, f"it is newer: known from Volcano 1.{first}{newer} on"
        return code, message, f"it is gone: Volcano 1.{last} was the last to know it"
    known = type_of(name, release.version[1]).fields
    if meant := nearest(field, known):
        return code, message, f"did you mean {meant}?"
    for home, where in _HOMES:
        if home != name and field in type_of(home, release.version[1]).fields:
            return code, message, f"it belongs in {where}"
    some = ", ".join(sorted(known)) if len(known) <= 8 else ""
    return code, message, f"known are {some}" if some else "remove it"


def _server(path: Path, value: Any, about: Any, release: Release) -> Said:
    return "VCP709", f"{path[-1]} is set by the cluster: dropped", "remove it"


def _null(path: Path, default: Any, about: Any, release: Release) -> Said:
    if path[:2] == ("spec", "plugins") and len(path) == 3:
        return "VCP201", f"plugin {path[2]} has null instead of a list: it is silently off", f"write {path[2]}: []"
    if path[:2] in (("metadata", "labels"), ("metadata", "annotations")) and len(path) == 3:
        return "VCP761", f"{label(path)} is null: the API server makes it an empty string", 'write ""'
    if default is not None:
        shown = f'"{default}"' if isinstance(default, str) else _plain(default)
        return "VCP761", f"{label(path)} is null: the default {shown} is taken", "leave it out, or give it a value"
    return "VCP761", f"{label(path)} is null: the API server drops it", "leave it out, or give it a value"


def _missing(path: Path, key: str, about: Any, release: Release) -> Said:
    if key == "metadata.name":
        return "VCP703", "the Job has no name", "add metadata.name, or metadata.generateName"
    return _code(path, "VCP703", "VCP803"), f"{noun(path)} needs {key}", f"add {key}"


def _required(path: Path, value: Any, about: Any, release: Release) -> Said:
    code, message, _ = _missing(path[:-1], str(path[-1]), about, release)
    return code, f"{message}, found null", "give it a value"


def _type(path: Path, value: Any, shape: Shape, release: Release) -> Said:
    if path[:2] == ("spec", "plugins") and len(path) > 2:
        return _arguments(path, value)
    code = _code(path, "VCP701", "VCP802")
    if shape.kind == "quantity" and isinstance(value, float):
        return code, f"{label(path)} must be a string when it has a fraction, found {show(value)}", f'write "{value!r}"'
    message = f"{label(path)} must be {_EXPECTED[shape.kind]}, found {show(value)}"
    return code, message, _cure(path, value, shape)


def _cure(path: Path, value: Any, shape: Shape) -> str:
    kind = shape.kind
    if value is None:
        return "remove it, or give it a value"
    if path == ("spec", "plugins") and isinstance(value, list):
        names = [item for item in value if isinstance(item, str)]
        return "write a mapping from plugin to arguments, such as " + (f"{names[0]}: []" if names else "svc: []")
    if kind in ("string", "port", "quantity") and isinstance(value, (bool, int, float)):
        return f'write "{_plain(value)}"' if not isinstance(value, bool) else "put it in quotes"
    if kind in ("int32", "int64"):
        return _cure_number(value)
    if kind == "boolean":
        text = str(value).casefold()
        return "write true" if text in _TRUE else "write false" if text in _FALSE else "write true or false"
    if kind == "list":
        return "put - before it, to make it a list of one" if isinstance(value, (str, int, float, dict)) else ""
    if kind in ("map", "object") and isinstance(value, list):
        return "write name: value lines, without -"
    return f"write {_EXPECTED[kind]}"


def _better(value: Any, kind: str) -> tuple[str, ...]:
    """The scalar that is meant by one of the wrong type, where that is certain."""
    if isinstance(value, (bool, int, float)):
        return (_plain(value),) if kind in ("string", "port", "quantity") else ()
    if not isinstance(value, str):
        return ()
    text = value.strip()
    if kind in ("int32", "int64") and _is_whole(text):
        return (str(int(text)),)
    if kind == "boolean":
        folded = text.casefold()
        return ("true",) if folded in _TRUE else ("false",) if folded in _FALSE else ()
    return ()


def _is_whole(text: str) -> bool:
    return re.fullmatch(r"[+-]?[0-9]{1,99}", text) is not None


def _cure_number(value: Any) -> str:
    if isinstance(value, str) and _is_whole(value.strip()):
        return f"write {int(value)}, without quotes"
    return "write a whole number"


def _arguments(path: Path, value: Any) -> Said:
    plugin = path[2]
    if len(path) > 3:
        message = f"argument {int(path[3]) + 1} of {plugin} must be a string, found {show(value)}"
        quoted = isinstance(value, (int, float)) and not isinstance(value, bool)
        return "VCP202", message, f'write "{value!r}"' if quoted else "put it in quotes"
    # never the text itself: it may be a private key
    found = "a string" if isinstance(value, str) else show(value)
    hint = f"write {plugin}: []"
    if isinstance(value, str) and value:
        hint = f'put the text in a list: {plugin}: ["…"]'
    elif isinstance(value, dict) and value:
        hint = f'write the flags as a list: {plugin}: ["--{next(iter(value))}=…"]'
    return "VCP202", f"the arguments of {plugin} must be a list of strings, found {found}", hint


def _range(path: Path, value: int, shape: Shape, release: Release) -> Said:
    bits = 64 if shape.kind in ("int64", "quantity") else 32
    hint = 'write it as a string, such as "16E"' if shape.kind == "quantity" else f"the largest is {(1 << bits - 1) - 1}"
    return _code(path, "VCP704", "VCP802"), f"{label(path)} does not fit {bits} bits: {value}", hint


def _least(path: Path, value: int, shape: Shape, release: Release) -> Said:
    return "VCP704", f"{label(path)} must be at least {shape.least}, found {value}", f"write {shape.least} or more"


def _items(path: Path, value: Any, shape: Shape, release: Release) -> Said:
    return "VCP708", f"the job has no {path[-1]}", "write at least one task"


def _double(path: Path, value: Any, shape: Shape, release: Release) -> Said:
    found, first, second = value
    where = f"(items {first + 1} and {second + 1})"
    if not shape.keys:
        return "VCP808", f"{path[-2]} has {found} twice {where}", "keep one of them"
    shown = " with ".join(
        f'{key} "{one}"' if isinstance(one, str) else f"{key} {one}" for key, one in zip(shape.keys, found, strict=True)
    )
    return "VCP808", f"{noun(path[:-1])} {shown} is used twice {where}", "rename or remove one of them"


def _quantity(path: Path, value: str, shape: Shape, release: Release) -> Said:
    shown = f'"{value}"' if len(value) <= 40 else "the text"
    hint = "write a number with a suffix such as m, k, M, G, Ki, Mi or Gi"
    head = value.strip().removesuffix("B").removesuffix("b")
    if head != value:
        from vcplug.admission.schema import is_quantity

        if is_quantity(head):
            hint = f'write "{head}"' + (f' or "{head}i"' if head[-1:] in ("M", "G", "T", "P", "E") else "")
    return _code(path, "VCP705", "VCP807"), f"{label(path)} is no quantity: {shown}", hint


def _enum(path: Path, value: str, shape: Shape, release: Release) -> Said:
    allowed = [one for one in shape.enum if one not in INTERNAL_EVENTS]
    hint = f"did you mean {meant}?" if (meant := nearest(value, allowed)) else "write one of " + ", ".join(allowed)
    return _code(path, "VCP706", "VCP804"), f'{label(path)} is unknown: "{value}"', hint


def _long(path: Path, value: str, shape: Shape, release: Release) -> Said:
    assert shape.most is not None
    over = len(value) - shape.most
    message = f"{label(path)} has {len(value)} characters, {over} too many"
    return _code(path, "VCP705", "VCP805"), message, f"use at most {shape.most}"


def _form(path: Path, value: Any, shape: Shape | None, release: Release) -> Said:
    text, wrong = value
    shown = f'"{text}" ' if 0 < len(text) <= 80 else ""
    subject = f"the job's {path[-1]}" if path[0] == "metadata" else label(path)
    if not wrong.startswith("use "):
        return _code(path, "VCP705", "VCP805"), f"{subject} {shown}{wrong}", "leave it out" if not text else ""
    return _code(path, "VCP705", "VCP805"), f"{subject} {shown}is not well formed", wrong


def _tag(path: Path, wrong: str, about: Any, release: Release) -> Said:
    said = "is not well formed" if wrong.startswith("use ") else wrong
    return "VCP707", f"{label(path)} {said}", wrong if wrong.startswith("use ") else ""


def _annotations(path: Path, size: int, about: Any, release: Release) -> Said:
    return "VCP707", f"the annotations have {size} bytes; an object may have 262144", "move the large ones to a ConfigMap"


_SORTS: dict[str, Callable[[Path, Any, Any, Release], Said]] = {
    "unknown": _unknown,
    "server": _server,
    "null": _null,
    "missing": _missing,
    "required": _required,
    "type": _type,
    "range": _range,
    "least": _least,
    "items": _items,
    "double": _double,
    "quantity": _quantity,
    "enum": _enum,
    "long": _long,
    "form": _form,
    "tag": _tag,
    "annotations": _annotations,
}
