"""Room 2, the scripts: variables and files that only a plugin brings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from vcplug.lint.engine import Case
from vcplug.lint.places import containers
from vcplug.lint.scripts import Use, brings, code, script, texts, uses
from vcplug.model import Job, Path, Problem
from vcplug.plugins.svc import MOUNT_PATH, file_name, variables

INDEX = "V[CK]_TASK_INDEX"
OLD_INDEX, NEW_INDEX = "VK_TASK_INDEX", "VC_TASK_INDEX"
LISTS = "VC_[A-Z0-9_]+_(?:HOSTS|NUM)"
FILES = rf"(?<![\w.-]){MOUNT_PATH}(?:/([A-Za-z0-9_.-]+)\.host\b|/)"
_ASKS_FOR_FILE = rf"(?:-[efsdr]\s+|mkdir\s+(?:-p\s+)?|exists\(\s*|isfile\(\s*|isdir\(\s*)\\?[\"']?{MOUNT_PATH}"


def author_containers(job: Job) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """Init containers and containers as the job's author wrote them, with their places in the Job."""
    for task in job.tasks:
        for place, container in containers(task.template):
            yield (*task.path, "template", *place), container


def plugin_missing(case: Case) -> Iterator[Problem]:
    for place, container in author_containers(case.job):
        for plugin, used in _missing(case.job, container):
            yield Problem(
                "VCP206",
                f"{used.name} is used here, but only the {plugin} plugin provides it, and the job does not have it",
                (*place, *used.path),
                hint=f"add {plugin}: [] under spec.plugins",
                span=used.span(case.source, place),
                instead=(plugin,),
            )
        yield from _lists_switched_off(case, place, container)


def _missing(job: Job, container: Mapping[str, Any]) -> Iterator[tuple[str, Use]]:
    """Each plugin once per container, with the first thing that needs it."""
    wanted: list[tuple[str, Iterable[Use]]] = []
    if "env" not in job.plugins:
        wanted.append(("env", uses(container, INDEX, mark="_TASK_INDEX")))
    if "mpi" not in job.plugins:
        wanted.append(("mpi", uses(container, "MPI_HOST", mark="MPI_HOST")))
    if "svc" not in job.plugins:
        wanted.append(("svc", _lists(job, container)))
        wanted.append(("svc", _files(job, container)))
    said: set[str] = set()
    for plugin, found in wanted:
        first = next((use for use in found if use.name.startswith("/") or not brings(container, use.name)), None)
        if first is not None and plugin not in said:
            said.add(plugin)
            yield plugin, first


def _lists(job: Job, container: Mapping[str, Any]) -> Iterator[Use]:
    """Host lists of the job's own tasks: another name may be the author's or the image's."""
    names = {name for task in job.tasks for name in variables(task)}
    return (use for use in uses(container, LISTS, mark="VC_") if use.name in names)


def _files(job: Job, container: Mapping[str, Any]) -> Iterator[Use]:
    """What is read under /etc/volcano, unless something is mounted there, or the script makes or looks for it itself."""
    mounted = [str(mount.get("mountPath", "")) for mount in container.get("volumeMounts") or ()]
    mounted += [str(volume.get("mountPath", "")) for volume in job.spec.get("volumes") or ()]
    if any(_covers(path.rstrip("/")) for path in mounted) or re.search(_ASKS_FOR_FILE, script(container)):
        return
    for path, text in texts(container):
        for found in re.finditer(FILES, code(text)) if MOUNT_PATH in text else ():
            yield Use(found[0], path, text, found.start())


def _covers(path: str) -> bool:
    return path == MOUNT_PATH or path.startswith(f"{MOUNT_PATH}/") or MOUNT_PATH.startswith(f"{path}/")


def _lists_switched_off(case: Case, place: Path, container: Mapping[str, Any]) -> Iterator[Problem]:
    svc = case.job.plugins.get("svc")
    if svc is None or svc.values.get("inject-hosts-env", True):
        return
    for used in _lists(case.job, container):
        if not brings(container, used.name):
            yield Problem(
                "VCP206",
                f"{used.name} is used here, but svc's --inject-hosts-env=false keeps it away",
                (*place, *used.path),
                hint=f"read it from {MOUNT_PATH}/{used.name}, or leave that flag out",
                span=used.span(case.source, place),
            )
            return


def deprecated_variable(case: Case) -> Iterator[Problem]:
    for place, container in author_containers(case.job):
        if NEW_INDEX in script(container) or brings(container, OLD_INDEX):
            continue  # it knows the new name as well, or sets the old one itself
        told: set[Path] = set()
        for used in uses(container, OLD_INDEX, mark=OLD_INDEX):
            if used.path not in told:
                told.add(used.path)
                yield Problem(
                    "VCP207",
                    f"{OLD_INDEX} is the old name of {NEW_INDEX}, and is to be dropped by Volcano",
                    (*place, *used.path),
                    hint=f"use {NEW_INDEX}",
                    span=used.span(case.source, place),
                )


def no_such_task_file(case: Case) -> Iterator[Problem]:
    job = case.job
    if "svc" not in job.plugins:
        return
    files = {file_name(task) for task in job.tasks}
    names = {name for task in job.tasks for name in variables(task)}
    for place, container in author_containers(job):
        yield from _unknown_files(case, place, container, files)
        told: set[str] = set()
        for used in uses(container, LISTS, mark="VC_"):
            if used.name not in names and used.name not in told and not brings(container, used.name):
                told.add(used.name)
                yield Problem(
                    "VCP217",
                    f"{used.name}: no task of the job is called so",
                    (*place, *used.path),
                    hint=_listed(names),
                    span=used.span(case.source, place),
                )


def _unknown_files(case: Case, place: Path, container: Mapping[str, Any], files: set[str]) -> Iterator[Problem]:
    told: set[tuple[Path, str]] = set()
    for used in _files(case.job, container):
        name = used.name.removeprefix(f"{MOUNT_PATH}/").removesuffix(".host")
        if not name or name in files or (used.path, name) in told:
            continue
        told.add((used.path, name))
        right = f"{MOUNT_PATH}/{name.replace('-', '_')}.host"
        dashed = name.replace("-", "_") in files
        yield Problem(
            "VCP217",
            f"{used.name}: " + ("Volcano writes _ for - there" if dashed else "no task of the job is called so"),
            (*place, *used.path),
            hint=f"use {right}" if dashed else _listed(f"{file}.host" for file in files),
            span=used.span(case.source, place),
            instead=(right,) if dashed else (),
        )


def _listed(names: Iterable[str]) -> str:
    ordered = sorted(names)
    return "there are " + ", ".join(ordered[:8]) + (", …" if len(ordered) > 8 else "")
