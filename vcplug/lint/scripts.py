"""What containers run: the text of command and args, with places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from vcplug.model import Path


def texts(container: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    """Every string of a container's command and args, with its path inside the container."""
    for key in ("command", "args"):
        for position, item in enumerate(container.get(key) or ()):
            if isinstance(item, str):
                yield (key, position), item


def script(container: Mapping[str, Any]) -> str:
    """All of it as one text, to look something up in."""
    return "\n".join(text for _, text in texts(container))
