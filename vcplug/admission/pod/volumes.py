"""The pod's volumes: names, one source each, and what each kind of source needs."""

from __future__ import annotations

import re
from collections.abc import Callable

from vcplug import names
from vcplug.admission.pod.claims import check_claim_template
from vcplug.admission.pod.containers import PULL_POLICIES
from vcplug.admission.pod.projected import check_files, check_items, check_projected
from vcplug.admission.pod.reading import Struct, flag, mapping, pairs, quantity, sequence, struct, structs, text
from vcplug.admission.pod.resources import bad_quantity
from vcplug.admission.pod.rules import (
    BAD_NAME,
    BAD_PATH,
    BAD_QUANTITY,
    BAD_SOURCE,
    UNSUPPORTED,
    VOLUME_SOURCES,
    Problems,
    check_driver_name,
    descending,
    duplicate,
    misnamed,
    missing,
    mode,
    named,
    named_if_set,
    no_backsteps,
    one_of,
    one_of_if_written,
    required,
    shown,
    within,
)
from vcplug.admission.pod.versions import IMAGE_PULL_DEFAULT, IMAGE_VOLUMES
from vcplug.model import Path, Problem

SOURCES = (
    "emptyDir", "hostPath", "gitRepo", "gcePersistentDisk", "awsElasticBlockStore", "secret", "nfs", "iscsi", "glusterfs",
    "flocker", "persistentVolumeClaim", "rbd", "cinder", "cephfs", "quobyte", "downwardAPI", "fc", "flexVolume", "configMap",
    "azureFile", "vsphereVolume", "photonPersistentDisk", "portworxVolume", "azureDisk", "storageos", "projected", "scaleIO",
    "csi", "ephemeral", "image",
)  # fmt: skip
"""in the order in which Kubernetes looks for them"""
_POSITIONS = {source: position for position, source in enumerate(SOURCES)}
_NEEDED = {
    "gitRepo": ("repository",),
    "gcePersistentDisk": ("pdName",),
    "awsElasticBlockStore": ("volumeID",),
    "glusterfs": ("endpoints", "path"),
    "persistentVolumeClaim": ("claimName",),
    "rbd": ("monitors", "image"),
    "cinder": ("volumeID",),
    "cephfs": ("monitors",),
    "flexVolume": ("driver",),
    "azureFile": ("secretName", "shareName"),
    "azureDisk": ("diskName", "diskURI"),
    "vsphereVolume": ("volumePath",),
    "photonPersistentDisk": ("pdID",),
    "portworxVolume": ("volumeID",),
    "scaleIO": ("gateway", "system", "volumeName"),
    "nfs": ("server", "path"),
    "hostPath": ("path",),
    "secret": ("secretName",),
    "configMap": ("name",),
    "quobyte": ("registry", "volume"),
    "iscsi": ("targetPortal", "iqn"),
}
_HOST_PATHS = ("", "DirectoryOrCreate", "Directory", "FileOrCreate", "File", "Socket", "CharDevice", "BlockDevice")


def check_volumes(spec: Struct, path: Path, kubernetes: int) -> Problems:
    seen: set[str] = set()
    for index, volume in structs(spec, "volumes"):
        at = (*path, "volumes", index)
        name = text(volume, "name")
        yield from named(volume, "name", at, names.check_dns_label)
        if name and name in seen:
            yield duplicate((*at, "name"), name, "volume")
        seen.add(name)
        written = sorted(
            (key for key in volume if key in _POSITIONS and struct(volume, key) is not None), key=_POSITIONS.__getitem__
        )
        if kubernetes < IMAGE_VOLUMES and len(written) > 1 and written[-1] == "image":
            # Kubernetes 1.31 has the field but does not look at it yet
            written.pop()
        for extra in written[1:]:
            message = f"a volume has one source, this one has {written[0]} and {extra}"
            yield Problem(VOLUME_SOURCES, message, (*at, extra), "key", "drop one, or make two volumes")
        if written:
            yield from _source(written[0], volume, (*at, written[0]), kubernetes)


def _source(kind: str, volume: Struct, path: Path, kubernetes: int) -> Problems:
    source = mapping(volume, kind)
    yield from required(source, path, *_NEEDED.get(kind, ()))
    if kind in _CHECKS:
        yield from _CHECKS[kind](source, path, kubernetes)
    elif kind == "iscsi":
        yield from _iscsi(source, text(volume, "name"), path)


def _empty_dir(source: Struct, path: Path, kubernetes: int) -> Problems:
    limit = source.get("sizeLimit")
    if limit is None:
        return
    size = quantity(limit)
    if size is None:
        yield bad_quantity((*path, "sizeLimit"), limit)
    elif size.nanos < 0:
        message = f"sizeLimit {shown(limit)} is negative"
        yield Problem(BAD_QUANTITY, message, (*path, "sizeLimit"), hint="write 0 or more, such as 1Gi")


def _host_path(source: Struct, path: Path, kubernetes: int) -> Problems:
    where = text(source, "path")
    yield from no_backsteps((*path, "path"), where)
    if where:
        yield from one_of(source, "type", path, _HOST_PATHS)


def _git(source: Struct, path: Path, kubernetes: int) -> Problems:
    yield from descending((*path, "directory"), text(source, "directory"))


def _disk(source: Struct, path: Path, kubernetes: int) -> Problems:
    yield from within(source, "partition", path, 0, 255)


def _keys(source: Struct, path: Path, kubernetes: int) -> Problems:
    """A Secret or ConfigMap as files."""
    yield from mode(source, "defaultMode", path)
    yield from check_items(source, path)


def _nfs(source: Struct, path: Path, kubernetes: int) -> Problems:
    where = text(source, "path")
    if where and not where.startswith("/"):
        yield Problem(
            BAD_PATH, f"path {shown(where)} does not start with /", (*path, "path"), hint="write the export's full path"
        )


_IQN = r"iqn\.\d{4}-\d{2}\.([A-Za-z0-9.-]+)(:[^,;*&$|\s]+)\Z"
_EUI = r"eui.[A-Za-z0-9]{16}\Z"
_NAA = r"naa.[A-Za-z0-9]{32}\Z"


def _is_initiator(name: str) -> bool:
    """Kubernetes' patterns, loose as they are: the one of iqn may begin anywhere, and their dots are any character."""
    if name.startswith("iqn"):
        return re.search(_IQN, name, re.ASCII) is not None
    return re.match(_EUI if name.startswith("eui") else _NAA, name) is not None


def _iscsi(source: Struct, volume: str, path: Path) -> Problems:
    hint = "write a name such as iqn.2024-01.com.example:disk1"
    for key in ("iqn", "initiatorName"):
        name = source.get(key)
        if isinstance(name, str) and (name or key == "initiatorName") and not _is_initiator(name):
            yield Problem(BAD_SOURCE, f"{key} {shown(name)} is not an iSCSI name", (*path, key), hint=hint)
    yield from within(source, "lun", path, 0, 255)
    for key in ("chapAuthDiscovery", "chapAuthSession"):
        if flag(source, key) and struct(source, "secretRef") is None:
            yield missing((*path, "secretRef"), f"{key} needs the Secret with its passwords")
    portal = text(source, "targetPortal")
    if isinstance(source.get("initiatorName"), str) and len(f"{volume}:{portal}".encode("utf-8", "surrogatepass")) > 64:
        message = "with an initiatorName, the volume's name and targetPortal together have more than 63 characters"
        yield Problem(BAD_SOURCE, message, (*path, "targetPortal"), hint="shorten the volume's name")


def _flocker(source: Struct, path: Path, kubernetes: int) -> Problems:
    name, identity = text(source, "datasetName"), text(source, "datasetUUID")
    if bool(name) == bool(identity):
        yield Problem(BAD_SOURCE, "flocker needs either datasetName or datasetUUID", path, hint="write exactly one of them")
    if "/" in name:
        yield Problem(BAD_SOURCE, f"datasetName {shown(name)} has a / in it", (*path, "datasetName"), hint="write it without /")


def _secret_name(source: Struct, path: Path, kubernetes: int) -> Problems:
    reference = struct(source, "secretRef")
    if reference is not None:
        yield from required(reference, (*path, "secretRef"), "name")


def _quobyte(source: Struct, path: Path, kubernetes: int) -> Problems:
    registry, tenant = text(source, "registry"), text(source, "tenant")
    if len(tenant.encode("utf-8", "surrogatepass")) >= 65:
        yield Problem(BAD_SOURCE, "tenant has more than 64 characters", (*path, "tenant"), hint="use its UUID")
    elif registry and not all(_is_host_and_port(part) for part in registry.split(",")):
        message = f"registry {shown(registry)} is not a list of hosts with ports"
        yield Problem(BAD_SOURCE, message, (*path, "registry"), hint="write host:port, several by comma")


def _is_host_and_port(address: str) -> bool:
    """Go's net.SplitHostPort, which takes an empty host and port too."""
    if address.startswith("["):
        host, bracket, port = address[1:].partition("]")
        return bool(bracket) and port.startswith(":") and not set("[]:") & set(port[1:]) and "[" not in host
    return address.count(":") == 1 and not set("[]") & set(address)


def _downward(source: Struct, path: Path, kubernetes: int) -> Problems:
    yield from mode(source, "defaultMode", path)
    yield from check_files(source, path)


def _fibre(source: Struct, path: Path, kubernetes: int) -> Problems:
    targets, ids = sequence(source, "targetWWNs"), sequence(source, "wwids")
    if bool(targets) == bool(ids):
        yield Problem(BAD_SOURCE, "fc needs either targetWWNs or wwids", path, hint="write exactly one of them")
    if targets:
        if source.get("lun") is None:
            yield missing((*path, "lun"), "targetWWNs need a lun from 0 to 255")
        yield from within(source, "lun", path, 0, 255)


def _flex(source: Struct, path: Path, kubernetes: int) -> Problems:
    for key, _ in pairs(source, "options"):
        domain = key.partition("/")[0].lower()
        if domain in ("kubernetes.io", "k8s.io") or domain.endswith((".kubernetes.io", ".k8s.io")):
            message = f"the option {shown(key)} is kept for Kubernetes itself"
            yield Problem(BAD_SOURCE, message, (*path, "options", key), "key", "use another domain")


def _azure_disk(source: Struct, path: Path, kubernetes: int) -> Problems:
    yield from one_of_if_written(source, "cachingMode", path, ("None", "ReadOnly", "ReadWrite"))
    yield from one_of_if_written(source, "kind", path, ("Shared", "Dedicated", "Managed"))
    managed, uri = text(source, "kind") == "Managed", text(source, "diskURI")
    start = "/subscriptions/" if managed else "https://"
    if uri and not uri.startswith(start):
        message = f"diskURI of a {'managed' if managed else 'blob'} disk does not start with {start}"
        hint = f"write the disk's {start} address" + ("" if managed else ", or kind: Managed")
        yield Problem(BAD_SOURCE, message, (*path, "diskURI"), hint=hint)


def _storage_os(source: Struct, path: Path, kubernetes: int) -> Problems:
    yield from named(source, "volumeName", path, names.check_dns_label)
    yield from named_if_set(source, "volumeNamespace", path, names.check_dns_label)
    yield from _secret_name(source, path, kubernetes)


def _csi(source: Struct, path: Path, kubernetes: int) -> Problems:
    driver = text(source, "driver")
    if not driver:
        yield missing((*path, "driver"), "write the name of the CSI driver")
    elif len(driver.encode("utf-8", "surrogatepass")) > 63:
        message = f"driver {shown(driver)} has more than 63 characters"
        yield Problem(BAD_NAME, message, (*path, "driver"), hint="write the name of the CSI driver")
    else:
        yield from misnamed((*path, "driver"), driver, check_driver_name)
    reference = struct(source, "nodePublishSecretRef")
    if reference is not None:
        yield from named(reference, "name", (*path, "nodePublishSecretRef"), names.check_dns_subdomain)


def _ephemeral(source: Struct, path: Path, kubernetes: int) -> Problems:
    template = struct(source, "volumeClaimTemplate")
    if template is None:
        yield missing((*path, "volumeClaimTemplate"), "write the claim that each pod gets")
    else:
        yield from check_claim_template(template, (*path, "volumeClaimTemplate"), kubernetes)


def _image(source: Struct, path: Path, kubernetes: int) -> Problems:
    if kubernetes < IMAGE_VOLUMES:
        message = "image volumes are not known to this release's validation"
        yield Problem(UNSUPPORTED, message, path, "key", "use an init container that copies the files to an emptyDir")
    elif kubernetes < IMAGE_PULL_DEFAULT and not text(source, "pullPolicy"):
        yield missing((*path, "pullPolicy"), "write Always, IfNotPresent or Never: before Volcano 1.15 it has no default")
    else:
        yield from one_of(source, "pullPolicy", path, PULL_POLICIES)


_CHECKS: dict[str, Callable[[Struct, Path, int], Problems]] = {
    "emptyDir": _empty_dir,
    "hostPath": _host_path,
    "gitRepo": _git,
    "gcePersistentDisk": _disk,
    "awsElasticBlockStore": _disk,
    "secret": _keys,
    "configMap": _keys,
    "nfs": _nfs,
    "flocker": _flocker,
    "cinder": _secret_name,
    "quobyte": _quobyte,
    "downwardAPI": _downward,
    "fc": _fibre,
    "flexVolume": _flex,
    "azureDisk": _azure_disk,
    "storageos": _storage_os,
    "projected": check_projected,
    "csi": _csi,
    "ephemeral": _ephemeral,
    "image": _image,
}
