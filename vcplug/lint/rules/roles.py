"""Room 2: plugins, the tasks they speak of, and the scripts that rely on them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from vcplug.lint.engine import Case, Rule
from vcplug.lint.places import containers
from vcplug.lint.scripts import script, texts
from vcplug.model import Job, Path, PluginCall, Problem, Task
from vcplug.plugins.svc import MOUNT_PATH, file_name, variables
from vcplug.plugins.tensorflow import CLUSTER_ORDER

INDEX_VARIABLES = ("VC_TASK_INDEX", "VK_TASK_INDEX")
LISTS = re.compile(r"\bVC_([A-Z0-9_]+)_(?:HOSTS|NUM)\b")
FILES = re.compile(r"/etc/volcano/([A-Za-z0-9_.-]+?)\.host\b")


def plugin_forced(case: Case) -> Iterator[Problem]:
    job = case.job
    for name, call in job.plugins.items():
        if call.forced_by:
            yield Problem("VCP204", f"{call.forced_by} brings {name} along", call.path(), "key")


def ssh_without_svc(case: Case) -> Iterator[Problem]:
    job = case.job
    if "ssh" in job.plugins and "svc" not in job.plugins:
        yield Problem(
            "VCP205",
            "ssh without svc: the hosts in the ssh config do not resolve",
            job.plugins["ssh"].path(),
            "key",
            "add svc: []",
            instead=("svc",),
        )


def _author_containers(job: Job) -> Iterator[tuple[Task, Path, Mapping[str, Any]]]:
    for task in job.tasks:
        for place, container in containers(task.template):
            yield task, (*task.path, "template", *place), container


def _sets(container: Mapping[str, Any], name: str) -> bool:
    """The container brings the variable itself: in env, perhaps in envFrom, or its script assigns it."""
    entries = container.get("env") or ()
    assigned = re.search(rf"(?:^|[\s;&|(]){name}=", script(container))
    return bool(container.get("envFrom") or assigned or any(entry.get("name") == name for entry in entries))


def _uses(container: Mapping[str, Any], name: str) -> Iterator[Path]:
    """Where the container asks for a variable that it does not set itself."""
    asks = re.compile(rf"\b{name}\b")
    if _sets(container, name):
        return
    for path, text in _asking(container):
        if asks.search(text):
            yield path


def _asking(container: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    """Texts that may ask for variables and files: the command, its arguments, and `$(VAR)` in env values."""
    yield from texts(container)
    for position, entry in enumerate(container.get("env") or ()):
        value = entry.get("value")
        if isinstance(value, str) and "$(" in value:
            yield ("env", position, "value"), value


def plugin_missing(case: Case) -> Iterator[Problem]:
    job = case.job
    for _, place, container in _author_containers(job):
        for plugin, name, path in _missing(job, container):
            yield Problem(
                "VCP206",
                f"{name} is used here, but only the {plugin} plugin provides it, and the job does not have it",
                (*place, *path),
                hint=f"add {plugin}: [] under spec.plugins",
                instead=(plugin,),
            )


def _missing(job: Job, container: Mapping[str, Any]) -> Iterator[tuple[str, str, Path]]:
    """(plugin, what is used, where), each plugin once per container."""
    if "env" not in job.plugins:
        for name in INDEX_VARIABLES:
            found = next(_uses(container, name), None)
            if found:
                yield "env", name, found
                break
    if "mpi" not in job.plugins:
        found = next(_uses(container, "MPI_HOST"), None)
        if found:
            yield "mpi", "MPI_HOST", found
    if "svc" not in job.plugins:
        yield from _missing_svc(container)


def _missing_svc(container: Mapping[str, Any]) -> Iterator[tuple[str, str, Path]]:
    mounts = container.get("volumeMounts") or ()
    brings_files = any(str(mount.get("mountPath", "")).startswith(MOUNT_PATH) for mount in mounts)
    for path, text in _asking(container):
        variable = next((found[0] for found in LISTS.finditer(text) if not _sets(container, found[0])), "")
        if variable or ("/etc/volcano/" in text and not brings_files):
            yield "svc", variable or "/etc/volcano/", path
            return


def deprecated_variable(case: Case) -> Iterator[Problem]:
    job = case.job
    for _, place, container in _author_containers(job):
        for path in _uses(container, "VK_TASK_INDEX"):
            yield Problem("VCP207", "VK_TASK_INDEX is to be dropped by Volcano", (*place, *path), hint="use VC_TASK_INDEX")


def role_task_missing(case: Case) -> Iterator[Problem]:
    job = case.job
    call = job.plugins.get("pytorch")
    if call and job.task(call.values["master"]) is None:
        yield Problem(
            "VCP208",
            f"no task is called {call.values['master']}: pytorch injects nothing at all",
            call.path("master"),
            hint=f"name the task with --master: {_task_names(job)}",
        )


def _task_names(job: Job) -> str:
    return ", ".join(task.name for task in job.tasks)


def role_must_be_one(case: Case) -> Iterator[Problem]:
    job = case.job
    for plugin, role, trouble in (
        ("pytorch", "master", "each of them is rank 0"),
        ("ray", "head", "each of them starts a cluster of its own"),
    ):
        call = job.plugins.get(plugin)
        task = job.task(call.values[role]) if call else None
        if task and task.replicas != 1:
            what = f"{trouble}" if task.replicas else "nobody is there to connect to"
            message = f"{plugin}'s {role} must be one pod, and {task.name} has {task.replicas}: {what}"
            yield Problem("VCP209", message, (*task.path, "replicas"), hint="write replicas: 1")


def task_outside_roles(case: Case) -> Iterator[Problem]:
    job = case.job
    for plugin in ("pytorch", "mpi", "ray"):
        call = job.plugins.get(plugin)
        if call and job.task(call.values["worker"]) is None:
            message = f"{plugin} finds no worker task: none is called {call.values['worker']}"
            yield Problem("VCP210", message, call.path("worker"), hint=f"name it with --worker: {_task_names(job)}")
    yield from _outsiders(job, "tensorflow", CLUSTER_ORDER, "is not in TF_CONFIG's cluster")
    yield from _outsiders(job, "pytorch", ("master", "worker"), "gets pytorch's variables, but no RANK")


def _outsiders(job: Job, plugin: str, roles: tuple[str, ...], trouble: str) -> Iterator[Problem]:
    call = job.plugins.get(plugin)
    if call is None or (plugin == "pytorch" and job.task(call.values["master"]) is None):
        return
    named = {call.values[role] for role in roles}
    if plugin == "tensorflow" and len(job.tasks) == 1 and job.tasks[0].replicas == 1:
        return
    for task in job.tasks:
        if task.name not in named:
            yield Problem("VCP210", f"task {task.name} has no role in {plugin}: it {trouble}", (*task.path, "name"))


def world_size_of_all(case: Case) -> Iterator[Problem]:
    job = case.job
    call = job.plugins.get("pytorch")
    if call is None or job.release.has("world-size-of-roles") or job.task(call.values["master"]) is None:
        return
    roles = (call.values["master"], call.values["worker"])
    for task in job.tasks:
        if task.name not in roles and task.replicas:
            yield Problem(
                "VCP211",
                f"before Volcano 1.12 WORLD_SIZE counts {task.name} too: training waits for ranks that never come",
                (*task.path, "name"),
                hint="move it into a job of its own, or upgrade Volcano",
            )


def ray_container_missing(case: Case) -> Iterator[Problem]:
    for task, call, flag in _ray_roles(case):
        wanted = call.values[flag]
        names = [container.get("name", "") for container in task.pod_spec.get("containers") or ()]
        if wanted not in names:
            yield Problem(
                "VCP212",
                f"no container of task {task.name} is called {wanted}: ray starts nothing there",
                (*task.path, "template", "spec", "containers", 0, "name"),
                hint=f"write name: {wanted}, or --{flag}={names[0] if names else '…'}",
            )


def ray_replaces_command(case: Case) -> Iterator[Problem]:
    for task, call, flag in _ray_roles(case):
        for position, container in enumerate(task.pod_spec.get("containers") or ()):
            if container.get("name") != call.values[flag]:
                continue
            place = (*task.path, "template", "spec", "containers", position)
            if container.get("command"):
                yield Problem("VCP213", "ray replaces this command by `ray start`", (*place, "command"), "key", "leave it out")
            if container.get("args"):
                message = 'these args stay behind `sh -c "ray start …"`, where nobody reads them'
                yield Problem("VCP213", message, (*place, "args"), "key", "leave them out")


def _ray_roles(case: Case) -> Iterator[tuple[Task, PluginCall, str]]:
    job = case.job
    call = job.plugins.get("ray")
    for role in ("head", "worker") if call else ():
        assert call is not None
        task = job.task(call.values[role])
        if task:
            yield task, call, f"{role}Container"


def single_pod_no_tf_config(case: Case) -> Iterator[Problem]:
    job = case.job
    call = job.plugins.get("tensorflow")
    if call and len(job.tasks) == 1 and job.tasks[0].replicas == 1:
        yield Problem("VCP214", "one task with one pod gets no TF_CONFIG: there is nothing to distribute", call.path(), "key")


def random_order(case: Case) -> Iterator[Problem]:
    job = case.job
    yield from _rank_by_chance(job)
    opened: dict[int, str] = {}
    for plugin in ("pytorch", "mpi"):
        call = job.plugins.get(plugin)
        number = call.values["port"] if call else None
        if call and number in opened:
            message = f"{opened[number]} and {plugin} both open port {number}: which name it gets is a matter of chance"
            yield Problem("VCP216", message, call.path("port"), hint="give each a port of its own")
        if number is not None:
            opened[number] = plugin


def _rank_by_chance(job: Job) -> Iterator[Problem]:
    """hcclrank takes pytorch's RANK if that plugin happens to run first, and counts by itself otherwise."""
    hccl, torch = job.plugins.get("hcclrank"), job.plugins.get("pytorch")
    if hccl is None or torch is None:
        return
    master = job.task(torch.values["master"])
    same_roles = all(hccl.values[role] == torch.values[role] for role in ("master", "worker"))
    if master and not (same_roles and master.replicas == 1):
        yield Problem(
            "VCP216",
            "whether hcclrank sees pytorch's RANK is a matter of chance, and here the two count differently",
            hccl.path(),
            "key",
            "give both the same --master and --worker, and one master pod",
        )


def no_such_task_file(case: Case) -> Iterator[Problem]:
    job = case.job
    if "svc" not in job.plugins:
        return
    files = {file_name(task) for task in job.tasks}
    names = {name for task in job.tasks for name in variables(task)}
    for _, place, container in _author_containers(job):
        for path, text in _asking(container):
            yield from _unknown_files(text, (*place, *path), files)
            for found in {match[0] for match in LISTS.finditer(text)} - names:
                if not _sets(container, found):
                    yield Problem("VCP217", f"{found}: no task of the job is called so", (*place, *path), hint=_listed(names))


def _unknown_files(text: str, path: Path, files: set[str]) -> Iterator[Problem]:
    for name in sorted(set(FILES.findall(text)) - files):
        written = name.replace("-", "_")
        instead: tuple[str, ...] = ()
        if written in files:
            instead = (f"/etc/volcano/{written}.host",)
            message, hint = f"/etc/volcano/{name}.host: Volcano writes _ for - there", f"use /etc/volcano/{written}.host"
        else:
            message, hint = (
                f"/etc/volcano/{name}.host: no task of the job is called so",
                _listed(f"{file}.host" for file in files),
            )
        yield Problem("VCP217", message, path, hint=hint, instead=instead)


def _listed(names: Any) -> str:
    return "there are " + ", ".join(sorted(names))


def minimum_below_start(case: Case) -> Iterator[Problem]:
    job = case.job
    minimum = job.spec["minAvailable"]
    for plugin in ("pytorch", "mpi"):
        call = job.plugins.get(plugin)
        if call is None or job.task(call.values["master"]) is None:
            continue
        roles = (call.values["master"], call.values["worker"])
        needed = sum(task.replicas for task in job.tasks if task.name in roles)
        if minimum < needed:
            message = f"{plugin} needs {needed} pods to start, but Volcano starts the job with {minimum}: they may wait for ever"
            yield Problem("VCP218", message, ("spec", "minAvailable"), hint=f"write minAvailable: {needed}")


RULES = (
    Rule("VCP204", plugin_forced, "job"),
    Rule("VCP205", ssh_without_svc, "job"),
    Rule("VCP206", plugin_missing, "job"),
    Rule("VCP207", deprecated_variable, "job"),
    Rule("VCP208", role_task_missing, "job"),
    Rule("VCP209", role_must_be_one, "job"),
    Rule("VCP210", task_outside_roles, "job"),
    Rule("VCP211", world_size_of_all, "job"),
    Rule("VCP212", ray_container_missing, "job"),
    Rule("VCP213", ray_replaces_command, "job"),
    Rule("VCP214", single_pod_no_tf_config, "job"),
    Rule("VCP216", random_order, "job"),
    Rule("VCP217", no_such_task_file, "job"),
    Rule("VCP218", minimum_below_start, "job"),
)
