"""The ways to ask what differs: two inputs, a job without its plugins, two releases, a cluster, an edit in place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from vcplug.diff import Refusal, Report
from vcplug.diff import update as updating
from vcplug.diff.match import match
from vcplug.diff.reasons import Reasons
from vcplug.diff.secrets import Hidden
from vcplug.diff.sides import Side, belonging
from vcplug.errors import VcplugError
from vcplug.expand import Options, expand
from vcplug.model import Finding, Job, Manifest
from vcplug.releases import Release
from vcplug.source.document import JobSource

Rendered = tuple[JobSource, Job, tuple[Manifest, ...]]
STAYING = ("policies", "dependsOn", "maxRetry", "ttlSecondsAfterFinished", "minSuccess")
"""fields that stay in the Job: no object that it becomes shows them"""
NO_JOB = "the input holds no Volcano Job (batch.volcano.sh/v1alpha1)"


class Held(NamedTuple):
    """What one side is made of."""

    rendered: Sequence[Rendered]
    objects: Sequence[dict[str, Any]] = ()
    findings: tuple[Finding, ...] = ()

    def side(self) -> Side:
        made = [(manifest, source, job) for source, job, manifests in self.rendered for manifest in manifests]
        return Side(made, list(self.objects))

    @property
    def jobs(self) -> list[Job]:
        return [job for _, job, _ in self.rendered]


def two(old: Held, new: Held) -> Report:
    """Two jobs, renders or directories."""
    report = match(old.side(), new.side(), hidden=Hidden((*old.jobs, *new.jobs)))
    return replace(report, notes=tuple(_staying(old.jobs, new.jobs)))


def plugins(new: Held, options: Options) -> Report:
    """What the plugins add: the same jobs without and with them."""
    _need_jobs(new)
    bare: list[Rendered] = [(source, job, expand(job._replace(plugins={}), options)) for source, job, _ in new.rendered]
    report = match(Held(bare).side(), Held(new.rendered).side(), hidden=Hidden(new.jobs))
    names = ", ".join(dict.fromkeys(name for job in new.jobs for name in job.plugins)) or "no plugin"
    return replace(report, title=f"what {names} adds" if "," not in names else f"what {names} add")


def releases(old: Held, new: Held, between: tuple[Release, Release]) -> Report:
    """What an upgrade of Volcano does to the jobs."""
    _need_jobs(new)
    report = match(old.side(), new.side(), reasons=Reasons(between), hidden=Hidden((*old.jobs, *new.jobs)))
    return replace(report, title=versions(between))


def versions(between: tuple[Release, Release]) -> str:
    return f"Volcano {between[0].name} → {between[1].name}"


def refused(between: tuple[Release, Release], which: int, findings: Iterable[Finding]) -> Report:
    """One of two releases takes the job, the other does not: that is what the upgrade does."""
    said = []
    for finding in findings:
        place = f"{finding.file}:{finding.span.line}" if finding.span else finding.file
        said.append(Refusal(finding.message, f"Volcano {between[which].name}", finding.code, place, finding.hint))
    return Report(refusals=tuple(said), title=versions(between))


def live(objects: Iterable[Mapping[str, Any]], new: Held) -> Report:
    """What a cluster has against what the jobs become."""
    _need_jobs(new)
    wanted = Side(new.side().manifests)
    wanted.settle(from_cluster=True)
    given = [dict(found) for found in objects]
    held = list(belonging(given, new.jobs, wanted.found))
    report = match(Side([], held, is_cluster=True), Held(new.rendered).side(), hidden=Hidden(new.jobs))
    return replace(report, title="cluster → job", notes=tuple(_missing(given, held, new)))


def _missing(given: list[dict[str, Any]], held: list[dict[str, Any]], new: Held) -> Iterator[str]:
    names = ", ".join(job.name for job in new.jobs)
    if not given:
        yield "there are no objects at all on the old side"
        return
    if not held:
        yield f"none of the {len(given)} objects belongs to {names}: it is not there, or in another namespace"
        return
    kinds = {found.get("kind") for found in given}
    absent = dict.fromkeys(manifest.kind for _, _, made in new.rendered for manifest in made if manifest.kind not in kinds)
    if absent:
        yield f"there is no {' and no '.join(absent)} at all among the objects: were they part of the dump?"
    if len(held) < len(given):
        left = len(given) - len(held)
        said = "1 object that does not belong to {} was" if left == 1 else f"{left:,} objects that do not belong to {{}} were"
        yield f"{said.format(names)} left out"


def update(old: Held, new: Sequence[JobSource], options: Options, *, compat: bool) -> Report:
    """What happens when the jobs are edited in place."""
    _need_jobs(old)
    before = {(job.namespace, job.name): (source, job) for source, job, _ in old.rendered}
    after = {_identity(source): source for source in new}
    strange = [who for who in after if who not in before]
    if strange or not after:
        names = ", ".join(f"{space}/{name}" for space, name in strange) or "no job"
        held = ", ".join(f"{space}/{name}" for space, name in before)
        raise VcplugError(f"--update edits a job in place; the old side holds {held}, the new one {names}")
    reports = [
        updating.update(job, source, after[who], options, compat=compat) for who, (source, job) in before.items() if who in after
    ]
    return Report(
        tuple(block for one in reports for block in one.blocks),
        (),
        tuple(refusal for one in reports for refusal in one.refusals),
        tuple(warning for one in reports for warning in one.warnings),
        tuple(note for one in reports for note in one.notes),
        sum(one.unchanged for one in reports),
        "an update that is refused" if any(one.refusals for one in reports) else "an update in place",
    )


def _identity(source: JobSource) -> tuple[str, str]:
    metadata = source.data.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    return str(metadata.get("namespace") or "default"), str(metadata.get("name") or "")


def _need_jobs(held: Held) -> None:
    if not held.rendered:
        raise VcplugError(NO_JOB)


def _staying(old: Sequence[Job], new: Sequence[Job]) -> Iterator[str]:
    """What differs in the Jobs themselves and in nothing that they become."""
    before = {(job.namespace, job.name): job for job in old}
    if len(old) == len(new) == 1:
        before[new[0].namespace, new[0].name] = old[0]
    for job in new:
        was = before.get((job.namespace, job.name))
        changed = dict.fromkeys(name for name in STAYING if was is not None and _said(was, name) != _said(job, name))
        if changed:
            verb = "differ" if len(changed) > 1 or "policies" in changed else "differs"
            yield f"{job.name}: {', '.join(changed)} {verb}, which stays in the Job: no object shows it"


def _said(job: Job, field: str) -> list[Any]:
    return [job.spec.get(field), *((task.name, task.data.get(field)) for task in job.tasks)]
