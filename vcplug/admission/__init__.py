"""What the API server and Volcano's webhooks do to a Job before the controller sees it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from vcplug.model import Job, Problem
from vcplug.releases import Release


@dataclass(frozen=True, slots=True)
class Admission:
    """The Job as stored, and everything that was found on the way. No job when something refused it."""

    job: Job | None
    problems: tuple[Problem, ...]


def admit(
    data: dict[str, Any],
    release: Release,
    *,
    compat: bool = False,
    extra_plugins: Collection[str] = (),
) -> Admission:
    """Schema (prune, default, check), arguments, webhook defaults, webhook refusals: all problems at once."""
    raise NotImplementedError
