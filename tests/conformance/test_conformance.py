"""What real webhooks and controllers of nine releases made of these jobs, and what vcplug makes of them.

`cases/<name>/expected.json` maps each release to one of its results; a case fails with the first release that differs.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import vcplug
from tests.conformance import compare
from vcplug.admission.update import refusals
from vcplug.api import Choices
from vcplug.expand import Options
from vcplug.expand.update import updated
from vcplug.model import Job
from vcplug.plugins import plugin

CASES = sorted(path.parent for path in Path(__file__).parent.glob("cases/*/expected.json"))
UPDATES = [case for case in CASES if (case / "update.yaml").exists()]


def expected(case: Path) -> list[tuple[str, dict[str, Any]]]:
    results = json.loads((case / "expected.json").read_text())
    return [(release, results[key]) for release, key in results["releases"].items()]


def choices(release: str) -> Choices:
    return Choices(release, compat=True, owner_uid=compare.UID, ssh_keys="placeholder")


def only_job(file: Path, release: str) -> Job:
    (rendered,) = vcplug.render(vcplug.load(str(file)), choices(release)).jobs
    return rendered.job


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_objects_and_admitted_job_are_those_of_every_release(case: Path) -> None:
    loaded = vcplug.load(str(case / "job.yaml"))
    for release, want in expected(case):
        if "refused" in want or "fails" in want:
            with pytest.raises(vcplug.VcplugError) as refused:
                vcplug.render(loaded, choices(release))
            assert refused.value.findings, release
            continue
        (rendered,) = vcplug.render(loaded, choices(release)).jobs
        objects = [made for manifest in rendered.manifests for made in manifest]
        got = compare.even(compare.tidy_all(json.loads(json.dumps(objects)), want["job"]))
        assert compare.compare_objects(compare.even(want["objects"]), got) == [], release
        admitted = compare.even(compare.prune(dict(rendered.job.data)))
        assert compare.differences(compare.even(want["admitted"]), admitted, "admitted") == [], release


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_goes_when_the_job_is_deleted(case: Path) -> None:
    for release, want in expected(case):
        if "deleted" in want:
            job = only_job(case / "job.yaml", release)
            gone = {key for name, call in job.plugins.items() for key in plugin(name).deleted(job, call)}
            assert gone | {f"PodGroup/{job.name}-{compare.UID}"} == set(want["deleted"]), release


@pytest.mark.parametrize("case", UPDATES, ids=lambda case: case.name)
def test_what_is_there_after_an_update_or_why_it_is_refused(case: Path) -> None:
    for release, want in expected(case):
        old = only_job(case / "job.yaml", release)
        new = only_job(case / "update.yaml", release) if "updated" in want else None
        if new is None:
            edited = next(iter(vcplug.load(str(case / "update.yaml")).documents)).root.plain()
            assert refusals(old.data, edited, old.release), release
            continue
        assert not refusals(old.data, new.data, old.release), release
        objects = [made for manifest in updated(old, new, Options(owner_uid=compare.UID)) for made in manifest]
        got = compare.even(compare.tidy_all(json.loads(json.dumps(objects)), want["job"]))
        assert compare.compare_objects(compare.even(want["updated"]), got) == [], release
