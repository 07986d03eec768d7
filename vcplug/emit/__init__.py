"""Objects -> YAML, JSON, names and files: the only writer. Everything streams as bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from vcplug.model import Manifest, Origin

Format = Literal["yaml", "json", "name"]
Comment = Callable[["Origin"], str]


class Verbatim:
    """A foreign document: in YAML its own text, byte for byte; elsewhere what it reads as."""

    __slots__ = ("load", "text")

    def __init__(self, text: str, load: Callable[[], Any]) -> None:
        self.text = text.removeprefix("\ufeff")
        self.load = load


LIST: Mapping[str, Any] = {"apiVersion": "v1", "kind": "List"}


def blocks(
    parts: Iterable[Manifest | Verbatim],
    format: Format = "yaml",
    *,
    comment: Comment | None = None,
    single: bool = False,
    envelope: Mapping[str, Any] | None = None,
) -> Iterator[bytes]:
    """The output in large blocks, ready to be written.

    `comment` (YAML) tells each added line's origin. `single` (JSON) writes objects as they are, not as a List.
    `envelope` is a ResourceList's own fields: the objects become its `items`.
    """
    from vcplug.emit.compose import in_envelope, in_sequence

    if format == "json" and not single:
        return gather(in_envelope(parts, format, envelope or LIST))
    if format == "yaml" and envelope is not None:
        return gather(in_envelope(parts, format, envelope, comment))
    return gather(in_sequence(parts, format, comment))


def gather(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Small chunks joined; large ones as they are."""
    from vcplug.emit.fill import BLOCK

    waiting: list[bytes] = []
    size = 0
    for chunk in chunks:
        waiting.append(chunk)
        size += len(chunk)
        if size >= BLOCK // 2:
            yield waiting[0] if len(waiting) == 1 else b"".join(waiting)
            waiting = []
            size = 0
    if waiting:
        yield b"".join(waiting)
