"""Which files a volume mount brings into a container, from the objects that are known."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from vcplug.plugins.ssh import FILES

Objects = Mapping[tuple[str, str], Mapping[str, Any]]
"""(kind, name) -> object, of the pod's own namespace"""


class File(NamedTuple):
    """One file in a container."""

    path: str
    content: str
    secret: bool
    source: str
    """`ConfigMap train-svc, key worker.host`"""
    mode: int | None = None


def files(mount: Mapping[str, Any], spec: Mapping[str, Any], objects: Objects) -> Iterator[File]:
    """The files under one mount; none where the volume holds what only the cluster knows."""
    volume = next((one for one in spec.get("volumes") or () if one.get("name") == mount.get("name")), None)
    if volume is None:
        return
    inside = [file for source in sources(volume) for file in _of_source(*source, objects)]
    part = str(mount.get("subPath") or "").strip("/")
    target = str(mount["mountPath"]).rstrip("/") or "/"
    for file in inside:
        if not part:
            yield file._replace(path=_join(target, file.path))
        elif file.path == part:
            yield file._replace(path=target)
        elif file.path.startswith(part + "/"):
            yield file._replace(path=_join(target, file.path[len(part) + 1 :]))


def _join(directory: str, path: str) -> str:
    return f"{directory.rstrip('/')}/{path}"


def sources(volume: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any], int | None]]:
    """Kind, reference and default mode of each ConfigMap or Secret in a volume."""
    for kind, source in (("ConfigMap", volume.get("configMap")), ("Secret", volume.get("secret"))):
        if source:
            yield kind, source, source.get("defaultMode")
    projected = volume.get("projected") or {}
    for part in projected.get("sources") or ():
        for kind, source in (("ConfigMap", part.get("configMap")), ("Secret", part.get("secret"))):
            if source:
                yield kind, source, projected.get("defaultMode")


def reference_name(kind: str, source: Mapping[str, Any]) -> str:
    return str((source.get("secretName") if kind == "Secret" else "") or source.get("name") or "")


def _of_source(kind: str, source: Mapping[str, Any], mode: int | None, objects: Objects) -> Iterator[File]:
    name = reference_name(kind, source)
    found = objects.get((kind, name))
    if found is None:
        return
    data = content(found)
    items = source.get("items") or [{"key": key, "path": key} for key in sorted(data)]
    for item in items:
        if item["key"] in data:
            where = f"{kind} {name}, key {item['key']}"
            secret = kind == "Secret" and is_private(data, item["key"])
            yield File(str(item["path"]), data[item["key"]], secret, where, item.get("mode", mode))


def is_private(data: Mapping[str, str], key: str) -> bool:
    """What must not be shown: all of a Secret, but for the public half and the config of one that the ssh plugin makes."""
    return set(data) != set(FILES) or key == FILES[0] or "PRIVATE KEY" in data[key]


def content(found: Mapping[str, Any]) -> dict[str, str]:
    """The data of a ConfigMap or Secret as text."""
    data = {key: str(value) for key, value in (found.get("data") or {}).items()}
    if found.get("kind") == "Secret":
        data = {key: _decoded(value) for key, value in data.items()}
        data |= {key: str(value) for key, value in (found.get("stringData") or {}).items()}
    else:
        data |= {key: _decoded(value) for key, value in (found.get("binaryData") or {}).items()}
    return data


def _decoded(value: str) -> str:
    try:
        return b64decode(value, validate=False).decode("utf-8", "replace")
    except ValueError:
        return "<not base64>"
