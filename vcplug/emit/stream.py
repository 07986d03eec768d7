"""Blocks of bytes -> a stream or a file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import BinaryIO

from vcplug.errors import VcplugError


def write(blocks: Iterable[bytes], stream: BinaryIO, name: str = "stdout") -> int:
    """Write and flush everything; the number of bytes written.

    A full disk or a broken device is a VcplugError. BrokenPipeError passes: the reader had enough, which
    the caller ends quietly (after pointing stdout at os.devnull, or the interpreter complains at exit).
    KeyboardInterrupt passes too.
    """
    written = 0
    for block in blocks:  # only the stream's own errors are caught: the blocks' maker has its own
        try:
            stream.write(block)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise failed(name, error, written) from error
        written += len(block)
    try:
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise failed(name, error, written) from error
    return written


def failed(name: str, error: OSError, written: int = 0) -> VcplugError:
    """Says what could not be written, why, and that it may be there in part."""
    reason = error.strerror or str(error)
    tail = "; what is written so far is not complete" if written else ""
    return VcplugError(f"cannot write to {name}: {reason}{tail}")
