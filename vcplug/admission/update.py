"""What the webhook refuses when a Job that runs is replaced by an edited one (volcano.md, section 6, "Update")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from vcplug.admission.webhook import replicas_text
from vcplug.model import Path, Problem
from vcplug.quantity import QuantityError, parse
from vcplug.releases import Release

_QUANTITIES = frozenset(("requests", "limits", "overhead"))
_MAPS = frozenset(("plugins", "labels", "annotations", "nodeSelector", "matchLabels", *_QUANTITIES))
"""fields in which an empty entry is not the same as none"""
_STRUCTS = frozenset(("resources", "metadata", "template", "spec", *_MAPS))
"""fields that Go has even when they are not written; an empty one of the others says something"""
_POINTERS = frozenset((
    "optional", "runAsUser", "runAsGroup", "runAsNonRoot", "fsGroup", "privileged", "readOnlyRootFilesystem", "defaultMode",
    "mode", "allowPrivilegeEscalation", "terminationGracePeriodSeconds", "activeDeadlineSeconds", "automountServiceAccountToken",
    "enableServiceLinks", "shareProcessNamespace", "setHostnameAsFQDN", "hostUsers", "tolerationSeconds", "exitCode", "priority",
    "ttlSecondsAfterFinished", "minSuccess", "highestTierAllowed", "storageClassName", "runtimeClassName",
))  # fmt: skip
"""fields of which Go knows whether they are written: 0, false and "" differ from absent"""


def refusals(old: Mapping[str, Any], new: Mapping[str, Any], release: Release) -> tuple[Problem, ...]:
    """Why `new`, as the schema leaves it, cannot replace `old`, as admitted. The mutating webhook does not see edits."""
    return tuple(_refusals(old["spec"], new["spec"], release))


def _refusals(old: Mapping[str, Any], new: Mapping[str, Any], release: Release) -> Iterator[Problem]:
    before: Sequence[Mapping[str, Any]] = old.get("tasks") or ()
    after: Sequence[Mapping[str, Any]] = new.get("tasks") or ()
    for position, task in enumerate(after):
        yield from _numbers(task, ("spec", "tasks", position))
    yield from _minimum(new, after)
    if len(before) != len(after):
        verb = "added" if len(after) > len(before) else "removed"
        message = f"tasks cannot be {verb}: the job has {len(before)}, the new one {len(after)}"
        yield Problem("VCP731", message, ("spec", "tasks"), hint="delete the job and create it anew")
    else:
        for position, (was, now) in enumerate(zip(before, after, strict=True)):
            yield from _task_changes(was, now, ("spec", "tasks", position), release)
    free = ("minAvailable", "priorityClassName", "tasks")
    for field in sorted((old.keys() | new.keys()) - set(free)):
        # The controller writes the name of a claim that it made into the stored job.
        trim = _without_claim_names if field == "volumes" else _as_it_is
        yield from _changes(trim(old.get(field)), trim(new.get(field)), ("spec", field))


def _numbers(task: Mapping[str, Any], path: Path) -> Iterator[Problem]:
    replicas, minimum = task.get("replicas") or 0, task.get("minAvailable")
    for field, number in (("replicas", replicas), ("minAvailable", minimum or 0)):
        if number < 0:
            message = f"task {field} must be at least 0, found {number}"
            yield Problem("VCP704", message, (*path, field), hint="write 0 or more")
    if minimum is not None and minimum > max(replicas, 0):
        message = f"minAvailable {minimum} is more than the {replicas_text(replicas)} of task {task.get('name', '')}"
        yield Problem("VCP710", message, (*path, "minAvailable"), hint=f"at most {max(replicas, 0)}")


def _minimum(spec: Mapping[str, Any], tasks: Sequence[Mapping[str, Any]]) -> Iterator[Problem]:
    total, minimum = sum(task.get("replicas") or 0 for task in tasks), spec.get("minAvailable") or 0
    path: Path = ("spec", "minAvailable")
    if minimum < 0:
        yield Problem("VCP704", f"minAvailable must be at least 0, found {minimum}", path, hint="write 0 or more")
    elif minimum > total:
        message = f"minAvailable {minimum} is more than the {replicas_text(total)} of all tasks"
        yield Problem("VCP710", message, path, hint=f"at most {total}")


def _task_changes(was: Mapping[str, Any], now: Mapping[str, Any], path: Path, release: Release) -> Iterator[Problem]:
    if was.get("partitionPolicy") and release.has("partitions") and (was.get("replicas") or 0) != (now.get("replicas") or 0):
        message = f"task {was.get('name', '')} has a partitionPolicy: it cannot be scaled"
        yield Problem("VCP732", message, (*path, "replicas"), hint=f"keep replicas: {was.get('replicas') or 0}")
    for field in sorted((was.keys() | now.keys()) - {"replicas", "minAvailable"}):
        yield from _changes(was.get(field), now.get(field), (*path, field))


def _changes(was: Any, now: Any, path: Path) -> Iterator[Problem]:
    """The smallest places where two values differ, as Go's Semantic.DeepEqual sees it."""
    if _same(was, now, path):
        return
    if isinstance(was, dict) and isinstance(now, dict):
        for key in sorted(was.keys() | now.keys()):
            if path[-1] in _MAPS and (key in was) != (key in now):
                yield _changed(was.get(key), now.get(key), (*path, key), added=key in now)
            else:
                yield from _changes(was.get(key), now.get(key), (*path, key))
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        for position, (one, other) in enumerate(zip(was, now, strict=True)):
            yield from _changes(one, other, (*path, position))
    else:
        yield _changed(was, now, path, added=was is None)


def _changed(was: Any, now: Any, path: Path, *, added: bool) -> Problem:
    where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix(".")
    verb = "added" if added else "removed" if now is None else "changed"
    hint = "delete the job and create it anew: only minAvailable, replicas and priorityClassName can be edited"
    notes: tuple[str, ...] = ()
    if verb == "removed" and len(path) in (2, 3, 4) and (not isinstance(was, (dict, list)) or path[:2] == ("spec", "plugins")):
        # arguments may hold a private key, which no message shows
        hint = f"write {path[-1]}: {was if not isinstance(was, list) or not was else 'its arguments again'}"
        notes = ("defaults are filled in only when a job is created; an edit has to repeat them",)
    return Problem("VCP730", f"{where} cannot be {verb} in a job that exists", path, hint=hint, notes=notes)


def _same(was: Any, now: Any, path: Path) -> bool:
    if was == now and isinstance(was, bool) == isinstance(now, bool):
        return True
    if _is_zero(was, path[-1]) and _is_zero(now, path[-1]):
        return True
    if len(path) > 1 and path[-2] in _QUANTITIES and isinstance(was, (str, int)) and isinstance(now, (str, int)):
        try:
            return parse(was) == parse(now)
        except QuantityError:
            return False
    return False


def _is_zero(value: Any, field: str | int) -> bool:
    """Whether Go sees no difference between this value and a field that is not written."""
    if value is None or value == []:
        return True
    if value == {}:
        return field in _STRUCTS
    return field not in _POINTERS and (value == "" or (isinstance(value, (bool, int)) and not value))


def _without_claim_names(volumes: Any) -> Any:
    return [
        {key: value for key, value in volume.items() if key != "volumeClaimName"}
        if volume.get("volumeClaim") is not None
        else volume
        for volume in volumes or ()
    ]


def _as_it_is(value: Any) -> Any:
    return value
