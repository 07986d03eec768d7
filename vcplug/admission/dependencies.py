"""dependsOn between tasks has to form a directed acyclic graph: what breaks it, and where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from vcplug.model import Path, Problem

Edges = dict[str, dict[str, Path]]
"""task -> task that it waits for -> where that is written"""


def check(tasks: Sequence[Mapping[str, Any]]) -> Iterator[Problem]:
    names = [str(task["name"]) for task in tasks]
    edges: Edges = {name: {} for name in names}
    for position, task in enumerate(tasks):
        for item, wanted in enumerate((task.get("dependsOn") or {}).get("name") or ()):
            path: Path = ("spec", "tasks", position, "dependsOn", "name", item)
            name = names[position]
            if wanted not in edges:
                yield Problem(
                    "VCP728", f"task {name} depends on {wanted!r}, which does not exist", path, hint=_hint(wanted, names)
                )
            elif wanted in edges[name]:
                # The webhook counts it twice but finds it once, and takes the job for a cycle.
                yield Problem("VCP729", f"task {name} names {wanted} twice in dependsOn", path, hint="keep one of them")
            else:
                edges[name][wanted] = path
    for cycle in _cycles(edges):
        closing = edges[cycle[-1]][cycle[0]]
        if len(cycle) == 1:
            yield Problem("VCP727", f"task {cycle[0]} depends on itself", closing, hint="leave this name out")
        else:
            round_trip = " → ".join([*cycle, cycle[0]])
            yield Problem("VCP727", f"tasks wait for each other for ever: {round_trip}", closing, hint="leave one of these out")


def _cycles(edges: Edges) -> Iterator[list[str]]:
    """One cycle of tasks for each way back that a walk along the edges meets; without recursion, for deep chains."""
    done: set[str] = set()
    for start in edges:
        trail: list[str] = []
        on_trail: dict[str, int] = {}
        stack: list[tuple[str, Iterator[str]]] = []
        if start not in done:
            stack.append((start, iter(edges[start])))
            on_trail[start] = 0
            trail.append(start)
        while stack:
            name, following = stack[-1]
            wanted = next(following, None)
            if wanted is None:
                stack.pop()
                done.add(trail.pop())
                del on_trail[name]
            elif wanted in on_trail:
                yield trail[on_trail[wanted] :]
            elif wanted not in done:
                stack.append((wanted, iter(edges[wanted])))
                on_trail[wanted] = len(trail)
                trail.append(wanted)


def _hint(wanted: str, names: Sequence[str]) -> str:
    from vcplug.near import nearest

    near = nearest(wanted, names)
    return f"did you mean {near}?" if near else "the tasks are " + ", ".join(names)
