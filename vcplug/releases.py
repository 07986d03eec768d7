"""Which Volcano releases are known, and what changed for job authors in each: data, not if-chains."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

Version = tuple[int, int, int, int]
"""major, minor, patch, and -1 for a pre-release (0 for a release)"""

KNOWN: tuple[str, ...] = (
    "1.8.0", "1.8.1", "1.8.2",
    "1.9.0", "1.9.1",
    "1.10.0", "1.10.1", "1.10.2",
    "1.11.0", "1.11.1", "1.11.2",
    "1.12.0", "1.12.1", "1.12.2", "1.12.3", "1.12.4",
    "1.13.0", "1.13.1", "1.13.2", "1.13.3",
    "1.14.0", "1.14.1", "1.14.2", "1.14.3", "1.14.4",
    "1.15.0", "1.15.1",
    "1.16.0-alpha.1",
)  # fmt: skip
DEFAULT = "1.15.1"
KUBERNETES = {8: 27, 9: 29, 10: 30, 11: 31, 12: 32, 13: 33, 14: 34, 15: 35, 16: 36}
"""Volcano minor -> the Kubernetes minor whose pod template its CRD holds"""


@cache
def version(text: str) -> Version:
    """`1.14.2` or `1.16.0-alpha.1` as something that compares; a bare minor is before all its patches."""
    number, _, pre = text.partition("-")
    if number.count(".") == 1:
        pre = "any"
    major, minor, patch = (int(part) for part in (number + ".0.0").split(".")[:3])
    return major, minor, patch, -1 if pre else 0


class Change(NamedTuple):
    """A difference between releases: it holds for versions with one of `ranges`' [since, until)."""

    summary: str
    ranges: tuple[tuple[str, str], ...]

    def holds(self, at: Version) -> bool:
        return any((not since or version(since) <= at) and (not until or at < version(until)) for since, until in self.ranges)


def since(release: str, summary: str) -> Change:
    return Change(summary, ((release, ""),))


def until(release: str, summary: str) -> Change:
    return Change(summary, (("", release),))


CHANGES: dict[str, Change] = {
    # pods
    "task-index-label": since("1.9", "pods carry volcano.sh/task-index as label and annotation"),
    "retry-count-annotation": since("1.10", "pods carry the annotation volcano.sh/job-retry-count"),
    "pod-priority-class": since("1.11", "pods inherit the job's priorityClassName"),
    "partitions": since("1.14", "tasks can be cut into partitions (partitionPolicy)"),
    # PodGroup
    "group-network-topology": since("1.12", "networkTopology is handed on to the PodGroup"),
    "minimum-by-task": since("1.10", "minResources counts each task's minAvailable first"),
    # plugins
    "ray": since("1.13", "the ray plugin"),
    "hcclrank": since("1.12.3", "the hcclrank plugin"),
    "ssh-port": since("1.15", "ssh: --ssh-port, and a Port line for every host in the ssh config"),
    "hosts-env-optional": since("1.16", "svc: --inject-hosts-env"),
    "wait-master": since("1.14", "pytorch: workers can wait for the master in an init container"),
    "world-size-of-roles": since("1.12", "pytorch: WORLD_SIZE counts master and worker only, not all tasks"),
    "mpi-no-worker-crash": until("1.12", "mpi: a worker task with 0 replicas crashes the controller"),
    # admission: schema
    "schema-reference-names": since("1.10", "references without a name get an empty one by default"),
    "schema-unique-lists": since("1.10", "the schema refuses doubles of containers, env, volumes, mounts and the like"),
    "schema-more-defaults": since("1.11", "the schema sets maxRetry 3 and defaults of probes and volumes"),
    "schema-enums": since("1.11", "the schema knows the events and topology policies"),
    "schema-network-topology": since("1.12", "networkTopology is known"),
    "schema-topology-tier-default": Change("networkTopology.highestTierAllowed is 1 by default", (("1.12", "1.14"),)),
    "schema-bounds": since("1.14", "the schema checks minimums, names and lengths"),
    "schema-queue-default": since("1.14", "the schema sets queue default"),
    # admission: webhooks
    "ray-forces-svc": since("1.13", "ray brings svc along"),
    "mpi-worker-required": until("1.15", "mpi: a job without the worker task is refused"),
    "webhook-negative-numbers": until("1.14", "the webhook, not the schema, refuses negative numbers"),
    "webhook-task-names": until("1.14", "the webhook, not the schema, checks task names"),
    "webhook-tiers": since("1.14", "highestTierAllowed and highestTierName exclude each other"),
    "webhook-root-queue": since("1.11", "jobs in the root queue are refused"),
    "webhook-topology-text": Change("any topologyPolicy text passes the webhook", (("", "1.11"),)),
    "event-pod-pending": since("1.11", "policies know the event PodPending"),
    "action-restart-pod": since("1.11", "policies know the action RestartPod"),
    "action-restart-partition": since("1.14", "policies know the action RestartPartition"),
    "partition-minimum-always": Change(
        "a task's minAvailable is minPartitions × partitionSize even when minPartitions is 0 or absent",
        (("1.14.0", "1.14.3"), ("1.15.0", "1.15.1")),
    ),
    # jobs made by others
    "cron-jobs": since("1.13", "Volcano CronJobs"),
    "flow-labels": since("1.10", "jobs of a JobFlow carry createdByJobFlow"),
}  # fmt: skip


class Release(NamedTuple):
    """One known Volcano release. Ask it what holds: `release.has("wait-master")`."""

    name: str
    note: str = ""
    """what to tell the user when the release is not the very one that was asked for"""

    @property
    def version(self) -> Version:
        return version(self.name)

    @property
    def minor(self) -> str:
        return "{}.{}".format(*self.version[:2])

    @property
    def kubernetes(self) -> int:
        return KUBERNETES[self.version[1]]

    def has(self, change: str) -> bool:
        return CHANGES[change].holds(self.version)

    def at_least(self, since: str) -> bool:
        return not since or self.version >= version(since)


class UnknownRelease(ValueError):
    """The text names no Volcano release that vcplug knows."""


def release(text: str = DEFAULT) -> Release:
    """The release that `1.15`, `v1.15`, `1.15.1` … names; see product.md, "Release"."""
    wanted = text.strip().removeprefix("v")
    if wanted in KNOWN:
        return Release(wanted, _pre_release_note(wanted))
    parts = re.fullmatch(r"(\d{1,3})\.(\d{1,3})(?:\.\d{1,5}(?:-[0-9A-Za-z.-]+)?)?", wanted)
    same_minor = [known for known in KNOWN if parts and version(known)[:2] == (int(parts[1]), int(parts[2]))]
    if not same_minor:
        minors = sorted({version(known)[:2] for known in KNOWN})
        listed = ", ".join(f"{major}.{minor}" for major, minor in minors)
        raise UnknownRelease(f"unknown Volcano release {text!r}; known are {listed} (and their patch releases)")
    newest = same_minor[-1]
    note = _pre_release_note(newest)
    if wanted.count(".") == 2:
        note = f"Volcano {wanted} is not known to vcplug; taken as {newest}"
    return Release(newest, note)


def _pre_release_note(name: str) -> str:
    return f"Volcano {name} is a pre-release; what it does may still change" if "-" in name else ""
