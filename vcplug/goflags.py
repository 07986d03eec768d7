"""Go's flag grammar: (declared flags, arguments) -> values and problems. Never raises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Role = Literal["", "task", "container", "port", "path", "image", "secret", "seconds"]


@dataclass(frozen=True, slots=True)
class Flag:
    """A plugin's flag, declared once; parsing, explain, lint, schema, completion and masking read this."""

    name: str
    type: Literal["string", "int", "bool"]
    default: str | int | bool
    summary: str
    role: Role = ""
    since: str = ""
    """first release that has it; empty: every known one"""


@dataclass(frozen=True, slots=True)
class Stop:
    """Why Go's parser stopped before the end: the reason, and the item it stopped at."""

    reason: Literal["unknown", "value", "missing", "syntax", "positional", "terminator", "help"]
    item: int
    flag: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Parsed:
    """What Go's flag package makes of an argument list."""

    values: Mapping[str, Any]
    given: Mapping[str, int] = field(default_factory=dict)
    """flag -> index of the last item that set it"""
    repeated: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    left: tuple[str, ...] = ()
    """the items that were not read"""
    stop: Stop | None = None


def parse(flags: Sequence[Flag], arguments: Sequence[str]) -> Parsed:
    """Parse as Go's flag.FlagSet.Parse with ContinueOnError does; on a stop, what came before holds."""
    raise NotImplementedError
