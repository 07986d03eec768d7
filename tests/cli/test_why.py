"""vcplug why: each added thing with its plugin, argument or default, line, release."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import ROOT, SAMPLES, vcplug

SAMPLE = SAMPLES / "pytorch.yaml"


def line_of(text: str, file: Path = SAMPLE) -> int:
    return next(number for number, line in enumerate(file.read_text().split("\n"), 1) if text in line)


def why(*arguments: str, file: str = "samples/pytorch.yaml") -> str:
    ran = vcplug("why", file, *arguments, cwd=ROOT)
    assert ran.code == 0, ran.err
    return ran.out


def test_the_rank_of_the_second_worker_is_traced_to_plugin_task_and_default() -> None:
    plugin, task = line_of("pytorch:"), line_of("- name: worker")
    assert why("worker-1", "RANK") == (
        'RANK = "2"                               in container main of Pod train-worker-1\n'
        f"  pytorch plugin, samples/pytorch.yaml:{plugin}  index + 1; the index of worker-1 is 1\n"
        f"  task worker, samples/pytorch.yaml:{task}    --worker=worker (the default)\n"
        "  in every release since 1.8\n"
    )


def test_an_argument_is_shown_with_its_own_line() -> None:
    file = SAMPLES / "all-together.yaml"
    out = why("follow-1", "MASTER_PORT", file="samples/all-together.yaml")
    assert f"argument, samples/all-together.yaml:{line_of('--port=29500', file)} " in out
    assert "--port=29500" in out


def test_a_plugin_brought_along_names_the_one_that_brought_it() -> None:
    assert "svc plugin, brought along by pytorch, samples/pytorch.yaml:" in why("worker", "/etc/volcano")


def test_a_file_is_traced_to_the_task_that_it_lists() -> None:
    out = why("master", "/etc/volcano/worker.host")
    assert "hosts of task worker" in out
    assert f"task worker, samples/pytorch.yaml:{line_of('- name: worker')}" in out


@pytest.mark.parametrize(
    ("what", "count"),
    [("labels", 5), ("annotations", 8), ("ports", 1), ("port", 1), ("29500", 1), ("pytorchjob-port", 1), ("env", 8)],
)
def test_a_kind_of_things_can_be_asked_for(what: str, count: int) -> None:
    assert len(json.loads(why("worker-1", what, "-o", "json"))) == count


def test_since_which_release_is_told() -> None:
    assert "\n  since 1.9 " in why("worker", "volcano.sh/task-index")
    out = why("worker", "WORLD_SIZE", "--volcano-version", "1.11")
    assert "replicas of all tasks" in out
    assert "this is Volcano 1.11.2; from 1.12 on" in out
    assert "since 1.12 " in why("worker", "WORLD_SIZE")


def test_json_holds_the_same_reasons() -> None:
    (found,) = json.loads(why("worker-1", "RANK", "-o", "json"))
    assert (found["value"], found["by"], found["flag"], found["container"]) == ("2", "pytorch", "worker", "main")
    assert [one["who"] for one in found["because"]] == ["pytorch plugin", "task worker", "in every release since 1.8"]


def test_all_that_was_added_is_listed_by_place() -> None:
    out = why("worker-1")
    assert "  The pod itself\n" in out
    assert "  Container main\n" in out
    assert f"      RANK             2                         pytorch: index + 1 (line {line_of('pytorch:')})\n" in out
    assert "    Labels\n" in out


def test_two_variables_of_one_name_say_which_one_counts(tmp_path: Path) -> None:
    file = tmp_path / "job.yaml"
    text = SAMPLE.read_text().replace('command: ["python", "train.py"]', 'env: [{name: RANK, value: "7"}]')
    file.write_text(text)
    found = json.loads(vcplug("why", file, "worker-1", "RANK", "-o", "json").out)
    assert [(one["value"], one["by"], one["counts"]) for one in found] == [("2", "pytorch", True), ("7", "author", False)]


@pytest.mark.parametrize(
    ("what", "instead"),
    [
        ("RNK", "did you mean RANK?"),
        ("MPI_HOST", "MPI_HOST comes with the plugin mpi, which job train does not have"),
        ("VC_TASK_INDEX", "VC_TASK_INDEX comes with the plugin env"),
        ("command", "is the job's own: samples/pytorch.yaml:"),
        ("zzzzz", "added were"),
    ],
)
def test_nothing_found_tells_what_is_there_instead(what: str, instead: str) -> None:
    ran = vcplug("why", "samples/pytorch.yaml", "worker-1", what, cwd=ROOT)
    assert (ran.code, ran.out) == (2, "")
    assert instead in ran.err


def test_a_private_key_argument_is_masked(tmp_path: Path) -> None:
    file = tmp_path / "job.yaml"
    keys = 'ssh: ["--ssh-private-key=-----BEGIN KEY-----hush", "--ssh-public-key=ssh-rsa AAAA"]\n    svc: []'
    file.write_text(SAMPLE.read_text().replace('pytorch: ["--port=29500"]', keys))
    for arguments in ([], ["files"], ["/root/.ssh/id_rsa"], ["/root/.ssh/id_rsa", "-o", "json"], ["-o", "json"]):
        ran = vcplug("why", file, "worker", *arguments, "--compat")
        assert ran.code == 0, ran.err
        assert "hush" not in ran.out + ran.err


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*.yaml")), ids=lambda file: file.stem)
def test_everything_in_every_sample_has_a_reason(sample: Path) -> None:
    tasks = vcplug("--complete", "tasks", sample).out.split()
    assert tasks
    for task in tasks:
        found = json.loads(vcplug("why", sample, task, "-o", "json").out)
        assert found
        assert all(one["because"][0]["text"] for one in found)


@pytest.mark.parametrize("command", ["why", "show"])
@pytest.mark.parametrize(("written", "meant"), [("rank", "RANK"), ("RNAK", "RANK"), ("master-addr", "MASTER_ADDR")])
def test_a_misspelt_variable_is_guessed_whatever_its_case(command: str, written: str, meant: str) -> None:
    ran = vcplug(command, SAMPLES / "pytorch.yaml", "worker-1", written)
    assert ran.code == 2
    assert f"did you mean {meant}?" in ran.err
