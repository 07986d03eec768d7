"""--origin: who added a line, in a few words behind it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from vcplug.emit import Comment
from vcplug.model import Origin

if TYPE_CHECKING:
    from vcplug.api import Rendered
    from vcplug.source.document import JobSource


def comments(rendered: Iterable[Rendered]) -> Comment:
    """How to comment each origin in these jobs: `pytorch --port, job.yaml:9`, or `pytorch: index + 1`."""
    sources = {id(origin): one.source for one in rendered for manifest in one.manifests for origin in manifest.origins.values()}
    return lambda origin: describe(origin, sources.get(id(origin)))


def describe(origin: Origin, source: JobSource | None) -> str:
    if origin.flag and origin.path and isinstance(origin.path[-1], int) and source is not None:
        return f"{origin.by} --{origin.flag}, {source.document.file}:{source.span(origin.path).line}"
    return f"{origin.by}: {origin.reason}" if origin.reason else origin.by
