"""What the validating webhook refuses of lifecycle policies, of the job and of its tasks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from vcplug.model import Path, Problem
from vcplug.releases import Release

EVENTS: Mapping[str, str] = {
    "*": "",
    "PodFailed": "",
    "PodEvicted": "",
    "PodPending": "event-pod-pending",
    "Unknown": "",
    "TaskCompleted": "",
    "TaskFailed": "",
    "JobUpdated": "",
}
"""event -> the change since when policies may name it"""
ACTIONS: Mapping[str, str] = {
    "AbortJob": "",
    "RestartJob": "",
    "RestartTask": "",
    "RestartPod": "action-restart-pod",
    "RestartPartition": "action-restart-partition",
    "TerminateJob": "",
    "CompleteJob": "",
    "ResumeJob": "",
}
INTERNAL = frozenset(
    ("OutOfSync", "CommandIssued", "PodRunning", "SyncJob", "EnqueueJob", "SyncQueue", "OpenQueue", "CloseQueue", "BackoffJob")
)


def check(policies: Sequence[Mapping[str, Any]], path: Path, release: Release) -> Iterator[Problem]:
    """Every policy of one list; `path` is the list's."""
    events: dict[str, Path] = {}
    codes: dict[int, Path] = {}
    for position, policy in enumerate(policies):
        at = (*path, position)
        named = _events(policy, at)
        code = policy.get("exitCode")
        if named and code is not None:
            yield Problem("VCP712", "a policy has either an event or an exitCode, not both", at, hint="make two policies of it")
        elif named:
            yield from _check_events(named, events, release)
            yield from _check_action(policy, at, release)
        elif code is not None:
            yield from _check_code(code, (*at, "exitCode"), codes)
        else:
            hint = "add one of them, such as event: PodFailed"
            yield Problem("VCP713", "a policy needs an event, events or an exitCode", at, hint=hint)
        for event, where in named.items():
            events.setdefault(event, where)
    if "*" in events and len(events) > 1:
        others = ", ".join(event for event in events if event != "*")
        hint = f"leave out * or {others}: it stands for every event"
        yield Problem("VCP718", "* cannot stand beside another event in the same list of policies", events["*"], hint=hint)


def _events(policy: Mapping[str, Any], at: Path) -> dict[str, Path]:
    named: dict[str, Path] = {}
    for position, event in enumerate(policy.get("events") or ()):
        named.setdefault(event, (*at, "events", position))
    if policy.get("event"):
        named.setdefault(policy["event"], (*at, "event"))
    return named


def _check_events(named: Mapping[str, Path], before: Mapping[str, Path], release: Release) -> Iterator[Problem]:
    for event, at in named.items():
        if not _holds(EVENTS, event, release):
            yield Problem("VCP706", _unfit("event", event, EVENTS, release), at, hint=_choices(event, EVENTS, release))
        elif event in before:
            where = ".".join(str(step) for step in before[event])
            yield Problem("VCP715", f"event {event} has two policies", at, hint=f"keep this one or the one at {where}")


def _check_action(policy: Mapping[str, Any], at: Path, release: Release) -> Iterator[Problem]:
    action = policy.get("action", "")
    if not action:
        yield Problem("VCP714", "a policy with an event needs an action", at, hint=_choices("", ACTIONS, release))
    elif not _holds(ACTIONS, action, release):
        message = _unfit("action", action, ACTIONS, release)
        yield Problem("VCP714", message, (*at, "action"), hint=_choices(action, ACTIONS, release))


def _check_code(code: int, at: Path, seen: dict[int, Path]) -> Iterator[Problem]:
    if code == 0:
        yield Problem("VCP716", "exitCode 0 means success: a policy cannot wait for it", at, hint="use event: TaskCompleted")
    elif code in seen:
        yield Problem("VCP717", f"exitCode {code} has two policies", at, hint="keep one of them")
    seen.setdefault(code, at)


def _holds(table: Mapping[str, str], name: str, release: Release) -> bool:
    return name in table and (not table[name] or release.has(table[name]))


def _unfit(kind: str, name: str, table: Mapping[str, str], release: Release) -> str:
    if name in INTERNAL:
        return f"{kind} {name} is Volcano's own: a policy cannot name it"
    return f"Volcano {release.minor} does not know the {kind} {name!r}" if name in table else f"there is no {kind} {name!r}"


def _choices(name: str, table: Mapping[str, str], release: Release) -> str:
    from vcplug.near import nearest

    known = [choice for choice in table if _holds(table, choice, release)]
    near = nearest(name, known) if name else ""
    return f"did you mean {near}?" if near else "use one of " + ", ".join(known)
