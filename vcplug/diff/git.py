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
        if not os.path.lexists(path):
            raise VcplugError(f"{path}: no such file or directory")
        found = list(_files(ref, path))
        if not found:
            notes.append(f"{path} is not in {ref}: all of it is new")
        files += found
    return Input(tuple(files)), notes


def _files(ref: str, path: str) -> Iterator[SourceFile]:
    is_folder = os.path.isdir(path)
    folder = path if is_folder else os.path.dirname(path) or "."
    commit = _commit(ref, folder)
    if is_folder:
        listed = _git(folder, "ls-tree", "-r", "-z", "--name-only", commit, "./").decode("utf-8", "surrogateescape").split("\0")
        for name in listed:
            hidden = any(step.startswith(".") for step in name.split("/"))
            if name.endswith(_ENDINGS) and not hidden:
                yield parse(f"{ref}:{os.path.join(path, name)}", _git(folder, "show", f"{commit}:./{name}"))
        return
    name = os.path.basename(path)
    if _git(folder, "ls-tree", "-z", "--name-only", commit, f"./{name}"):
        yield parse(f"{ref}:{path}", _git(folder, "show", f"{commit}:./{name}"))
        return
    before = _renamed_from(folder, name, commit)
    if before:
        yield parse(f"{ref}:{before}", _git(folder, "show", f"{commit}:{before}"))


def _commit(ref: str, folder: str) -> str:
    if not ref or ref.startswith("-"):
        raise VcplugError(f"--git {ref!r}: not a revision")
    _git(folder, "rev-parse", "--is-inside-work-tree")
    try:
        return _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}").decode().strip()
    except VcplugError:
        raise VcplugError(f"--git {ref}: git knows no such revision; a branch, a tag, HEAD~1 or a commit is meant") from None


def _renamed_from(folder: str, name: str, commit: str) -> str:
    """The path, from the top of the work tree, that the file had in the commit."""
    prefix = _git(folder, "rev-parse", "--show-prefix").decode("utf-8", "surrogateescape").rstrip("\n")
    listed = _git(folder, "diff", "--name-status", "--find-renames", "--diff-filter=R", "--no-ext-diff", "-z", commit)
    words = listed.decode("utf-8", "surrogateescape").split("\0")
    for before, after in zip(words[1::3], words[2::3], strict=False):
        if after == prefix + name:
            return before
    return ""


def _git(folder: str, *arguments: str) -> bytes:
    import subprocess

    try:
        done = subprocess.run(
            ["git", "-C", folder, *arguments],
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
