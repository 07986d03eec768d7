"""How the tests of this room call vcplug."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from unittest import mock

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "samples"
JOB = """\
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata:
  name: train
spec:
  plugins:
    env: []
    svc: []
  tasks:
  - name: main
    replicas: 2
    template:
      spec:
        restartPolicy: Never
        containers:
        - name: main
          image: busybox:1.36
"""


class Ran(NamedTuple):
    code: int
    out: str
    err: str


def vcplug(*arguments: str | Path, stdin: str | bytes = "", env: Mapping[str, str] | None = None, cwd: Path | None = None) -> Ran:
    """In this very process, through the console script's entry point."""
    from vcplug.cli import main

    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
    given = io.TextIOWrapper(io.BytesIO(stdin.encode() if isinstance(stdin, str) else stdin))
    with (
        mock.patch.object(sys, "argv", ["vcplug", *map(str, arguments)]),
        mock.patch.object(sys, "stdin", given),
        mock.patch.dict(os.environ, env or {}),
        contextlib.chdir(cwd or "/"),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        code = main()
    out.flush()
    texts = [stream.buffer.getvalue().decode() for stream in (out, err)]  # type: ignore[attr-defined]
    return Ran(code, *texts)


def process(*arguments: str | Path, **options: object) -> subprocess.CompletedProcess[bytes]:
    """In a process of its own, where streams and signals matter."""
    settings: dict[str, object] = {"capture_output": True, "timeout": 60, "check": False} | options
    return subprocess.run([sys.executable, "-m", "vcplug", *map(str, arguments)], **settings)  # type: ignore[call-overload, no-any-return]
