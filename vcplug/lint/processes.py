"""Share work among forked processes: each does every n-th piece and sends its results back through a pipe."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

Piece = TypeVar("Piece")
Result = TypeVar("Result")


def share(pieces: Sequence[Piece], work: Callable[[Piece], Result], processes: int) -> list[Result]:
    """The results in the order of the pieces. What a process that died should have done is done here."""
    results: list[Any] = [None] * len(pieces)
    running = [(first, *_start(pieces[first::processes], work)) for first in range(1, processes)]
    try:
        results[::processes] = list(map(work, pieces[::processes]))
        for first, process, pipe in running:
            found = _collect(pipe) if process else None
            results[first::processes] = found if found is not None else list(map(work, pieces[first::processes]))
    finally:
        for _, process, pipe in running:
            _end(process, pipe)
    return results


def _start(pieces: Sequence[Piece], work: Callable[[Piece], Result]) -> tuple[int, int]:
    """A process that works on these pieces, and the pipe that it writes to; 0 where none can be made."""
    reading, writing = os.pipe()
    try:
        process = os.fork()
    except OSError:
        os.close(writing)
        return 0, reading
    if process:
        os.close(writing)
        return process, reading
    # the child: whatever happens, it leaves neither a word on the streams nor a second parent
    code = 1
    try:
        os.close(reading)
        with open(writing, "wb") as stream:
            pickle.dump(list(map(work, pieces)), stream, pickle.HIGHEST_PROTOCOL)
        code = 0
    except BaseException:
        pass
    finally:
        os._exit(code)
    raise AssertionError("a process does not come back from its own end")


def _collect(pipe: int) -> list[Any] | None:
    """What the process has sent, if it got to the end."""
    try:
        with open(pipe, "rb", closefd=False) as stream:
            found: list[Any] = pickle.load(stream)
            return found
    except (EOFError, pickle.UnpicklingError, OSError):
        return None


def _end(process: int, pipe: int) -> None:
    with suppress(OSError):
        os.close(pipe)
    if process:
        with suppress(OSError):
            os.waitpid(process, 0)
