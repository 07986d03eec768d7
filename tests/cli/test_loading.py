"""What each command loads, and how often it serialises: work that is counted, since time cannot be held to a number."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import vcplug

JOB = """\
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata:
  name: train
spec:
  minAvailable: 3
  plugins: {pytorch: ["--port=29500"], svc: [], env: []}
  tasks:
  - name: master
    replicas: 1
    policies: [{event: TaskCompleted, action: CompleteJob}]
    template: &pod
      metadata:
        labels: {team: research}
      spec:
        restartPolicy: OnFailure
        containers:
        - name: main
          image: registry.example/train:1
          command: [python, train.py]
          env: [{name: MODE, value: train}]
          resources:
            requests: {cpu: 500m, memory: 1Gi}
  - name: worker
    replicas: 2
    template: *pod
"""
LIBRARIES = {
    "rich",
    "jsonschema",
    "cryptography",
    "hypothesis",
    "ruamel.yaml.main",
    "tomllib",
    "json",
    "dataclasses",
    "asyncio",
    "pickle",
}
"""loaded by no command that works on an ordinary job"""
TYPER = {"typer", "click", "typing", "re"}
PROSE = {"vcplug.explain", "vcplug.lint.manual"}
"""what people read: long texts, which take time to load"""
RARE = {
    f"vcplug.admission.pod.{name}"
    for name in ("volumes", "mounts", "projected", "claims", "security", "scheduling", "network", "handlers")
}
"""checks of what an ordinary template does not have"""
OTHER_PLUGINS = {f"vcplug.plugins.{name}" for name in ("mpi", "hcclrank")}
WRITERS = {"vcplug.emit.json", "vcplug.emit.name", "vcplug.emit.directory", "vcplug.emit.origin", "vcplug.emit.mask"}
AFTER_READING = {f"vcplug.{room}" for room in ("admission", "plugins", "expand", "emit", "lint", "diff", "explain", "api")}
FORBIDDEN: dict[tuple[str, ...], set[str]] = {
    ("--version",): {*LIBRARIES, *TYPER, *AFTER_READING, "vcplug.source", "vcplug.model"},
    ("--complete", "pods", "job.yaml"): {*LIBRARIES, "typer", "click", *AFTER_READING},
    ("--help",): {*LIBRARIES, *AFTER_READING, "vcplug.model", "vcplug.source.reader"},
    ("render", "--help"): {*LIBRARIES, *AFTER_READING, "vcplug.source.reader"},
    ("render", "-q", "job.yaml"): {
        *LIBRARIES, *PROSE, *RARE, *OTHER_PLUGINS, *WRITERS, "vcplug.diff", "vcplug.plugins.ray", "vcplug.plugins.ssh",
        "vcplug.admission.wording", "vcplug.admission.update", "vcplug.expand.keys", "vcplug.lint.run", "vcplug.lint.fixes",
        *(f"vcplug.lint.rules.{room}" for room in ("arguments", "conflicts", "job", "keys", "network", "sizes")),
    },
    ("lint", "-q", "job.yaml"): {
        *LIBRARIES, *PROSE, *RARE, *OTHER_PLUGINS, *WRITERS, "vcplug.diff", "vcplug.api", "vcplug.emit.yaml",
        "vcplug.admission.update", "vcplug.expand.keys", "vcplug.lint.fixing", "vcplug.lint.processes", "vcplug.lint.writing",
    },
}  # fmt: skip


@pytest.mark.parametrize("arguments", FORBIDDEN, ids=" ".join)
def test_a_command_loads_only_what_it_needs(arguments: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "job.yaml").write_text(JOB)
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "somebody-else"\n')
    code = (
        "import sys; before = set(sys.modules); from vcplug.cli import main; code = main(); "
        "sys.stderr.write(repr((code, sorted(set(sys.modules) - before))))"
    )
    ran = subprocess.run([sys.executable, "-c", code, *arguments], cwd=tmp_path, capture_output=True, text=True, check=True)
    exit_code, loaded = eval(ran.stderr)
    assert exit_code == 0
    assert sorted(FORBIDDEN[arguments].intersection(loaded) - _brought_by_typer()) == []


def _brought_by_typer() -> set[str]:
    """Typer's own imports cost nothing more, whatever they are in the installed version."""
    code = "import sys, typer, typer.main; print(' '.join(sys.modules))"
    names = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    return {name for name in names if name not in TYPER}


@pytest.mark.parametrize("output", ["yaml", "json"])
@pytest.mark.parametrize("replicas", [2, 5000])
def test_a_task_is_serialised_once_whatever_its_replicas(
    output: str, replicas: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from vcplug.emit import compose

    kinds: list[str] = []
    pieces = compose._pieces

    def counted(found: Any, *rest: Any) -> Any:
        kinds.append(found["kind"])
        return pieces(found, *rest)

    monkeypatch.setattr(compose, "_pieces", counted)
    job = tmp_path / "job.yaml"
    job.write_text(JOB.replace("replicas: 2", f"replicas: {replicas}"))
    ran = vcplug("render", "-q", "-o", output, job)
    assert ran.code == 0
    assert kinds.count("Pod") == 2
    if output == "json":
        assert sum(item["kind"] == "Pod" for item in json.loads(ran.out)["items"]) == replicas + 1
    else:
        assert ran.out.count("\nkind: Pod\n") == replicas + 1


@pytest.mark.parametrize("replicas", [2, 5000])
def test_a_plugin_is_asked_once_for_each_task_whatever_its_replicas(
    replicas: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from vcplug.plugins import pytorch

    asked: list[str] = []
    dress = pytorch.dress

    def counted(job: Any, task: Any, *rest: Any) -> Any:
        asked.append(task.name)
        return dress(job, task, *rest)

    monkeypatch.setattr(pytorch, "dress", counted)
    job = tmp_path / "job.yaml"
    job.write_text(JOB.replace("replicas: 2", f"replicas: {replicas}"))
    assert vcplug("render", "-q", job).code == 0
    assert sorted(asked) == ["master", "worker"]
