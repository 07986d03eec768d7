"""Run the rules over one job. Rules yield problems; severity, suppression and printing are others' business."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cache
from importlib import import_module
from typing import Literal, NamedTuple

from vcplug.admission import Admission
from vcplug.codes import CODES
from vcplug.model import Job, Manifest, Problem
from vcplug.releases import Release
from vcplug.source.document import JobSource

ROOMS = ("arguments", "roles", "sizes", "conflicts", "network", "keys", "job")


class Case(NamedTuple):
    """One job with all that is known of it."""

    source: JobSource
    release: Release
    admission: Admission
    manifests: tuple[Manifest, ...] = ()
    """what it expands to; empty when it was refused"""

    @property
    def job(self) -> Job:
        """The admitted job; only rules that need one are asked, and only when there is one."""
        assert self.admission.job is not None
        return self.admission.job


class Rule(NamedTuple):
    """`check` is asked only when what it needs is there: the source always is."""

    code: str
    check: Callable[[Case], Iterator[Problem]]
    needs: Literal["source", "job", "manifests"] = "manifests"


@cache
def room(name: str) -> tuple[Rule, ...]:
    found: tuple[Rule, ...] = import_module(f"vcplug.lint.rules.{name}").RULES
    return found


def rules() -> Iterator[Rule]:
    for name in ROOMS:
        yield from room(name)


def check(case: Case, codes: Collection[str] | None = None) -> Iterator[Problem]:
    """The problems that the rules find, beyond those of reading and admission. `codes`: only these."""
    return _ask(rules(), case, codes)


def check_errors(case: Case) -> Iterator[Problem]:
    """What render has to say of a job: the rules for errors, from those rooms alone that this job can upset."""
    for name in _rooms_with_errors(case):
        yield from _ask((rule for rule in room(name) if CODES[rule.code].severity == "error"), case, None)


def _ask(asked: Iterator[Rule], case: Case, codes: Collection[str] | None) -> Iterator[Problem]:
    for rule in asked:
        if codes is not None and rule.code not in codes:
            continue
        if rule.needs == "source" or (case.admission.job is not None and (rule.needs == "job" or case.manifests)):
            yield from rule.check(case)


INJECTED = ("_TASK_INDEX", "_HOSTS", "_NUM", "/etc/volcano", "MPI_HOST")
"""what a script asks for when it relies on a plugin"""
LONGEST_SAFE = 45
"""characters of a job's and a task's name together that make no name too long, whatever is added to them"""


def _rooms_with_errors(case: Case) -> Iterator[str]:
    """Loading a room takes a millisecond or two, so render asks only where an error is possible."""
    job, text = case.job, case.source.document.lines.text
    if not job.plugins.keys().isdisjoint(("pytorch", "ray")) or any(word in text for word in INJECTED):
        yield "roles"
    if _may_be_too_large(job):
        yield "sizes"
    if _may_conflict(job):
        yield "conflicts"
    if "ray" in job.plugins:
        yield "network"
    ssh = job.plugins.get("ssh")
    if ssh is not None and (ssh.values["ssh-private-key"] or ssh.values["ssh-public-key"]):
        yield "keys"
    if any(task.data.get("dependsOn") for task in job.tasks):
        yield "job"


def _may_be_too_large(job: Job) -> bool:
    names = max((len(task.name) for task in job.tasks), default=0)
    return len(job.name) + names > LONGEST_SAFE or "." in job.name or sum(task.replicas for task in job.tasks) > 1000


def _may_conflict(job: Job) -> bool:
    """Whether a template names something that plugins and job volumes also bring, or shares its node's network."""
    ssh = job.plugins.get("ssh")
    if job.spec.get("volumes") or (ssh is not None and "ssh-key-file-path" in ssh.given):
        return True
    for task in job.tasks:
        spec = task.pod_spec
        if spec.get("hostNetwork") or spec.get("hostname") or spec.get("subdomain"):
            return True
        for container in (*(spec.get("containers") or ()), *(spec.get("initContainers") or ())):
            if container.get("volumeMounts") or container.get("ports"):
                return True
    return False
