"""Sets of pod indexes: ranges where they can be, and how they are written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


def canonical(indexes: Iterable[int]) -> Sequence[int]:
    """The same indexes in order, as a range where there is no gap."""
    if isinstance(indexes, range) and indexes.step == 1:
        return indexes
    found = sorted(set(indexes))
    if found and found[-1] - found[0] == len(found) - 1:
        return range(found[0], found[-1] + 1)
    return tuple(found)


def both(one: Sequence[int], other: Sequence[int]) -> Sequence[int]:
    if isinstance(one, range) and isinstance(other, range) and one.step == other.step == 1:
        return range(max(one.start, other.start), max(max(one.start, other.start), min(one.stop, other.stop)))
    return canonical(set(one).intersection(other))


def without(one: Sequence[int], other: Sequence[int]) -> Sequence[int]:
    if not other or not one:
        return one
    if isinstance(one, range) and isinstance(other, range) and one.step == other.step == 1:
        if other.start <= one.start:
            return range(max(one.start, min(other.stop, one.stop)), one.stop)
        if other.stop >= one.stop:
            return range(one.start, min(one.stop, other.start))
    return canonical(set(one).difference(other))


def union(one: Sequence[int], other: Sequence[int]) -> Sequence[int]:
    if not one or not other:
        return one or other
    if isinstance(one, range) and isinstance(other, range) and one.step == other.step == 1:
        start, stop = min(one.start, other.start), max(one.stop, other.stop)
        if stop - start <= len(one) + len(other):
            return range(start, stop)
    return canonical({*one, *other})


def runs(indexes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """First and last of each run without gaps."""
    if isinstance(indexes, range) and indexes.step == 1:
        if indexes:
            yield indexes[0], indexes[-1]
        return
    first = last = None
    for index in indexes:
        if last is not None and index == last + 1:
            last = index
            continue
        if first is not None and last is not None:
            yield first, last
        first = last = index
    if first is not None and last is not None:
        yield first, last


def spell(indexes: Sequence[int]) -> str:
    """`0-63`, `0,2,5-9`."""
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in runs(indexes))


def name(stem: str, indexes: Sequence[int]) -> str:
    """`train-worker-[0-63]`; of a single pod its own name."""
    return f"{stem}-{indexes[0]}" if len(indexes) == 1 else f"{stem}-[{spell(indexes)}]"
