"""Run whole processes and measure them: wall time and peak memory of the child alone."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

VCPLUG = (sys.executable, "-m", "vcplug")
TYPER = (sys.executable, "-c", "import typer")
NOTHING = (sys.executable, "-c", "pass")


@dataclass(frozen=True, slots=True)
class Command:
    """A process to measure: its arguments, where stdout goes, and which exit codes are fine."""

    arguments: tuple[str, ...]
    output: Path | None = None
    fine: tuple[int, ...] = (0,)
    environment: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Usage:
    seconds: float
    peak_mib: float


def once(command: Command) -> Usage:
    target = open(command.output, "wb") if command.output else subprocess.DEVNULL  # noqa: SIM115 - closed below
    environment = {**os.environ, "NO_COLOR": "1", **dict(command.environment)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        begin = time.perf_counter()
        child = subprocess.Popen(
            command.arguments, stdin=subprocess.DEVNULL, stdout=target, stderr=subprocess.PIPE, env=environment
        )
        assert child.stderr is not None
        errors = child.stderr.read()
        _, status, used = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - begin
        child.stderr.close()
        child.returncode = os.waitstatus_to_exitcode(status)
    finally:
        if command.output:
            target.close()  # type: ignore[union-attr]
    if child.returncode not in command.fine:
        raise RuntimeError(f"{' '.join(command.arguments)[:200]} ended with {child.returncode}: {errors.decode()[-500:]}")
    return Usage(seconds, used.ru_maxrss / 1024)


def best(commands: Sequence[Command], times: int) -> list[Usage]:
    """The best of several runs of each, taken in turns so that a busy moment hits all alike."""
    for command in commands:
        once(command)
    runs = [[once(command) for command in commands] for _ in range(times)]
    return [min((run[position] for run in runs), key=lambda usage: usage.seconds) for position in range(len(commands))]
