"""Fill the holes of one serialised pod for many indexes, at about the speed of copying its bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from vcplug.holes import Hole

BLOCK = 1 << 20
"""bytes written at once: large enough to make the calls cheap, small enough to stay flat in memory"""


class Template:
    """A serialised object whose only unknowns are its holes."""

    __slots__ = ("at", "size")

    def __init__(self, pieces: Iterable[str | Hole]) -> None:
        literals, holes = _split(pieces)
        self.size = sum(map(len, literals)) + 6 * len(holes)
        """bytes of one filled object, about"""
        self.at: Callable[[int], bytes] = _filler(literals, holes)
        """the object of one index"""

    def blocks(self, indexes: Sequence[int]) -> Iterator[bytes]:
        """All of them in order, many in each block."""
        step = max(1, BLOCK // max(1, self.size))
        at = self.at
        for start in range(0, len(indexes), step):
            yield b"".join([at(index) for index in indexes[start : start + step]])


def _split(pieces: Iterable[str | Hole]) -> tuple[list[bytes], list[Hole]]:
    """Literals and the holes between them: always one literal more than holes."""
    literals: list[bytes] = []
    holes: list[Hole] = []
    run: list[str] = []
    for piece in pieces:
        if isinstance(piece, Hole):
            holes.append(piece)
            literals.append("".join(run).encode())
            run = []
        else:
            run.append(piece)
    literals.append("".join(run).encode())
    return literals, holes


def _filler(literals: list[bytes], holes: list[Hole]) -> Callable[[int], bytes]:
    kinds = list(dict.fromkeys(holes))
    if not kinds:
        whole = literals[0]
        return lambda index: whole
    if len(kinds) == 1:
        plus, over = kinds[0].plus, kinds[0].over
        if plus == 0 and over == 1:
            return lambda index: str(index).encode().join(literals)
        return lambda index: str((index + plus) // over).encode().join(literals)
    return _mixed(literals, holes, kinds)


def _mixed(literals: list[bytes], holes: list[Hole], kinds: list[Hole]) -> Callable[[int], bytes]:
    """Holes of several kinds: every second place of one list is overwritten, then joined."""
    slots: list[bytes] = [b""] * (2 * len(holes) + 1)
    slots[::2] = literals
    places = [(kind.plus, kind.over, [2 * at + 1 for at, hole in enumerate(holes) if hole == kind]) for kind in kinds]

    def at(index: int) -> bytes:
        for plus, over, positions in places:
            written = str((index + plus) // over).encode()
            for position in positions:
                slots[position] = written
        return b"".join(slots)

    return at
