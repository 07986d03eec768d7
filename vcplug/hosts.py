"""Names that pods are reached by: `<hostname>.<subdomain>` (volcano.md, "A host")."""

from __future__ import annotations

from vcplug.holes import INDEX, Text, text
from vcplug.model import Job, Task


def pod_name(job: Job, task: Task) -> str | Text:
    return text(f"{job.name}-{task.name}-", INDEX)


def hostname(job: Job, task: Task) -> str | Text:
    """The template's hostname, which then all its pods share, or the pod's name."""
    own: str = task.pod_spec.get("hostname") or ""
    return own or pod_name(job, task)


def subdomain(job: Job, task: Task) -> str:
    own: str = task.pod_spec.get("subdomain") or ""
    return own or job.name


def host(job: Job, task: Task) -> str | Text:
    return text(hostname(job, task), ".", subdomain(job, task))


def first(job: Job, task: Task) -> str:
    """The host of the task's pod 0."""
    found = host(job, task)
    return found if isinstance(found, str) else found.at(0)


def listed_size(job: Job) -> int:
    """How many characters `listed` would make of all tasks, at least, without making them."""
    tasks = [task for task in job.tasks if not task.pod_spec.get("hostname")]
    return sum(task.replicas * len(f"{job.name}-{task.name}-0.{subdomain(job, task)}") for task in tasks)


def listed(job: Job, task: Task) -> list[tuple[str, str]]:
    """(hostname, host) of every pod of the task; one that all pods share stands once, as svc, ssh and mpi list it."""
    name, domain = hostname(job, task), subdomain(job, task)
    if isinstance(name, str):
        return [(name, f"{name}.{domain}")] if task.replicas > 0 else []
    before = f"{job.name}-{task.name}-"
    after = f".{domain}"
    names = [f"{before}{index}" for index in range(task.replicas)]
    return [(name, name + after) for name in names]
