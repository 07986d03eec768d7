"""One side of a comparison: rendered jobs and concrete objects, as series and single objects by who they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from vcplug.diff import injected, live, rename, series, steady
from vcplug.diff.compare import ONE
from vcplug.diff.normal import normal
from vcplug.diff.shape import is_sound
from vcplug.holes import INDEX, Text
from vcplug.model import Job, Manifest
from vcplug.source.document import JobSource


class Key(NamedTuple):
    """Who an object is. Pods are known by what they are called before the index."""

    kind: str
    group: str
    namespace: str
    name: str
    is_series: bool


@dataclass(slots=True)
class Segment:
    """An object, or pods of one stem that differ only by their index."""

    object: dict[str, Any]
    indexes: Sequence[int] = ONE
    manifest: Manifest | None = None
    """what a job was rendered to; None for an object that was read"""
    source: JobSource | None = None
    job: Job | None = None
    is_live: bool = False
    """whether a cluster has had its hands on it"""
    _normal: dict[str, Any] | None = None

    @property
    def normal(self) -> dict[str, Any]:
        if self._normal is None:
            self._normal = normal(self.object)
        return self._normal


@dataclass(slots=True)
class Side:
    """What was given, and, once settled, what it holds."""

    manifests: list[tuple[Manifest, JobSource, Job]] = field(default_factory=list)
    objects: list[dict[str, Any]] = field(default_factory=list)
    found: dict[Key, list[Segment]] = field(default_factory=dict)
    is_cluster: bool = False
    """whether all objects are those of a cluster, even when nothing in them shows it"""

    @property
    def is_live(self) -> bool:
        return self.is_cluster or any(map(live.is_live, self.objects))

    def settle(self, *, from_cluster: bool, alone: bool = False) -> None:
        """Take out what means nothing, and find the series of concrete pods.

        `from_cluster`: either side knows a cluster; `alone`: only this one does.
        """
        claims: dict[str, str] = {}
        waiting: list[Segment] = []
        for manifest, source, job in self.manifests:
            held = _settled(manifest.object, claims, from_cluster=from_cluster)
            indexes = ONE if manifest.indexes is None else manifest.indexes
            waiting.append(Segment(held, indexes, manifest, source, job))
        stems: dict[Key, dict[int, dict[str, Any]]] = {}
        for found in self.objects:
            is_stored = self.is_cluster or live.is_live(found)
            if alone and found.get("kind") == "Pod" and is_sound(found):
                found = injected.without(found)
            held = _settled(found, claims, from_cluster=from_cluster)
            split = series.stem(str(held["metadata"].get("name"))) if found.get("kind") == "Pod" else None
            if split is None:
                waiting.append(Segment(held, is_live=is_stored))
            else:
                stems.setdefault(_key(held, split[0]), {})[split[1]] = steady.ordered(held) if is_sound(held) else held
        for segment in waiting:
            self._add(segment, claims)
        is_live = self.is_live
        for key, pods in stems.items():
            found_again = (Segment(one.object, one.indexes or (), is_live=is_live) for one in series.find(pods.items()))
            self.found.setdefault(key, []).extend(found_again)

    def _add(self, segment: Segment, claims: Mapping[str, str]) -> None:
        found = segment.object
        name = found["metadata"].get("name")
        if isinstance(name, Text):
            stem = str(name.parts[0])[:-1] if len(name.parts) == 2 and name.parts[1] == INDEX else str(name)
            self.found.setdefault(_key(found, stem), []).append(segment)
            return
        if found.get("kind") == "PersistentVolumeClaim":
            taken = {key.name for key in self.found}
            name = steady.claim_name(str(name), claims, taken)
            segment.object = {**found, "metadata": {**found["metadata"], "name": name}}
        self.found.setdefault(_key(segment.object), []).append(segment)

    @property
    def jobs(self) -> dict[tuple[str, str], None]:
        """Namespace and name of every job that pods of this side belong to, in order."""
        found: dict[tuple[str, str], None] = {}
        for key, segments in self.found.items():
            if key.kind == "Pod":
                for segment in segments:
                    name = _labels(segment.object).get(steady.JOB_NAME)
                    if isinstance(name, str):
                        found[key.namespace, name] = None
        return found

    def rename(self, old: tuple[str, str], new: tuple[str, str]) -> None:
        """Call one job, and all that is its own, by another name."""
        moved: dict[Key, list[Segment]] = {}
        for key, segments in self.found.items():
            if key.namespace != old[0]:
                moved.setdefault(key, []).extend(segments)
                continue
            for segment in segments:
                changed = rename.renamed(segment.object, old, new)
                name = _key(changed, rename.renamed({"name": key.name}, old, new)["name"] if key.is_series else "")
                if name != key:
                    segment.object = changed
                moved.setdefault(name, []).append(segment)
        self.found = moved


def _settled(found: dict[str, Any], claims: dict[str, str], *, from_cluster: bool) -> dict[str, Any]:
    found = {**found, "metadata": steady.metadata(found)}
    if not is_sound(found):
        return found
    if from_cluster:
        found = live.strip(found)
    if found.get("kind") == "Pod":
        found = steady.pod(found, claims)
    return found


def _labels(found: Mapping[str, Any]) -> Mapping[str, Any]:
    labels = found["metadata"].get("labels")
    return labels if isinstance(labels, dict) else {}


def _key(found: Mapping[str, Any], stem: str = "") -> Key:
    metadata = found["metadata"]
    group = str(found.get("apiVersion") or "").rpartition("/")[0]
    name = stem or str(metadata.get("name") or "")
    return Key(str(found.get("kind") or ""), group, str(metadata.get("namespace") or "default"), name, bool(stem))


def belonging(objects: Iterable[dict[str, Any]], jobs: Iterable[Job], names: Iterable[Key]) -> Iterator[dict[str, Any]]:
    """Of the objects of a cluster, those of these jobs: by label, by owner, or by a name that a job's object has."""
    ours = {(job.namespace, job.name) for job in jobs}
    known = {(key.kind, key.namespace, key.name) for key in names}
    for found in objects:
        metadata = found.get("metadata")
        if not isinstance(metadata, dict) or found.get("kind") == "Job":
            continue
        namespace = str(metadata.get("namespace") or "default")
        name = str(steady.without_uid(metadata.get("name")))
        split = series.stem(name)
        listed = metadata.get("ownerReferences")
        owners = [str(one.get("name")) for one in (listed if isinstance(listed, list) else ()) if isinstance(one, dict)]
        label = str(_labels({"metadata": metadata}).get(steady.JOB_NAME))
        is_pod = found.get("kind") == "Pod"
        if (
            (is_pod and (namespace, label) in ours)
            or (not is_pod and any((namespace, owner) in ours for owner in owners))
            or (found.get("kind") == "PersistentVolumeClaim" and (namespace, steady.claimant(name)) in ours)
            or (found.get("kind"), namespace, split[0] if is_pod and split else name) in known
        ):
            yield found
