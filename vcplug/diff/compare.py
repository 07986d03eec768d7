"""Two objects with holes: every place in which they differ, and for which indexes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from vcplug.diff import Item, Step
from vcplug.diff.indexes import canonical
from vcplug.diff.keys import is_by_content, keyed
from vcplug.diff.rename import Renamed
from vcplug.holes import Text, fill
from vcplug.model import Path

SAMPLES = 16
"""indexes at which two texts with holes are tried before all are"""
ONE: Sequence[int] = range(1)
"""stands for an object that is not one of many"""


class Absent:
    """Nothing is written here."""

    def __repr__(self) -> str:
        return "absent"


ABSENT = Absent()


class Difference(NamedTuple):
    """A place in two objects, what stands there, and the indexes for which it differs."""

    path: tuple[Step, ...]
    old: Any
    new: Any
    indexes: Sequence[int]
    old_at: Path
    new_at: Path
    """the place in either object, with positions in lists: where origins are looked up"""


class _Places(NamedTuple):
    path: tuple[Step, ...] = ()
    old: Path = ()
    new: Path = ()

    def into(self, step: Step, old: str | int, new: str | int) -> _Places:
        return _Places((*self.path, step), (*self.old, old), (*self.new, new))


def compare(old: Any, new: Any, indexes: Sequence[int] = ONE) -> Iterator[Difference]:
    """Where two normalised objects differ, for pods of these indexes."""
    yield from _compare(old, new, indexes, _Places(), "")


def _compare(old: Any, new: Any, indexes: Sequence[int], at: _Places, field: str) -> Iterator[Difference]:
    if old is new:
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys((*old, *new)):
            yield from _compare(old.get(key, ABSENT), new.get(key, ABSENT), indexes, at.into(key, key, key), key)
    elif isinstance(old, list) and isinstance(new, list):
        yield from _lists(old, new, indexes, at, field)
    elif isinstance(old, list) and new is ABSENT:
        yield from _lists(old, [], indexes, at, field)
    elif isinstance(new, list) and old is ABSENT:
        yield from _lists([], new, indexes, at, field)
    elif _is_map_of_fields(old, new, field):
        # a whole map of labels or data that comes or goes is told entry by entry
        yield from _compare({} if old is ABSENT else old, {} if new is ABSENT else new, indexes, at, field)
    else:
        where = _differ_at(old, new, indexes)
        if where:
            yield Difference(at.path, old, new, where, at.old, at.new)


def _is_map_of_fields(old: Any, new: Any, field: str) -> bool:
    return field in ("labels", "annotations", "data") and (
        (old is ABSENT and isinstance(new, dict)) or (new is ABSENT and isinstance(old, dict))
    )


def _lists(old: list[Any], new: list[Any], indexes: Sequence[int], at: _Places, field: str) -> Iterator[Difference]:
    before, after = keyed(field, old), keyed(field, new)
    if before is None or after is None:
        for position in range(max(len(old), len(new))):
            was = old[position] if position < len(old) else ABSENT
            now = new[position] if position < len(new) else ABSENT
            yield from _compare(was, now, indexes, at.into(Item(str(position)), position, position), "")
        return
    before = _paired(before, old, after, new) if is_by_content(field) else _as_called_now(before, old, after)
    for key in dict.fromkeys((*before, *after)):
        was_at, now_at = before.get(key), after.get(key)
        was = old[was_at] if was_at is not None else ABSENT
        now = new[now_at] if now_at is not None else ABSENT
        label = str(now_at if now_at is not None else was_at) if is_by_content(field) else key
        inside = at.into(Item(label), was_at if was_at is not None else -1, now_at if now_at is not None else -1)
        yield from _compare(was, now, indexes, inside, "")
    if field == "initContainers":
        yield from _order(list(before), list(after), indexes, at)


def _as_called_now(before: dict[str, int], old: list[Any], after: dict[str, int]) -> dict[str, int]:
    """Where the job was renamed, an entry that merely shares the job's name keeps its own."""
    kept: dict[str, int] = {}
    for key, position in before.items():
        name = old[position].get("name") if isinstance(old[position], dict) else None
        unchanged = isinstance(name, Renamed) and key not in after and name.before in after
        kept[name.before if unchanged and isinstance(name, Renamed) else key] = position
    return kept


def _paired(before: dict[str, int], old: list[Any], after: dict[str, int], new: list[Any]) -> dict[str, int]:
    """Entries known by all they hold: those without a counterpart are taken for each other's, in order, if of one `key`."""
    come = [key for key in after if key not in before]
    kept: dict[str, int] = {}
    for key, position in before.items():
        about = old[position].get("key")
        taken = key if key in after else next((one for one in come if new[after[one]].get("key") == about), key)
        if taken in come:
            come.remove(taken)
        kept[taken] = position
    return kept


def _order(before: list[str], after: list[str], indexes: Sequence[int], at: _Places) -> Iterator[Difference]:
    """Init containers run one after the other: of them the order counts."""
    was, now = [key for key in before if key in after], [key for key in after if key in before]
    if was != now:
        yield Difference((*at.path, Item("order")), ", ".join(was), ", ".join(now), indexes, at.old, at.new)


def _differ_at(old: Any, new: Any, indexes: Sequence[int]) -> Sequence[int]:
    """The indexes for which two values differ, which are not both maps or both lists."""
    if isinstance(old, Renamed) and old.before == new:
        return ()
    if not _has_holes(old) and not _has_holes(new):
        return () if _same(old, new) else indexes
    if old == new or not indexes:
        return ()
    step = max(1, len(indexes) // SAMPLES)
    tried = [_same_for(old, new, index) for index in (*indexes[::step], indexes[-1])]
    if not any(tried):
        return indexes
    return canonical(index for index in indexes if not _same_for(old, new, index))


def _same_for(old: Any, new: Any, index: int) -> bool:
    return _same(fill(old, index), fill(new, index))


def _same(old: Any, new: Any) -> bool:
    return bool(old == new) and isinstance(old, bool) == isinstance(new, bool)


def _has_holes(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_has_holes, value.values()))
    if isinstance(value, list):
        return any(map(_has_holes, value))
    return isinstance(value, Text)
