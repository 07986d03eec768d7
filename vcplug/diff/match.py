"""Two sides become a report: objects matched by who they are, the same change of many pods said once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from vcplug.diff import Block, Change, How, Pods, Rename, Report, Step, Various
from vcplug.diff.compare import ABSENT, Difference, compare
from vcplug.diff.indexes import both, canonical, name, union, without
from vcplug.diff.live import is_filled_in
from vcplug.diff.normal import default_of
from vcplug.diff.reasons import Reasons
from vcplug.diff.rename import told
from vcplug.diff.secrets import Hidden, masked, settle_keys
from vcplug.diff.sides import Key, Segment, Side
from vcplug.diff.values import core, pieces
from vcplug.holes import Text, fill
from vcplug.model import Path

MANY = 6
"""values of one place, all different, from which on they are counted instead of listed"""
_FRAME = frozenset(("apiVersion", "kind", "metadata"))


def match(
    old: Side, new: Side, *, from_cluster: bool = False, reasons: Reasons | None = None, hidden: Hidden | None = None
) -> Report:
    """What differs between two sides that are not settled yet."""
    from_cluster = from_cluster or old.is_live or new.is_live
    for side, other in ((old, new), (new, old)):
        side.settle(from_cluster=from_cluster, alone=side.is_live and not other.is_live)
    return _Matching(old, new, reasons or Reasons(), hidden or Hidden()).report()


class _Matching:
    def __init__(self, old: Side, new: Side, reasons: Reasons, hidden: Hidden) -> None:
        self.old, self.new, self.reasons, self.hidden = old, new, reasons, hidden
        self.unchanged = 0
        self.pod_changes: dict[str, tuple[Change, dict[tuple[str, str], Sequence[int]]]] = {}
        self.pod_blocks: list[Block] = []
        self.blocks: list[Block] = []

    def report(self) -> Report:
        renames = tuple(self.renames())
        for key in dict.fromkeys((*self.new.found, *self.old.found)):
            before, after = self.old.found.get(key, []), self.new.found.get(key, [])
            if key.is_series:
                self.series(key, before, after)
            else:
                self.single(key, before, after)
        blocks = (*self.changed_pods(), *self.pod_blocks, *self.blocks)
        return Report(blocks, renames, unchanged=self.unchanged)

    def renames(self) -> Iterator[Rename]:
        """One job that is only on the old side and one that is only on the new side are the same job, renamed."""
        before, after = self.old.jobs, self.new.jobs
        gone, come = [job for job in before if job not in after], [job for job in after if job not in before]
        if len(gone) != 1 or len(come) != 1 or not self.is_same_job(gone[0], come[0]):
            return
        self.old.rename(gone[0], come[0])
        same_space = gone[0][0] == come[0][0]
        yield Rename("Job", *(job if same_space else f"{space}/{job}" for space, job in (gone[0], come[0])))

    def is_same_job(self, gone: tuple[str, str], come: tuple[str, str]) -> bool:
        """Whether they share a task."""
        tasks = [
            {key.name[len(job) + 1 :] for key in side.found if key.is_series and key.namespace == space}
            for side, (space, job) in ((self.old, gone), (self.new, come))
        ]
        return bool(tasks[0] & tasks[1])

    # pods

    def series(self, key: Key, before: list[Segment], after: list[Segment]) -> None:
        gone, come = _indexes(before), _indexes(after)
        for old in before:
            for new in after:
                shared = both(old.indexes, new.indexes)
                if shared:
                    self.pods(key, old, new, shared)
        counts = f"replicas {len(gone)} → {len(come)}" if before and after else ""
        for how, segments, left in (("removed", before, without(gone, come)), ("added", after, without(come, gone))):
            if left:
                reason = counts or self.reasons.of(None, segments[0])
                block = Block("Pod", key.namespace, name(key.name, left), how, (), reason, (Pods(key.name, left),))  # type: ignore[arg-type]
                self.pod_blocks.append(block)

    def pods(self, key: Key, old: Segment, new: Segment, shared: Sequence[int]) -> None:
        touched: Sequence[int] = ()
        for found in self.differences(key, old, new, shared):
            touched = union(touched, found.indexes)
            change = self.change(old, new, found, found.indexes[0] if len(found.indexes) == 1 else None)
            mark = _fingerprint(change)
            known, members = self.pod_changes.get(mark, (change, {}))
            self.pod_changes[mark] = _both(known, change), members
            who = (key.namespace, key.name)
            members[who] = union(members.get(who, ()), found.indexes)
        self.unchanged += len(shared) - len(touched)

    def changed_pods(self) -> Iterator[Block]:
        """The changes of all pods, grouped by the pods for which they hold."""
        groups: dict[tuple[tuple[str, Pods], ...], list[Change]] = {}
        for change, members in _gathered(self.pod_changes.values()):
            who = tuple((space, Pods(stem, canonical(indexes))) for (space, stem), indexes in members.items())
            groups.setdefault(who, []).append(change)
        for who, changes in groups.items():
            pods = tuple(some for _, some in who)
            names = ", ".join(name(some.stem, some.indexes) for some in pods)
            yield Block("Pod", who[0][0], names, "changed", tuple(changes), "", pods)

    # other objects

    def single(self, key: Key, before: list[Segment], after: list[Segment]) -> None:
        for position in range(max(len(before), len(after))):
            old = before[position] if position < len(before) else None
            new = after[position] if position < len(after) else None
            if old is not None and new is not None:
                changes = tuple(self.change(old, new, found) for found in self.differences(key, old, new, range(1)))
                if changes:
                    self.blocks.append(Block(key.kind, key.namespace, key.name, "changed", changes))
                else:
                    self.unchanged += 1
            else:
                how: How = "removed" if new is None else "added"
                content = tuple(self.content(new)) if new is not None else ()
                self.blocks.append(Block(key.kind, key.namespace, key.name, how, content, self.reasons.of(old, new)))

    def content(self, new: Segment) -> Iterator[Change]:
        """What a new object holds, field by field, without what every object has."""
        held = {field: value for field, value in new.normal.items() if field not in _FRAME}
        empty: dict[str, Any] = {field: {} for field, value in held.items() if isinstance(value, dict)}
        for found in compare(empty, held):
            yield self.change(None, new, found)

    def differences(self, key: Key, old: Segment, new: Segment, indexes: Sequence[int]) -> Iterator[Difference]:
        before, after = old.normal, new.normal
        if key.kind == "Secret":
            before, after = settle_keys(before, after, old.manifest is not None, new.manifest is not None)
        for found in compare(before, after, indexes):
            if found.path == ("metadata", "namespace") and ABSENT in (found.old, found.new):
                continue
            if key.is_series and found.path == ("metadata", "name"):
                continue
            if _follows_limit(found, old, new) or _is_filled_in(found, old, new):
                continue
            yield found

    def change(self, old: Segment | None, new: Segment, found: Difference, index: int | None = None) -> Change:
        was = None if found.old is ABSENT else told(found.old, found.new)
        now = None if found.new is ABSENT else found.new
        default = default_of(new.object, found.path)
        if old is not None and default is not None:
            was, now = (default if value is ABSENT else value for value in (found.old, found.new))
        how: How = "added" if was is None else "removed" if now is None else "changed"
        reason = self.reasons.of(old, new, found)
        path = found.path[:-1] if found.path[-1] == "value" and found.path[-3:-2] == ("env",) else found.path
        # annotations too: tools keep copies of whole Secrets in them
        if new.object.get("kind") == "Secret" and (found.path[0] != "metadata" or found.path[1:2] == ("annotations",)):
            return Change(path, how, None, None, reason, True)
        if index is not None:
            was, now = fill(was, index), fill(now, index)
        was, now = self.hidden.mask(was), self.hidden.mask(now)
        return Change(path, how, masked(was), masked(now), reason, False, isinstance(was, Text) or isinstance(now, Text))


def _is_filled_in(found: Difference, old: Segment, new: Segment) -> bool:
    """Whether only the object of a cluster has this, and clusters are known to write it."""
    live, value, other = (old, found.old, found.new) if old.is_live else (new, found.new, found.old)
    return old.is_live != new.is_live and other is ABSENT and is_filled_in(live.object, found.path, value)


def _follows_limit(found: Difference, old: Segment, new: Segment) -> bool:
    """Whether a request differs only because the limit does that it is taken from: the limit says it."""
    if found.path[-3:-1] != ("resources", "requests"):
        return False
    written = [_at(old.object, found.old_at), _at(new.object, found.new_at)]
    limits = [_at(old.object, _limit_of(found.old_at)), _at(new.object, _limit_of(found.new_at))]
    taken = [request is None or request == limit for request, limit in zip(written, limits, strict=True)]
    return None in written and all(taken)


def _limit_of(path: Path) -> Path:
    return (*path[:-2], "limits", path[-1])


def _at(value: Any, path: Path) -> Any:
    for step in path:
        if isinstance(step, int):
            value = value[step] if isinstance(value, list) and 0 <= step < len(value) else None
        else:
            value = value.get(step) if isinstance(value, dict) else None
    return value


def _indexes(segments: list[Segment]) -> Sequence[int]:
    found: Sequence[int] = ()
    for segment in segments:
        found = union(found, segment.indexes)
    return found


def _fingerprint(change: Change) -> str:
    """The same for changes that can be told as one: of lists and lines only those count that differ."""
    split = pieces(change.old, change.new) if change.how == "changed" else None
    values = core(*split[:2]) if split else (_in_order(change.old), _in_order(change.new))
    return repr((change.path, change.how, values))


def _both(known: Change, change: Change) -> Change:
    """Two changes of one fingerprint as one."""
    alike = known.alike or (known.old, known.new) != (change.old, change.new)
    reason = known.reason
    if change.reason not in reason:
        about, also = reason.partition(";")[0], change.reason.partition(";")[0]
        reason = about if about == also else ", ".join(filter(None, (reason, change.reason)))
    return replace(known, reason=reason, alike=alike)


def _in_order(value: Any) -> Any:
    """The same whatever the order of the keys."""
    if isinstance(value, dict):
        return sorted((key, _in_order(item)) for key, item in value.items())
    return [_in_order(item) for item in value] if isinstance(value, list) else value


Gathered = tuple[Change, dict[tuple[str, str], Sequence[int]]]


def _gathered(found: Any) -> Iterator[Gathered]:
    """The changes as they are, but of a place that has another value in nearly every pod one with a count."""
    places: dict[tuple[tuple[Step, ...], str], list[Gathered]] = {}
    for change, members in found:
        places.setdefault((change.path, change.how), []).append((change, members))
    for listed in places.values():
        if len(listed) < MANY:
            yield from listed
        else:
            yield _counted(listed)


def _counted(listed: list[Gathered]) -> Gathered:
    first = listed[0][0]
    members: dict[tuple[str, str], Sequence[int]] = {}
    for _, held in listed:
        for who, indexes in held.items():
            members[who] = union(members.get(who, ()), indexes)
    values = []
    for attribute in ("old", "new"):
        seen = {repr(getattr(change, attribute)): getattr(change, attribute) for change, _ in listed}
        example = next(iter(seen.values()))
        values.append(example if len(seen) == 1 else Various(len(seen), example))
    return Change(first.path, first.how, values[0], values[1], first.reason, first.secret), members
