"""Why a line differs: the plugin and its flag, the place in the job, or what changed between two releases."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vcplug.model import Job, Origin, Path
from vcplug.releases import CHANGES, Release

if TYPE_CHECKING:
    from vcplug.diff.compare import Difference
    from vcplug.diff.sides import Segment

_PARTITIONED = frozenset(("minMember", "minTaskMember", "minResources", "subGroupPolicy"))
_NOTES: tuple[tuple[str, Callable[[Path], bool], str], ...] = (
    ("Pod", lambda path: path[-1:] == ("volcano.sh/task-index",), "task-index-label"),
    ("Pod", lambda path: path[-1:] == ("volcano.sh/job-retry-count",), "retry-count-annotation"),
    ("Pod", lambda path: path[-1:] == ("volcano.sh/partition-id",), "partitions"),
    ("Pod", lambda path: path == ("spec", "priorityClassName"), "pod-priority-class"),
    ("Secret", lambda path: path == ("data", "config"), "ssh-port"),
    ("PodGroup", lambda path: path[:2] == ("spec", "minResources"), "minimum-by-task"),
    ("PodGroup", lambda path: path[:2] == ("spec", "networkTopology"), "group-network-topology"),
)
"""kind and path of what differs -> the release note that tells why"""


class Reasons:
    """Says why. With two releases, their notes come first."""

    def __init__(self, releases: tuple[Release, Release] | None = None) -> None:
        self.releases = releases

    def of(self, old: Segment | None, new: Segment | None, difference: Difference | None = None) -> str:
        sides = ((new, difference.new_at if difference else ()), (old, difference.old_at if difference else ()))
        kind = str(((new or old).object if (new or old) else {}).get("kind"))  # type: ignore[union-attr]
        for segment, path in sides:
            origin = _origin(segment, path)
            note = self._note(kind, path, origin, segment.job if segment else None)
            if note:
                return note
        for segment, path in sides:
            if segment is not None and -1 not in path:
                said = _describe(segment, path)
                if said:
                    return said
        return ""

    def _note(self, kind: str, path: Path, origin: Origin | None, job: Job | None) -> str:
        if self.releases is None:
            return ""
        keys = [origin.change] if origin and origin.change else []
        if kind == "Pod" and origin and origin.by == "svc" and "env" in path:
            keys.append("hosts-env-optional")
        if kind == "PodGroup" and path[1:2] and path[1] in _PARTITIONED and job and _has_partitions(job):
            keys += ["partitions", "partition-minimum-always"]
        keys += [key for of, holds, key in _NOTES if of == kind and holds(path)]
        for key in keys:
            change = CHANGES[key]
            if change.holds(self.releases[0].version) != change.holds(self.releases[1].version):
                since = next((since for since, _ in change.ranges if since), "")
                return f"since {since}: {change.summary}" if since else f"no longer: {change.summary}"
        return ""


def _has_partitions(job: Job) -> bool:
    return any("partitionPolicy" in task.data for task in job.tasks)


def _origin(segment: Segment | None, path: Path) -> Origin | None:
    if segment is None or segment.manifest is None:
        return None
    origins = segment.manifest.origins
    return next((origins[path[:length]] for length in range(len(path), -1, -1) if path[:length] in origins), None)


def _describe(segment: Segment, path: Path) -> str:
    origin = _origin(segment, path)
    if origin is None:
        return _place(segment, path)
    said = f"{origin.by}: {origin.reason}" if origin.reason else origin.by
    if origin.by == "ssh" and path == ("data", "config"):
        return "ssh: every host of the job"
    if origin.flag and origin.path and isinstance(origin.path[-1], int) and segment.source is not None:
        said += f" (--{origin.flag}, {segment.source.document.file}:{segment.source.span(origin.path).line})"
    return said


def _place(segment: Segment, path: Path) -> str:
    """Where the job's author wrote it."""
    if segment.manifest is None or segment.source is None or segment.job is None or not segment.manifest.task or not path:
        return ""
    task = segment.job.task(segment.manifest.task)
    if task is None:
        return ""
    inside: Path = (*task.path, "template", *path)
    if segment.source.node(inside) is None:
        return ""
    return f"{segment.source.document.file}:{segment.source.span(inside).line}"
