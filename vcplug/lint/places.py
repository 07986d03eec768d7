"""From a place in a rendered pod back to the line of the job that caused it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from vcplug.lint.engine import Case
from vcplug.model import Job, Manifest, Origin, Path, Task


def series(case: Case) -> Iterator[tuple[Job, Task, Manifest]]:
    """Each task with its one pod with holes."""
    pods = {manifest.task: manifest for manifest in case.manifests if manifest.indexes is not None}
    for task in case.job.tasks:
        if task.name in pods:
            yield case.job, task, pods[task.name]


def containers(pod: Mapping[str, Any]) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """Init containers and containers of a pod, or of a template, with their places."""
    for kind in ("initContainers", "containers"):
        for position, container in enumerate(pod["spec"].get(kind) or ()):
            yield ("spec", kind, position), container


def origin(manifest: Manifest, path: Path) -> Origin | None:
    """Who added what stands at this path, or what it stands in; None: the job's author."""
    for length in range(len(path), 0, -1):
        found = manifest.origins.get(path[:length])
        if found:
            return found
    return None


def cause(task: Task, manifest: Manifest, path: Path) -> Path:
    """The place in the Job that a place in the task's pod comes from."""
    added = origin(manifest, path)
    return added.path if added else (*task.path, "template", *path)


def stands_beside(case: Case, kind: str, name: str = "") -> bool:
    """Whether the job's file seems to hold such an object too: what the author brings is not missing."""
    text = case.source.document.lines.text
    if not re.search(rf"^kind: [\"']?{kind}\b", text, re.MULTILINE):
        return False
    return not name or re.search(rf"^\s+name: [\"']?{re.escape(name)}[\"']?\s*$", text, re.MULTILINE) is not None
