"""vcplug from Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import vcplug
from tests.cli.running import JOB, SAMPLES


def test_a_job_is_rendered_to_plain_objects() -> None:
    result = vcplug.render(vcplug.loads(JOB), vcplug.Choices(release="1.14"))
    assert [found["kind"] for found in result.objects()] == ["NetworkPolicy", "ConfigMap", "Service", "PodGroup", "Pod", "Pod"]
    assert [one.job.name for one in result.jobs] == ["train"]
    assert result.jobs[0].job.release.name.startswith("1.14.")
    assert result.text("name").splitlines()[-1] == "pod/train-main-1"


def test_admit_gives_the_job_as_it_is_stored() -> None:
    (found,) = vcplug.admit(vcplug.loads(JOB)).objects()
    assert (found["kind"], found["spec"]["queue"]) == ("Job", "default")


def test_results_cannot_be_changed() -> None:
    result = vcplug.render(vcplug.loads(JOB))
    with pytest.raises(AttributeError):
        result.parts = ()  # type: ignore[misc]


def test_whatever_is_wrong_raises_one_exception_with_findings() -> None:
    with pytest.raises(vcplug.VcplugError) as caught:
        vcplug.render(vcplug.loads(JOB.replace("svc", "scv"), "job.yaml"))
    (finding,) = caught.value.findings
    assert isinstance(finding, vcplug.Finding)
    assert (finding.code, finding.file, finding.job) == ("VCP203", "job.yaml", "train")
    assert finding.span is not None
    assert finding.span.line == 8
    assert str(caught.value) == "1 error in 1 job (job.yaml)"


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda: vcplug.load("none.yaml"), "none.yaml: no such file or directory"),
        (lambda: vcplug.loads("a: [", "x.yaml"), "1 error in x.yaml"),
        (lambda: vcplug.render(vcplug.loads(JOB), vcplug.Choices(release="2")), "unknown Volcano release '2'"),
    ],
    ids=["path", "text", "release"],
)
def test_bad_input_raises_the_same_exception(attempt: object, message: str) -> None:
    with pytest.raises(vcplug.VcplugError, match=message):
        attempt()  # type: ignore[operator]


def test_nothing_is_printed_and_nothing_exits(capfd: pytest.CaptureFixture[str]) -> None:
    vcplug.render(vcplug.load(str(SAMPLES / "ssh.yaml")))
    with pytest.raises(vcplug.VcplugError):
        vcplug.render(vcplug.loads(JOB.replace("svc", "scv")))
    assert capfd.readouterr() == ("", "")


def test_what_did_not_stop_a_job_is_a_finding_of_the_result() -> None:
    result = vcplug.render(vcplug.loads(JOB.replace("svc: []", "svc:")))
    assert [(found.code, found.severity) for found in result.findings] == [("VCP201", "warning")]


def test_keys_are_kept_where_asked(tmp_path: Path) -> None:
    choices = vcplug.Choices(ssh_keys=str(tmp_path))
    loaded = vcplug.load(str(SAMPLES / "mpi.yaml"))
    assert list(vcplug.render(loaded, choices).objects()) == list(vcplug.render(loaded, choices).objects())


def test_the_package_names_only_what_it_has() -> None:
    for name in vcplug.__all__:
        assert getattr(vcplug, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        vcplug.nothing  # noqa: B018


@pytest.mark.parametrize("first", ["vcplug.lint.files", "vcplug.diff.course", "vcplug.api", "vcplug"])
def test_lint_and_diff_are_functions_whatever_was_imported_before(first: str) -> None:
    code = f"""
import {first}, vcplug, inspect
job = vcplug.loads({JOB!r})
for _ in range(2):
    vcplug.lint(job), vcplug.diff(job, job)
    import vcplug.lint.run, vcplug.diff.course
    from vcplug import lint
    assert inspect.isfunction(vcplug.lint) and vcplug.lint is lint and inspect.isfunction(vcplug.diff)
from vcplug.lint import run
assert inspect.ismodule(run)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
