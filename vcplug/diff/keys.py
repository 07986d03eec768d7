"""How entries of Kubernetes lists are told apart: by name, by path, by number, or by where they stand."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from vcplug.holes import Text

_FIELDS = {
    "volumeMounts": "mountPath", "volumeDevices": "devicePath", "hostAliases": "ip", "items": "key",
    "readinessGates": "conditionType", "topologySpreadConstraints": "topologyKey", "ownerReferences": "uid",
    "containers": "name", "initContainers": "name", "ephemeralContainers": "name", "env": "name", "volumes": "name",
    "imagePullSecrets": "name", "subGroupPolicy": "name", "resourceClaims": "name", "schedulingGates": "name", "sysctls": "name",
}  # fmt: skip
"""list -> the field that tells its entries apart"""
_CONTENT = frozenset(("tolerations", "envFrom", "sources", "matchExpressions", "from", "to", "ingress", "egress"))
"""lists whose entries are told apart by all they hold"""
_SETS = frozenset(("accessModes", "policyTypes", "finalizers", "matchLabelKeys", "add", "drop"))
"""lists of plain values whose order means nothing"""


def is_by_content(field: str) -> bool:
    """Whether an entry's key is all that it holds: too long to be shown."""
    return field in _CONTENT


def keyed(field: str, items: Sequence[Any]) -> dict[str, int] | None:
    """Key -> position of each entry; doubles are told apart by how often the key was seen. None: compare by position."""
    key_of = _key(field, items)
    if key_of is None:
        return None
    found: dict[str, int] = {}
    seen: dict[str, int] = {}
    for position, item in enumerate(items):
        key = key_of(item)
        seen[key] = seen.get(key, 0) + 1
        found[key if seen[key] == 1 else f"{key} #{seen[key]}"] = position
    return found


def _key(field: str, items: Sequence[Any]) -> Callable[[Any], str] | None:
    if field in _SETS:
        return str
    if not all(isinstance(item, dict) for item in items):
        return None
    if field == "ports":
        return _port
    if field in _CONTENT:
        return _content
    name = _FIELDS.get(field, "name")
    if all(isinstance(item.get(name), (str, Text)) for item in items):
        return lambda item: str(item[name])
    return None


def _port(port: dict[str, Any]) -> str:
    number = port.get("containerPort", port.get("port", ""))
    protocol = port.get("protocol", "TCP")
    return str(number) if protocol == "TCP" else f"{number}/{protocol}"


def _content(item: dict[str, Any]) -> str:
    return json.dumps(item, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=str)
