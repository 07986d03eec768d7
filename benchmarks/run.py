"""Run whole processes and measure them: wall time and peak memory of the child alone."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

_SCRIPT = Path(sys.executable).with_name("vcplug")
VCPLUG = (str(_SCRIPT),) if _SCRIPT.exists() else (sys.executable, "-m", "vcplug")
TYPER = (sys.executable, "-c", "import typer")
NOTHING = (sys.executable, "-c", "pass")


@dataclass(frozen=True, slots=True)
class Command:
    """A process to measure: its arguments, where stdout goes, and which exit codes are fine."""

    arguments: tuple[str, ...]
    output: Path | None = None
    fine: tuple[int, ...] = (0,)
    alone: bool = False
    """on one processor, whatever it would do with more"""
    limit: float | None = None
    """seconds after which it is stopped: what it took is then more than that"""


@dataclass(frozen=True, slots=True)
class Usage:
    seconds: float
    peak_mib: float
    stopped: bool = False


def once(command: Command) -> Usage:
    environment = {**os.environ, "NO_COLOR": "1"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    with open(command.output or os.devnull, "wb") as target:
        begin = time.perf_counter()
        child = subprocess.Popen(
            command.arguments,
            stdin=subprocess.DEVNULL,
            stdout=target,
            stderr=subprocess.PIPE,
            env=environment,
            preexec_fn=_stay if command.alone else None,
        )
        stop = Timer(command.limit, child.kill) if command.limit else None
        if stop:
            stop.start()
        assert child.stderr is not None
        with child.stderr:
            errors = child.stderr.read()
        _, status, used = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - begin
        child.returncode = os.waitstatus_to_exitcode(status)
    if stop:
        stop.cancel()
        if child.returncode < 0 and command.limit and seconds >= command.limit:
            return Usage(seconds, used.ru_maxrss / 1024, stopped=True)
    if child.returncode not in command.fine:
        raise RuntimeError(f"{' '.join(command.arguments)[:200]} ended with {child.returncode}: {errors.decode()[-500:]}")
    return Usage(seconds, used.ru_maxrss / 1024)


def _stay() -> None:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def best(commands: Sequence[Command], times: int) -> list[Usage]:
    """The best of several runs of each, taken in turns so that a busy moment hits all alike; one run more warms up."""
    for command in commands:
        once(command)
    runs = [[once(command) for command in commands] for _ in range(times)]
    return [min((run[position] for run in runs), key=lambda usage: usage.seconds) for position in range(len(commands))]
