"""What Volcano's mutating webhook fills in when a Job is created (volcano.md, section 2)."""

from __future__ import annotations

from typing import Any, NamedTuple

from vcplug import plugins
from vcplug.admission.rewriting import rewrite_stored
from vcplug.releases import Release

QUEUE = "default"
SCHEDULER = "volcano"
RETRIES = 3


class Filled(NamedTuple):
    """A Job with its defaults, and which plugin brought which other along."""

    data: dict[str, Any]
    forced: dict[str, str]


def fill(data: dict[str, Any], release: Release) -> Filled:
    """The Job as the mutating webhook leaves it; `data` is one that the schema has shaped, and stays as it is."""
    spec = dict(data["spec"])
    spec["queue"] = spec.get("queue") or QUEUE
    spec["schedulerName"] = spec.get("schedulerName") or SCHEDULER
    spec["maxRetry"] = spec.get("maxRetry") or RETRIES
    if "tasks" in spec:
        spec["tasks"] = _fill_tasks(spec["tasks"], release)
    tasks = spec.get("tasks") or []
    spec["minAvailable"] = spec.get("minAvailable") or sum(task["minAvailable"] for task in tasks)
    forced = forced_plugins(spec.get("plugins"), release)
    if forced:
        spec["plugins"] = {**spec["plugins"], **{name: [] for name in forced}}
    return Filled({**data, "spec": spec}, forced)


def forced_plugins(given: dict[str, Any] | None, release: Release) -> dict[str, str]:
    """The plugins that the webhook adds: name -> the plugin that needs it."""
    forced: dict[str, str] = {}
    for name, needs, change in plugins.FORCED:
        if given and name in given and (not change or release.has(change)):
            for need in needs:
                if need not in given:
                    forced.setdefault(need, name)
    return forced


def _fill_tasks(tasks: list[dict[str, Any]], release: Release) -> list[dict[str, Any]]:
    filled = [_fill_task(task, position, release) for position, task in enumerate(tasks)]
    if filled == tasks:
        return tasks
    # One default is enough for Go to write the whole list anew.
    return rewrite_stored(filled, release.kubernetes)


def _fill_task(task: dict[str, Any], position: int, release: Release) -> dict[str, Any]:
    filled = dict(task)
    filled["name"] = task.get("name") or f"default{position}"
    filled["maxRetry"] = task.get("maxRetry") or RETRIES
    if "minAvailable" not in task:
        filled["minAvailable"] = _minimum(task, release)
    template = task.get("template") or {}
    pod = template.get("spec") or {}
    if pod.get("hostNetwork") and not pod.get("dnsPolicy"):
        filled["template"] = {**template, "spec": {**pod, "dnsPolicy": "ClusterFirstWithHostNet"}}
    return filled


def _minimum(task: dict[str, Any], release: Release) -> int:
    policy = task.get("partitionPolicy")
    if policy is not None and (policy.get("minPartitions") or release.has("partition-minimum-always")):
        return int(policy.get("minPartitions") or 0) * int(policy.get("partitionSize") or 0)
    return int(task.get("replicas") or 0)
