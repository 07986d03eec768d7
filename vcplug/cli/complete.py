"""What the shells' completion scripts ask while one types: the pods of a file. Quick, silent, never fails."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

MOST = 200
"""nobody reads more"""


def complete(arguments: Sequence[str]) -> int:
    """`--complete tasks FILE…` and `--complete pods FILE`: one word on each line."""
    try:
        kind, files = arguments[0], arguments[1:]
        found = list(dict.fromkeys(_tasks(files) if kind == "tasks" else _pods(files)))
        sys.stdout.write("".join(f"{word}\n" for word in found[:MOST]))
        sys.stdout.flush()
    except Exception:
        # half-written files are the rule here; a message would land in the middle of the command line
        return 1
    return 0


def _named(files: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Name and replicas of every task in these files."""
    import os

    from vcplug.source import inputs, jobs
    from vcplug.source.document import JobSource

    there = [os.path.expanduser(file) for file in files if file != "-"]
    for document in inputs.read([file for file in there if os.path.exists(file)]).documents:
        for item in jobs.items(document):
            spec = item.data.get("spec") if isinstance(item, JobSource) else None
            tasks = spec.get("tasks") if isinstance(spec, dict) else None
            for position, task in enumerate(tasks if isinstance(tasks, list) else ()):
                if isinstance(task, dict):
                    replicas = task.get("replicas")
                    yield str(task.get("name") or f"default{position}"), replicas if isinstance(replicas, int) else 0


def _tasks(files: Sequence[str]) -> Iterator[str]:
    yield from (name for name, _ in _named(files))


def _pods(files: Sequence[str]) -> Iterator[str]:
    known = list(_named(files))
    yield from (name for name, _ in known)
    for name, replicas in known:
        yield from (f"{name}-{index}" for index in range(min(replicas, MOST)))
