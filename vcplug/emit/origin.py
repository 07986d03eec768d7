"""YAML with a comment behind each added line: who added it, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from vcplug.emit import Comment
from vcplug.emit.quoting import key
from vcplug.emit.yaml import Piece, write_scalar
from vcplug.holes import Hole
from vcplug.model import Origin, Path

WIDEST = 60
"""a longer line does not push its neighbours' comments to the right"""


def comments(origins: Mapping[Path, Origin], comment: Comment) -> dict[Path, str]:
    """What to say at which path; each on one line, whatever the reason quotes."""
    return {path: _clean(comment(origin)) for path, origin in origins.items()}


def annotate(
    value: Mapping[str, Any], said: Mapping[Path, str], index: int = 0, indent: str = "", first: str = ""
) -> list[Piece]:
    """An object as YAML that reads back the same, with comments; their columns are right for holes as wide as at `index`."""
    if not value:
        return [f"{first}{{}}\n"]
    page = _Page(said, index)
    page.mapping(value, indent, first, (), said.get((), ""), "")
    top: list[Piece] = [f"{indent}# {said[()]}\n"] if said.get(()) else []
    return top + page.written()


def runs(pieces: Iterable[Piece], indexes: Iterable[int]) -> Iterator[list[int]]:
    """The indexes in runs for which every hole is equally wide, so that one layout fits all."""
    holes = {piece for piece in pieces if isinstance(piece, Hole)}
    for _, run in groupby(indexes, lambda index: tuple([len(hole.at(index)) for hole in holes])):
        yield list(run)


class _Line:
    __slots__ = ("block", "note", "pieces", "width")

    def __init__(self, pieces: list[Piece], width: int, note: str, block: Path) -> None:
        self.pieces = pieces
        """its text with the line end, and the lines of a block scalar below it"""
        self.width = width
        """of the first line"""
        self.note = note
        self.block = block
        """the collection it belongs to: its comments stand in one column"""

    def with_note(self, column: int) -> list[Piece]:
        for at, piece in enumerate(self.pieces):
            if isinstance(piece, str) and "\n" in piece:
                text, _, more = piece.partition("\n")
                gap = " " * max(2, column - self.width + 2)
                return [*self.pieces[:at], f"{text}{gap}# {self.note}\n{more}", *self.pieces[at + 1 :]]
        raise AssertionError("a line without its end")


class _Page:
    """Walks an object as emit.yaml does, knowing where it is; a comment is not repeated below where it starts."""

    def __init__(self, said: Mapping[Path, str], index: int) -> None:
        self.said = said
        self.index = index
        self.lines: list[_Line] = []

    def mapping(self, value: Mapping[str, Any], indent: str, first: str, path: Path, told: str, pending: str) -> None:
        lead = first
        for name, field in value.items():
            here = (*path, name)
            note, below = self._note(here, told)
            label = lead + key(name)
            if not label.endswith(":"):
                self._line(label, "", path)
                label = indent + ":"
            self._value(field, indent, label, here, below, "; ".join(filter(None, (pending, note))))
            lead, pending = indent, ""

    def _value(self, value: Any, indent: str, label: str, here: Path, told: str, note: str) -> None:
        if isinstance(value, dict) and value:
            self._line(label, note, here[:-1])
            self.mapping(value, indent + "  ", indent + "  ", here, told, "")
        elif isinstance(value, (list, tuple)) and value:
            self._line(label, note, here[:-1])
            self._sequence(value, indent, indent, here, told, "")
        else:
            self._scalar(value, indent, label + " ", note, here[:-1])

    def _sequence(self, items: Any, indent: str, first: str, path: Path, told: str, pending: str) -> None:
        lead = first + "- "
        inner = indent + "  "
        for position, item in enumerate(items):
            here = (*path, position)
            note, below = self._note(here, told)
            note = "; ".join(filter(None, (pending, note)))
            if isinstance(item, dict) and item:
                self.mapping(item, inner, lead, here, below, note)
            elif isinstance(item, (list, tuple)) and item:
                self._sequence(item, inner, lead, here, below, note)
            else:
                self._scalar(item, indent, lead, note, path)
            lead, pending = indent + "- ", ""

    def _scalar(self, value: Any, indent: str, label: str, note: str, block: Path) -> None:
        out: list[Piece] = []
        write_scalar(out, value, indent, label)
        shown = "".join(piece if isinstance(piece, str) else piece.at(self.index) for piece in out)
        self.lines.append(_Line(out, shown.index("\n"), note, block))

    def _line(self, label: str, note: str, block: Path) -> None:
        self.lines.append(_Line([label + "\n"], len(label), note, block))

    def _note(self, path: Path, told: str) -> tuple[str, str]:
        """What to say here, and what is then known below."""
        own = self.said.get(path, "")
        return (own, own) if own and own != told else ("", told)

    def written(self) -> list[Piece]:
        columns: dict[Path, int] = {}
        for line in self.lines:
            if line.note and line.width <= WIDEST:
                columns[_column(line)] = max(columns.get(_column(line), 0), line.width)
        out: list[Piece] = []
        for line in self.lines:
            out += line.with_note(columns.get(_column(line), 0)) if line.note else line.pieces
        return out


def _column(line: _Line) -> Path:
    """Items of one list share a column even where each is a mapping of its own."""
    return line.block[:-1] if line.block and isinstance(line.block[-1], int) else line.block


def _clean(text: str) -> str:
    return "".join(character if character.isprintable() else " " for character in text).strip()
