"""--update against what real controllers left after an edit, for every release."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import vcplug
from tests.conformance import compare as golden
from vcplug import api
from vcplug.diff import Report, indexes, text
from vcplug.diff.update import job_after
from vcplug.expand import Options
from vcplug.expand.update import updated

CASES = Path(__file__).parents[1] / "conformance" / "cases"


def cases() -> list[tuple[Path, str, dict[str, Any]]]:
    found = []
    for folder in sorted(CASES.glob("update-*")):
        expected = json.loads((folder / "expected.json").read_text())
        found += [(folder, release, expected[which]) for release, which in expected["releases"].items()]
    return found


IDS = [f"{folder.name}-{release}" for folder, release, _ in cases()]


def report_of(folder: Path, release: str) -> Report:
    old, new = vcplug.load(str(folder / "job.yaml")), vcplug.load(str(folder / "update.yaml"))
    return api.diff(old, new, vcplug.Choices(release=release, compat=True, ssh_keys="placeholder"), update=True)


def names(report: Report, how: str) -> set[tuple[str, str]]:
    """Kind and name of every object that the report says this of, pods one by one."""
    said: set[tuple[str, str]] = set()
    for block in report.blocks:
        if block.how == how and block.pods:
            said |= {("Pod", f"{some.stem}-{index}") for some in block.pods for index in some.indexes}
        elif block.how == how:
            said.add((block.kind, block.name))
    return said


@pytest.mark.parametrize(("folder", "release", "expected"), cases(), ids=IDS)
def test_the_report_says_what_the_controllers_did(folder: Path, release: str, expected: dict[str, Any]) -> None:
    report = report_of(folder, release)
    if "updateRefused" in expected:
        assert report.refusals
        assert not report.blocks
        return
    assert not report.refusals
    before, after = (_tidy(expected[which], expected["job"]) for which in ("objects", "updated"))
    assert names(report, "added") == {_name(key) for key in after.keys() - before.keys()}
    assert names(report, "removed") == {_name(key) for key in before.keys() - after.keys()}
    changed = {key for key in before.keys() & after.keys() if not any(one in after[key] for one in before[key])}
    assert names(report, "changed") == {_name(key) for key in changed}


@pytest.mark.parametrize(("folder", "release", "expected"), cases(), ids=IDS)
def test_what_is_there_after_an_update_is_what_the_controllers_left(folder: Path, release: str, expected: dict[str, Any]) -> None:
    if "updated" not in expected:
        assert expected["updateRefused"]
        return
    choices = vcplug.Choices(release=release, compat=True, ssh_keys="placeholder")
    old = api.render(vcplug.load(str(folder / "job.yaml")), choices).jobs[0].job
    source = api.render(vcplug.load(str(folder / "update.yaml")), choices).jobs[0].source
    new = job_after(api.admission.admit(source.data, old.release, compat=True).job.data, old.release)  # type: ignore[union-attr]
    made = [found for manifest in updated(old, new, Options(golden.UID)) for found in manifest]
    want = [_choices(one, expected["job"]) for one in expected["updated"]]
    assert not golden.compare_objects(want, [golden.even(one) for one in golden.tidy_all(made, expected["job"])])


def _choices(found: dict[str, Any], job: str) -> dict[str, Any]:
    return {"anyOf": [golden.even(golden.tidy(one, job)) for one in found.get("anyOf", [found])]}


def _tidy(objects: list[dict[str, Any]], job: str) -> dict[tuple[str, str, str], list[dict[str, Any]]]:
    listed = [_choices(found, job)["anyOf"] for found in objects]
    return {golden.identity(choices[0]): choices for choices in listed}


def _name(identity: tuple[str, str, str]) -> tuple[str, str]:
    kind, _, name = identity
    return kind, name.removesuffix(f"-{golden.UID}") if kind == "PodGroup" else name


def test_stale_env_and_the_ssh_config_are_named_with_what_breaks() -> None:
    report = report_of(CASES / "update-mpi", "1.15.1")
    stale = {block.kind: block for block in report.blocks if block.how == "stale"}
    assert [change.path[-1] for change in stale["Secret"].changes] == ["config"]
    assert any("MPI_HOST" in warning for warning in report.warnings)
    assert any("not rewritten" in warning for warning in report.warnings)
    assert "<hidden>" not in text.write(report)


def test_world_size_of_running_pods_is_stale() -> None:
    job = """
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata: {name: train}
spec:
  queue: default
  schedulerName: volcano
  maxRetry: 3
  minAvailable: 2
  plugins: {pytorch: [], svc: []}
  tasks:
  - {name: master, replicas: 1, minAvailable: 1, maxRetry: 3, template: {spec: {containers: [{name: main, image: "a:1"}]}}}
  - {name: worker, replicas: 1, minAvailable: 1, maxRetry: 3, template: {spec: {containers: [{name: main, image: "a:1"}]}}}
"""
    before, _, after = job.rpartition("replicas: 1")
    report = vcplug.diff(vcplug.loads(job), vcplug.loads(f"{before}replicas: 4{after}"), update=True)
    assert names(report, "added") == {("Pod", f"train-worker-{index}") for index in (1, 2, 3)}
    stale = next(block for block in report.blocks if block.how == "stale")
    assert [indexes.name(some.stem, some.indexes) for some in stale.pods] == ["train-master-0", "train-worker-0"]
    assert [(change.old, change.new) for change in stale.changes] == [("2", "5")]
    assert any("WORLD_SIZE" in warning for warning in report.warnings)


def test_a_refused_update_shows_no_private_key() -> None:
    job = """
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata: {name: train}
spec:
  plugins: {ssh: ["--ssh-private-key=TOPSECRETKEYTEXT", "--ssh-public-key=public"]}
  tasks:
  - {name: a, replicas: 1, template: {spec: {containers: [{name: main, image: "a:1"}]}}}
"""
    for edit in ("plugins: {}", 'plugins: {ssh: ["--ssh-private-key", "OTHERSECRETKEY"]}', "plugins: {ssh: []}"):
        new = job.replace(job.split("\n")[5].strip(), edit)
        report = vcplug.diff(vcplug.loads(job), vcplug.loads(new), update=True)
        assert report.refusals
        assert "SECRETKEY" not in repr(report) + text.write(report)
