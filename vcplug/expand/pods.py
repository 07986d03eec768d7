"""The pods of a task: one pod with holes, from the template, the controller and the plugins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from vcplug import hosts
from vcplug.expand import claims
from vcplug.holes import INDEX, Hole, Text, text
from vcplug.model import Job, Manifest, Origin, Path, Task
from vcplug.plugins import ORDER, Append, Put, plugin

COPIED_ANNOTATIONS = ("volcano.sh/preemptable", "volcano.sh/cooldown-time", "volcano.sh/revocable-zone")
BUDGET_ANNOTATIONS = ("volcano.sh/jdb-min-available", "volcano.sh/jdb-max-unavailable")
MARKS = {
    "volcano.sh/task-index": ("index of the pod in its task", "task-index-label"),
    "volcano.sh/task-spec": ("the task's name", ""),
    "scheduling.k8s.io/group-name": ("the PodGroup that it is scheduled with", ""),
    "volcano.sh/job-name": ("the job's name", ""),
    "volcano.sh/job-namespace": ("the job's namespace", ""),
    "volcano.sh/queue-name": ("the job's queue", ""),
    "volcano.sh/job-version": ("grows with every restart of the job", ""),
    "volcano.sh/job-retry-count": ("how often the job was retried", "retry-count-annotation"),
    "volcano.sh/template-uid": ("the job's and the task's name", ""),
    "volcano.sh/numa-topology-policy": ("the task's topologyPolicy", ""),
    "volcano.sh/partition-id": ("index ÷ partitionSize", "partitions"),
}
"""label or annotation -> why it is there, and the change that brought it"""
COPIED_LABELS = ("volcano.sh/preemptable", "volcano.sh/cooldown-time")


def series(job: Job, task: Task, group: str, scheduler_name: str = "") -> Manifest:
    """All pods of a task. Without a group they are made for Kubernetes' own scheduler."""
    origins: dict[Path, Origin] = {}
    template_metadata: Mapping[str, Any] = task.template.get("metadata") or {}
    pod: dict[str, Any] = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {
            "name": hosts.pod_name(job, task),
            "namespace": job.namespace,
            "labels": dict(template_metadata.get("labels") or {}),
            "annotations": dict(template_metadata.get("annotations") or {}),
        },
        "spec": clone(task.pod_spec),
    }
    for change in _changes(job, task, group, scheduler_name, pod):
        apply(pod, change, origins)
    return Manifest(pod, origins, range(task.replicas), task.name)


def _changes(job: Job, task: Task, group: str, scheduler_name: str, pod: dict[str, Any]) -> Iterator[Append | Put]:
    """What the controller does, in its order; each is applied before the next is asked for."""
    yield from _spec(job, pod, scheduler_name)
    yield from _volumes(job, pod)
    for kind, marks in (("annotations", _annotations(job, task, group)), ("labels", _labels(job, task))):
        for key, value, path in marks:
            why, change = MARKS.get(key, ("copied from the job", ""))
            yield Put(("metadata", kind, key), value, Origin("controller", why, path=path, change=change))
    for name in ORDER:
        if name in job.plugins:
            yield from plugin(name).dress(job, task, job.plugins[name], pod)


def _spec(job: Job, pod: dict[str, Any], scheduler_name: str) -> Iterator[Put]:
    spec = pod["spec"]
    if scheduler_name:
        yield Put(("spec", "schedulerName"), scheduler_name, Origin("vcplug", "--scheduler-name"))
    elif not spec.get("schedulerName"):
        origin = Origin("controller", "the job's scheduler", path=("spec", "schedulerName"))
        yield Put(("spec", "schedulerName"), job.spec["schedulerName"], origin)
    priority = job.spec.get("priorityClassName")
    if priority and not spec.get("priorityClassName") and job.release.has("pod-priority-class"):
        origin = Origin("controller", "the job's priority class", path=("spec", "priorityClassName"), change="pod-priority-class")
        yield Put(("spec", "priorityClassName"), priority, origin)


def _volumes(job: Job, pod: dict[str, Any]) -> Iterator[Append]:
    """Job volumes are mounted in every container, but not in init containers."""
    for position, volume, claim in claims.volumes(job):
        origin = Origin("job", "volume of the job", path=("spec", "volumes", position))
        name = claims.volume_name(job, position)
        yield Append(("spec", "volumes"), {"name": name, "persistentVolumeClaim": {"claimName": claim}}, origin)
        for container in range(len(pod["spec"].get("containers") or ())):
            mount = {"name": name, "mountPath": volume["mountPath"]}
            yield Append(("spec", "containers", container, "volumeMounts"), mount, origin)


def _annotations(job: Job, task: Task, group: str) -> Iterator[tuple[str, str | Text, Path]]:
    if job.release.has("task-index-label"):
        yield "volcano.sh/task-index", text(INDEX), task.path
    yield "volcano.sh/task-spec", task.name, task.path
    if group:
        yield "scheduling.k8s.io/group-name", group, ()
    yield "volcano.sh/job-name", job.name, ()
    yield "volcano.sh/queue-name", job.spec["queue"], ("spec", "queue")
    yield "volcano.sh/job-version", "0", ()
    yield "volcano.sh/template-uid", f"{job.name}-{task.name}", task.path
    if job.release.has("retry-count-annotation"):
        yield "volcano.sh/job-retry-count", "0", ()
    if task.data.get("topologyPolicy"):
        yield "volcano.sh/numa-topology-policy", task.data["topologyPolicy"], (*task.path, "topologyPolicy")
    own: Mapping[str, str] = job.metadata.get("annotations") or {}
    budget = next((key for key in BUDGET_ANNOTATIONS if key in own), "")
    for key in (*COPIED_ANNOTATIONS, budget):
        if key in own:
            yield key, own[key], ("metadata", "annotations", key)


def _labels(job: Job, task: Task) -> Iterator[tuple[str, str | Text, Path]]:
    if job.release.has("task-index-label"):
        yield "volcano.sh/task-index", text(INDEX), task.path
    yield "volcano.sh/job-name", job.name, ()
    yield "volcano.sh/task-spec", task.name, task.path
    yield "volcano.sh/job-namespace", job.namespace, ()
    yield "volcano.sh/queue-name", job.spec["queue"], ("spec", "queue")
    own: Mapping[str, str] = job.metadata.get("labels") or {}
    for key in COPIED_LABELS:
        if key in own:
            yield key, own[key], ("metadata", "labels", key)
    policy = task.data.get("partitionPolicy")
    if policy is not None and job.release.has("partitions"):
        size = policy.get("partitionSize") or 0
        yield "volcano.sh/partition-id", text(Hole(over=size)) if size > 0 else "0", (*task.path, "partitionPolicy")


def apply(pod: dict[str, Any], change: Append | Put, origins: dict[Path, Origin]) -> None:
    """The one place where a pod is changed; every change leaves its origin."""
    *way, last = change.path
    found: Any = pod
    for step in way:
        found = found[step]
    if isinstance(change, Put):
        found[last] = change.value
        origins[change.path] = change.origin
        return
    items = found.get(last)
    if items is None:
        items = found[last] = []
    items.append(change.item)
    origins[(*change.path, len(items) - 1)] = change.origin


def clone(value: Any) -> Any:
    """A copy of JSON-like data that shares nothing with it."""
    if isinstance(value, Mapping):
        return {key: clone(item) for key, item in value.items()}
    if isinstance(value, list):
        return [clone(item) for item in value]
    return value
