"""A task is one pod with holes: text whose only unknown is the pod's index."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Hole(NamedTuple):
    """The number (index + plus) // over, written in decimal."""

    plus: int = 0
    over: int = 1

    def at(self, index: int) -> str:
        return str((index + self.plus) // self.over)


INDEX = Hole()


class Text:
    """A string of literal parts and holes. Never empty of holes: then it would be a str."""

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[str | Hole, ...]) -> None:
        self.parts = parts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash(self.parts)

    def __repr__(self) -> str:
        return f"Text({self.parts!r})"

    def at(self, index: int) -> str:
        return "".join(part if isinstance(part, str) else part.at(index) for part in self.parts)

    def __str__(self) -> str:
        return "".join(part if isinstance(part, str) else describe(part) for part in self.parts)


def describe(hole: Hole) -> str:
    """A hole for people: {index}, {index + 1}, {index // 8}."""
    inner = "index" if not hole.plus else f"index + {hole.plus}"
    if hole.over != 1:
        inner = f"{inner} // {hole.over}" if not hole.plus else f"({inner}) // {hole.over}"
    return "{" + inner + "}"


def text(*parts: str | Hole | Text) -> str | Text:
    """Join strings, holes and texts; neighbouring strings melt together."""
    flat: list[str | Hole] = []
    for part in parts:
        for piece in part.parts if isinstance(part, Text) else (part,):
            if isinstance(piece, str) and flat and isinstance(flat[-1], str):
                flat[-1] += piece
            elif piece != "":
                flat.append(piece)
    if not any(isinstance(piece, Hole) for piece in flat):
        return "".join(str(piece) for piece in flat)
    return Text(tuple(flat))


def fill(value: Any, index: int) -> Any:
    """A copy of JSON-like data with every hole filled for this index."""
    return replace(value, lambda found: found.at(index))


def replace(value: Any, to: Callable[[Text], Any]) -> Any:
    """A copy of JSON-like data with `to` applied to every Text in it."""
    if isinstance(value, Text):
        return to(value)
    if isinstance(value, dict):
        return {key: replace(item, to) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [replace(item, to) for item in value]
    return value
