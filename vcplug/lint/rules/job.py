"""Room 7 beyond admission: jobs that are accepted and then do not do what was meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from vcplug.lint.engine import Case, Rule
from vcplug.lint.places import containers
from vcplug.lint.scripts import Use, code, script, texts
from vcplug.model import Job, Path, Problem, Task

ENDING = ("CompleteJob", "TerminateJob", "AbortJob", "RestartJob")
_LAUNCHERS = re.compile(r"torchrun|torch\.distributed|accelerate|deepspeed|nproc|mp\.spawn|lightning|horovodrun|mpirun|mpiexec")
LAST = {"mpi": "master", "ray": "head", "pytorch": "master"}
"""framework -> the role whose end is the end of the work"""


def no_restart_policy(case: Case) -> Iterator[Problem]:
    job = case.job
    for task in job.tasks:
        if not task.pod_spec.get("restartPolicy"):
            yield Problem(
                "VCP751",
                f"the pods of {task.name} have no restartPolicy: Kubernetes restarts them for ever, and the job never completes",
                (*task.path, "template", "spec"),
                "key",
                "write restartPolicy: OnFailure, or Never",
            )


def nothing_ends_the_job(case: Case) -> Iterator[Problem]:
    job = case.job
    if job.spec.get("minSuccess") or any(_ends(policy) for policy in job.spec.get("policies") or ()):
        return
    for plugin, role in LAST.items():
        call = job.plugins.get(plugin)
        task = job.task(call.values[role]) if call else None
        others = any(other.replicas for other in job.tasks if other is not task)
        if task and others and not any(_ends(policy) for policy in task.data.get("policies") or ()):
            yield Problem(
                "VCP752",
                f"nothing ends the job when {task.name} is done: the other pods of {plugin} may run on",
                (*task.path, "name"),
                hint="add policies: [{event: TaskCompleted, action: CompleteJob}] to this task",
            )


def _ends(policy: dict[str, object]) -> bool:
    events = policy.get("events")
    named = [policy.get("event"), *(events if isinstance(events, list) else ())]
    return policy.get("action") in ENDING and bool({"TaskCompleted", "*"} & set(named))


def _given(case: Case, path: Path) -> object:
    """What the author wrote there, before any default."""
    node = case.source.node(path)
    return node.value if node else None


def replicas_absent(case: Case) -> Iterator[Problem]:
    job = case.job
    for task in job.tasks:
        if case.source.node((*task.path, "replicas")) is None:
            message = f"task {task.name} does not say how many replicas it has: Volcano takes 0"
            yield Problem("VCP753", message, (*task.path, "name"), hint="write replicas: 1")


def zero_means_otherwise(case: Case) -> Iterator[Problem]:
    job = case.job
    if _given(case, ("spec", "minAvailable")) == 0:
        message = f"minAvailable 0 does not mean none: Volcano takes the sum over the tasks, {job.spec['minAvailable']}"
        yield Problem("VCP754", message, ("spec", "minAvailable"), hint="leave it out, or write 1")
    for path in (("spec", "maxRetry"), *((*task.path, "maxRetry") for task in job.tasks)):
        if _given(case, path) == 0:
            yield Problem("VCP754", "maxRetry 0 does not mean never: Volcano takes 3", path, hint="write maxRetry: 1")


def dependency_deadlock(case: Case) -> Iterator[Problem]:
    job = case.job
    waiting = [task for task in job.tasks if _waits(task)]
    startable = sum(task.replicas for task in job.tasks if not _waits(task))
    minimum = job.spec["minAvailable"]
    if waiting and minimum > startable:
        given = _given(case, ("spec", "minAvailable"))
        yield Problem(
            "VCP755",
            f"a deadlock: Volcano starts nothing before {minimum} pods can, but {waiting[0].name} waits for others, "
            f"and only {startable} can start at once",
            ("spec", "minAvailable") if given else (*waiting[0].path, "dependsOn"),
            "value" if given else "key",
            f"write minAvailable: {startable or 1}",
        )


def _waits(task: Task) -> bool:
    return bool((task.data.get("dependsOn") or {}).get("name"))


def volume_not_mounted(case: Case) -> Iterator[Problem]:
    job = case.job
    volumes = job.spec.get("volumes") or ()
    seen: set[str] = set()
    for position, volume in enumerate(volumes):
        name = volume.get("volumeClaimName")
        if name and name in seen:
            message = f"claim {name} is named twice: {volume['mountPath']} is not mounted at all"
            hint = "mount the claim in the template instead"
            yield Problem("VCP756", message, ("spec", "volumes", position, "volumeClaimName"), hint=hint)
        seen.add(name or "")
    paths = [str(volume["mountPath"]) for volume in volumes]
    for task in job.tasks if volumes else ():
        for position, container in enumerate(task.pod_spec.get("initContainers") or ()):
            yield from _without_volumes(case, (*task.path, "template", "spec", "initContainers", position), container, paths)


def _without_volumes(case: Case, place: Path, container: Mapping[str, Any], paths: list[str]) -> Iterator[Problem]:
    """A warning where the init container names the path, a note where it may do without."""
    own = {str(mount.get("mountPath", "")).rstrip("/") for mount in container.get("volumeMounts") or ()}
    missing = [path for path in paths if path.rstrip("/") not in own]
    hint = "mount it in the template where it is needed"
    for path in missing:
        found = next(_mentions(container, path), None)
        if found is not None:
            message = f"{path} is a job volume, and job volumes are not mounted in init containers"
            yield Problem("VCP756", message, (*place, *found.path), hint=hint, span=found.span(case.source, place))
            return
    if missing:
        message = f"job volumes ({', '.join(missing)}) are not mounted in init containers"
        yield Problem("VCP756", message, (*place, "name"), hint=hint, severity="info")


def _mentions(container: Mapping[str, Any], path: str) -> Iterator[Use]:
    whole = re.compile(rf"(?<![\w./-]){re.escape(path.rstrip('/') or '/')}(?![\w.-])")
    for place, text in (*texts(container), (("workingDir",), str(container.get("workingDir") or ""))):
        found = whole.search(code(text))
        if found:
            yield Use(found[0], place, text, found.start())


def partition_minimum(case: Case) -> Iterator[Problem]:
    job = case.job
    for task in job.tasks if job.release.has("partition-minimum-always") else ():
        policy = task.data.get("partitionPolicy")
        if policy is not None and not policy.get("minPartitions"):
            yield Problem(
                "VCP757",
                f"without minPartitions Volcano {job.release.name} takes 0 as the minimum of task {task.name}",
                (*task.path, "partitionPolicy"),
                "key",
                f"write minPartitions: {policy.get('totalPartitions', 1)}",
            )


def image_without_tag(case: Case) -> Iterator[Problem]:
    job = case.job
    for task in job.tasks:
        for place, container in containers(task.template):
            image = container.get("image") or ""
            tag = image.rpartition("/")[2].partition(":")[2]
            if image and "@" not in image and tag in ("", "latest"):
                path = (*task.path, "template", *place, "image")
                yield Problem("VCP758", f"image {image} may be another one tomorrow", path, hint="name a version")


def gpus_are_not_ranks(case: Case) -> Iterator[Problem]:
    job = case.job
    call = job.plugins.get("pytorch")
    if call is None or job.task(call.values["master"]) is None:
        return
    for path, number in _gpus(job):
        yield Problem(
            "VCP759",
            f"WORLD_SIZE counts pods, not GPUs: this one has {number}",
            path,
            hint=f"start it with torchrun --nproc-per-node={number} --nnodes=$WORLD_SIZE --node-rank=$RANK",
        )


def _gpus(job: Job) -> Iterator[tuple[Path, int]]:
    for task in job.tasks:
        for position, container in enumerate(task.pod_spec.get("containers") or ()):
            if _LAUNCHERS.search(script(container)):
                continue  # they count processes themselves
            limits = (container.get("resources") or {}).get("limits") or {}
            for name, amount in limits.items():
                if name.endswith("/gpu") and str(amount).isdigit() and int(amount) > 1:
                    yield (*task.path, "template", "spec", "containers", position, "resources", "limits", name), int(amount)


RULES = (
    Rule("VCP751", no_restart_policy, "job"),
    Rule("VCP752", nothing_ends_the_job, "job"),
    Rule("VCP753", replicas_absent, "job"),
    Rule("VCP754", zero_means_otherwise, "job"),
    Rule("VCP755", dependency_deadlock, "job"),
    Rule("VCP756", volume_not_mounted, "job"),
    Rule("VCP757", partition_minimum, "job"),
    Rule("VCP758", image_without_tag, "job"),
    Rule("VCP759", gpus_are_not_ranks, "job"),
)
