"""Paths and stdin to files: any mix of files, directories and `-`."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from errno import EBADF
from typing import BinaryIO

from vcplug.errors import VcplugError
from vcplug.source.document import Document, SourceFile
from vcplug.source.reader import MAX_BYTES, parse

STDIN = "<stdin>"
_ENDINGS = (".yaml", ".yml", ".json")


class Input:
    """Everything that was read, in order."""

    __slots__ = ("files", "skipped")

    def __init__(self, files: tuple[SourceFile, ...], skipped: int = 0) -> None:
        self.files = files
        self.skipped = skipped
        """files of directories that hold no Kubernetes object"""

    @property
    def documents(self) -> Iterator[Document]:
        for file in self.files:
            yield from file.documents


def read(paths: Sequence[str], *, stdin: BinaryIO | None = None) -> Input:
    """Read all of it. Paths that are not there or cannot be read raise one error that names them all."""
    files: list[SourceFile] = []
    problems: list[str] = []
    skipped = 0
    for path, listed in find(paths, problems):
        try:
            file = parse(STDIN if path == "-" else path, read_bytes(path, stdin))
        except OSError as error:
            problems.append(reason(error, path))
            continue
        if listed and not (file.problems or any(_is_object(document) for document in file.documents)):
            skipped += 1
        else:
            files.append(file)
    if problems:
        raise VcplugError("\n".join(problems))
    return Input(tuple(files), skipped)


def find(paths: Sequence[str], problems: list[str]) -> Iterator[tuple[str, bool]]:
    """Every file that is meant, once, unread, and whether it was found in a directory; what is no path becomes a problem."""
    seen: set[str] = set()
    if list(paths).count("-") > 1:
        problems.append("- (stdin) can be read only once")
    for path in dict.fromkeys(paths):
        try:
            if path == "-":
                yield path, False
            elif os.path.isdir(path):
                yield from ((found, True) for found in walk(path, problems) if not _again(found, seen))
            elif not _again(path, seen):
                yield path, False
        except ValueError:
            # a NUL in a path
            problems.append(f"{path!r}: not a path")
        except OSError as error:
            # the working directory was removed under us
            problems.append(reason(error, path))


def _again(path: str, seen: set[str]) -> bool:
    """Whether this very file was read before, by another name or in a directory."""
    real = os.path.realpath(path)
    if real in seen:
        return True
    if os.path.isfile(path):
        seen.add(real)
    return False


def reason(error: OSError, path: str) -> str:
    name = (error.filename if isinstance(error.filename, str) else path).replace("\n", "\\n")
    if isinstance(error, FileNotFoundError):
        return f"{name}: no such file or directory"
    if isinstance(error, PermissionError):
        return f"{name}: permission denied"
    return f"{name}: {error.strerror or 'cannot be read'}"


def read_bytes(path: str, stdin: BinaryIO | None = None) -> bytes:
    """One file, or `-`: at most one byte more than is allowed, so that the reader can say that it is too much."""
    if path != "-":
        with open(path, "rb") as stream:
            return stream.read(MAX_BYTES + 1)
    if stdin is None:
        import sys

        if sys.stdin is None:
            raise OSError(EBADF, "stdin is closed", "-")
        stdin = sys.stdin.buffer
    return stdin.read(MAX_BYTES + 1)


def walk(top: str, problems: list[str]) -> Iterator[str]:
    """YAML and JSON files under a directory in order of name, hidden ones left out; what cannot be listed becomes a problem.

    Linked directories are not entered, as kubectl does not: what `lint --fix` edits must not lie outside.
    """
    waiting = [top]
    while waiting:
        path = waiting.pop()
        try:
            status = os.stat(path)
            if stat.S_ISDIR(status.st_mode):
                if path == top or not os.path.islink(path):
                    names = sorted(os.listdir(path), reverse=True)
                    waiting.extend(os.path.join(path, name) for name in names if not name.startswith("."))
            elif stat.S_ISREG(status.st_mode) and path.endswith(_ENDINGS):
                yield path
        except OSError as error:
            if path.endswith(_ENDINGS) or not isinstance(error, FileNotFoundError):
                problems.append(reason(error, path))


def _is_object(document: Document) -> bool:
    root = document.root.value
    return isinstance(root, dict) and "apiVersion" in root and "kind" in root
