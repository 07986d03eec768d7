"""The PodGroup, and how much of the cluster it asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from vcplug.model import Job, Manifest, Origin, Task
from vcplug.quantity import ZERO, Quantity, parse

Resources = dict[str, Quantity]

SYSTEM_PRIORITIES = {"system-node-critical": 2000001000, "system-cluster-critical": 2000000000}
DOUBLED = ("cpu", "memory", "ephemeral-storage")
"""counted under their own name and under `requests.`; also what `limits.` are counted of"""
POD_LEVEL_SINCE = 34
"""Kubernetes 1.34 counts a pod's own resources instead of its containers'"""


def pod_group(job: Job, name: str, priorities: Mapping[str, int]) -> Manifest:
    metadata: dict[str, Any] = {"name": name, "namespace": job.namespace}
    for key in ("labels", "annotations"):
        if job.metadata.get(key):
            metadata[key] = dict(job.metadata[key])
    minimum: int = job.spec["minAvailable"]
    spec: dict[str, Any] = {
        "minMember": minimum,
        "minTaskMember": {task.name: task.min_available for task in job.tasks},
        "queue": job.spec["queue"],
        "minResources": {key: str(amount) for key, amount in sorted(_minimum(job, minimum, priorities).items())},
    }
    if job.spec.get("priorityClassName"):
        spec["priorityClassName"] = job.spec["priorityClassName"]
    if job.spec.get("networkTopology") is not None and job.release.has("group-network-topology"):
        spec["networkTopology"] = dict(job.spec["networkTopology"])
    groups = list(_sub_groups(job))
    if groups:
        spec["subGroupPolicy"] = groups
    made = {"apiVersion": "scheduling.volcano.sh/v1beta1", "kind": "PodGroup", "metadata": metadata, "spec": spec}
    return Manifest(made, {(): Origin("controller", "what must fit before the first pod starts", path=("spec", "minAvailable"))})


def _sub_groups(job: Job) -> Iterator[dict[str, Any]]:
    for task in job.tasks:
        policy = task.data.get("partitionPolicy")
        if policy is None or not job.release.has("partitions"):
            continue
        group: dict[str, Any] = {
            "name": task.name,
            "labelSelector": {"matchLabels": {"volcano.sh/task-spec": task.name}},
            "matchLabelKeys": ["volcano.sh/partition-id"],
            "subGroupSize": policy.get("partitionSize", 0),
            "minSubGroups": policy.get("minPartitions", 0),
        }
        if policy.get("networkTopology") is not None:
            group["networkTopology"] = dict(policy["networkTopology"])
        yield group


def _minimum(job: Job, minimum: int, priorities: Mapping[str, int]) -> Resources:
    """Sum over the pods that count; equal pods of a task are multiplied, not added one by one."""
    total: Resources = {}
    for task, count in _counted(job, minimum, priorities):
        if count > 0:
            _add(total, {name: amount * count for name, amount in usage(task.pod_spec, job.release.kubernetes).items()})
    return total


def _counted(job: Job, minimum: int, priorities: Mapping[str, int]) -> Iterator[tuple[Task, int]]:
    """Which pods count: volcano.md, section 3, "Which pods"."""
    tasks = _by_priority(job.tasks, priorities)
    floor = sum(task.min_available for task in job.tasks)
    left = minimum
    sure = {task.name: 0 for task in tasks}
    if job.release.has("minimum-by-task") and minimum >= floor:
        sure = {task.name: task.min_available for task in tasks}
        left -= floor
    for task in tasks:
        more = max(0, min(task.replicas - sure[task.name], left))
        left -= more
        yield task, sure[task.name] + more


def _by_priority(tasks: Sequence[Task], priorities: Mapping[str, int]) -> list[Task]:
    """Highest first. Many tasks of equal priority do not stay in order, because the controller's sorting is not stable."""
    keys = [-_priority(task, priorities) for task in tasks]
    if len(set(keys)) == 1:
        return list(tasks)
    from vcplug.expand.gosort import order

    return [tasks[position] for position in order(keys)]


def _priority(task: Task, priorities: Mapping[str, int]) -> int:
    name = task.pod_spec.get("priorityClassName") or ""
    return priorities.get(name, SYSTEM_PRIORITIES.get(name, 0))


def usage(spec: Mapping[str, Any], kubernetes: int) -> Resources:
    """What one pod counts, as Kubernetes' quota counts pods, extended resources also under their own name."""
    counted = {"pods": parse("1"), "count/pods": parse("1")}
    for name, amount in _pod_total(spec, "requests", kubernetes).items():
        if name in DOUBLED or name.startswith("hugepages-") or _is_extended(name):
            counted[name] = counted[f"requests.{name}"] = amount
    for name, amount in _pod_total(spec, "limits", kubernetes).items():
        if name in DOUBLED:
            counted[f"limits.{name}"] = amount
    return counted


def _is_extended(name: str) -> bool:
    return "/" in name and "kubernetes.io/" not in name and not name.startswith("requests.")


def _pod_total(spec: Mapping[str, Any], kind: str, kubernetes: int) -> Resources:
    """Containers add up; init containers run before them, so only the larger of the two counts; sidecars add to both."""
    running: Resources = {}
    for container in spec.get("containers") or ():
        _add(running, _amounts(container, kind))
    sidecars: Resources = {}
    starting: Resources = {}
    for container in spec.get("initContainers") or ():
        own = _amounts(container, kind)
        if container.get("restartPolicy") == "Always":
            _add(running, own)
            _add(sidecars, own)
            own = dict(sidecars)
        else:
            _add(own, sidecars)
        _raise_to(starting, own)
    _raise_to(running, starting)
    if kubernetes >= POD_LEVEL_SINCE:
        running |= {n: a for n, a in _amounts(spec, kind).items() if n in ("cpu", "memory") or n.startswith("hugepages-")}
    return _with_overhead(running, spec, kind)


def _with_overhead(total: Resources, spec: Mapping[str, Any], kind: str) -> Resources:
    overhead = {name: parse(amount) for name, amount in (spec.get("overhead") or {}).items()}
    if kind == "limits":
        overhead = {name: amount for name, amount in overhead.items() if total.get(name, ZERO)}
    _add(total, overhead)
    return total


def _amounts(holder: Mapping[str, Any], kind: str) -> Resources:
    listed = (holder.get("resources") or {}).get(kind) or {}
    return {name: parse(amount) for name, amount in listed.items()}


def _add(total: Resources, more: Resources) -> None:
    for name, amount in more.items():
        total[name] = total[name] + amount if name in total else amount


def _raise_to(total: Resources, other: Resources) -> None:
    for name, amount in other.items():
        if name not in total or total[name] < amount:
            total[name] = amount
