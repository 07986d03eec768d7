"""vcplug diff as a shell sees it: every way to ask, exit codes, streams, and the programs it calls."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import vcplug
from tests.diff.cluster import listed, lived
from vcplug import api

INPUTS = Path(__file__).parents[1] / "diff" / "inputs"
OLD, NEW = str(INPUTS / "old.yaml"), str(INPUTS / "new.yaml")


def run(*arguments: str, cwd: Path | None = None, stdin: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "vcplug", "diff", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        input=stdin,
        check=False,
        env={**os.environ, "NO_COLOR": "", **env},
    )


def rendered(path: str = OLD) -> list[dict[str, Any]]:
    return list(api.render(vcplug.load(path), vcplug.Choices(ssh_keys="placeholder")).objects())


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    file = tmp_path / "dump.json"
    file.write_text(json.dumps(listed(lived(rendered())), indent=4))
    return file


# exit codes and streams


def test_nothing_differs() -> None:
    done = run(OLD, OLD)
    assert (done.returncode, done.stdout) == (0, "")
    assert "no difference in 71 objects" in done.stderr


def test_something_differs() -> None:
    done = run(OLD, NEW)
    assert done.returncode == 1
    assert "Pod train-worker-[32-63]" in done.stdout
    assert "\x1b" not in done.stdout


def test_colour_when_asked_for() -> None:
    assert "\x1b[31m- 32 pods" in run("--color", "always", OLD, NEW).stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "nothing to compare"),
        ((OLD, NEW, OLD), "3 paths are too many"),
        ((OLD, "missing.yaml"), "missing.yaml: no such file or directory"),
        (("--git", "HEAD", "--live", "-", OLD), "exclude each other"),
        (("--release", "1.11", OLD), "write both releases"),
        (("--release", "1.11..1.99", OLD), "unknown Volcano release"),
        (("--release", "1.11..1.15"), "needs the job"),
        (("--update", OLD), "--update needs the job as it was"),
        (("--context", "x", OLD, NEW), "are for --live cluster"),
        (("-", "-"), "only once"),
        (("--live", "missing.json", OLD), "missing.json: no such file or directory"),
    ],
)
def test_misuse_is_2_with_nothing_on_stdout(arguments: tuple[str, ...], said: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_a_refused_job_is_2(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text(Path(OLD).read_text().replace("--port=", "--prot="))
    done = run(OLD, str(bad))
    assert (done.returncode, done.stdout) == (2, "")
    assert "VCP101" in done.stderr


# renders and directories


def test_directories_of_files_without_extensions_as_kubectl_diff_makes_them(tmp_path: Path) -> None:
    for side, image in (("LIVE-1", "example/train:1"), ("MERGED-1", "example/train:2")):
        (tmp_path / side).mkdir()
        for found in lived(rendered(), seed=len(side)):
            if found["kind"] == "Pod":
                found["spec"]["containers"][0]["image"] = image
            name = f"v1.{found['kind']}.default.{found['metadata']['name']}"
            (tmp_path / side / name).write_text(json.dumps(found))
    done = run(str(tmp_path / "LIVE-1"), str(tmp_path / "MERGED-1"))
    assert done.returncode == 1, done.stderr
    assert done.stdout == (
        "Pod train-master-0, train-worker-[0-63]                   65 pods\n"
        '  spec.containers[main].image  "example/train:1" → "example/train:2"\n'
        "\n65 pods changed, 6 unchanged\n"
    )


def test_kubectl_diff_of_a_stored_job(tmp_path: Path) -> None:
    import yaml

    job = yaml.safe_load(Path(OLD).read_text())
    job["metadata"] |= {"uid": "1", "resourceVersion": "7", "generation": 1, "creationTimestamp": "2026-01-01T00:00:00Z"}
    job["status"] = {"state": {"phase": "Running"}}
    for side, replicas in (("LIVE", 64), ("MERGED", 65)):
        (tmp_path / side).mkdir()
        job["spec"]["tasks"][1]["replicas"] = replicas
        (tmp_path / side / "batch.volcano.sh.v1alpha1.Job.default.train").write_text(yaml.safe_dump(job))
    done = run(str(tmp_path / "LIVE"), str(tmp_path / "MERGED"))
    assert done.returncode == 1, done.stderr
    assert "Pod train-worker-64" in done.stdout


def test_a_directory_may_hold_other_files(tmp_path: Path) -> None:
    for side in ("a", "b"):
        (tmp_path / side).mkdir()
        (tmp_path / side / "job.yaml").write_text(Path(OLD).read_text())
    (tmp_path / "a" / "README.md").write_text("# no: [yaml\n")
    done = run(str(tmp_path / "a"), str(tmp_path / "b"))
    assert done.returncode == 0, done.stderr
    assert "1 file without a Kubernetes object skipped" in done.stderr


def test_stdin_is_a_side() -> None:
    assert run("-", OLD, stdin=Path(OLD).read_text()).returncode == 0


# git


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    def git(*arguments: str) -> None:
        identity = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main")
        subprocess.run(["git", *identity, *arguments], cwd=tmp_path, check=True, capture_output=True)

    git("init")
    (tmp_path / "jobs").mkdir()
    (tmp_path / "jobs" / "train.yaml").write_text(Path(OLD).read_text())
    git("add", ".")
    git("commit", "-m", "one")
    git("mv", "jobs/train.yaml", "jobs/learn.yaml")
    (tmp_path / "jobs" / "learn.yaml").write_text(Path(INPUTS / "scaled.yaml").read_text())
    return tmp_path


@pytest.mark.parametrize("where", [("jobs/learn.yaml",), ("jobs",), ()])
def test_a_file_against_its_commit_whatever_it_is_called_now(repository: Path, where: tuple[str, ...]) -> None:
    done = run("--git", "HEAD", *where, cwd=repository)
    assert done.returncode == 1, done.stderr
    assert "Pod train-worker-[32-63]                                  - 32 pods" in done.stdout


def test_an_update_against_a_commit(repository: Path) -> None:
    done = run("--git", "HEAD", "--update", "jobs/learn.yaml", cwd=repository)
    assert done.returncode == 1, done.stderr
    assert "keep the old WORLD_SIZE" in done.stdout


def test_a_new_file_is_all_new(repository: Path) -> None:
    (repository / "other.yaml").write_text((INPUTS / "upgraded.yaml").read_text())
    done = run("--git", "HEAD", "other.yaml", cwd=repository)
    assert done.returncode == 1
    assert "other.yaml is not in HEAD: all of it is new" in done.stderr


@pytest.mark.parametrize(
    ("ref", "said"),
    [("nowhere", "git knows no such revision"), ("--upload-pack=x", "not a revision"), ("HEAD:jobs", "no such revision")],
)
def test_a_wrong_revision_is_named(repository: Path, ref: str, said: str) -> None:
    done = run(f"--git={ref}", "jobs", cwd=repository)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_outside_of_a_repository(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(Path(OLD).read_text())
    done = run("--git", "HEAD", "a.yaml", cwd=tmp_path, GIT_CEILING_DIRECTORIES=str(tmp_path.parent))
    assert done.returncode == 2
    assert "is not inside a git repository" in done.stderr


def test_without_git(tmp_path: Path) -> None:
    done = run("--git", "HEAD", OLD, PATH=str(tmp_path))
    assert done.returncode == 2
    assert "git, which is not on the PATH" in done.stderr


# a dump, a cluster


def test_a_dump_of_what_the_job_became_is_the_same(dump: Path) -> None:
    done = run("--live", str(dump), OLD)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout
    assert run("--live", "-", OLD, stdin=dump.read_text()).returncode == 0


def test_objects_of_others_in_a_dump_do_not_count(dump: Path, tmp_path: Path) -> None:
    held = json.loads(dump.read_text())
    held["items"].append({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "x", "uid": "1"}, "data": {}})
    dump.write_text(json.dumps(held))
    done = run("--live", str(dump), OLD)
    assert done.returncode == 0
    assert "1 object that does not belong to train was left out" in done.stderr


KUBECTL = """#!{python}
import json, os, sys
with open(os.environ["CALLS"], "a") as calls:
    calls.write(json.dumps(sys.argv[1:]) + "\\n")
{body}
"""
ANSWER = """
held = json.load(open(os.environ["DUMP"]))["items"]
wanted = [word for word in sys.argv[2:] if "/" in word and not word.startswith("-") and not os.path.exists(word)]
if "pods" in sys.argv:
    held = [one for one in held if one["kind"] == "Pod"]
else:
    names = [word.partition("/")[2] for word in wanted]
    held = [one for one in held if one["kind"] != "Pod" and one["metadata"]["name"] in names]
print(json.dumps({"apiVersion": "v1", "kind": "List", "items": held}))
"""


def stand_in(folder: Path, body: str, dump: Path | None = None) -> dict[str, str]:
    """A kubectl first on the PATH that records its arguments."""
    bin_folder = folder / "bin"
    bin_folder.mkdir()
    program = bin_folder / "kubectl"
    program.write_text(KUBECTL.format(python=sys.executable, body=body))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    path = f"{bin_folder}{os.pathsep}{os.environ['PATH']}"
    return {"PATH": path, "CALLS": str(folder / "calls"), "DUMP": str(dump or "")}


def calls(folder: Path) -> list[list[str]]:
    return [json.loads(line) for line in (folder / "calls").read_text().splitlines()]


def test_a_cluster_is_asked_by_label_and_names(tmp_path: Path, dump: Path) -> None:
    env = stand_in(tmp_path, ANSWER, dump)
    config = tmp_path / "kubeconfig"
    config.write_text("")
    done = run("--live", "cluster", "--context", "prod", "--kubeconfig", str(config), "--timeout", "7", OLD, **env)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr
    pods, others = calls(tmp_path)
    common = ["--namespace", "default", "--output", "json", "--request-timeout=7s", "--context", "prod"]
    common += ["--kubeconfig", str(config)]
    assert pods == ["get", "pods", "--selector", "volcano.sh/job-name=train", *common]
    assert others[0] == "get"
    assert others[-len(common) - 1 :] == ["--ignore-not-found", *common]
    claims = [word for word in others if word.startswith("persistentvolumeclaims/train-pvc-")]
    groups = [word for word in others if word.startswith("podgroups.scheduling.volcano.sh/train-")]
    assert (len(claims), len(groups)) == (1, 1)
    assert {"configmaps/train-svc", "secrets/train-ssh", "services/train", "networkpolicies.networking.k8s.io/train"} <= {*others}


def test_the_namespace_is_handed_on(tmp_path: Path, dump: Path) -> None:
    env = stand_in(tmp_path, ANSWER, dump)
    run("--live", "cluster", "-n", "team", OLD, **env)
    assert all(call[call.index("--namespace") + 1] == "team" for call in calls(tmp_path))


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('sys.exit("Error from server (Forbidden): pods is forbidden: User x cannot list")', "not allowed to look"),
        ('sys.exit("Unable to connect to the server: net/http: request canceled (Client.Timeout exceeded)")', "did not answer"),
        ('sys.exit("error: context \\"x\\" does not exist")', 'context "x" does not exist'),
        ('print("hello")', "not JSON"),
        ("sys.exit(3)", "it gave no reason"),
    ],
)
def test_a_cluster_that_does_not_tell_is_2_with_the_reason(tmp_path: Path, body: str, said: str) -> None:
    done = run("--live", "cluster", OLD, **stand_in(tmp_path, body))
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_without_kubectl(tmp_path: Path) -> None:
    done = run("--live", "cluster", OLD, PATH=str(tmp_path))
    assert done.returncode == 2
    assert "needs kubectl, which is not on the PATH" in done.stderr


# what nobody may see


def test_secrets_are_never_shown(tmp_path: Path) -> None:
    secret = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "db"}, "stringData": {"password": "hunter2hunter2"}}
    sides = []
    for name, changes in (("old", {}), ("new", {"stringData": {"password": "correcthorse", "user": "me-myself"}})):
        annotations = {"kubectl.kubernetes.io/last-applied-configuration": json.dumps(secret | changes)}
        found = secret | changes | {"metadata": {"name": "db", "annotations": annotations}}
        job = Path(OLD).read_text().replace("ssh: []", f'ssh: ["--ssh-private-key=PRIVATEKEYOF{name}"]')
        job = job.replace(
            'command: ["python"', f'env: [{{name: COPY, value: "key PRIVATEKEYOF{name}"}}]\n              command: ["python"'
        )
        sides.append(tmp_path / f"{name}.yaml")
        sides[-1].write_text(f"{json.dumps(found)}\n---\n{job}")
    for output in ("text", "json", "markdown"):
        done = run(*map(str, sides), "-o", output, "--full")
        assert done.returncode == 1, done.stderr
        shown = done.stdout + done.stderr
        assert "data.password" in shown
        for hidden in ("hunter2", "correcthorse", "PRIVATEKEYOF", "me-myself", "aHVudGVy", "Y29ycmVj", "UFJJVkFURUtFWU9G"):
            assert hidden not in shown


def test_escapes_of_a_hostile_job_do_nothing(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text(Path(OLD).read_text().replace('["python", "train.py"]', '["python", "\\e[2J\\x9b\\u202e`@me"]'))
    for output in ("text", "markdown", "json"):
        shown = run(OLD, str(bad), "-o", output).stdout
        assert not any(mark in shown for mark in "\x1b\x9b\u202e")


def test_json_tells_the_same_and_the_different() -> None:
    assert json.loads(run(OLD, OLD, "-o", "json").stdout)["same"] is True
    told = json.loads(run(OLD, NEW, "-o", "json").stdout)
    pods = next(one for one in told["objects"] if one["change"] == "removed")
    assert pods["pods"] == [{"stem": "train-worker", "indexes": "32-63", "count": 32}]


# what a shell or a repository can do


@pytest.mark.parametrize("option", ["--git", "--live", "--release"])
def test_an_option_left_empty_by_a_script_is_not_taken_for_none(option: str) -> None:
    done = run(option, "", OLD)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{option} is empty" in done.stderr


@pytest.mark.parametrize("gone", ["jobs/learn.yaml", "jobs"])
def test_what_was_deleted_since_the_commit_is_all_gone(repository: Path, gone: str) -> None:
    import shutil

    done = subprocess.run(["git", "mv", "-f", "jobs/learn.yaml", "jobs/train.yaml"], cwd=repository, check=True)
    shutil.rmtree(repository / "jobs")
    done = run("--git", "HEAD", gone.replace("learn", "train"), cwd=repository)
    assert done.returncode == 1, done.stderr
    assert "6 objects and 65 pods removed" in done.stdout
    assert "is not there any more: all of it is gone" in done.stderr
    done = run("--git", "HEAD", "nowhere/x.yaml", cwd=repository)
    assert (done.returncode, done.stdout) == (2, "")
    assert "neither here nor in HEAD" in done.stderr


def test_a_link_is_compared_by_the_file_that_it_leads_to(repository: Path) -> None:
    (repository / "link.yaml").symlink_to("jobs/learn.yaml")
    assert run("--git", "HEAD", "link.yaml", cwd=repository).stdout == run("--git", "HEAD", "jobs", cwd=repository).stdout


def test_a_shallow_clone_is_named_as_the_cause(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.org")
    subprocess.run(["git", *identity, "commit", "-qam", "two"], cwd=repository, check=True)
    clone = tmp_path_factory.mktemp("clone")
    subprocess.run(["git", "clone", "-q", "--depth=1", f"file://{repository}", str(clone)], check=True)
    done = run("--git", "HEAD~1", "jobs", cwd=clone)
    assert done.returncode == 2
    assert "this clone is shallow" in done.stderr


def test_programs_that_the_repository_names_are_not_run(repository: Path) -> None:
    program, trace = repository / "evil", repository / "trace"
    program.write_text(f"#!/bin/sh\ntouch {trace}\n")
    program.chmod(0o755)
    (repository / ".gitattributes").write_text("*.yaml diff=evil filter=evil\n")
    for key in ("core.fsmonitor", "core.pager", "diff.external", "diff.evil.textconv", "filter.evil.clean", "filter.evil.smudge"):
        subprocess.run(["git", "config", key, str(program)], cwd=repository, check=True)
    for where in ("jobs", "jobs/learn.yaml"):
        assert run("--git", "HEAD", where, cwd=repository).returncode == 1
    assert not trace.exists()


def test_pipes_in_a_directory_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "job.yaml").write_text(Path(OLD).read_text())
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "up").symlink_to(tmp_path)
    assert run(str(tmp_path), OLD).returncode == 0


def test_copies_of_a_secret_in_its_annotations_are_not_shown(tmp_path: Path) -> None:
    sides = []
    for word in ("hunter2hunter2", "correcthorse"):
        metadata = {"name": "db", "annotations": {"kapp.k14s.io/original": json.dumps({"data": {"password": word}})}}
        sides.append(tmp_path / word[:3])
        sides[-1].write_text(json.dumps({"apiVersion": "v1", "kind": "Secret", "metadata": metadata}))
    for output in ("text", "json", "markdown"):
        shown = run(*map(str, sides), "-o", output, "--full").stdout
        assert "kapp.k14s.io/original" in shown
        assert "hunter2" not in shown
        assert "correcthorse" not in shown
