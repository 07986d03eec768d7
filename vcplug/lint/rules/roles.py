"""Room 2: plugins, the tasks they speak of, and the scripts that rely on them."""

from __future__ import annotations

from collections.abc import Iterator

from vcplug.lint.engine import Case, Rule
from vcplug.lint.places import containers
from vcplug.lint.rules.reliance import deprecated_variable, no_such_task_file, plugin_missing
from vcplug.model import Job, Path, PluginCall, Problem, Task
from vcplug.plugins.tensorflow import CLUSTER_ORDER


def plugin_forced(case: Case) -> Iterator[Problem]:
    job = case.job
    for name, call in job.plugins.items():
        if call.forced_by:
            yield Problem("VCP204", f"{call.forced_by} brings {name} along", call.path(), "key")


def ssh_without_svc(case: Case) -> Iterator[Problem]:
    job = case.job
    # Hosts go by the template's subdomain where it has one: then a Service of that name is the author's own.
    own_service = all(task.pod_spec.get("subdomain") for task in job.tasks if task.replicas)
    if "ssh" in job.plugins and "svc" not in job.plugins and not own_service:
        yield Problem(
            "VCP205",
            "ssh without svc: the hosts in the ssh config do not resolve",
            job.plugins["ssh"].path(),
            "key",
            "add svc: []",
            instead=("svc",),
        )


def role_task_missing(case: Case) -> Iterator[Problem]:
    job = case.job
    call = job.plugins.get("pytorch")
    if call and job.task(call.values["master"]) is None:
        yield Problem(
            "VCP208",
            f"no task is called {call.values['master'] or 'that'}: pytorch injects nothing at all",
            call.path("master"),
            hint="name the task with --master: " + ", ".join(task.name for task in job.tasks),
        )


def role_must_be_one(case: Case) -> Iterator[Problem]:
    job = case.job
    for plugin, role, trouble in (
        ("pytorch", "master", "each of them is rank 0"),
        ("ray", "head", "each of them starts a cluster of its own"),
    ):
        call = job.plugins.get(plugin)
        task = job.task(call.values[role]) if call else None
        if task and task.replicas != 1 and case.source.node((*task.path, "replicas")) is not None:
            what = trouble if task.replicas else "nobody is there to connect to"
            message = f"{plugin}'s {role} must be one pod, and {task.name} has {task.replicas}: {what}"
            yield Problem("VCP209", message, (*task.path, "replicas"), hint="write replicas: 1")


def task_outside_roles(case: Case) -> Iterator[Problem]:
    job = case.job
    for plugin in ("pytorch", "mpi", "ray"):
        call = job.plugins.get(plugin)
        if call and job.task(call.values["worker"]) is None and not _leads_nothing(job, call):
            yield _no_worker(job, call)
    yield from _outsiders(job, "tensorflow", CLUSTER_ORDER, "is not in TF_CONFIG's cluster")
    if job.release.has("world-size-of-roles"):
        yield from _outsiders(job, "pytorch", ("master", "worker"), "gets pytorch's variables, but no RANK")


def _leads_nothing(job: Job, call: PluginCall) -> bool:
    """pytorch without its master task does nothing at all, which is said already."""
    return call.name == "pytorch" and job.task(call.values["master"]) is None


def _no_worker(job: Job, call: PluginCall) -> Problem:
    message = f"{call.name} finds no worker task: none is called {call.values['worker']}"
    # A cluster of one is nothing unusual; mpi then does nothing for its master either.
    alone = len(job.tasks) == 1 and "worker" not in call.given and call.name != "mpi"
    return Problem(
        "VCP210",
        message,
        call.path("worker"),
        hint="name it with --worker: " + ", ".join(task.name for task in job.tasks) if not alone else "",
        severity="info" if alone else None,
    )


def _outsiders(job: Job, plugin: str, roles: tuple[str, ...], trouble: str) -> Iterator[Problem]:
    call = job.plugins.get(plugin)
    if call is None or _leads_nothing(job, call):
        return
    named = {call.values[role] for role in roles}
    if plugin == "tensorflow" and len(job.tasks) == 1 and job.tasks[0].replicas == 1:
        return
    free = [role for role in roles if job.task(call.values[role]) is None]
    for task in job.tasks:
        if task.name in named:
            continue
        # where the workers are known, a task that is not called as a role may well be a TensorBoard
        meant = [role for role in free if role in task.name or task.name in role] if "worker" not in free else free
        yield Problem(
            "VCP210",
            f"task {task.name} has no role in {plugin}: it {trouble}",
            (*task.path, "name"),
            hint="give it one: " + ", ".join(f"--{role}={task.name}" for role in meant) if meant else "",
            # pytorch's variables without a RANK make a program wait; not to be in TF_CONFIG may be meant
            severity="info" if plugin == "tensorflow" and not meant else None,
        )


def world_size_of_all(case: Case) -> Iterator[Problem]:
    job = case.job
    call = job.plugins.get("pytorch")
    if call is None or job.release.has("world-size-of-roles") or _leads_nothing(job, call):
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
            first: Path = (*task.path, "template", "spec", "containers", 0, "name")
            yield Problem(
                "VCP212",
                f"no container of task {task.name} is called {wanted}: ray starts nothing there",
                call.path(flag) if flag in call.given else first,
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
    if all(
        any(entry.get("name") == "RANK" for _, one in containers(task.template) for entry in one.get("env") or ())
        for task in job.tasks
    ):
        return  # the first RANK counts, and that is the template's own
    same_roles = all(hccl.values[role] == torch.values[role] for role in ("master", "worker"))
    if master and not (same_roles and master.replicas == 1):
        yield Problem(
            "VCP216",
            "whether hcclrank sees pytorch's RANK is a matter of chance, and here the two count differently",
            hccl.path(),
            "key",
            "give both the same --master and --worker, and one master pod",
        )


def minimum_below_start(case: Case) -> Iterator[Problem]:
    job = case.job
    minimum = job.spec["minAvailable"]
    for plugin in ("pytorch", "mpi"):
        call = job.plugins.get(plugin)
        if call is None or job.task(call.values["master"]) is None:
            continue
        roles = [task for task in job.tasks if task.name in (call.values["master"], call.values["worker"])]
        needed = sum(task.replicas for task in roles)
        if minimum < needed:
            message = f"{plugin} needs {needed} pods to start, but Volcano starts the job with {minimum}: they may wait for ever"
            where: Path = ("spec", "minAvailable")
            hint = f"write minAvailable: {needed}"
            small = next((task for task in roles if task.min_available < task.replicas), None)
            if not case.source.data["spec"].get("minAvailable") and small is not None:
                where, hint = (*small.path, "minAvailable"), f"write minAvailable: {small.replicas}, or leave it out"
            yield Problem("VCP218", message, where, hint=hint)


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
