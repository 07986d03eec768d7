"""What Volcano's validating webhook refuses of a whole Job, and what would make its controller fail (volcano.md, section 6)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from vcplug import plugins
from vcplug.admission import dependencies, policies
from vcplug.model import Path, PluginCall, Problem
from vcplug.names import LABEL, check_dns_label, check_dns_subdomain, check_qualified_name
from vcplug.quantity import QuantityError, parse
from vcplug.releases import Release

SPEC: Path = ("spec",)
Task = Mapping[str, Any]


def refusals(
    data: Mapping[str, Any], calls: Mapping[str, PluginCall], release: Release, extra: Collection[str] = ()
) -> Iterator[Problem]:
    """Everything about a Job with its defaults that stops it, the pod templates apart; the schema has shaped `data`."""
    spec = data["spec"]
    tasks: Sequence[Task] = spec.get("tasks") or ()
    yield from _numbers(spec, release)
    yield from _tasks(data, tasks, release)
    yield from _total(spec, tasks)
    yield from policies.check(spec.get("policies") or (), (*SPEC, "policies"), release)
    yield from _plugins(spec.get("plugins") or {}, release, extra)
    yield from _roles(tasks, calls, release)
    yield from _volumes(spec.get("volumes") or ())
    if spec.get("queue") == "root" and release.has("webhook-root-queue"):
        hint = "use a queue below it, or leave it out for default"
        yield Problem("VCP726", "jobs cannot be put into the root queue", (*SPEC, "queue"), hint=hint)
    yield from _tiers(spec.get("networkTopology"), (*SPEC, "networkTopology"), release)
    yield from dependencies.check(tasks)


def _numbers(spec: Mapping[str, Any], release: Release) -> Iterator[Problem]:
    if release.has("webhook-negative-numbers"):
        for field in ("minAvailable", "maxRetry", "ttlSecondsAfterFinished"):
            yield from _negative(spec, field, SPEC)


def _negative(holder: Mapping[str, Any], field: str, path: Path, least: int = 0) -> Iterator[Problem]:
    number = holder.get(field)
    if isinstance(number, int) and number < least:
        yield Problem(
            "VCP704", f"{field} must be at least {least}, found {number}", (*path, field), hint=f"write {least} or more"
        )


def _tasks(data: Mapping[str, Any], tasks: Sequence[Task], release: Release) -> Iterator[Problem]:
    if not tasks:
        yield Problem("VCP708", "the job has no tasks", (*SPEC, "tasks"), hint="write at least one task")
    name = str(data["metadata"].get("name") or "")
    long_name = check_qualified_name(name) if name and not check_dns_subdomain(name) else ""
    if long_name:
        yield Problem("VCP705", f"the job's name {long_name}", ("metadata", "name"), hint=f"at most {LABEL} characters")
    first: dict[str, int] = {}
    for position, task in enumerate(tasks):
        path: Path = (*SPEC, "tasks", position)
        yield from _task(task, path, release)
        called = task["name"]
        if called in first:
            message = f"task name {called} is used twice (tasks {first[called] + 1} and {position + 1})"
            yield Problem("VCP711", message, (*path, "name"), hint="rename one of them")
        first.setdefault(called, position)
        if name and not long_name:
            yield from _pod_name(f"{name}-{called}-{position}", task, path)
        yield from policies.check(task.get("policies") or (), (*path, "policies"), release)
        yield from _topology(task, path, release)
        yield from _partitions(task, path, release)


def _task(task: Task, path: Path, release: Release) -> Iterator[Problem]:
    if release.has("webhook-negative-numbers"):
        yield from _negative(task, "replicas", path)
        yield from _negative(task, "minAvailable", path)
    replicas, minimum = task.get("replicas") or 0, task["minAvailable"]
    if minimum > max(replicas, 0):
        message = f"minAvailable {minimum} is more than the {replicas_text(replicas)} of task {task['name']}"
        yield Problem("VCP710", message, (*path, "minAvailable"), hint=f"at most {max(replicas, 0)}, or leave it out")
    wrong = check_dns_label(task["name"]) if release.has("webhook-task-names") else ""
    if wrong:
        said = "is not well formed" if wrong.startswith("use ") else wrong
        hint = wrong if wrong.startswith("use ") else ""
        yield Problem("VCP705", f'task name "{task["name"][:80]}" {said}', (*path, "name"), hint=hint)


def _pod_name(name: str, task: Task, path: Path) -> Iterator[Problem]:
    # The webhook tests the task's position as index, not the last replica's.
    if len(name) > LABEL:
        message = f"pod name {name} has {len(name)} characters, {len(name) - LABEL} too many"
        yield Problem("VCP301", message, (*path, "name"), hint="shorten the job's or the task's name", stops="always")


def _topology(task: Task, path: Path, release: Release) -> Iterator[Problem]:
    """With a NUMA policy every container needs whole CPUs; limits count where there are no requests at all."""
    if task.get("topologyPolicy", "") in ("", "none"):
        return
    pod = (task.get("template") or {}).get("spec") or {}
    for kind in ("containers", "initContainers"):
        for position, container in enumerate(pod.get(kind) or ()):
            resources = container.get("resources") or {}
            source = "requests" if resources.get("requests") else "limits"
            cpu = (resources.get(source) or {}).get("cpu")
            if not _is_whole_cpu(cpu):
                at: Path = (*path, "template", "spec", kind, position)
                at += ("resources", source, "cpu") if cpu is not None else ()
                found = f"asks for {cpu}" if cpu is not None else "asks for none"
                who = f"container {container.get('name', position)} {found}"
                message = f"topologyPolicy {task['topologyPolicy']} needs whole CPUs: {who}"
                yield Problem("VCP719", message, at, hint='write requests.cpu as a whole number, such as "1"')


def _is_whole_cpu(cpu: Any) -> bool:
    try:
        amount = parse(cpu) if isinstance(cpu, (str, int)) else None
    except QuantityError:
        return True  # the schema has said so
    # beyond 2⁵³ or so Go's numbers overflow, and are not equal any more
    return amount is not None and amount.units() != 0 and amount.units() * 1000 == amount.millis() < 1 << 63


def _partitions(task: Task, path: Path, release: Release) -> Iterator[Problem]:
    policy = task.get("partitionPolicy")
    if policy is None or not release.has("partitions"):
        return
    total, size, least = (int(policy.get(field) or 0) for field in ("totalPartitions", "partitionSize", "minPartitions"))
    replicas, minimum = task.get("replicas") or 0, task["minAvailable"]
    at: Path = (*path, "partitionPolicy")
    if total > 0 and size > 0 and replicas != total * size:
        message = f"{total} partitions of {size} make {total * size} pods, but task {task['name']} has {replicas} replicas"
        yield Problem("VCP720", message, at, hint=f"write replicas: {total * size}, or change the partitions")
    if minimum != least * size and (least > 0 or release.has("partition-minimum-always")):
        message = f"minAvailable {minimum} is not minPartitions × partitionSize, {least} × {size} = {least * size}"
        where: Path = (*path, "minAvailable")
        yield Problem("VCP721", message, where, hint=f"write minAvailable: {least * size}, or leave it out")
    yield from _tiers(policy.get("networkTopology"), (*at, "networkTopology"), release)


def _tiers(topology: Mapping[str, Any] | None, path: Path, release: Release) -> Iterator[Problem]:
    if (
        topology
        and release.has("webhook-tiers")
        and topology.get("highestTierAllowed") is not None
        and topology.get("highestTierName")
    ):
        message = "networkTopology has both highestTierAllowed and highestTierName"
        yield Problem("VCP722", message, path, hint="keep one of them")


def _total(spec: Mapping[str, Any], tasks: Sequence[Task]) -> Iterator[Problem]:
    total = sum(task.get("replicas") or 0 for task in tasks)
    minimum = spec["minAvailable"]
    if tasks and minimum > total and minimum != sum(task["minAvailable"] for task in tasks):
        message = f"minAvailable {minimum} is more than the {replicas_text(total)} of all tasks"
        yield Problem("VCP710", message, (*SPEC, "minAvailable"), hint=f"at most {total}, or leave it out")


def replicas_text(count: int) -> str:
    return "1 replica" if count == 1 else f"{count} replicas"


def _plugins(given: Mapping[str, Any], release: Release, extra: Collection[str]) -> Iterator[Problem]:
    for name in given:
        if name in extra or plugins.knows(release, name):
            continue
        path: Path = (*SPEC, "plugins", name)
        if name in plugins.ORDER:
            since = plugins.plugin(name).SINCE
            message = f"Volcano {release.minor} has no plugin {name}"
            hint = f"it came with {since}: leave it out, or choose that release"
            yield Problem("VCP111", message, path, "key", hint, stops="always")
        else:
            yield Problem("VCP203", f"there is no plugin {name}", path, "key", _meant(name, plugins.names(release)))


def _meant(name: str, known: Sequence[str]) -> str:
    from vcplug.near import nearest

    near = nearest(name, known)
    return f"did you mean {near}?" if near else f"known are {', '.join(known)}; name your own in extra-plugins"


def _roles(tasks: Sequence[Task], calls: Mapping[str, PluginCall], release: Release) -> Iterator[Problem]:
    """Role tasks without which the webhook refuses the job, or the controller crashes or never makes a pod."""
    replicas = {task["name"]: task.get("replicas") or 0 for task in tasks}
    if mpi := calls.get("mpi"):
        master, worker = mpi.values["master"], mpi.values["worker"]
        if master not in replicas:
            yield _missing_role(mpi, "master", replicas, "Volcano refuses the job")
        if worker not in replicas and release.has("mpi-worker-required"):
            yield _missing_role(mpi, "worker", replicas, f"Volcano {release.minor} refuses the job; 1.15 and later take it")
        if replicas.get(master, 0) > 0 and replicas.get(worker) == 0 and release.has("mpi-no-worker-crash"):
            position = list(replicas).index(worker)
            message = f"mpi: task {worker} has no replicas, which crashes the controller of Volcano {release.minor}"
            yield Problem("VCP215", message, (*SPEC, "tasks", position), hint="write replicas: 1 or more, or use Volcano 1.12")
    ray = calls.get("ray")
    if ray and ray.values["head"] not in replicas and any(count > 0 for count in replicas.values()):
        yield _missing_role(ray, "head", replicas, "the controller then creates no pod at all: the job hangs")


def _missing_role(call: PluginCall, flag: str, names: Collection[str], note: str) -> Problem:
    wanted = call.values[flag]
    message = f"{call.name}: there is no task {wanted!r} for --{flag}"
    hint = f"add it, or name another with --{flag}=…: {', '.join(names)}" if names else "add it"
    return Problem("VCP208", message, call.path(flag), hint=hint, notes=(note,), stops="always")


def _volumes(volumes: Sequence[Mapping[str, Any]]) -> Iterator[Problem]:
    seen: dict[str, int] = {}
    for position, volume in enumerate(volumes):
        path: Path = (*SPEC, "volumes", position)
        where, name, claim = volume.get("mountPath", ""), volume.get("volumeClaimName", ""), volume.get("volumeClaim")
        if not where and "mountPath" in volume:
            yield Problem("VCP705", "volume mountPath is empty", (*path, "mountPath"), hint="write the directory to mount it at")
        elif where in seen:
            message = f"two volumes are mounted at {where} (volumes {seen[where] + 1} and {position + 1})"
            yield Problem("VCP723", message, (*path, "mountPath"), hint="give each its own mountPath")
        if where:
            seen.setdefault(where, position)
        if claim is None and not name:
            hint = "add volumeClaim (a new claim's spec) or volumeClaimName (an existing claim)"
            yield Problem("VCP724", "a volume needs a claim", path, hint=hint)
        elif claim is not None and name:
            hint = "keep volumeClaimName for an existing claim, volumeClaim for a new one"
            yield Problem("VCP725", "a volume has both volumeClaim and volumeClaimName", path, hint=hint)
        elif wrong := check_dns_subdomain(name) if name else "":
            said, hint = ("is not well formed", wrong) if wrong.startswith("use ") else (wrong, "")
            yield Problem("VCP705", f'volumeClaimName "{name[:80]}" {said}', (*path, "volumeClaimName"), hint=hint)
