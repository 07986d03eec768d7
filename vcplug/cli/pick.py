"""Words of the command line that need reading: kinds, indexes, a uid."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from vcplug.cli.app import near
from vcplug.errors import VcplugError
from vcplug.model import Job, Manifest

KINDS: dict[str, tuple[str, ...]] = {
    "NetworkPolicy": ("networkpolicies", "netpol", "networking.k8s.io"),
    "ConfigMap": ("configmaps", "cm", ""),
    "Secret": ("secrets", "", ""),
    "Service": ("services", "svc", ""),
    "PersistentVolumeClaim": ("persistentvolumeclaims", "pvc", ""),
    "PodGroup": ("podgroups", "pg", "scheduling.volcano.sh"),
    "Pod": ("pods", "po", ""),
}
"""kind -> kubectl's plural, short name and API group"""


def kinds(option: str, words: Iterable[str]) -> frozenset[str]:
    """The kinds that `po,svc`, `Pods` or `networkpolicies.networking.k8s.io` name."""
    return frozenset(_kind(option, word.strip()) for text in words for word in text.split(","))


def _kind(option: str, word: str) -> str:
    name, _, group = word.lower().partition(".")
    for kind, (plural, short, own_group) in KINDS.items():
        if name and name in (kind.lower(), plural, short) and group in ("", own_group):
            return kind
    listed = ", ".join(f"{kind} ({short})" if short else kind for kind, (_, short, _) in KINDS.items())
    raise VcplugError(f"{option}: unknown kind {word!r}; a job becomes {listed}")


def indexes(texts: Iterable[str]) -> frozenset[int] | None:
    """The pod indexes that `0`, `0,2` or `4-7` name; None where nothing was asked."""
    wanted: set[int] = set()
    asked = False
    for item in (item.strip() for text in texts for item in text.split(",")):
        asked = True
        found = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", item)
        if not found or (found[2] and int(found[2]) < int(found[1])):
            raise VcplugError(f"--index: {item!r} is no index; write 0, or 0,2, or 4-7")
        first = int(found[1])
        last = int(found[2] or first)
        if last - first > 1_000_000:
            raise VcplugError(f"--index: {item!r} names more than a million pods")
        wanted.update(range(first, last + 1))
    return frozenset(wanted) if asked else None


def uid(text: str) -> str:
    """It becomes part of the PodGroup's name."""
    if text and not re.fullmatch(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?", text):
        raise VcplugError(
            f"--owner-uid: {text!r} is no uid; kubectl get vcjob NAME -o jsonpath={{.metadata.uid}} prints the job's"
        )
    return text


class Pick(NamedTuple):
    """Which objects are asked for. Tasks and indexes pick pods, and nothing but pods."""

    only: frozenset[str] = frozenset()
    exclude: frozenset[str] = frozenset()
    tasks: tuple[str, ...] = ()
    indexes: frozenset[int] | None = None

    def __bool__(self) -> bool:
        return bool(self.only or self.exclude or self.pods_only)

    @property
    def pods_only(self) -> bool:
        return bool(self.tasks) or self.indexes is not None

    def may_hold(self, kind: str) -> bool:
        if (self.only and kind not in self.only) or kind in self.exclude:
            return False
        return kind == "Pod" or not self.pods_only

    def of(self, manifests: Sequence[Manifest]) -> tuple[Manifest, ...]:
        picked = [self._of(manifest) for manifest in manifests if self.may_hold(manifest.kind)]
        return tuple(manifest for manifest in picked if len(manifest) and (not self.tasks or manifest.task in self.tasks))

    def _of(self, manifest: Manifest) -> Manifest:
        if self.indexes is None or manifest.indexes is None:
            return manifest
        # two thousand million pods are not walked through to find one
        return manifest.of(tuple(index for index in sorted(self.indexes) if index in manifest.indexes))

    def check(self, jobs: Iterable[Job]) -> None:
        """Every task asked for is there in some job, and so is a pod of every index."""
        if not self.pods_only:
            return
        if not self.may_hold("Pod"):
            raise VcplugError("--task and --index pick pods, which --only and --exclude leave out")
        tasks = [task for job in jobs for task in job.tasks]
        known = list(dict.fromkeys(task.name for task in tasks))
        for name in self.tasks:
            if name not in known:
                raise VcplugError(f"--task: there is no task {name!r}{near(name, known)}")
        most = max((task.replicas for task in tasks if not self.tasks or task.name in self.tasks), default=0)
        beyond = [index for index in sorted(self.indexes or ()) if index >= most]
        if beyond:
            there = f"they go from 0 to {most - 1}" if most else "there are no pods"
            raise VcplugError(f"--index: no pod has index {beyond[0]}; {there}")
