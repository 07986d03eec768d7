"""Which pod is meant: its full name, task-index, or a task."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from vcplug.api import Rendered, Result
from vcplug.emit import Verbatim
from vcplug.errors import VcplugError
from vcplug.explain.mounts import Objects
from vcplug.holes import fill
from vcplug.model import Manifest


class Pod(NamedTuple):
    """One pod of a rendered job."""

    rendered: Rendered
    series: Manifest
    number: int
    """its index in the task"""

    @property
    def name(self) -> str:
        return f"{self.rendered.job.name}-{self.series.task}-{self.number}"

    @property
    def object(self) -> dict[str, Any]:
        filled: dict[str, Any] = fill(self.series.object, self.number)
        return filled


def find(result: Result, word: str, job: str = "") -> Pod:
    """The pod that is called so. Raises when there is none, or more than one."""
    jobs = _jobs(result, job)
    found = [pod for rendered in jobs for pod in _candidates(rendered, word)]
    if len(found) == 1:
        return found[0]
    if found:
        listed = ", ".join(f"{pod.name} (task {pod.series.task}{_where(pod.rendered)})" for pod in found)
        several = len({id(pod.rendered) for pod in found}) > 1
        raise VcplugError(f"{word} is more than one pod{'; pick one with --job' if several else '; name it in full'}: {listed}")
    raise VcplugError(_missing(jobs, word))


def _jobs(result: Result, name: str) -> Sequence[Rendered]:
    if not result.jobs:
        raise VcplugError("the input holds no Volcano Job (batch.volcano.sh/v1alpha1)")
    found = [rendered for rendered in result.jobs if not name or rendered.job.name == name]
    if not found:
        raise VcplugError(f"--job: there is no job {name}; there are {', '.join(one.job.name for one in result.jobs)}")
    return found


def _where(rendered: Rendered) -> str:
    line = rendered.source.span(("metadata", "name")).line
    return f" of job {rendered.job.name} in {rendered.job.namespace}, {rendered.source.document.file}:{line}"


def series(rendered: Rendered) -> Iterator[Manifest]:
    yield from (manifest for manifest in rendered.manifests if manifest.indexes is not None)


def _candidates(rendered: Rendered, word: str) -> Iterator[Pod]:
    for manifest in series(rendered):
        count = len(manifest)
        if word == manifest.task and count:
            yield Pod(rendered, manifest, 0)
        number = re.fullmatch(rf"(?:{re.escape(rendered.job.name)}-)?{re.escape(manifest.task)}-(0|[1-9]\d{{0,8}})", word)
        if number and int(number[1]) < count:
            yield Pod(rendered, manifest, int(number[1]))


def _missing(jobs: Sequence[Rendered], word: str) -> str:
    has = [f"job {one.job.name} has {', '.join(map(_range, series(one))) or 'no tasks'}" for one in jobs]
    return f"there is no pod {word}; {'; '.join(has)}"


def _range(manifest: Manifest) -> str:
    count = len(manifest)
    if count < 2:
        return f"{manifest.task}-0" if count else f"no pods of task {manifest.task}"
    return f"{manifest.task}-0 to {manifest.task}-{count - 1}"


def objects(result: Result, pod: Pod) -> Objects:
    """The objects that the pod can refer to: those made of its job, and those that came with it in the input."""
    found: dict[tuple[str, str], Mapping[str, Any]] = {}
    namespace = pod.rendered.job.namespace
    for part in result.parts:
        if isinstance(part, Verbatim):
            _add(found, part.load(), namespace)
        elif part.job.namespace == namespace:
            for made in part.manifests:
                if made.indexes is None:
                    _add(found, made.object, namespace)
    return found


def _add(found: dict[tuple[str, str], Mapping[str, Any]], one: Any, namespace: str) -> None:
    metadata = one.get("metadata") if isinstance(one, dict) else None
    if isinstance(metadata, dict) and metadata.get("namespace", namespace) == namespace:
        found[str(one.get("kind")), str(metadata.get("name"))] = one


def containers(spec: Mapping[str, Any]) -> Iterator[tuple[str, int, Mapping[str, Any]]]:
    """`initContainers` or `containers`, position, and the container."""
    for kind in ("initContainers", "containers"):
        for position, container in enumerate(spec.get(kind) or ()):
            yield kind, position, container


def pick_containers(pod: Pod, name: str) -> list[Mapping[str, Any]]:
    """The container of that name, or all that are not init containers."""
    spec = pod.object["spec"]
    if not name:
        return [container for kind, _, container in containers(spec) if kind == "containers"]
    found = [container for _, _, container in containers(spec) if container.get("name") == name]
    if not found:
        known = ", ".join(str(container.get("name")) for _, _, container in containers(spec))
        raise VcplugError(f"--container: pod {pod.name} has no container {name}; it has {known}")
    return found


def one_container(pod: Pod, name: str) -> Mapping[str, Any]:
    """The only container, or the one that is named."""
    found = pick_containers(pod, name)
    if len(found) > 1:
        listed = ", ".join(str(container.get("name")) for container in found)
        raise VcplugError(f"pod {pod.name} has more than one container; pick one with --container: {listed}")
    return found[0]
