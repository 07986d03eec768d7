"""Concrete pods become series again: pods of one stem that differ only by their index are one pod with holes.

Texts of whole pods are unified, not trees: numbers that follow the index in two pods become holes, and every
other pod is held against the text with its holes filled. That costs one comparison of strings per pod.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from vcplug.diff.indexes import canonical
from vcplug.diff.shape import is_sound
from vcplug.holes import Hole, Text, text
from vcplug.model import Manifest

NAME = re.compile(r"(.+)-(0|[1-9][0-9]{0,8})", re.DOTALL)
PARTITION = "volcano.sh/partition-id"
ATTEMPTS = 16
"""templates to try in one stem; pods that none of them explains stand for themselves"""
_NUMBER = re.compile(r"(\d+)")
_MARK = "\ue000"
_MARKED = re.compile(f"{_MARK}(\\d+){_MARK}")
Template = list[str | Hole]


def stem(name: str) -> tuple[str, int] | None:
    """`train-worker-12` as `train-worker` and 12."""
    found = NAME.fullmatch(name)
    return (found[1], int(found[2])) if found else None


def find(pods: Iterable[tuple[int, dict[str, Any]]]) -> Iterator[Manifest]:
    """The pods of one stem as few series. All that differs by chance must have been taken out before."""
    pending = {
        index: (pod, json.dumps(pod, sort_keys=True, ensure_ascii=False)) for index, pod in sorted(pods, key=lambda one: one[0])
    }
    sizes = _partition_sizes({index: pod for index, (pod, _) in pending.items()})
    for _ in range(ATTEMPTS):
        if not pending:
            return
        indexes, template = _largest(pending, sizes)
        yield Manifest(_object(template, pending[indexes[0]][0]), {}, indexes)
        for index in indexes:
            del pending[index]
    for index, (pod, _) in pending.items():
        yield Manifest(pod, {}, canonical((index,)))


def _largest(pending: dict[int, tuple[dict[str, Any], str]], sizes: Sequence[int]) -> tuple[Sequence[int], Template]:
    """The series, out of a few attempts, that explains most pods with the first one among them."""
    order = list(pending)
    first = order[0]
    best: tuple[Sequence[int], Template] = (canonical((first,)), [pending[first][1]])
    for other in dict.fromkeys((order[-1], order[len(order) // 2], order[min(1, len(order) - 1)])):
        if other == first:
            continue
        template = unify(first, pending[first][1], other, pending[other][1], sizes)
        if template is None or _object(template, None) is None:
            continue
        explained = [index for index in order if _filled(template, index) == pending[index][1]]
        if len(explained) > len(best[0]):
            best = canonical(explained), template
        if len(explained) == len(order):
            break
    return best


def unify(index: int, one: str, other_index: int, other: str, sizes: Sequence[int] = ()) -> Template | None:
    """Two texts as one with holes for the numbers that follow the index; None where they differ in more."""
    if one == other:
        return [one]
    ours, theirs = _NUMBER.split(one), _NUMBER.split(other)
    if len(ours) != len(theirs) or ours[::2] != theirs[::2] or _MARK in one:
        return None
    parts: Template = []
    for position, (mine, its) in enumerate(zip(ours, theirs, strict=True)):
        if mine == its:
            parts.append(mine)
            continue
        hole = _hole(index, mine, other_index, its, sizes) if position % 2 else None
        if hole is None:
            return None
        parts.append(hole)
    return _melted(parts)


def _hole(index: int, mine: str, other_index: int, its: str, sizes: Sequence[int]) -> Hole | None:
    if len(mine) > 9 or len(its) > 9 or mine != str(int(mine)) or its != str(int(its)):
        return None
    plus = int(mine) - index
    if plus >= 0 and int(its) - other_index == plus:
        return Hole(plus)
    return next((Hole(over=size) for size in sizes if index // size == int(mine) and other_index // size == int(its)), None)


def _melted(parts: Template) -> Template:
    melted: Template = []
    for part in parts:
        if isinstance(part, str) and melted and isinstance(melted[-1], str):
            melted[-1] += part
        else:
            melted.append(part)
    return melted


def _filled(template: Template, index: int) -> str:
    return "".join([part if isinstance(part, str) else part.at(index) for part in template])


def _object(template: Template, alone: dict[str, Any] | None) -> Any:
    """The pod with holes that a text with holes stands for; None when a hole is not inside a string."""
    if alone is not None and len(template) == 1:
        return alone
    holes: list[Hole] = []
    written: list[str] = []
    for part in template:
        if isinstance(part, Hole):
            written.append(f"{_MARK}{len(holes)}{_MARK}")
            holes.append(part)
        else:
            written.append(part)
    try:
        return _opened(json.loads("".join(written)), holes)
    except ValueError:
        return None


def _opened(value: Any, holes: Sequence[Hole]) -> Any:
    if isinstance(value, dict):
        if any(_MARK in key for key in value):
            raise ValueError("the name of a field follows the index")
        return {key: _opened(item, holes) for key, item in value.items()}
    if isinstance(value, list):
        return [_opened(item, holes) for item in value]
    if isinstance(value, str) and _MARK in value:
        pieces: list[str | Hole | Text] = list(_MARKED.split(value))
        pieces[1::2] = [holes[int(str(number))] for number in pieces[1::2]]
        return text(*pieces)
    return value


def _partition_sizes(pods: dict[int, dict[str, Any]]) -> Sequence[int]:
    """Pods of partition 0 end where those of partition 1 begin: at the size of a partition."""
    ones = [index for index, pod in pods.items() if is_sound(pod) and (pod["metadata"].get("labels") or {}).get(PARTITION) == "1"]
    return (min(ones),) if ones and min(ones) > 0 else ()
