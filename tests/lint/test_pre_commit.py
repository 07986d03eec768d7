"""The hooks, run by the real pre-commit in a scratch repository.

pre-commit would install the hooks' repository with pip, from the network. Here the very entries of .pre-commit-hooks.yaml
run as local hooks of language `system`, with the vcplug that is being tested first on the PATH: offline, in a second or two.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.lint.jobs import GOOD

HOOKS = yaml.safe_load((Path(__file__).parents[2] / ".pre-commit-hooks.yaml").read_text())
BAD = GOOD.replace("spec:\n", 'spec:\n  plugins: {pytorch: ["--prot=1"]}\n', 1)


def run(place: Path, *command: str) -> subprocess.CompletedProcess[str]:
    here = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    path = os.pathsep.join((os.path.dirname(sys.executable), here.get("PATH", "")))
    env = here | {"PATH": path, "PRE_COMMIT_HOME": str(place.parent / "pre-commit"), "HOME": str(place.parent), "NO_COLOR": "1"}
    return subprocess.run(command, cwd=place, env=env, capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    place = tmp_path / "repository"
    place.mkdir()
    hooks = [hook | {"language": "system"} for hook in HOOKS]
    config = {"repos": [{"repo": "local", "hooks": hooks}]}
    (place / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config))
    (place / "values.yaml").write_text("a: 1\n")
    (place / "notes.txt").write_text("pytorch: [--prot=1]\n")
    (place / "good.yml").write_text(GOOD)
    assert run(place, "git", "init", "-q").returncode == 0
    return place


def pre_commit(place: Path, hook: str) -> subprocess.CompletedProcess[str]:
    run(place, "git", "add", ".")
    return run(place, sys.executable, "-m", "pre_commit", "run", hook, "--all-files", "--verbose")


def test_both_hooks_are_installed_by_pip_and_see_all_files_in_one_process() -> None:
    hooks: dict[str, dict[str, Any]] = {hook["id"]: hook for hook in HOOKS}
    assert set(hooks) == {"vcplug-lint", "vcplug-lint-fix"}
    for hook in hooks.values():
        assert hook["language"] == "python"
        assert hook["require_serial"] is True
        assert hook["entry"].startswith("vcplug lint")


def test_a_good_job_passes_and_a_bad_one_does_not(repository: Path) -> None:
    ran = pre_commit(repository, "vcplug-lint")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "Passed" in ran.stdout
    for name in ("bad.yaml", "bad.json"):
        (repository / name).write_text(BAD)
    ran = pre_commit(repository, "vcplug-lint")
    assert ran.returncode == 1
    assert "bad.yaml:6:23: error VCP101: pytorch has no flag --prot" in ran.stdout
    assert ran.stdout.count("can be fixed with --fix") == 1  # one summary: one process


def test_the_fixing_hook_mends_the_file_and_fails_once(repository: Path) -> None:
    (repository / "bad.yaml").write_text(BAD)
    ran = pre_commit(repository, "vcplug-lint-fix")
    assert ran.returncode == 1
    assert "files were modified by this hook" in ran.stdout
    assert (repository / "bad.yaml").read_text() == BAD.replace("--prot", "--port")
    assert pre_commit(repository, "vcplug-lint-fix").returncode == 0
