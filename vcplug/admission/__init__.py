"""What the API server and Volcano's webhooks do to a Job before the controller sees it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from vcplug import hosts
from vcplug.codes import CODES, stops
from vcplug.model import Job, PluginCall, Problem, Task
from vcplug.releases import Release

UNLISTABLE = 2 << 20
"""characters of host names; svc writes each of them twice, and one object may hold 1 MiB"""


class Admission(NamedTuple):
    """The Job as stored, and everything that was found on the way. No job when something refused it."""

    job: Job | None
    problems: tuple[Problem, ...]


def admit(
    data: dict[str, Any],
    release: Release,
    *,
    compat: bool = False,
    extra_plugins: Collection[str] = (),
) -> Admission:
    """Schema (prune, default, check), arguments, webhook defaults, webhook refusals: all problems at once."""
    from vcplug.admission import arguments, defaults, schema, webhook

    shaped = schema.apply(data, release)
    filled, forced = defaults.fill(shaped.data, release)
    calls, problems = arguments.read_calls(filled["spec"], release, compat=compat, forced=forced)
    problems += webhook.refusals(filled, calls, release, extra_plugins)
    problems += _templates(filled, release)
    refused = tuple(problem for problem in shaped.problems if stops(problem, compat=compat))
    every = (*shaped.problems, *_unsaid(refused, problems))
    if any(stops(problem, compat=compat) for problem in every):
        return Admission(None, every)
    job = build(filled, calls, release)
    crowd = _crowd(job)
    return Admission(None, (*every, crowd)) if crowd else Admission(job, every)


def build(data: dict[str, Any], calls: Mapping[str, PluginCall], release: Release) -> Job:
    """The Job that is stored, from sound data; its templates as Go writes the pods made of them."""
    from vcplug.admission.rewriting import rewrite

    metadata = {**data["metadata"], "namespace": data["metadata"].get("namespace") or "default"}
    name = metadata.get("name") or metadata.get("generateName", "") + "xxxxx"
    metadata["name"] = name
    tasks = tuple(
        Task(position, task["name"], task.get("replicas") or 0, task["minAvailable"], rewrite(task.get("template") or {}), task)
        for position, task in enumerate(data["spec"].get("tasks") or ())
    )
    return Job(name, metadata["namespace"], tasks, calls, {**data, "metadata": metadata}, release)


def _crowd(job: Job) -> Problem | None:
    """So many hosts that even to list them would take minutes and gigabytes: the lists are refused far below that.

    It is VCP306 foreseen. No controller gets through this either, so that it stops the job under --compat, too.
    """
    lists = [f"{kind} {job.name}-{name}" for kind, name in (("ConfigMap", "svc"), ("Secret", "ssh")) if name in job.plugins]
    if not lists or hosts.listed_size(job) <= UNLISTABLE:
        return None
    largest = max(job.tasks, key=lambda task: task.replicas)
    message = f"{lists[0]} would be over {UNLISTABLE >> 20} MiB of host names: the API server takes at most 1 MiB"
    return Problem("VCP306", message, (*largest.path, "replicas"), hint="fewer replicas, or leave the plugin out", stops="always")


def _templates(data: Mapping[str, Any], release: Release) -> Iterator[Problem]:
    from vcplug.admission import pod

    for position, task in enumerate(data["spec"].get("tasks") or ()):
        yield from pod.check(task.get("template") or {}, release, ("spec", "tasks", position, "template"))


def _unsaid(refused: tuple[Problem, ...], later: list[Problem]) -> Iterator[Problem]:
    """The later problems, without those that only follow from a value which the schema refused and left out."""
    places = {problem.path for problem in refused if CODES[problem.code].stops == "always"}
    holders = {path[:-1] for path in places}
    uncounted = any(problem.path[-1:] == ("replicas",) or "mean replicas?" in problem.hint for problem in refused)
    for problem in later:
        above = {problem.path[:length] for length in range(len(problem.path) + 1)}
        if not (above & places or problem.path in holders or (uncounted and problem.code == "VCP710")):
            yield problem
