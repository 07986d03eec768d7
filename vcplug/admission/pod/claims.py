"""The claim template of an ephemeral volume."""

from __future__ import annotations

from vcplug import names
from vcplug.admission.pod.metadata import check_annotations
from vcplug.admission.pod.reading import Struct, mapping, quantity, struct, text, texts
from vcplug.admission.pod.resources import bad_quantity
from vcplug.admission.pod.rules import (
    BAD_CLAIM,
    BAD_QUANTITY,
    NOT_IN_TEMPLATE,
    Problems,
    label_selector,
    labels,
    misnamed,
    missing,
    named_if_set,
    one_of_if_written,
    required,
    shown,
    unsupported,
)
from vcplug.admission.pod.versions import CHECKED_API_GROUPS, VOLUME_ATTRIBUTES_CLASS
from vcplug.model import Path, Problem

ACCESS_MODES = ("ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod")


def check_claim_template(template: Struct, path: Path, kubernetes: int) -> Problems:
    metadata = mapping(template, "metadata")
    if metadata:
        at = (*path, "metadata")
        yield from check_annotations(metadata, at)
        yield from labels(metadata, "labels", at)
        for key, value in metadata.items():
            # Go tells an empty list from none, but not an empty string
            if value != "" and key not in ("labels", "annotations"):
                message = f"metadata of a claim template has no {key}"
                yield Problem(NOT_IN_TEMPLATE, message, (*at, key), "key", f"drop {key}: only labels and annotations count")
    yield from _claim(mapping(template, "spec"), (*path, "spec"), kubernetes)


def _claim(spec: Struct, path: Path, kubernetes: int) -> Problems:
    yield from _access_modes(spec, path)
    yield from label_selector(spec, "selector", path)
    requests = mapping(mapping(spec, "resources"), "requests")
    at = (*path, "resources", "requests", "storage")
    storage = requests.get("storage")
    if storage is None:
        yield missing(at, "write how much storage is wanted, such as 10Gi")
    elif (size := quantity(storage)) is None:
        yield bad_quantity(at, storage)
    elif size.nanos <= 0:
        yield Problem(BAD_QUANTITY, f"storage {shown(storage)} is not more than 0", at, hint="write a size such as 10Gi")
    yield from named_if_set(spec, "storageClassName", path, names.check_dns_subdomain)
    yield from one_of_if_written(spec, "volumeMode", path, ("Block", "Filesystem"))
    yield from _data_sources(spec, path, kubernetes)
    if kubernetes >= VOLUME_ATTRIBUTES_CLASS:
        yield from named_if_set(spec, "volumeAttributesClassName", path, names.check_dns_subdomain)


def _access_modes(spec: Struct, path: Path) -> Problems:
    modes = [mode for _, mode in texts(spec, "accessModes")]
    if not modes:
        yield missing((*path, "accessModes"), f"write at least one of {', '.join(ACCESS_MODES)}")
    for index, mode in enumerate(modes):
        if mode not in ACCESS_MODES:
            yield unsupported((*path, "accessModes", index), mode, ACCESS_MODES)
    if "ReadWriteOncePod" in modes and any(mode in ACCESS_MODES[:3] for mode in modes):
        message = "ReadWriteOncePod does not go with other access modes"
        yield Problem(BAD_CLAIM, message, (*path, "accessModes"), hint="keep one of them")


def _data_sources(spec: Struct, path: Path, kubernetes: int) -> Problems:
    source, reference = struct(spec, "dataSource"), struct(spec, "dataSourceRef")
    for key, found in (("dataSource", source), ("dataSourceRef", reference)):
        if found is not None:
            yield from _data_source(found, (*path, key), kubernetes)
    if reference is not None:
        yield from named_if_set(reference, "namespace", (*path, "dataSourceRef"), names.check_dns_label)
    if source is None or reference is None:
        return
    if text(reference, "namespace"):
        message = "dataSource does not go with a dataSourceRef that has a namespace"
        yield Problem(BAD_CLAIM, message, (*path, "dataSource"), "key", "drop dataSource")
    elif any(source.get(key) != reference.get(key) for key in ("apiGroup", "kind", "name")):
        message = "dataSource and dataSourceRef differ"
        yield Problem(BAD_CLAIM, message, (*path, "dataSource"), "key", "drop dataSource")


def _data_source(source: Struct, path: Path, kubernetes: int) -> Problems:
    yield from required(source, path, "name", "kind")
    group = text(source, "apiGroup")
    if not group and text(source, "kind") not in ("", "PersistentVolumeClaim"):
        message = f"kind {shown(text(source, 'kind'))} needs an apiGroup"
        yield Problem(BAD_CLAIM, message, (*path, "kind"), hint="write apiGroup, or kind: PersistentVolumeClaim")
    elif group and kubernetes >= CHECKED_API_GROUPS:
        yield from misnamed((*path, "apiGroup"), group, names.check_dns_subdomain)
