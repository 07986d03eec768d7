"""What diff reads beside jobs: renders, dumps and directories of any files. Large JSON is read without places."""

from __future__ import annotations

import gc
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, BinaryIO

from vcplug.errors import VcplugError
from vcplug.findings import locate
from vcplug.source import inputs, jobs
from vcplug.source.document import SourceFile
from vcplug.source.inputs import STDIN, Input
from vcplug.source.reader import parse

LARGE = 1 << 18
"""bytes from which on JSON is taken for a dump, in which nobody asks for lines"""
MOST = 1 << 30
"""bytes of a dump"""
_ENDINGS = (".yaml", ".yml", ".json")
_VOLCANO = frozenset((jobs.JOB, jobs.CRON_JOB, jobs.JOB_TEMPLATE))


class Loaded(Input):
    """An input, and beside its files objects of which only the content is known."""

    __slots__ = ("objects",)

    def __init__(self, files: tuple[SourceFile, ...], skipped: int = 0, objects: tuple[dict[str, Any], ...] = ()) -> None:
        super().__init__(files, skipped)
        self.objects = objects


def read(path: str, *, stdin: BinaryIO | None = None) -> Loaded:
    """A file, `-`, or a directory with all its files, whatever they are called."""
    if not os.path.isdir(path):
        return _gather([(path, False)], stdin)
    problems: list[str] = []
    found = [(file, True) for file in _walk(path, problems)]
    if problems:
        raise VcplugError("\n".join(problems))
    return _gather(found, stdin)


def dump(path: str, *, stdin: BinaryIO | None = None) -> list[dict[str, Any]]:
    """The objects of a cluster, from a `kubectl get` dump or a directory of them; jobs among them stay as they are."""
    loaded = read(path, stdin=stdin) if os.path.isdir(path) else None
    if loaded is not None:
        return [*loaded.objects, *(found for file in loaded.files for found in _plain(file))]
    name, raw = _bytes(path, stdin)
    return list(objects(name, raw))


def objects(name: str, raw: bytes) -> Iterator[dict[str, Any]]:
    """The plain objects of YAML or JSON."""
    whole = _json(raw)
    if whole is not None:
        yield from _items(whole)
        return
    with _uncollected(raw):
        whole = _kubectl_yaml(raw)
        found = _items(whole) if whole is not None else list(_plain(_sound(parse(name, raw))))
    yield from found


def _gather(paths: Sequence[tuple[str, bool]], stdin: BinaryIO | None) -> Loaded:
    files: list[SourceFile] = []
    held: list[dict[str, Any]] = []
    skipped = 0
    for path, found_in_directory in paths:
        name, raw = _bytes(path, stdin)
        whole = _json(raw) if len(raw) > LARGE else None
        if whole is not None and not any(_is_job(one) for one in _items(whole)):
            held += _items(whole)
            continue
        file = parse(name, raw)
        if found_in_directory and _is_other(path, raw, file):
            skipped += 1
            continue
        files.append(_sound(file))
    return Loaded(tuple(files), skipped, tuple(held))


def _is_other(path: str, raw: bytes, file: SourceFile) -> bool:
    """Whether a file of a directory is none of Kubernetes' business: a README, a script, an image."""
    if file.problems:
        return not path.endswith(_ENDINGS) and not (b"apiVersion" in raw and b"kind" in raw)
    roots = [document.root.value for document in file.documents]
    return not any(isinstance(root, dict) and "apiVersion" in root and "kind" in root for root in roots)


def _walk(top: str, problems: list[str]) -> Iterator[str]:
    def refuse(error: OSError) -> None:
        problems.append(f"{error.filename}: {error.strerror}")

    for folder, folders, names in os.walk(top, onerror=refuse):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        files = (os.path.join(folder, name) for name in sorted(names) if not name.startswith("."))
        # pipes and sockets are no files: to read them could take forever
        yield from (file for file in files if os.path.isfile(file))


def _bytes(path: str, stdin: BinaryIO | None) -> tuple[str, bytes]:
    if path == "-":
        if stdin is None:
            import sys

            stdin = sys.stdin.buffer
        return STDIN, stdin.read(MOST)
    try:
        with open(path, "rb") as stream:
            return path, stream.read(MOST)
    except OSError as error:
        raise VcplugError(inputs.reason(error, path)) from None
    except ValueError:
        raise VcplugError(f"{path!r}: not a path") from None


def _json(raw: bytes) -> Any:
    """The value of one JSON document, or None: then the reader with places may say what is wrong."""
    if raw[:64].lstrip()[:1] != b"{":
        return None
    with _uncollected(raw):
        try:
            return json.loads(raw)
        except (ValueError, RecursionError):
            return None


def _kubectl_yaml(raw: bytes) -> Any:
    """A large dump in kubectl's own style, read without places."""
    if len(raw) <= LARGE:
        return None
    from vcplug.diff.kubectl_yaml import read_dump

    try:
        return read_dump(raw.decode())
    except UnicodeDecodeError:
        return None


@contextmanager
def _uncollected(raw: bytes) -> Iterator[None]:
    """Plain data makes no cycles; to look for some among millions of values takes longer than the reading."""
    collecting = len(raw) > LARGE and gc.isenabled()
    if collecting:
        gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _items(value: Any) -> list[dict[str, Any]]:
    """An object, or what a list of objects holds."""
    if not isinstance(value, dict):
        return []
    kind = str(value.get("kind") or "")
    if kind.endswith("List") and isinstance(value.get("items"), list):
        own = kind.removesuffix("List")
        # the items of a PodList need not say what they are
        given = {"apiVersion": value.get("apiVersion"), "kind": own} if own and kind != "ResourceList" else {}
        return [found for item in value["items"] if isinstance(item, dict) for found in _items({**given, **item})]
    return [value] if value.get("kind") and isinstance(value.get("metadata"), dict) else []


def _is_job(found: dict[str, Any]) -> bool:
    return (found.get("apiVersion"), found.get("kind")) in _VOLCANO


def _plain(file: SourceFile) -> Iterator[dict[str, Any]]:
    for document in file.documents:
        yield from _items(document.root.plain())


def _sound(file: SourceFile) -> SourceFile:
    if file.problems:
        raise VcplugError("", tuple(locate(problem, file) for problem in file.problems))
    return file
