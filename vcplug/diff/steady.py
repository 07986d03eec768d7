"""Names that the controller draws at random, and order that means nothing, made the same for every pod."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from vcplug.diff.live import LAST_APPLIED
from vcplug.diff.shape import CONTAINERS

JOB_NAME = "volcano.sh/job-name"
GROUP_NAME = "scheduling.k8s.io/group-name"
_RANDOM = re.compile(r"(.+)-[a-z0-9]{12}")
_CLAIM = re.compile(r"(.+-pvc)-[a-z0-9]{12}")
_UID = re.compile(r"(.+)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
ORDER: dict[str, Callable[[Any], tuple[str, ...]]] = {
    "env": lambda one: (str(one.get("name")),),
    "ports": lambda one: (str(one.get("containerPort")), str(one.get("protocol") or "TCP"), str(one.get("name"))),
    "volumeMounts": lambda one: (str(one.get("mountPath")),),
}
"""lists of a container in which the plugins' order shows; sorting is stable, the order of equal names counts"""


def without_uid(name: Any) -> Any:
    """A PodGroup's name without the job's uid."""
    found = _UID.fullmatch(name) if isinstance(name, str) else None
    return found[1] if found else name


def metadata(found: dict[str, Any]) -> dict[str, Any]:
    """The metadata with the PodGroup called as its job, without the copy of itself that kubectl apply leaves."""
    own = found.get("metadata")
    if not isinstance(own, dict):
        return {}
    own = dict(own)
    if found.get("kind") == "PodGroup":
        own["name"] = without_uid(own.get("name"))
    annotations = own.get("annotations")
    if isinstance(annotations, dict) and (GROUP_NAME in annotations or LAST_APPLIED in annotations):
        own["annotations"] = annotations = {key: value for key, value in annotations.items() if key != LAST_APPLIED}
        if GROUP_NAME in annotations:
            annotations[GROUP_NAME] = without_uid(annotations[GROUP_NAME])
    return own


def pod(found: dict[str, Any], claims: dict[str, str]) -> dict[str, Any]:
    """A copy of a pod in which job volumes are called by where they are mounted; `claims` learns their claims' names."""
    spec = found.get("spec")
    if not isinstance(spec, dict) or not isinstance(spec.get("volumes"), list):
        return found
    job = str((found["metadata"].get("labels") or {}).get(JOB_NAME) or "")
    names: dict[str, str] = {}
    volumes = [_volume(volume, spec, job, names, claims) for volume in spec["volumes"]]
    if not names and volumes == spec["volumes"]:
        return found
    spec = {**spec, "volumes": volumes}
    for group in CONTAINERS:
        if names and isinstance(spec.get(group), list):
            spec[group] = [_container(container, names) for container in spec[group]]
    return {**found, "spec": spec}


def _volume(volume: Any, spec: Mapping[str, Any], job: str, names: dict[str, str], claims: dict[str, str]) -> Any:
    claim = volume.get("persistentVolumeClaim") if isinstance(volume, dict) else None
    if not isinstance(claim, dict) or not job:
        return volume
    name, claimed = str(volume.get("name")), str(claim.get("claimName"))
    at = next((f" at {place}" for place in _places(spec, name)), "")
    if _is_drawn(_RANDOM, name, job):
        names[name] = f"{job}-<random>{at}"
    if _is_drawn(_CLAIM, claimed, f"{job}-pvc"):
        claims[claimed] = f"{job}-pvc-<random>{at}"
    return {
        **volume,
        "name": names.get(name, name),
        "persistentVolumeClaim": {**claim, "claimName": claims.get(claimed, claimed)},
    }


def _is_drawn(pattern: re.Pattern[str], name: str, prefix: str) -> bool:
    found = pattern.fullmatch(name)
    return found is not None and found[1] == prefix


def _places(spec: Mapping[str, Any], volume: str) -> list[str]:
    return [
        str(mount.get("mountPath"))
        for container in spec.get("containers") or ()
        for mount in container.get("volumeMounts") or ()
        if mount.get("name") == volume
    ]


def _container(container: Any, names: Mapping[str, str]) -> Any:
    if not isinstance(container, dict) or not isinstance(container.get("volumeMounts"), list):
        return container
    mounts = [{**mount, "name": names.get(str(mount.get("name")), mount.get("name"))} for mount in container["volumeMounts"]]
    return {**container, "volumeMounts": mounts}


def claimant(name: str) -> str:
    """The job whose claim is called so."""
    found = _CLAIM.fullmatch(name)
    return found[1].removesuffix("-pvc") if found else ""


def claim_name(name: str, claims: Mapping[str, str], taken: set[str]) -> str:
    """What a claim is called here: by its mount where a pod mounts it, by a number where none is known to."""
    found = _CLAIM.fullmatch(name)
    if name in claims or found is None:
        return claims.get(name, name)
    number = 1
    while (numbered := f"{found[1]}-<random> {number}") in taken:
        number += 1
    return numbered


def ordered(found: dict[str, Any]) -> dict[str, Any]:
    """A copy of a concrete pod with the lists sorted in which the plugins' random order shows."""
    spec = found.get("spec")
    if not isinstance(spec, dict):
        return found
    spec = dict(spec)
    if isinstance(spec.get("volumes"), list):
        spec["volumes"] = sorted(spec["volumes"], key=lambda volume: str(volume.get("name")))
    for group in CONTAINERS:
        if isinstance(spec.get(group), list):
            spec[group] = [_ordered_container(container) for container in spec[group]]
    return {**found, "spec": spec}


def _ordered_container(container: Any) -> Any:
    if not isinstance(container, dict):
        return container
    kept = dict(container)
    for field, key in ORDER.items():
        items = kept.get(field)
        if isinstance(items, list) and all(isinstance(item, dict) for item in items):
            kept[field] = sorted(items, key=key)
    return kept
