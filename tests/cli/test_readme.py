"""The README is true: its examples run, and print what it shows."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import ROOT

README = (ROOT / "README.md").read_text()
EXAMPLES = re.findall(r"```console\n\$ (.*)\n((?:.*\n)*?)```", README)
WITH_SCRIPTS = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


@pytest.mark.parametrize(("command", "shown"), EXAMPLES, ids=range(len(EXAMPLES)))
def test_each_example_prints_what_is_shown(command: str, shown: str) -> None:
    ran = subprocess.run(command, shell=True, cwd=ROOT, env=WITH_SCRIPTS, capture_output=True, text=True, check=False)
    printed = ran.stdout or ran.stderr
    for part in shown.split("…\n"):
        assert part in printed


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 3


def test_the_python_example_runs() -> None:
    (code,) = re.findall(r"```python\n((?:.*\n)*?)```", README)
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "Pod train-worker-2\n" in ran.stdout


def test_every_command_is_in_the_table() -> None:
    from vcplug.cli.app import COMMANDS

    assert set(COMMANDS) <= set(re.findall(r"^\| `vcplug (\w+)` \|", README, re.MULTILINE))


def test_the_config_shown_is_accepted(tmp_path: Path) -> None:
    from vcplug.config import read

    (text,) = re.findall(r"```toml\n((?:.*\n)*?)```", README)
    (tmp_path / "shown.toml").write_text(text)
    assert read(str(tmp_path / "shown.toml")).volcano_version == "1.14"
