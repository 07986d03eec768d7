"""Files as they were in a commit."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from vcplug.errors import VcplugError
from vcplug.source.document import SourceFile
from vcplug.source.inputs import Input
from vcplug.source.reader import parse

_ENDINGS = (".yaml", ".yml", ".json")
SECONDS = 60


def read(ref: str, paths: Sequence[str]) -> tuple[Input, list[str]]:
    """What the paths held in that commit, and notes on what was not there. Files that were renamed since are found."""
    files: list[SourceFile] = []
    notes: list[str] = []
    for path in paths:
        if path == "-":
            raise VcplugError("--git compares files, not stdin")
        is_there = os.path.lexists(path)
        found = list(_folder(ref, path) if os.path.isdir(path) else _file(ref, path))
        if not found and not is_there:
            raise VcplugError(f"{path}: no such file or directory, neither here nor in {ref}")
        if not found or not is_there:
            notes.append(f"{path} is not {f'in {ref}: all of it is new' if is_there else 'there any more: all of it is gone'}")
        files += found
    return Input(tuple(files)), notes


def _folder(ref: str, path: str) -> Iterator[SourceFile]:
    commit = _commit(ref, path)
    for name in _listed(path, commit, "./"):
        hidden = any(step.startswith(".") for step in name.split("/"))
        if name.endswith(_ENDINGS) and not hidden:
            yield parse(f"{ref}:{os.path.join(path, name)}", _git(path, "cat-file", "blob", f"{commit}:./{name}"))


def _file(ref: str, path: str) -> Iterator[SourceFile]:
    """One file under the name that it had; also one, or a folder of them, that is gone."""
    place = os.path.realpath(path)
    folder = os.path.dirname(place)
    while not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    name = os.path.relpath(place, folder).replace(os.sep, "/")
    commit = _commit(ref, folder)
    listed = _listed(folder, commit, f"./{name}")
    for found in listed:
        if found == name or found.endswith(_ENDINGS):
            yield parse(f"{ref}:{path}{found.removeprefix(name)}", _git(folder, "cat-file", "blob", f"{commit}:./{found}"))
    before = _renamed_from(folder, name, commit) if not listed else ""
    if before:
        yield parse(f"{ref}:{before}", _git(folder, "cat-file", "blob", f"{commit}:{before}"))


def _listed(folder: str, commit: str, what: str) -> list[str]:
    """Names of files in the commit, without links and submodules."""
    listed = _git(folder, "ls-tree", "-r", "-z", commit, what).decode("utf-8", "surrogateescape").split("\0")
    entries = (entry.partition("\t") for entry in listed if entry)
    return [name for mode, _, name in entries if mode.startswith("100")]


def _commit(ref: str, folder: str) -> str:
    if not ref or ref.startswith("-"):
        raise VcplugError(f"--git {ref!r}: not a revision")
    _git(folder, "rev-parse", "--is-inside-work-tree")
    try:
        return _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}").decode().strip()
    except VcplugError:
        cure = "a branch, a tag, HEAD~1 or a commit is meant"
        if _git(folder, "rev-parse", "--is-shallow-repository").strip() == b"true":
            cure = "this clone is shallow, git fetch --unshallow gets the rest"
        raise VcplugError(f"--git {ref}: git knows no such revision; {cure}") from None


def _renamed_from(folder: str, name: str, commit: str) -> str:
    """The path, from the top of the work tree, that the file had in the commit."""
    prefix = _git(folder, "rev-parse", "--show-prefix").decode("utf-8", "surrogateescape").rstrip("\n")
    listed = _git(folder, "diff-index", "--cached", "--name-status", "--find-renames", "--diff-filter=R", "-z", commit)
    words = listed.decode("utf-8", "surrogateescape").split("\0")
    for before, after in zip(words[1::3], words[2::3], strict=False):
        if after == prefix + name:
            return before
    return ""


def _git(folder: str, *arguments: str) -> bytes:
    import subprocess

    try:
        done = subprocess.run(
            # nothing that the repository's own config could name is run
            ["git", "-C", folder, "-c", "core.fsmonitor=false", "--no-pager", *arguments],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=SECONDS,
            check=False,
            env={**os.environ, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"},
        )
    except FileNotFoundError:
        raise VcplugError("--git needs git, which is not on the PATH") from None
    except subprocess.TimeoutExpired:
        raise VcplugError(f"git did not answer within {SECONDS} seconds") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().split("\n")[0].removeprefix("fatal: ")
        if "not a git repository" in said:
            said = f"{folder} is not inside a git repository"
        raise VcplugError(f"--git: {said or 'git failed'}")
    return done.stdout
