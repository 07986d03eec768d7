"""Labels and annotations of the template, and the annotations that Kubernetes itself reads."""

from __future__ import annotations

from collections.abc import Iterator

from vcplug.admission.pod.reading import Struct, mapping, pairs, struct, structs, text
from vcplug.admission.pod.rules import (
    BAD_ANNOTATION,
    Problems,
    check_annotation_key,
    descending,
    labels,
    listed,
    misnamed,
    shown,
)
from vcplug.admission.pod.versions import APPARMOR_FIELDS
from vcplug.model import Path, Problem

ANNOTATIONS_MOST = 256 * 1024
_DROPPED = tuple(f"pod.{stage}.kubernetes.io/init-container{rest}" for stage in ("alpha", "beta") for rest in ("s", "-statuses"))
"""taken out on the way from v1 to the internal pod, before anything is checked"""
_SECCOMP_POD = "seccomp.security.alpha.kubernetes.io/pod"
_SECCOMP = "container.seccomp.security.alpha.kubernetes.io/"
_APPARMOR = "container.apparmor.security.beta.kubernetes.io/"
_COST = "controller.kubernetes.io/pod-deletion-cost"
_MIRROR = "kubernetes.io/config.mirror"
_TOLERATIONS = "scheduler.alpha.kubernetes.io/tolerations"
_FIELDS = {name.lower(): name for name in ("key", "operator", "value", "effect", "tolerationSeconds")}
CONTAINER_LISTS = ("initContainers", "containers", "ephemeralContainers")


def check_metadata(template: Struct, path: Path, kubernetes: int) -> Problems:
    metadata = mapping(template, "metadata")
    path = (*path, "metadata")
    yield from labels(metadata, "labels", path)
    if metadata.get("annotations"):
        yield from check_annotations(metadata, path)
        yield from _known_annotations(metadata, mapping(template, "spec"), (*path, "annotations"), kubernetes)


def check_annotations(owner: Struct, path: Path) -> Problems:
    size = 0
    for key, value in pairs(owner, "annotations"):
        if key in _DROPPED:
            continue
        at = (*path, "annotations", key)
        yield from misnamed(at, key, check_annotation_key, BAD_ANNOTATION, at_key=True)
        size += len((key + value).encode("utf-8", "surrogatepass"))
    if size > ANNOTATIONS_MOST:
        message = f"annotations are {size} bytes together, more than {ANNOTATIONS_MOST}"
        yield Problem(BAD_ANNOTATION, message, (*path, "annotations"), "key", "keep large texts in a ConfigMap")


def _known_annotations(metadata: Struct, spec: Struct, path: Path, kubernetes: int) -> Problems:
    written = {key: value for key, value in pairs(metadata, "annotations") if key not in _DROPPED}
    if _MIRROR in written and not text(spec, "nodeName"):
        message = "a mirror pod (kubernetes.io/config.mirror) needs spec.nodeName"
        yield Problem(BAD_ANNOTATION, message, (*path, _MIRROR), "key", "drop the annotation")
    if written.get(_TOLERATIONS):
        yield from _tolerations(written[_TOLERATIONS], (*path, _TOLERATIONS))
    if _COST in written and not _is_deletion_cost(written[_COST]):
        message = f"the deletion cost {shown(written[_COST])} is not a whole number"
        yield Problem(BAD_ANNOTATION, message, (*path, _COST), hint="write a 32 bit number without + and leading zeros")
    yield from _seccomp(written, spec, path)
    yield from _apparmor(written, spec, path, kubernetes)


def _is_deletion_cost(value: str) -> bool:
    if value != "0" and value[:1] not in tuple("-123456789"):
        return False
    digits = value.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) < 4000 and -(2**31) <= int(value) < 2**31


def _tolerations(value: str, path: Path) -> Problems:
    """An annotation of old: a JSON list of tolerations, read by Go's names without regard to case."""
    import json

    from vcplug.admission.pod.scheduling import check_toleration

    try:
        items = json.loads(value)
    except (ValueError, RecursionError):
        items = NotImplemented
    if items is None:
        return
    if not isinstance(items, list) or not all(item is None or isinstance(item, dict) for item in items):
        yield Problem(BAD_ANNOTATION, "the tolerations are not a JSON list of objects", path, hint="use spec.tolerations")
        return
    for item in items:
        toleration = {_FIELDS[key.lower()]: found for key, found in (item or {}).items() if key.lower() in _FIELDS}
        if not all(_is_of_its_type(key, found) for key, found in toleration.items()):
            yield Problem(BAD_ANNOTATION, "a toleration has a value of the wrong type", path, hint="use spec.tolerations")
            continue
        for problem in check_toleration(toleration, ()):
            yield Problem(BAD_ANNOTATION, problem.message, path, hint="use spec.tolerations")


def _is_of_its_type(key: str, value: object) -> bool:
    if key == "tolerationSeconds":
        return value is None or (type(value) is int and -(2**63) <= value < 2**63)
    return value is None or isinstance(value, str)


def containers(spec: Struct) -> Iterator[tuple[Path, Struct]]:
    """Every container of the pod with its path in the spec."""
    for key in CONTAINER_LISTS:
        for index, container in structs(spec, key):
            yield (key, index), container


def _seccomp(written: dict[str, str], spec: Struct, path: Path) -> Problems:
    fine = ("runtime/default", "docker/default", "unconfined")
    for key, value in written.items():
        if key == _SECCOMP_POD or key.startswith(_SECCOMP):
            if value.startswith("localhost/"):
                yield from descending((*path, key), value.removeprefix("localhost/"))
            elif value not in fine:
                message = f"{shown(value)} is not a seccomp profile"
                yield Problem(BAD_ANNOTATION, message, (*path, key), hint=f"write {listed((*fine, 'localhost/<file>'))}")
    yield from _same_profile(mapping(spec, "securityContext"), "seccompProfile", written, _SECCOMP_POD, path)
    for _, container in containers(spec):
        key = _SECCOMP + text(container, "name")
        yield from _same_profile(mapping(container, "securityContext"), "seccompProfile", written, key, path)


def _same_profile(context: Struct, field: str, written: dict[str, str], key: str, path: Path) -> Problems:
    """A profile given twice, as a field and as an annotation, must be the same one."""
    profile = struct(context, field)
    if profile is None or key not in written:
        return
    local = f"localhost/{text(profile, 'localhostProfile')}"
    default = ("runtime/default", "docker/default") if field == "seccompProfile" else ("runtime/default",)
    same = {"Unconfined": ("unconfined",), "RuntimeDefault": default, "Localhost": (local,)}
    if written[key] not in same.get(text(profile, "type"), (written[key],)):
        message = f"the annotation says {shown(written[key])}, but {field} says {text(profile, 'type')}"
        yield Problem(BAD_ANNOTATION, message, (*path, key), hint="drop the annotation: the field is enough")


def _apparmor(written: dict[str, str], spec: Struct, path: Path, kubernetes: int) -> Problems:
    keys = [key for key in written if key.startswith(_APPARMOR)]
    if not keys:
        return
    known = {text(container, "name"): container for _, container in containers(spec)}
    for key in keys:
        name, value = key.removeprefix(_APPARMOR), written[key]
        if name not in known:
            yield Problem(BAD_ANNOTATION, f"there is no container {shown(name)}", (*path, key), "key", "name a container")
        if value not in ("", "runtime/default", "unconfined") and not value.startswith("localhost/"):
            message = f"{shown(value)} is not an AppArmor profile"
            yield Problem(BAD_ANNOTATION, message, (*path, key), hint="write runtime/default, unconfined or localhost/<name>")
    if kubernetes < APPARMOR_FIELDS or text(mapping(spec, "os"), "name") == "windows":
        return
    pod = mapping(spec, "securityContext")
    for _, container in containers(spec):
        own = mapping(container, "securityContext")
        context = own if struct(own, "appArmorProfile") is not None else pod
        yield from _same_profile(context, "appArmorProfile", written, _APPARMOR + text(container, "name"), path)
