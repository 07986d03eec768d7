"""The whole vocabulary of a comparison: a report of blocks, a block of changes.

`vcplug.diff` from Python is the function in api.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from vcplug.model import Finding


class Item(NamedTuple):
    """A step into a list: the entry's Kubernetes key, or its position."""

    key: str


Step = str | Item
How = Literal["added", "removed", "changed", "stale"]
"""stale: an update of the job leaves it as it is, though a new pod would have the new value"""


@dataclass(frozen=True, slots=True)
class Change:
    """One place in an object that differs. A secret's values are never kept."""

    path: tuple[Step, ...]
    how: How
    old: Any = None
    new: Any = None
    reason: str = ""
    secret: bool = False
    per_pod: bool = False
    """the values hold the pod's index"""
    alike: bool = False
    """the values are those of the first pod; the others have the same change amid other text"""


class Various(NamedTuple):
    """Values of one place that differ from pod to pod, counted instead of listed."""

    number: int
    example: Any


class Pods(NamedTuple):
    """Some pods of one series: `<stem>-<index>`."""

    stem: str
    indexes: Sequence[int]


@dataclass(frozen=True, slots=True)
class Block:
    """One object, or all pods for which the same holds, and what changes in it."""

    kind: str
    namespace: str
    name: str
    how: How
    changes: tuple[Change, ...] = ()
    reason: str = ""
    pods: tuple[Pods, ...] = ()

    @property
    def count(self) -> int:
        """How many objects this block is about."""
        return sum(len(some.indexes) for some in self.pods) if self.pods else 1


@dataclass(frozen=True, slots=True)
class Rename:
    kind: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """What admission says to an update, or one of two releases to the job."""

    message: str
    by: str = ""
    code: str = ""
    place: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """What differs, said once. Falsy when nothing does."""

    blocks: tuple[Block, ...] = ()
    renames: tuple[Rename, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    unchanged: int = 0
    """objects, pods counted one by one, in which nothing changes"""
    title: str = ""
    findings: tuple[Finding, ...] = ()
    """what is worth a warning in the new job"""

    def __bool__(self) -> bool:
        return bool(self.blocks or self.renames or self.refusals)
