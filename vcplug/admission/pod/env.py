"""Environment variables: names, sources, field paths."""

from __future__ import annotations

from vcplug import names
from vcplug.admission.pod.reading import Struct, mapping, quantity, struct, structs, text
from vcplug.admission.pod.resources import bad_quantity
from vcplug.admission.pod.rules import (
    BAD_FIELD_REF,
    ENV_SOURCE,
    UNKNOWN_VOLUME,
    Problems,
    check_annotation_key,
    check_prefix_name,
    listed,
    misnamed,
    missing,
    named,
    no_backsteps,
    shown,
)
from vcplug.admission.pod.versions import ENV_FILES, HOST_IPS
from vcplug.model import Path, Problem

ENV_FIELDS = (
    "metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName",
    "status.hostIP", "status.podIP", "status.podIPs",
)  # fmt: skip
FILE_FIELDS = ("metadata.name", "metadata.namespace", "metadata.uid", "metadata.labels", "metadata.annotations")
_ENTRIES = ("metadata.labels['x']", "metadata.annotations['x']")
_OLD_NAMES = {"spec.host": "spec.nodeName"}
_SOURCES = ("fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef")
_RESOURCES = tuple(f"{kind}.{name}" for kind in ("limits", "requests") for name in ("cpu", "memory", "ephemeral-storage"))
_HUGE = ("limits.hugepages-", "requests.hugepages-")
_CPU_DIVISORS = frozenset(("1m", "1"))
_SIZE_DIVISORS = frozenset(("1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"))


def check_env(container: Struct, volumes: Struct, path: Path, kubernetes: int) -> Problems:
    for index, variable in structs(container, "env"):
        at = (*path, "env", index)
        yield from named(variable, "name", at, names.check_env_name)
        source = struct(variable, "valueFrom")
        if source is not None:
            yield from _value_from(source, text(variable, "value"), volumes, (*at, "valueFrom"), kubernetes)
    for index, item in structs(container, "envFrom"):
        yield from _env_from(item, (*path, "envFrom", index))


def _value_from(source: Struct, value: str, volumes: Struct, path: Path, kubernetes: int) -> Problems:
    kinds = _SOURCES if kubernetes >= ENV_FILES else _SOURCES[:-1]
    written = [kind for kind in kinds if struct(source, kind) is not None]
    if not written:
        yield Problem(ENV_SOURCE, "valueFrom names no source", path, hint=f"write exactly one of {', '.join(kinds)}")
    elif value:
        yield Problem(ENV_SOURCE, "value and valueFrom exclude each other", path, "key", "drop one of them")
    elif len(written) > 1:
        message = f"valueFrom has {listed(tuple(written)).replace(' or ', ' and ')}"
        yield Problem(ENV_SOURCE, message, path, hint="keep exactly one of them")
    for kind in written:
        reference, at = mapping(source, kind), (*path, kind)
        if kind == "fieldRef":
            fields = (*ENV_FIELDS, "status.hostIPs") if kubernetes >= HOST_IPS else ENV_FIELDS
            yield from check_field_ref(reference, at, fields)
        elif kind == "resourceFieldRef":
            yield from check_resource_ref(reference, at, in_file=False)
        elif kind == "fileKeyRef":
            yield from _file_key(reference, volumes, at)
        else:
            # an empty name is no subdomain either, even where the source is optional
            yield from named(reference, "name", at, names.check_dns_subdomain)
            yield from named(reference, "key", at, names.check_config_key)


def check_field_ref(reference: Struct, path: Path, fields: tuple[str, ...]) -> Problems:
    """A fieldRef of the pod; metadata.labels['x'] and metadata.annotations['x'] are allowed everywhere."""
    version, field = reference.get("apiVersion"), text(reference, "fieldPath")
    at = (*path, "fieldPath")
    if isinstance(version, str) and version not in ("", "v1"):
        yield Problem(
            BAD_FIELD_REF, f"apiVersion {shown(version)} is not known", (*path, "apiVersion"), hint="write v1, or drop it"
        )
    elif not field:
        yield missing(at, f"write {listed((*fields, *_ENTRIES))}")
    elif field.endswith("']") and "['" in field[:-2] and not field.startswith("['"):
        parent, _, key = field[:-2].partition("['")
        if parent == "metadata.annotations":
            yield from misnamed(at, key, check_annotation_key, BAD_FIELD_REF)
        elif parent == "metadata.labels":
            yield from misnamed(at, key, names.check_qualified_name, BAD_FIELD_REF)
        else:
            message = f"{shown(parent)} has no entries to pick"
            yield Problem(BAD_FIELD_REF, message, at, hint=f"write {listed(_ENTRIES)}")
    elif _OLD_NAMES.get(field, field) not in fields:
        hint = f"write {listed((*fields, *_ENTRIES))}"
        yield Problem(BAD_FIELD_REF, f"{shown(field)} is not a field that can be taken from here", at, hint=hint)


def check_resource_ref(reference: Struct, path: Path, in_file: bool) -> Problems:
    resource = text(reference, "resource")
    at = (*path, "resource")
    if in_file and not text(reference, "containerName"):
        yield missing((*path, "containerName"), "say whose resources are meant")
    elif not resource:
        yield missing(at, f"write {listed(_RESOURCES)}")
    elif resource not in _RESOURCES and not resource.startswith(_HUGE):
        yield Problem(BAD_FIELD_REF, f"resource {shown(resource)} is not known here", at, hint=f"write {listed(_RESOURCES)}")
    else:
        yield from _divisor(reference, resource, (*path, "divisor"))


def _divisor(reference: Struct, resource: str, path: Path) -> Problems:
    written = reference.get("divisor")
    if written is None:
        return
    divisor = quantity(written)
    if divisor is None:
        yield bad_quantity(path, written)
        return
    allowed = _CPU_DIVISORS if resource.endswith(".cpu") else _SIZE_DIVISORS
    if divisor and str(divisor) not in allowed:
        hint = "write 1 or 1m" if allowed is _CPU_DIVISORS else "write 1, 1k, 1M, 1G, 1T, 1P, 1E or 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei"
        yield Problem(BAD_FIELD_REF, f"divisor {shown(written)} is not allowed for {resource}", path, hint=hint)


def _file_key(reference: Struct, volumes: Struct, path: Path) -> Problems:
    yield from named(reference, "key", path, names.check_relaxed_env_name)
    name, file = text(reference, "volumeName"), text(reference, "path")
    at = (*path, "volumeName")
    if not name:
        yield missing(at, "name an emptyDir volume of the pod")
    elif name not in volumes:
        yield from misnamed(at, name, names.check_dns_label)
        yield Problem(UNKNOWN_VOLUME, f"there is no volume {shown(name)}", at, hint="add it to the volumes, as an emptyDir")
    elif [key for key in volumes[name] if key != "name"] not in ([], ["emptyDir"]):
        yield Problem(ENV_SOURCE, f"volume {shown(name)} is not an emptyDir", at, hint="a fileKeyRef reads from an emptyDir only")
    if not file:
        yield missing((*path, "path"))
    else:
        yield from no_backsteps((*path, "path"), file)


def _env_from(item: Struct, path: Path) -> Problems:
    prefix = text(item, "prefix")
    if prefix:
        yield from misnamed((*path, "prefix"), prefix, names.check_env_name)
    written = [kind for kind in ("configMapRef", "secretRef") if struct(item, kind) is not None]
    if len(written) != 1:
        message = "envFrom has both configMapRef and secretRef" if written else "envFrom names no source"
        yield Problem(ENV_SOURCE, message, path, hint="write exactly one of configMapRef, secretRef")
    for kind in written:
        name = text(mapping(item, kind), "name")
        at = (*path, kind, "name")
        if not name:
            yield missing(at)
        else:
            yield from misnamed(at, name, check_prefix_name)
