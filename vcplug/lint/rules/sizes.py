"""Room 3: names and sizes, with the last index, where names are longest."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator

from vcplug.holes import Text
from vcplug.lint.engine import Case, Rule
from vcplug.lint.places import cause, containers, series
from vcplug.model import Job, Manifest, Path, Problem

LABEL = 63
OBJECT = 1024 * 1024
VARIABLE = 128 * 1024
"""Linux: one `NAME=value` with its closing zero byte (MAX_ARG_STRLEN)"""
NEARLY = 0.8
NAME = ("metadata", "name")


def pod_name_too_long(case: Case) -> Iterator[Problem]:
    for job, task, manifest in series(case):
        longest = f"{job.name}-{task.name}-{max(task.replicas - 1, 0)}"
        over = len(longest) - LABEL
        if over <= 0 or not task.replicas:
            continue
        if isinstance(manifest.object["spec"].get("hostname"), Text):
            yield Problem(
                "VCP301",
                f"the hostname {longest} is {over} {_characters(over)} too long: it may have {LABEL}",
                (*task.path, "name"),
                hint=f"shorten the job's or the task's name by {over}",
                notes=("Volcano's webhook checks the name with the task's position, not with the last pod's index",),
            )
        else:
            yield Problem(
                "VCP301",
                f"the pod name {longest} is longer than a hostname may be ({LABEL}): inside the pod it is cut",
                (*task.path, "name"),
                hint=f"shorten the job's or the task's name by {over}",
                severity="warning",
                stops="never",
            )


def object_name_too_long(case: Case) -> Iterator[Problem]:
    job = case.job
    worst = max(_limited_names(job), key=lambda found: len(found[1]))
    over = len(worst[1]) - LABEL
    if over > 0:
        yield Problem(
            "VCP302",
            f"the {worst[0]} {worst[1]} is {over} {_characters(over)} too long: it may have {LABEL}",
            NAME,
            hint=f"shorten the job's name by {over}",
        )


def _limited_names(job: Job) -> Iterator[tuple[str, str]]:
    yield "label value", job.name
    if "svc" in job.plugins:
        yield "Service name", job.name
        yield "volume name", f"{job.name}-svc"
    if "ssh" in job.plugins:
        yield "volume name", f"{job.name}-ssh"
    if "ray" in job.plugins:
        yield "Service name", f"{job.name}-head-svc"
    if job.spec.get("volumes"):
        yield "volume name", f"{job.name}-{'x' * 12}"


def _characters(count: int) -> str:
    return "character" if count == 1 else "characters"


def dots_in_job_name(case: Case) -> Iterator[Problem]:
    job = case.job
    users = [name for name in ("svc", "ssh", "ray") if name in job.plugins] + ["job volumes"] * bool(job.spec.get("volumes"))
    verb = "makes" if users in (["svc"], ["ssh"], ["ray"]) else "make"
    if "." in job.name and users:
        yield Problem(
            "VCP303",
            f"the job's name has dots, but {' and '.join(users)} {verb} names of it that may not have any",
            NAME,
            hint=f"write {job.name.replace('.', '-')}",
            notes=("Services, hostnames and volumes take no dots: the API server refuses them, and the job hangs",),
        )


def job_name_starts_with_digit(case: Case) -> Iterator[Problem]:
    job = case.job
    if job.name[:1].isdigit() and {"svc", "ray"} & job.plugins.keys():
        yield Problem(
            "VCP304",
            "the job's name starts with a digit: most Kubernetes versions refuse such a Service name",
            NAME,
            hint="begin with a letter",
        )


def env_value_too_large(case: Case) -> Iterator[Problem]:
    for path, name, size in _large_variables(case):
        if size > VARIABLE:
            yield Problem(
                "VCP305",
                f"{name} is {size:,} bytes: Linux passes at most {VARIABLE:,} in one variable, so no container starts",
                path,
                hint="fewer replicas, or shorter names of job and tasks",
            )


def object_too_large(case: Case) -> Iterator[Problem]:
    for manifest, size, hosts in _large_objects(case):
        if size > OBJECT:
            fit = hosts * OBJECT // size
            name = f"{manifest.kind} {manifest.object['metadata']['name']}"
            yield Problem(
                "VCP306",
                f"{name} is {size:,} bytes: the API server takes at most {OBJECT:,}",
                _replicas(case.job),
                hint=f"about {fit:,} hosts fit, the job has {hosts:,}",
            )


def nearly_too_large(case: Case) -> Iterator[Problem]:
    for path, name, size in _large_variables(case):
        if NEARLY * VARIABLE < size <= VARIABLE:
            yield Problem("VCP307", f"{name} is {size:,} bytes, near the {VARIABLE:,} that Linux passes in one variable", path)
    for manifest, size, _ in _large_objects(case):
        if NEARLY * OBJECT < size <= OBJECT:
            name = f"{manifest.kind} {manifest.object['metadata']['name']}"
            message = f"{name} is {size:,} bytes, near the {OBJECT:,} that the API server takes"
            yield Problem("VCP307", message, _replicas(case.job))


def _large_variables(case: Case) -> Iterator[tuple[Path, str, int]]:
    """Injected variables worth measuring: each once, with its size as `NAME=value` and a zero byte."""
    lists = {
        key: value
        for manifest in case.manifests
        if manifest.kind == "ConfigMap"
        for key, value in manifest.object["data"].items()
    }
    seen: set[str] = set()
    for _, task, manifest in series(case):
        for place, container in containers(manifest.object):
            for position, entry in enumerate(container.get("env") or ()):
                path = (*place, "env", position)
                name = entry.get("name", "")
                value = lists.get(name, "") if "valueFrom" in entry else entry.get("value", "")
                size = len(str(value).encode()) + len(name) + 2
                if size > NEARLY * VARIABLE and path in manifest.origins and name not in seen:
                    seen.add(name)
                    yield _replicas(case.job, cause(task, manifest, path)), name, size


def _replicas(job: Job, path: Path = ()) -> Path:
    """The number that makes a list long: of the task that it is about, or of the largest one."""
    if path[:2] == ("spec", "tasks"):
        return (*path[:3], "replicas")
    return (*max(job.tasks, key=lambda task: task.replicas).path, "replicas")


def _large_objects(case: Case) -> Iterator[tuple[Manifest, int, int]]:
    hosts = sum(task.replicas for task in case.job.tasks)
    for manifest in case.manifests:
        data = manifest.object.get("data") or {}
        if manifest.kind == "ConfigMap":
            yield manifest, sum(len(value) for value in data.values()), hosts
        elif manifest.kind == "Secret":
            yield manifest, sum(len(b64decode(value)) for value in data.values()), hosts


RULES = (
    Rule("VCP301", pod_name_too_long),
    Rule("VCP302", object_name_too_long, "job"),
    Rule("VCP303", dots_in_job_name, "job"),
    Rule("VCP304", job_name_starts_with_digit, "job"),
    Rule("VCP305", env_value_too_large),
    Rule("VCP306", object_too_large),
    Rule("VCP307", nearly_too_large),
)
