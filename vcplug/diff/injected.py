"""What admission puts into pods of a cluster and leaves a note of: resources by LimitRanger, sidecars by Istio."""

from __future__ import annotations

import json
import re
from typing import Any

LIMIT_RANGER = "kubernetes.io/limit-ranger"
ISTIO = "sidecar.istio.io/status"
_SET = re.compile(r"(.+) (request|limit) for (?:init )?container (.+)")


def without(found: dict[str, Any]) -> dict[str, Any]:
    """A copy of a pod without what its own annotations say was put into it."""
    marks = found["metadata"].get("annotations") or {}
    if isinstance(marks.get(LIMIT_RANGER), str):
        found = _without_resources(found, marks[LIMIT_RANGER])
    return _without_sidecars(found, marks[ISTIO]) if isinstance(marks.get(ISTIO), str) else found


def _without_resources(found: dict[str, Any], note: str) -> dict[str, Any]:
    """The note reads `LimitRanger plugin set: cpu, memory request for container main; cpu limit for container main`."""
    put = {
        (said[3], f"{said[2]}s", resource)
        for part in note.partition(": ")[2].split("; ")
        if (said := _SET.fullmatch(part))
        for resource in said[1].split(", ")
    }
    spec = dict(found["spec"])
    for group in ("containers", "initContainers"):
        if group in spec:
            spec[group] = [
                {**one, "resources": _kept(one.get("resources") or {}, one.get("name"), put)} for one in spec[group] or ()
            ]
    return {**found, "spec": spec}


def _kept(resources: dict[str, Any], container: Any, put: set[tuple[Any, str, str]]) -> dict[str, Any]:
    return {
        field: {name: amount for name, amount in value.items() if (container, field, name) not in put}
        if isinstance(value, dict)
        else value
        for field, value in resources.items()
    }


def _without_sidecars(found: dict[str, Any], note: str) -> dict[str, Any]:
    """The note lists by name what was put into each list of the pod's spec."""
    try:
        put = json.loads(note)
    except ValueError:
        return found
    spec = dict(found["spec"])
    for field in ("containers", "initContainers", "volumes", "imagePullSecrets"):
        names = put.get(field) if isinstance(put, dict) else None
        if isinstance(names, list) and isinstance(spec.get(field), list):
            spec[field] = [one for one in spec[field] if one.get("name") not in names]
    metadata = dict(found["metadata"])
    for marks in ("labels", "annotations"):
        metadata[marks] = {key: value for key, value in (metadata.get(marks) or {}).items() if not _is_of_istio(key)}
    return {**found, "metadata": metadata, "spec": spec}


def _is_of_istio(mark: str) -> bool:
    domain = mark.partition("/")[0]
    return domain == "prometheus.io" or domain == "istio.io" or domain.endswith(".istio.io")
