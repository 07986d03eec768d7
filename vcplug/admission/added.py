"""What admission added to a Job, and who did: for `--stage admitted --origin`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vcplug.model import Job, Origin, Path

BY_WEBHOOK = frozenset(("queue", "schedulerName", "maxRetry", "minAvailable", "name", "dnsPolicy"))
"""names of the fields that the webhook fills in (volcano.md, section 2); the CRD's schema does the rest"""


def origins(given: dict[str, Any], job: Job) -> dict[Path, Origin]:
    """Path in the stored Job -> who put it there; what the author wrote is not listed."""
    return {path: _origin(path, job) for path in _added(given, job.data, ())}


def _added(before: Any, after: Any, path: Path) -> Iterator[Path]:
    """Paths of what is new, or stands for an empty value such as `maxRetry: 0`; not what is below them."""
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict) and (before or not after):
        for key, value in after.items():
            yield from _added(before.get(key), value, (*path, key))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for position, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _added(old, new, (*path, position))
    elif not before:
        yield path


def _origin(path: Path, job: Job) -> Origin:
    if path[:2] == ("spec", "plugins") and len(path) == 3:
        by = job.plugins[str(path[2])].forced_by
        return Origin("webhook", f"{by} needs it", path=("spec", "plugins", by))
    return Origin("webhook" if path[-1] in BY_WEBHOOK else "schema", "default")
