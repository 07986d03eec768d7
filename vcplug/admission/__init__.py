"""What the API server and Volcano's webhooks do to a Job before the controller sees it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from vcplug.codes import CODES
from vcplug.model import Job, PluginCall, Problem, Task
from vcplug.releases import Release


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
    return Admission(build(filled, calls, release), every)


def stops(problem: Problem, *, compat: bool) -> bool:
    """Whether a job with this problem is refused: always, or in strict mode only."""
    when = problem.stops or CODES[problem.code].stops
    return when == "always" or (when == "strict" and not compat)


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
