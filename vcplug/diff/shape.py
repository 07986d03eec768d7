"""Whether an object has the shape that its kind promises; one that has not is compared as it is, field by field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vcplug.holes import Text

CONTAINERS = ("initContainers", "containers", "ephemeralContainers")
_TEXT = (str, Text)


def is_sound(found: Mapping[str, Any]) -> bool:
    """Whether what looks into lists and maps of this object finds lists and maps."""
    metadata, spec = found.get("metadata"), found.get("spec")
    if not isinstance(metadata, dict) or not _map(metadata.get("labels")) or not _map(metadata.get("annotations")):
        return False
    kind = found.get("kind")
    if kind == "Pod":
        return isinstance(spec, dict) and _is_pod(spec)
    if kind == "Service":
        return isinstance(spec, dict) and _maps(spec.get("ports"))
    if kind == "Secret":
        return _map(found.get("data")) and _map(found.get("stringData"))
    return True


def _is_pod(spec: dict[str, Any]) -> bool:
    if not (_named(spec.get("volumes"), "name") and _named(spec.get("tolerations"), "") and _maps(spec.get("imagePullSecrets"))):
        return False
    if not all(_map(volume.get("persistentVolumeClaim")) for volume in spec.get("volumes") or ()):
        return False
    return all(_named(spec.get(group), "name") and all(map(_is_container, spec.get(group) or ())) for group in CONTAINERS)


def _is_container(container: dict[str, Any]) -> bool:
    resources = container.get("resources")
    if not _map(resources) or (resources and not (_map(resources.get("limits")) and _map(resources.get("requests")))):
        return False
    if not isinstance(container.get("image", ""), _TEXT) or not _maps(container.get("ports")):
        return False
    return (
        _named(container.get("env"), "name")
        and _named(container.get("volumeMounts"), "name")
        and _maps(container.get("resizePolicy"))
    )


def _map(value: Any) -> bool:
    return value is None or isinstance(value, dict)


def _maps(value: Any) -> bool:
    return value is None or (isinstance(value, list) and all(isinstance(item, dict) for item in value))


def _named(value: Any, field: str) -> bool:
    """A list of maps, each with a name that is text; without `field`, the texts that tolerations are made of."""
    if not _maps(value):
        return False
    fields = (field,) if field else ("key", "effect")
    return all(isinstance(item.get(one, ""), _TEXT) for item in value or () for one in fields)
