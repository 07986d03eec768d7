"""Pages of text, markdown or json on stdout."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal

from vcplug.cli.terminal import Terminal

if TYPE_CHECKING:
    from vcplug.explain.layout import Block

Format = Literal["text", "json", "markdown"]


def width(terminal: Terminal) -> int:
    """Of the terminal that stdout is; 0, which is no wrapping, where it is none."""
    if not terminal.is_terminal(sys.stdout):
        return 0
    with suppress(OSError, ValueError, AttributeError):
        return max(40, os.get_terminal_size(sys.stdout.fileno()).columns or 80)
    return 80


def write_blocks(terminal: Terminal, blocks: Iterable[Block], output: Format) -> None:
    from vcplug.explain.layout import as_markdown, as_text

    if output == "markdown":
        write_text(terminal, as_markdown(blocks))
    else:
        write_text(terminal, as_text(blocks, width(terminal), terminal.highlighted()))


def write_json(terminal: Terminal, data: Any) -> None:
    import json

    write_text(terminal, json.dumps(data, indent=2, ensure_ascii=False) + "\n")


def write_raw(terminal: Terminal, text: str) -> None:
    """What stands in a job, byte for byte; on a terminal without what it would obey instead of showing."""
    if terminal.is_terminal(sys.stdout):
        from vcplug.findings import show

        text = "\n".join(map(show, text.split("\n")))
    write_text(terminal, text)


def write_text(terminal: Terminal, text: str) -> None:
    terminal.write([text.encode("utf-8", "backslashreplace")])
