"""Run the rules over one job. Rules yield problems; severity, suppression and printing are others' business."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Literal, NamedTuple

from vcplug.admission import Admission
from vcplug.model import Job, Manifest, Problem
from vcplug.releases import Release
from vcplug.source.document import JobSource

ROOMS = ("arguments", "roles", "sizes", "conflicts", "network", "keys", "job")


@dataclass(frozen=True, slots=True)
class Case:
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


def rules() -> Iterator[Rule]:
    for room in ROOMS:
        yield from import_module(f"vcplug.lint.rules.{room}").RULES


def check(case: Case, codes: Collection[str] | None = None) -> Iterator[Problem]:
    """The problems that the rules find, beyond those of reading and admission. `codes`: only these."""
    for rule in rules():
        if codes is not None and rule.code not in codes:
            continue
        if rule.needs == "source" or (case.admission.job is not None and (rule.needs == "job" or case.manifests)):
            yield from rule.check(case)
