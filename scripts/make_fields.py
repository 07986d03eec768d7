"""Digest the Kubernetes schemas of the PyPI package kubernetes-validate into vcplug/admission/fields.py.

    python scripts/make_fields.py            writes the table
    python scripts/make_fields.py --check    only says whether it is up to date

Volcano's CRD holds the pod template of one Kubernetes version; the table holds all those versions at once.
The notation is explained in vcplug/admission/shapes.py.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import Any

from vcplug.releases import KUBERNETES

TARGET = Path(__file__).parent.parent / "vcplug" / "admission" / "fields.py"
MINORS = tuple(KUBERNETES.values())
ROOTS = ("PodTemplateSpec", "PersistentVolumeClaimSpec")
BY_HAND = {"ObjectMeta": "TemplateMeta"}
"""types that the CRD cuts down; vcplug/admission/crd.py has them"""
SCALARS = {"Quantity": "quantity", "IntOrString": "port"}
HEADER = '''"""The pod template's fields in each Kubernetes version that a Volcano release's CRD holds.

Made by scripts/make_fields.py from the schemas in kubernetes-validate: do not edit. Notation: shapes.py.
"""

KUBERNETES = {minors}

TYPES = {{
'''

Schema = dict[str, Any]


def load(minor: int) -> dict[str, Schema]:
    """The definitions of one Kubernetes version, by the last part of their names."""
    spec = find_spec("kubernetes_validate")
    if spec is None or spec.origin is None:
        raise SystemExit("kubernetes-validate is not installed: pip install kubernetes-validate")
    folder = Path(spec.origin).parent / "kubernetes-json-schema" / f"v1.{minor}.0-local"
    definitions = json.loads((folder / "_definitions.json").read_text(encoding="utf-8"))["$defs"]
    core = ("io.k8s.api.core.v1.", "io.k8s.apimachinery.")
    return {name.rpartition(".")[2]: schema for name, schema in definitions.items() if name.startswith(core)}


def reference(schema: Schema) -> str:
    return str(schema.get("$ref", "")).rpartition(".")[2]


def kind(schema: Schema) -> str:
    """`[EnvVar`, `{string`, `int32`, …"""
    if name := reference(schema):
        return BY_HAND.get(name) or SCALARS.get(name, name)
    types = schema["type"]
    [name] = [one for one in (types if isinstance(types, list) else [types]) if one != "null"]
    if name == "array":
        return "[" + kind(schema["items"])
    if name == "object":
        return "{" + kind(schema["additionalProperties"])
    return str(schema["format"]) if name == "integer" else str(name)


def unique(schema: Schema) -> str:
    if schema.get("x-kubernetes-list-type") == "set":
        return "set"
    if schema.get("x-kubernetes-list-type") == "map":
        return "key=" + ",".join(schema["x-kubernetes-list-map-keys"])
    return ""


def span(present: list[int], whole: tuple[int, ...] = MINORS) -> str:
    """`+30` known since Kubernetes 1.30, `-35` gone in 1.35; nothing where it holds throughout `whole`."""
    first, last = present[0], present[-1]
    if list(MINORS[MINORS.index(first) : MINORS.index(last) + 1]) != present:
        raise SystemExit(f"a field that went and came back: {present}")
    since = f"+{first}" if first != whole[0] else ""
    until = f"-{MINORS[MINORS.index(last) + 1]}" if last != whole[-1] else ""
    return since + until


def reachable(definitions: dict[str, Schema]) -> set[str]:
    """The object types under the roots."""
    found: set[str] = set()
    left = list(ROOTS)
    while left:
        name = left.pop()
        if name in found or name in SCALARS or name in BY_HAND:
            continue
        found.add(name)
        for field in definitions[name].get("properties", {}).values():
            left += filter(None, map(reference, (field, field.get("items", {}), field.get("additionalProperties", {}))))
    return found


def notation(states: list[tuple[int, str, str, bool]]) -> str:
    """One field over the versions: `(minor, kind, unique, required)` each, oldest first."""
    parts = []
    for name, group in groupby(states, key=lambda state: state[1]):
        same = list(group)
        minors = tuple(state[0] for state in same)
        part = [name, span(list(minors))]
        for mark in dict.fromkeys(state[2] for state in same if state[2]):
            part.append(mark + span([state[0] for state in same if state[2] == mark], minors))
        if required := [state[0] for state in same if state[3]]:
            part.append("!" + span(required, minors))
        parts.append(" ".join(filter(None, part)))
    return " | ".join(parts)


def lines(versions: dict[int, dict[str, Schema]]) -> Iterator[str]:
    names = {minor: reachable(definitions) for minor, definitions in versions.items()}
    for name in sorted(set().union(*names.values())):
        states: dict[str, list[tuple[int, str, str, bool]]] = {}
        for minor in MINORS:
            if name not in names[minor]:
                continue
            schema = versions[minor][name]
            for field, inner in schema.get("properties", {}).items():
                state = (minor, kind(inner), unique(inner), field in schema.get("required", ()))
                states.setdefault(field, []).append(state)
        yield f'    "{name}": """\n'
        for field in sorted(states):
            yield f"{field} {notation(states[field])}\n"
        yield '""",\n'


def digest() -> str:
    """The whole text of fields.py."""
    return HEADER.format(minors=MINORS) + "".join(lines({minor: load(minor) for minor in MINORS})) + "}\n"


def main(arguments: list[str]) -> int:
    text = digest()
    if "--check" in arguments:
        if TARGET.read_text(encoding="utf-8") == text:
            return 0
        print(f"{TARGET.name} is out of date: run python scripts/make_fields.py", file=sys.stderr)
        return 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
