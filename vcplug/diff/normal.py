"""Two ways to write the same object, made one: empty fields, API defaults, amounts, secrets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vcplug.diff import Item
from vcplug.diff.shape import is_sound
from vcplug.quantity import QuantityError, parse

KNOWN = frozenset(("Pod", "Service", "ConfigMap", "Secret", "PersistentVolumeClaim", "NetworkPolicy", "PodGroup"))
"""kinds whose defaults are known here; of others only nulls are dropped"""
_FREE = frozenset((
    "data", "binaryData", "labels", "annotations", "matchLabels", "nodeSelector", "selector", "minTaskMember", "requests",
    "limits", "overhead", "minResources", "volumeAttributes", "options",
))  # fmt: skip
"""maps whose keys are the author's own: an empty value says something"""
_AMOUNTS = frozenset(("requests", "limits", "overhead", "minResources"))
_POINTERS = frozenset((
    "allowPrivilegeEscalation", "automountServiceAccountToken", "enableServiceLinks", "runAsNonRoot", "hostUsers", "runAsUser",
    "runAsGroup", "fsGroup", "tolerationSeconds", "terminationGracePeriodSeconds", "defaultMode", "mode", "activeDeadlineSeconds",
    "storageClassName", "priority", "highestTierAllowed",
))  # fmt: skip
"""fields of which 0, false or "" is not the same as nothing"""
_SAYING = frozenset(
    ("emptyDir", "podSelector", "namespaceSelector", "labelSelector", "downwardAPI", "projected", "configMap", "secret")
)
"""fields that say something even when they are {}"""
_PROBES = ("livenessProbe", "readinessProbe", "startupProbe")
DEFAULTS: dict[tuple[str, str], Any] = {
    ("spec", "restartPolicy"): "Always", ("spec", "dnsPolicy"): "ClusterFirst", ("spec", "enableServiceLinks"): True,
    ("spec", "terminationGracePeriodSeconds"): 30, ("spec", "schedulerName"): "default-scheduler",
    ("spec", "serviceAccountName"): "default", ("spec", "preemptionPolicy"): "PreemptLowerPriority",
    ("spec", "type"): "ClusterIP", ("spec", "sessionAffinity"): "None", ("spec", "internalTrafficPolicy"): "Cluster",
    ("spec", "ipFamilyPolicy"): "SingleStack", ("spec", "volumeMode"): "Filesystem",
    ("", "type"): "Opaque",
    ("ports", "protocol"): "TCP", ("httpGet", "scheme"): "HTTP", ("httpGet", "path"): "/",
    ("fieldRef", "apiVersion"): "v1", ("resourceFieldRef", "divisor"): "0",
    ("serviceAccountToken", "expirationSeconds"): 3600,
    ("iscsi", "iscsiInterface"): "default", ("rbd", "keyring"): "/etc/ceph/keyring", ("rbd", "pool"): "rbd",
    ("rbd", "user"): "admin", ("azureDisk", "fsType"): "ext4", ("azureDisk", "cachingMode"): "ReadWrite",
    ("azureDisk", "kind"): "Shared", ("scaleIO", "fsType"): "xfs", ("scaleIO", "storageMode"): "ThinProvisioned",
    **{(source, "defaultMode"): 0o644 for source in ("secret", "configMap", "projected", "downwardAPI")},
    **{(group, "terminationMessagePath"): "/dev/termination-log" for group in ("containers", "initContainers")},
    **{(group, "terminationMessagePolicy"): "File" for group in ("containers", "initContainers")},
    **{(probe, field): value for probe in _PROBES for field, value in
       (("timeoutSeconds", 1), ("periodSeconds", 10), ("successThreshold", 1), ("failureThreshold", 3))},
}  # fmt: skip
"""(holder, field) -> what the API server writes where nothing is written"""


def default_of(found: dict[str, Any], path: Sequence[str | Item]) -> Any:
    """What the API server writes at this place where nothing is written; None where that is not known."""
    fields = [step for step in path if isinstance(step, str)]
    holder = fields[-2] if len(fields) > 1 else ""
    known = found.get("kind") in KNOWN and fields and isinstance(path[-1], str)
    return DEFAULTS.get((holder, fields[-1])) if known else None


def normal(found: dict[str, Any]) -> dict[str, Any]:
    """The object as comparing sees it. Positions in lists stay as they are."""
    kind = found.get("kind")
    if kind == "Secret" and is_sound(found):
        found = _secret(found)
    if kind not in KNOWN or not is_sound(found):
        kept: dict[str, Any] = _without_nulls(found)
        return kept
    whole: dict[str, Any] = _walk(found, "", "")
    spec = whole.get("spec")
    if isinstance(spec, dict):
        if kind == "Pod":
            _pod(spec)
        elif kind == "Service":
            _service(spec)
        elif kind == "NetworkPolicy" and spec.get("policyTypes") == ["Ingress"] and "egress" not in spec:
            del spec["policyTypes"]
    return whole


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nulls(item) for key, item in value.items() if item is not None}
    return [_without_nulls(item) for item in value] if isinstance(value, list) else value


def _walk(value: Any, field: str, holder: str) -> Any:
    if isinstance(value, dict):
        if field in _AMOUNTS:
            return {key: _amount(item) for key, item in value.items() if item is not None}
        # a Service's selector is a map of labels; elsewhere a selector holds more than labels
        if field in _FREE and all(not isinstance(item, (dict, list)) for item in value.values()):
            return {key: item for key, item in value.items() if item is not None}
        kept = {}
        for key, item in value.items():
            item = _walk(item, key, field)
            if not _says_nothing(item, key, field):
                kept[key] = item
        return kept
    if isinstance(value, list):
        return [_walk(item, field, holder) for item in value]
    return _amount(value) if field in ("sizeLimit", "divisor") else value


def _says_nothing(value: Any, field: str, holder: str) -> bool:
    if value is None:
        return True
    if value == {} or value == []:
        return field not in _SAYING
    if isinstance(value, (dict, list)):
        return False
    if field not in _POINTERS and (value == "" or (isinstance(value, (bool, int, float)) and not value)):
        return True
    default = DEFAULTS.get((holder, field))
    return default is not None and default == value and isinstance(default, bool) == isinstance(value, bool)


def _amount(value: Any) -> Any:
    if not isinstance(value, (str, int)) or isinstance(value, bool):
        return value
    try:
        return str(parse(value))
    except QuantityError:
        return value


def _pod(spec: dict[str, Any]) -> None:
    alias = spec.pop("serviceAccount", None)
    if alias not in (None, "default") and "serviceAccountName" not in spec:
        spec["serviceAccountName"] = alias
    for volume in spec.get("volumes") or ():
        if isinstance(volume, dict) and volume.keys() == {"name"}:
            volume["emptyDir"] = {}
    for group in ("initContainers", "containers"):
        for container in spec.get(group) or ():
            if isinstance(container, dict):
                _container(container, bool(spec.get("hostNetwork")))


def _container(container: dict[str, Any], on_host: bool) -> None:
    if container.get("imagePullPolicy") == _pull_policy(str(container.get("image") or "")):
        del container["imagePullPolicy"]
    resources = container.get("resources")
    if isinstance(resources, dict) and isinstance(resources.get("limits"), dict):
        # the API server asks for what is limited where nothing is asked for
        resources["requests"] = {**resources["limits"], **(resources.get("requests") or {})}
    if isinstance(container.get("resizePolicy"), list) and all(
        isinstance(one, dict) and one.get("restartPolicy") == "NotRequired" for one in container["resizePolicy"]
    ):
        del container["resizePolicy"]
    for port in container.get("ports") or ():
        if on_host and isinstance(port, dict) and port.get("hostPort") == port.get("containerPort"):
            port.pop("hostPort", None)


def _pull_policy(image: str) -> str:
    name, _, digest = image.partition("@")
    tag = name.rpartition("/")[2].partition(":")[2]
    return "IfNotPresent" if digest or (tag and tag != "latest") else "Always"


def _service(spec: dict[str, Any]) -> None:
    if spec.get("clusterIPs") == [spec.get("clusterIP")]:
        del spec["clusterIPs"]
    for port in spec.get("ports") or ():
        if isinstance(port, dict) and port.get("targetPort") == port.get("port"):
            port.pop("targetPort", None)


def _secret(found: dict[str, Any]) -> dict[str, Any]:
    """Clear text as the API server stores it."""
    clear = found.get("stringData")
    if not isinstance(clear, dict):
        return found
    from base64 import b64encode

    coded = {key: b64encode(str(value).encode("utf-8", "surrogatepass")).decode() for key, value in clear.items()}
    kept = {key: value for key, value in found.items() if key != "stringData"}
    return {**kept, "data": {**(found.get("data") or {}), **coded}}
