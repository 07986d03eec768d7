"""A container's environment and command as the kubelet settles them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from vcplug.explain.mounts import Objects, content

KUBELET = "<set by the kubelet>"
SECRET = "<secret>"
_LABEL = re.compile(r"metadata\.(labels|annotations)\['([^']+)'\]")


class Variable(NamedTuple):
    name: str
    value: str
    source: str = ""
    """where the value comes from, unless it is written out"""
    known: bool = True


class Environment(NamedTuple):
    variables: Mapping[str, Variable]
    notes: tuple[str, ...]
    """what is missing from the input"""

    def expand(self, text: str) -> str:
        """A command's argument: $(VAR) of the settled environment."""
        return expand(text, lambda name: self.variables[name].value if name in self.variables else None)


def expand(text: str, value_of: Callable[[str], str | None]) -> str:
    """$(VAR) as Kubernetes expands it: $$ is a $, an unknown or unfinished reference stays as it is written."""
    made: list[str] = []
    position = 0
    while (at := text.find("$", position)) >= 0 and at + 1 < len(text):
        made.append(text[position:at])
        follower = text[at + 1]
        end = text.find(")", at + 2) if follower == "(" else -1
        if follower == "$":
            made.append("$")
            position = at + 2
        elif end >= 0:
            found = value_of(text[at + 2 : end])
            made.append(text[at : end + 1] if found is None else found)
            position = end + 1
        else:
            made.append(text[at : at + 2])
            position = at + 2
    return "".join(made) + text[position:]


def settle(container: Mapping[str, Any], pod: Mapping[str, Any], objects: Objects) -> Environment:
    """envFrom first, then env in order: the last entry of a name counts, and $(VAR) sees what came before it."""
    settled: dict[str, Variable] = {}
    notes: list[str] = []
    for source in container.get("envFrom") or ():
        settled.update((variable.name, variable) for variable in _all_of(source, objects, notes))
    for entry in container.get("env") or ():
        variable = _one(entry, pod, objects, settled, notes)
        if variable is not None:
            settled[variable.name] = variable
    return Environment(settled, tuple(dict.fromkeys(notes)))


def _all_of(source: Mapping[str, Any], objects: Objects, notes: list[str]) -> Iterator[Variable]:
    prefix = source.get("prefix") or ""
    for kind, field in (("ConfigMap", "configMapRef"), ("Secret", "secretRef")):
        reference = source.get(field)
        if reference is None:
            continue
        found = objects.get((kind, reference.get("name") or ""))
        if found is None:
            extent = "if it is there" if reference.get("optional") else "which must be there"
            notes.append(f"all keys of {kind} {reference.get('name')}, {extent}: it is not in the input")
            continue
        for key, value in sorted(content(found).items()):
            text, known = (SECRET, False) if kind == "Secret" else (value, True)
            yield Variable(prefix + key, text, f"{kind} {reference['name']}, key {key}", known)


def _one(
    entry: Mapping[str, Any], pod: Mapping[str, Any], objects: Objects, settled: Mapping[str, Variable], notes: list[str]
) -> Variable | None:
    name, value = str(entry.get("name")), entry.get("value") or ""
    if value:
        return Variable(name, expand(value, lambda one: settled[one].value if one in settled else None))
    source = entry.get("valueFrom") or {}
    if source.get("fieldRef"):
        path = source["fieldRef"].get("fieldPath", "")
        field = _field(path, pod)
        return Variable(name, KUBELET if field is None else field, f"the pod's {path}", field is not None)
    for kind, reference in (("ConfigMap", source.get("configMapKeyRef")), ("Secret", source.get("secretKeyRef"))):
        if reference:
            return _key(name, kind, reference, objects, notes)
    if source:
        return Variable(name, KUBELET, next(iter(source)), False)
    return Variable(name, "")


def _key(name: str, kind: str, reference: Mapping[str, Any], objects: Objects, notes: list[str]) -> Variable | None:
    where = f"{kind} {reference.get('name')}, key {reference.get('key')}"
    found = objects.get((kind, reference.get("name") or ""))
    data = content(found) if found is not None else {}
    if reference.get("key") in data:
        return Variable(name, SECRET if kind == "Secret" else data[reference["key"]], where, kind != "Secret")
    if found is not None and reference.get("optional"):
        return None
    if found is not None:
        notes.append(f"{name}: {kind} {reference.get('name')} has no key {reference.get('key')}; the container cannot start")
    else:
        notes.append(f"{name}: {kind} {reference.get('name')} is not in the input")
    return Variable(name, f"<{where}>", where, False)


def _field(path: str, pod: Mapping[str, Any]) -> str | None:
    """A field of the pod for the downward API; None where only the cluster knows it."""
    metadata, spec = pod["metadata"], pod["spec"]
    if path in ("metadata.name", "metadata.namespace"):
        return str(metadata[path.removeprefix("metadata.")])
    keyed = _LABEL.fullmatch(path)
    if keyed:
        return str(metadata.get(keyed[1], {}).get(keyed[2], ""))
    if path in ("metadata.labels", "metadata.annotations"):
        pairs = metadata.get(path.removeprefix("metadata."), {})
        return "\n".join(f"{key}={_quoted(value)}" for key, value in sorted(pairs.items()))
    if path == "spec.serviceAccountName":
        return str(spec.get("serviceAccountName") or "default")
    return str(spec["nodeName"]) if path == "spec.nodeName" and spec.get("nodeName") else None


def _quoted(text: str) -> str:
    import json

    return json.dumps(text, ensure_ascii=False)
