"""What really happens when an edited job replaces the one that runs (volcano.md, section 6, "Update")."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from vcplug import admission
from vcplug.admission import arguments, schema
from vcplug.admission.update import refusals
from vcplug.codes import stops
from vcplug.diff import Block, Item, Refusal, Report
from vcplug.diff.indexes import union
from vcplug.diff.match import match
from vcplug.diff.secrets import MASK, Hidden
from vcplug.diff.sides import Side
from vcplug.expand import Options, expand
from vcplug.expand.update import updated
from vcplug.model import Job, Manifest, Problem
from vcplug.releases import Release
from vcplug.source.document import JobSource

WEBHOOK = "admission: the job stays as it is"
_STALE_ENV = {
    "WORLD_SIZE": "running pods keep the old WORLD_SIZE: torch.distributed waits for ranks that are gone, or refuses new ones",
    "MPI_HOST": "mpiexec on the running master keeps the old list of workers (MPI_HOST)",
    "TF_CONFIG": "running pods keep the old cluster (TF_CONFIG), and disagree with new ones",
    "MASTER_ADDR": "running pods look for the master at its old address (MASTER_ADDR)",
}
"""variable -> what breaks when it is stale in a running pod"""
_RESTART = "restart the job (delete it and create it anew) to have it everywhere"


def edited(source: JobSource, release: Release) -> tuple[dict[str, Any], tuple[Problem, ...]]:
    """The edited job as the schema leaves it, and what the schema says. No webhook fills anything in on an update."""
    shaped = schema.apply(source.data, release)
    return shaped.data, shaped.problems


def job_after(data: dict[str, Any], release: Release) -> Job:
    """The Job that the controller sees after the update; it takes a task's missing minAvailable for its replicas."""
    spec = dict(data["spec"])
    spec["tasks"] = [{"minAvailable": task.get("replicas") or 0, **task} for task in spec.get("tasks") or ()]
    spec.setdefault("minAvailable", 0)
    calls, _ = arguments.read_calls(spec, release, compat=True, forced={})
    return admission.build({**data, "spec": spec}, calls, release)


def update(old: Job, old_source: JobSource, source: JobSource, options: Options, *, compat: bool) -> Report:
    """What the controller does, what it leaves as it was, and what breaks by that; or why the update is refused."""
    data, problems = edited(source, old.release)
    refused = [problem for problem in problems if stops(problem, compat=compat)]
    refused = refused or list(refusals(old.data, data, old.release))
    if refused:
        hidden = Hidden((old,), _keys_in(data))
        return Report(refusals=tuple(_refusal(problem, source, hidden) for problem in refused))
    new = job_after(data, old.release)
    return _report(old, old_source, new, source, options)


def _report(old: Job, old_source: JobSource, new: Job, source: JobSource, options: Options) -> Report:
    hidden = Hidden((old, new))
    after = updated(old, new, options)
    done = match(_side(expand(old, options), old_source, old), _side(after, source, new), hidden=hidden)
    left = match(_side(after, source, old), _side(expand(new, options), source, new), hidden=hidden)
    stale = tuple(_stale(block) for block in left.blocks if block.how == "changed")
    count = sum(block.count for block in stale if not block.pods)
    warnings = tuple(dict.fromkeys(_warnings(stale, done)))
    return replace(
        done, blocks=(*done.blocks, *stale), warnings=warnings, unchanged=max(0, done.unchanged - count - _pods(stale))
    )


def _side(manifests: tuple[Manifest, ...], source: JobSource, job: Job) -> Side:
    return Side([(manifest, source, job) for manifest in manifests])


def _pods(blocks: tuple[Block, ...]) -> int:
    found: dict[str, Sequence[int]] = {}
    for block in blocks:
        for some in block.pods:
            found[some.stem] = union(found.get(some.stem, ()), some.indexes)
    return sum(map(len, found.values()))


def _stale(block: Block) -> Block:
    changes = tuple(replace(change, how="stale") for change in block.changes)
    return replace(block, how="stale", changes=changes)


def _warnings(stale: tuple[Block, ...], done: Report) -> Iterator[str]:
    for block in stale:
        if block.kind == "Secret" and any(change.path[-1] == "config" for change in block.changes):
            yield f"Secret {block.name} is not rewritten: its ssh config keeps the old list of hosts; {_RESTART}"
        if block.kind == "Pod":
            for change in block.changes:
                last = change.path[-1]
                if isinstance(last, Item) or last == "value":
                    variable = next((step.key for step in reversed(change.path) if isinstance(step, Item)), "")
                    if variable in _STALE_ENV:
                        yield f"{_STALE_ENV[variable]}; {_RESTART}"
    for block in done.blocks:
        if block.kind == "ConfigMap" and block.how == "changed" and any("HOSTS" in str(one.path[-1]) for one in block.changes):
            yield (
                f"running containers keep the VC_*_HOSTS and VC_*_NUM that they started with; the files of {block.name} "
                "in /etc/volcano follow within about a minute"
            )


def _keys_in(data: Mapping[str, Any]) -> Collection[str]:
    """Private keys that the edited job gives, though it is refused."""
    given = ((data.get("spec") or {}).get("plugins") or {}).get("ssh") or ()
    items = [str(item) for item in given]
    return [item.partition("=")[2] or item for item in items if "PRIVATE" in item or "private" in item] + [
        after for before, after in pairwise(items) if before.lstrip("-") == "ssh-private-key"
    ]


def _refusal(problem: Problem, source: JobSource, hidden: Hidden) -> Refusal:
    place = f"{source.document.file}:{source.span(problem.path, problem.at).line}"
    hint = problem.hint
    if problem.path[:3] == ("spec", "plugins", "ssh") and ("[" in hint or "ssh-private-key" in hint):
        hint = "keep the arguments as they are"
    return Refusal(_hide(problem.message, hidden), WEBHOOK, problem.code, place, _hide(hint, hidden))


def _hide(text: str, hidden: Hidden) -> str:
    for key in hidden.keys:
        text = text.replace(key, MASK)
    return text
