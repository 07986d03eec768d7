"""What the API server and other controllers write into objects, taken out: cheap, since it is done pod by pod."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from vcplug.diff import Item
from vcplug.diff.shape import CONTAINERS, is_sound

SERVER_METADATA = frozenset((
    "uid", "resourceVersion", "creationTimestamp", "managedFields", "generation", "selfLink", "ownerReferences", "finalizers",
    "generateName", "deletionTimestamp", "deletionGracePeriodSeconds",
))  # fmt: skip
LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"
SERVED_MARKS = (
    "cni.projectcalico.org/containerID", "cni.projectcalico.org/podIP", "k8s.v1.cni.cncf.io/network-status",
    "k8s.v1.cni.cncf.io/networks-status", "k8s.ovn.org/", "ovn.kubernetes.io/", "pv.kubernetes.io/", "volume.kubernetes.io/",
    "volume.beta.kubernetes.io/", "endpoints.kubernetes.io/",
)  # fmt: skip
"""how labels and annotations begin that only clusters write, another one for every object"""
FILLED_MARKS = (
    "cni.projectcalico.org/", "k8s.v1.cni.cncf.io/", "openshift.io/", "kubernetes.io/", "topology.kubernetes.io/",
    "seccomp.security.", "scheduling.volcano.sh/", "cluster-autoscaler.kubernetes.io/", "kubectl.kubernetes.io/",
)  # fmt: skip
"""how those begin that clusters write where authors did not"""
COUNTERS = frozenset((
    "volcano.sh/job-version", "volcano.sh/job-retry-count", "volcano.sh/gpu-index", "volcano.sh/predicate-time",
))  # fmt: skip
"""annotations that Volcano itself moves on while the job runs"""
MEMORY_PRESSURE = "node.kubernetes.io/memory-pressure"
TAINTS = frozenset(("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"))
ACCOUNT_MOUNT = "/var/run/secrets/kubernetes.io/serviceaccount"
_SERVED = {
    "Pod": frozenset(("nodeName", "priority")),
    "Service": frozenset(("clusterIPs", "ipFamilies", "ipFamilyPolicy", "healthCheckNodePort")),
    "PersistentVolumeClaim": frozenset(("volumeName",)),
}


def is_live(found: Mapping[str, Any]) -> bool:
    """Whether an API server has stored this object."""
    metadata = found.get("metadata")
    return isinstance(metadata, dict) and bool(metadata.get("uid") or metadata.get("resourceVersion"))


def strip(found: dict[str, Any]) -> dict[str, Any]:
    """A copy, as shallow as can be, without what only a cluster knows."""
    kind = found.get("kind")
    kept = {key: value for key, value in found.items() if key != "status"}
    metadata = kept.get("metadata")
    if isinstance(metadata, dict):
        kept["metadata"] = metadata = {key: value for key, value in metadata.items() if key not in SERVER_METADATA}
        for marks in ("labels", "annotations"):
            if isinstance(metadata.get(marks), dict):
                metadata[marks] = {key: value for key, value in metadata[marks].items() if not _is_foreign(key)}
    spec = kept.get("spec")
    if isinstance(spec, dict):
        served = _SERVED.get(str(kind), frozenset())
        kept["spec"] = spec = {key: value for key, value in spec.items() if key not in served}
        if kind == "Pod":
            _strip_pod(spec)
        elif kind == "Service":
            _strip_service(spec)
    return kept


def _is_foreign(key: str) -> bool:
    return key in COUNTERS or key.startswith(SERVED_MARKS)


def _strip_pod(spec: dict[str, Any]) -> None:
    if isinstance(spec.get("tolerations"), list):
        spec["tolerations"] = [one for one in spec["tolerations"] if not _is_default_toleration(one)]
    if isinstance(spec.get("imagePullSecrets"), list):
        spec["imagePullSecrets"] = [one for one in spec["imagePullSecrets"] if "-dockercfg-" not in str(one.get("name"))]
    if not isinstance(spec.get("volumes"), list):
        return
    accounts = {name for volume in spec["volumes"] if _is_account(name := str(volume.get("name")))}
    if not accounts:
        return
    spec["volumes"] = [volume for volume in spec["volumes"] if volume.get("name") not in accounts]
    for group in CONTAINERS:
        if isinstance(spec.get(group), list):
            spec[group] = [_without_mounts(container, accounts) for container in spec[group]]


def _is_account(name: str) -> bool:
    return name.startswith(("kube-api-access-", "default-token-"))


def _without_mounts(container: Any, volumes: set[str]) -> Any:
    if not isinstance(container, dict) or not isinstance(container.get("volumeMounts"), list):
        return container
    mounts = [
        mount
        for mount in container["volumeMounts"]
        if not (mount.get("name") in volumes and mount.get("mountPath") == ACCOUNT_MOUNT)
    ]
    return {**container, "volumeMounts": mounts}


def _is_default_toleration(toleration: Any) -> bool:
    return (
        isinstance(toleration, dict)
        and toleration.get("key") in TAINTS
        and toleration.get("effect") == "NoExecute"
        and toleration.get("tolerationSeconds") == 300
    )


def _strip_service(spec: dict[str, Any]) -> None:
    if spec.get("clusterIP") != "None":
        spec.pop("clusterIP", None)
    if isinstance(spec.get("ports"), list):
        spec["ports"] = [{key: value for key, value in port.items() if key != "nodePort"} for port in spec["ports"]]


def is_filled_in(found: Mapping[str, Any], path: Sequence[str | Item], value: Any) -> bool:
    """Whether clusters write this value into the object where its author wrote nothing."""
    if path[:2] in (("metadata", "labels"), ("metadata", "annotations")):
        return str(path[-1]).startswith(FILLED_MARKS)
    if found.get("kind") == "PersistentVolumeClaim":
        return tuple(path) == ("spec", "storageClassName")
    is_toleration = path[:2] == ("spec", "tolerations") and isinstance(value, dict) and is_sound(found)
    return is_toleration and _is_tolerated_by_admission(value, found)


def _is_tolerated_by_admission(toleration: dict[str, Any], pod: Mapping[str, Any]) -> bool:
    """Pods that ask for GPUs may run where only those may, and such with requests where memory is short."""
    if (toleration.get("operator"), toleration.get("effect")) != ("Exists", "NoSchedule"):
        return False
    asked = {
        resource
        for group in CONTAINERS
        for container in pod["spec"].get(group) or ()
        for amounts in (container.get("resources") or {}).values()
        if isinstance(amounts, dict)
        for resource in amounts
        if "/" in resource
    }
    return toleration.get("key") in asked | {MEMORY_PRESSURE}
