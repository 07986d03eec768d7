"""volumeMounts and volumeDevices of a container."""

from __future__ import annotations

from vcplug.admission.pod.reading import Struct, flag, mapping, struct, structs, text
from vcplug.admission.pod.rules import (
    MOUNT_CONFLICT,
    UNKNOWN_VOLUME,
    Problems,
    descending,
    duplicate,
    missing,
    no_backsteps,
    one_of_if_written,
    shown,
)
from vcplug.admission.pod.versions import IMAGE_SUB_PATHS, IMAGE_VOLUMES, RECURSIVE_READ_ONLY
from vcplug.model import Path, Problem

_PROPAGATIONS = ("None", "HostToContainer", "Bidirectional")


def check_mounts(container: Struct, volumes: Struct, path: Path, kubernetes: int) -> Problems:
    if not container.get("volumeMounts"):
        return
    device_names, device_paths = set(), set()
    for _, device in structs(container, "volumeDevices"):
        device_names.add(text(device, "name"))
        device_paths.add(text(device, "devicePath"))
    seen: set[str] = set()
    for index, mount in structs(container, "volumeMounts"):
        at = (*path, "volumeMounts", index)
        yield from _volume(mount, volumes, at)
        where = text(mount, "mountPath")
        if not where:
            yield missing((*at, "mountPath"), "write where in the container the volume appears")
        elif where in seen:
            yield duplicate((*at, "mountPath"), where)
        elif where in device_paths:
            message = f"{shown(where)} is a devicePath too"
            yield Problem(MOUNT_CONFLICT, message, (*at, "mountPath"), hint="use another path")
        if text(mount, "name") in device_names:
            message = f"volume {shown(text(mount, 'name'))} is in volumeDevices too"
            yield Problem(MOUNT_CONFLICT, message, (*at, "name"), hint="mount it, or use it as a device, not both")
        seen.add(where)
        yield from _sub_path(mount, volumes, at, kubernetes)
        yield from _propagation(mount, container, at, kubernetes)


def _volume(mount: Struct, volumes: Struct, path: Path) -> Problems:
    name = text(mount, "name")
    if not name:
        yield missing((*path, "name"), "write the name of one of the pod's volumes")
    elif name not in volumes:
        message = f"there is no volume {shown(name)} in this template"
        known = f"; it has {', '.join(sorted(volumes))}" if volumes else ""
        hint = f"add it to volumes{known}. What plugins and spec.volumes of the job add is not there yet"
        yield Problem(UNKNOWN_VOLUME, message, (*path, "name"), hint=hint)


def _sub_path(mount: Struct, volumes: Struct, path: Path, kubernetes: int) -> Problems:
    plain, computed = text(mount, "subPath"), text(mount, "subPathExpr")
    if plain:
        yield from descending((*path, "subPath"), plain)
    if computed:
        if plain:
            yield Problem(
                MOUNT_CONFLICT, "subPath and subPathExpr exclude each other", (*path, "subPathExpr"), "key", "drop one of them"
            )
        yield from descending((*path, "subPathExpr"), computed)
    if (
        IMAGE_VOLUMES <= kubernetes < IMAGE_SUB_PATHS
        and (plain or computed)
        and struct(volumes.get(text(mount, "name")) or {}, "image") is not None
    ):
        key = "subPath" if plain else "subPathExpr"
        yield Problem(MOUNT_CONFLICT, f"an image volume cannot be mounted with {key}", (*path, key), "key", f"drop {key}")


def _propagation(mount: Struct, container: Struct, path: Path, kubernetes: int) -> Problems:
    yield from one_of_if_written(mount, "mountPropagation", path, _PROPAGATIONS)
    propagation = text(mount, "mountPropagation")
    if propagation == "Bidirectional" and not flag(mapping(container, "securityContext"), "privileged"):
        message = "mountPropagation Bidirectional needs a privileged container"
        yield Problem(MOUNT_CONFLICT, message, (*path, "mountPropagation"), hint="write securityContext: {privileged: true}")
    if kubernetes < RECURSIVE_READ_ONLY:
        return
    yield from one_of_if_written(mount, "recursiveReadOnly", path, ("Disabled", "IfPossible", "Enabled"))
    recursive = text(mount, "recursiveReadOnly")
    if recursive in ("IfPossible", "Enabled"):
        at = (*path, "recursiveReadOnly")
        if not flag(mount, "readOnly"):
            yield Problem(MOUNT_CONFLICT, f"recursiveReadOnly {recursive} needs readOnly", at, hint="write readOnly: true")
        if mount.get("mountPropagation") is not None and propagation != "None":
            message = f"recursiveReadOnly {recursive} does not go with mountPropagation {propagation}"
            yield Problem(MOUNT_CONFLICT, message, at, hint="drop mountPropagation")


def check_devices(container: Struct, volumes: Struct, path: Path) -> Problems:
    if not container.get("volumeDevices"):
        return
    mount_names, mount_paths = set(), set()
    for _, mount in structs(container, "volumeMounts"):
        mount_names.add(text(mount, "name"))
        mount_paths.add(text(mount, "mountPath"))
    names: set[str] = set()
    paths: set[str] = set()
    for index, device in structs(container, "volumeDevices"):
        at = (*path, "volumeDevices", index)
        name, where = text(device, "name"), text(device, "devicePath")
        yield from _volume(device, volumes, at)
        if name and name in names:
            yield duplicate((*at, "name"), name)
        elif name in mount_names:
            yield Problem(
                MOUNT_CONFLICT, f"volume {shown(name)} is in volumeMounts too", (*at, "name"), hint="keep it in one of them"
            )
        if name in volumes and not _is_claim(volumes[name]):
            message = f"volume {shown(name)} cannot be a device"
            yield Problem(MOUNT_CONFLICT, message, (*at, "name"), hint="only a persistentVolumeClaim or ephemeral volume can")
        if not where:
            yield missing((*at, "devicePath"), "write the device's path in the container, such as /dev/xvda")
        else:
            if where in paths:
                yield duplicate((*at, "devicePath"), where)
            elif where in mount_paths:
                yield Problem(MOUNT_CONFLICT, f"{shown(where)} is a mountPath too", (*at, "devicePath"), hint="use another path")
            yield from no_backsteps((*at, "devicePath"), where)
        names.add(name)
        paths.add(where)


def _is_claim(volume: Struct) -> bool:
    return struct(volume, "persistentVolumeClaim") is not None or struct(volume, "ephemeral") is not None
