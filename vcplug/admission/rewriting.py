"""How Go writes what it has read: the task list that the webhook filled in, and every pod and claim of the controller."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from vcplug.quantity import QuantityError, parse

NOTHING: Final[dict[str, Any]] = {}

_FREE = frozenset(("labels", "annotations", "nodeSelector", "matchLabels", "volumeAttributes", "options", "userAnnotations"))
"""maps whose keys are the author's own"""
_AMOUNTS = frozenset(("requests", "limits", "overhead"))
_OMITTED = _FREE | _AMOUNTS | {
    "replicas", "topologyPolicy", "priorityClassName", "hostNetwork", "hostPID", "hostIPC", "nodeName", "schedulerName",
    "serviceAccountName", "serviceAccount", "hostname", "subdomain", "dnsPolicy", "workingDir", "readOnly",
    "subPath", "subPathExpr", "stdin", "stdinOnce", "tty", "imagePullPolicy", "terminationMessagePath",
    "terminationMessagePolicy", "hostPort", "hostIP",
}  # fmt: skip
"""fields that Go leaves out when they are zero, false or empty; others may be pointers, for which a zero says something"""
_REQUIRED = frozenset(("containers", "monitors", "nodeSelectorTerms"))
"""lists that are written even when they are empty"""
_REWRITTEN = frozenset(("timeout", "sizeLimit"))
"""texts that Go writes in a form of its own"""
_AGAIN: dict[str, tuple[int, dict[str, str]]] = {
    "ports[]": (0, {"protocol": "TCP"}),
    "iscsi": (31, {"iscsiInterface": "default"}),
    "rbd": (31, {"keyring": "/etc/ceph/keyring", "pool": "rbd", "user": "admin"}),
    "scaleIO": (31, {"fsType": "xfs", "storageMode": "ThinProvisioned"}),
}
"""empty texts that Go leaves out and the schema's defaults then replace, since which Kubernetes version"""


def rewrite_stored(tasks: list[dict[str, Any]], kubernetes: int) -> list[dict[str, Any]]:
    """Tasks as the webhook's patch leaves them: after it the API server applies the schema's defaults once more."""
    again = {key: values for key, (since, values) in _AGAIN.items() if since <= kubernetes}
    return [rewrite(task, again=again) for task in tasks]


def rewrite(value: Any, key: str = "", again: Mapping[str, Mapping[str, str]] = NOTHING) -> Any:
    """A value as Go writes it: empty fields left out, quantities in their canonical form, a divisor always there."""
    if isinstance(value, dict):
        if key in _FREE:
            return value
        if key in _AMOUNTS:
            return {name: _amount(item) for name, item in value.items()}
        kept = {
            # nearly everything is a text that stays as it is: worth a look before a call
            name: item if type(item) is str and name not in _REWRITTEN else rewrite(item, name, again)
            for name, item in value.items()
            if item or not _is_left_out(name, item)
        }
        kept |= {name: default for name, default in again.get(key, NOTHING).items() if value.get(name) == ""}
        return kept if key != "resourceFieldRef" else {**kept, "divisor": _amount(value.get("divisor", "0"))}
    if isinstance(value, list):
        inner = f"{key}[]"
        return [rewrite(item, inner, again) for item in value]
    if key == "timeout" and isinstance(value, str):
        return _time(value)
    return _amount(value) if key == "sizeLimit" else value


def _amount(value: Any) -> Any:
    try:
        return str(parse(value))
    except QuantityError:
        return value


def _time(text: str) -> str:
    from vcplug import duration

    found = duration.parse(text)
    return text if found is None else duration.write(found)


def _is_left_out(name: str, empty: Any) -> bool:
    return name not in _REQUIRED if isinstance(empty, list) else name in _OMITTED
