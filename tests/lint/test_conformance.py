"""Lint says that a job is refused exactly where the real webhooks and controllers of nine releases refused it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import vcplug
from vcplug.codes import stops
from vcplug.lint.files import Settings, inspect
from vcplug.releases import release
from vcplug.source.document import JobSource
from vcplug.source.jobs import items, named

CASES = sorted(path.parent for path in Path(__file__).parents[1].glob("conformance/cases/*/expected.json"))
DROPPED = {"VCP702", "VCP801", "VCP760", "VCP755"}
"""errors of rooms 7 and 8 about what the cluster takes and then drops, or never starts"""


def refusals(source: JobSource, name: str) -> set[str]:
    problems, _ = inspect(source, Settings(release(name)))
    return {problem.code for problem in problems if stops(problem, compat=True)}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_refusal_is_found_exactly_where_the_release_refuses_or_fails(case: Path) -> None:
    wanted = json.loads((case / "expected.json").read_text())
    loaded = vcplug.load(str(case / "job.yaml"))
    (source,) = (named(item) for document in loaded.documents for item in items(document) if isinstance(item, JobSource))
    for name, key in wanted["releases"].items():
        refused = "refused" in wanted[key] or "fails" in wanted[key]
        assert bool(refusals(source, name)) == refused, (name, refusals(source, name))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_no_other_error_of_rooms_7_and_8_is_found_in_a_job_that_runs(case: Path) -> None:
    wanted = json.loads((case / "expected.json").read_text())
    for name, key in wanted["releases"].items():
        if "refused" in wanted[key] or "fails" in wanted[key]:
            continue
        found = vcplug.lint(str(case / "job.yaml"), choices=vcplug.Choices(release=name), select=["VCP7", "VCP8"])
        errors = {finding.code for finding in found if finding.severity == "error"}
        assert errors <= DROPPED, name
