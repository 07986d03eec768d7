"""One file per object: all of them checked, then staged, then moved into place."""

from __future__ import annotations

import os
import re
import stat
from array import array
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice, pairwise
from typing import Any, Literal, NamedTuple

from vcplug.emit import Comment, Verbatim
from vcplug.emit.compose import documents
from vcplug.emit.mask import holds_private_key, is_secret
from vcplug.emit.name import group_of, kind_of, name_of, namespace_of, resource
from vcplug.emit.stream import failed
from vcplug.errors import VcplugError
from vcplug.holes import Text
from vcplug.model import Manifest

LONGEST = 255
MOST = 1_000_000
"""files in one directory"""
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|\Z)", re.IGNORECASE)


class Written(NamedTuple):
    """What a directory got."""

    objects: int
    """whether their files were new, changed or the same already"""
    private: tuple[str, ...]
    """paths of the files that hold private keys"""


def write(
    parts: Sequence[Manifest | Verbatim],
    directory: str,
    format: Literal["yaml", "json"] = "yaml",
    *,
    comment: Comment | None = None,
) -> Written:
    """Write every object to `<kind>-<name>.yaml`. Until all are on the disk no file in the directory changes."""
    plan = _Plan(parts, format)
    plan.refuse_too_many(directory)
    plan.refuse_collisions(directory)
    made = _make(directory)
    try:
        staging = _stage(directory)
        try:
            written = _write_all(plan, directory, staging, comment)
            _move(staging, directory)
        finally:
            _discard(staging)
    except BaseException as error:
        for path in made:
            with suppress(OSError):  # not empty: something got there, and stays
                os.rmdir(path)
        if isinstance(error, OSError):
            raise failed(directory, error) from error
        raise
    return written


class _Plan:
    """Which object goes to which file. Names are made when needed: 100,000 of them are never held at once."""

    def __init__(self, parts: Sequence[Manifest | Verbatim], format: Literal["yaml", "json"]) -> None:
        self.format = format
        self.parts = [(part, part.load() if isinstance(part, Verbatim) else part.object) for part in parts if not _is_blank(part)]
        self.several_namespaces = len({namespace_of(found) for _, found in self.parts} - {""}) > 1
        groups: dict[str, set[str]] = {}
        for _, found in self.parts:
            groups.setdefault(kind_of(found).lower(), set()).add(group_of(found))
        self.ambiguous = {kind for kind, found in groups.items() if len(found) > 1}

    def names(self, part: Manifest | Verbatim, found: Any) -> Iterator[str]:
        """The files of one part's objects."""
        kind = kind_of(found).lower()
        before = resource(found) if kind in self.ambiguous else kind or "object"
        # no name holds an underscore, so that namespace a, name b-c differs from namespace a-b, name c
        space = f"{namespace_of(found)}_" if self.several_namespaces and namespace_of(found) else ""
        name = name_of(found)
        for index in range(1) if isinstance(part, Verbatim) or part.indexes is None else part.indexes:
            filled = name.at(index) if isinstance(name, Text) else name
            yield file_name(f"{before}-{space}{filled or 'unnamed'}", self.format)

    def refuse_too_many(self, directory: str) -> None:
        number = sum(1 if isinstance(part, Verbatim) else len(part) for part, _ in self.parts)
        if number > MOST:
            raise VcplugError(f"cannot write to {directory}: it would get {number:,} files, and {MOST:,} is the most")

    def refuse_collisions(self, directory: str) -> None:
        hashes = array("q", (hash(name.lower()) for part, found in self.parts for name in self.names(part, found)))
        twice = {one for one, other in pairwise(sorted(hashes)) if one == other}
        if not twice:
            return
        owners: dict[str, list[str]] = {}
        for part, found in self.parts:
            for name in self.names(part, found):
                if hash(name.lower()) in twice:
                    owners.setdefault(name.lower(), []).append(f"{resource(found)}/{name_of(found) or 'unnamed'}")
        clashes = [f"{' and '.join(dict.fromkeys(who))} would both be {name}" for name, who in owners.items() if len(who) > 1]
        if clashes:
            more = f"; and {len(clashes) - 3} more" if len(clashes) > 3 else ""
            raise VcplugError(f"cannot write to {directory}, nothing is written: {'; '.join(clashes[:3])}{more}")


def file_name(stem: str, extension: str) -> str:
    """A name that is safe on every system: no separators, not hidden, not reserved, not too long."""
    safe = _UNSAFE.sub("_", stem).lstrip(".") or "_"
    if _RESERVED.match(safe):
        safe = "_" + safe
    if len(safe) + len(extension) + 1 > LONGEST:
        from hashlib import sha256

        digest = sha256(stem.encode("utf-8", "replace")).hexdigest()[:12]
        safe = f"{safe[: LONGEST - len(extension) - 14]}-{digest}"
    return f"{safe}.{extension}"


def _is_blank(part: Manifest | Verbatim) -> bool:
    return isinstance(part, Verbatim) and not part.text.strip()


def _make(directory: str) -> list[str]:
    """Make the directory; which directories were made, the innermost first."""
    made: list[str] = []
    try:
        missing = os.path.abspath(directory)
        while not os.path.lexists(missing):
            made.append(missing)
            missing = os.path.dirname(missing)
        os.makedirs(directory, exist_ok=True)
    except OSError as error:
        raise failed(directory, error) from error
    return made


def _stage(directory: str) -> str:
    """A new directory inside: it shows that files can be made, and moving out of it needs no copying."""
    number = 0
    while True:
        staging = os.path.join(directory, f".vcplug-{os.getpid()}-{number}")
        try:
            os.mkdir(staging, 0o700)
            return staging
        except FileExistsError:
            number += 1


def _write_all(plan: _Plan, directory: str, staging: str, comment: Comment | None) -> Written:
    count = 0
    private: list[str] = []
    for part, found in plan.parts:
        mode = 0o600 if is_secret(found) else 0o666
        holds_key = holds_private_key(found)
        for name, content in zip(plan.names(part, found), documents(part, plan.format, comment), strict=True):
            target = os.path.join(directory, name)
            if not _is_there(target, content, mode):
                _create(os.path.join(staging, name), content, mode)
            if holds_key:
                private.append(target)
            count += 1
    return Written(count, tuple(private))


def _is_there(path: str, content: bytes, mode: int) -> bool:
    """Whether a file holds this already; then it keeps its time stamp."""
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return False
    if stat.S_ISDIR(status.st_mode):
        raise VcplugError(f"cannot write {path}: it is a directory")
    if not stat.S_ISREG(status.st_mode) or status.st_size != len(content):
        return False
    if mode == 0o600 and stat.S_IMODE(status.st_mode) & 0o077:
        return False
    try:
        with open(path, "rb") as file:
            return file.read() == content
    except PermissionError:
        return False


def _create(path: str, content: bytes, mode: int) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    with open(descriptor, "wb", buffering=0) as file:
        view = memoryview(content)
        while view:
            view = view[file.write(view) :]


def _move(staging: str, directory: str) -> None:
    while True:  # in batches: some systems skip entries when a directory changes while it is read
        with os.scandir(staging) as entries:
            names = [entry.name for entry in islice(entries, 1000)]
        if not names:
            return
        for name in names:
            os.replace(os.path.join(staging, name), os.path.join(directory, name))


def _discard(staging: str) -> None:
    with suppress(OSError):
        while True:
            with os.scandir(staging) as entries:
                names = [entry.name for entry in islice(entries, 1000)]
            if not names:
                break
            for name in names:
                os.unlink(os.path.join(staging, name))
        os.rmdir(staging)
