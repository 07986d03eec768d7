"""Room 5: who can reach whom, and when."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from vcplug.lint.engine import Case, Rule
from vcplug.lint.places import containers, stands_beside
from vcplug.lint.scripts import Use, code, script, texts
from vcplug.model import Job, Path, Problem, Span, Task
from vcplug.plugins.ray import PORTS
from vcplug.plugins.svc import MOUNT_PATH, file_name, variables

SSH = 22
TENSORBOARD = 6006
FIRST = {"pytorch": "master", "ray": "head", "mpi": "worker"}
"""framework -> the role that others connect to as soon as they start"""
_SEEKS = re.compile(
    r"(?<![\w.-])(?:nslookup|getent|ping|nc|ncat|ssh|scp|ssh-keyscan|curl|wget|dig|host|telnet|mpirun|mpiexec)\b|/dev/tcp/|\bconnect\("
)
"""what looks for another pod and fails, or waits, until its name resolves"""


def network_policy_shuts_out(case: Case) -> Iterator[Problem]:
    job = case.job
    svc = job.plugins.get("svc")
    if svc is None or svc.values["disable-network-policy"] or stands_beside(case, "NetworkPolicy"):
        return
    hint = 'write svc: ["--disable-network-policy=true"], or add a NetworkPolicy that lets them in'
    if "ray" in job.plugins:
        yield Problem(
            "VCP501",
            "the job's NetworkPolicy lets only its own pods in: Ray clients and the dashboard cannot be reached from outside",
            svc.path(),
            "key",
            hint,
            notes=("kubectl port-forward still works",),
        )
    for path in _tensorboards(job):
        yield Problem(
            "VCP501", "the job's NetworkPolicy lets only its own pods in: TensorBoard cannot be reached", path, hint=hint
        )


def _tensorboards(job: Job) -> Iterator[Path]:
    for task in job.tasks:
        for place, container in containers(task.template):
            for position, port in enumerate(container.get("ports") or ()):
                if port.get("containerPort") == TENSORBOARD or port.get("name") == "tensorboard":
                    yield (*task.path, "template", *place, "ports", position, "containerPort")


def peers_before_ready(case: Case) -> Iterator[Problem]:
    svc = case.job.plugins.get("svc")
    if svc is None or svc.values["publish-not-ready-addresses"]:
        return
    for path, why, span in (*_circles(case), *_held_back(case.job)):
        yield Problem(
            "VCP502",
            f"{why}, but a pod's name resolves only once the pod is ready",
            path,
            hint='write svc: ["--publish-not-ready-addresses=true"]',
            span=span,
        )


def _circles(case: Case) -> Iterator[tuple[Path, str, Span | None]]:
    """Init containers that seek pods which, by their own init containers, cannot be ready before this one is."""
    sought = {task.name: tuple(_sought(case.job, task)) for task in case.job.tasks if task.pod_spec.get("initContainers")}
    for task in case.job.tasks:
        for container, use, other in sought.get(task.name, ()):
            if _leads_to(other.name, task.name, sought):
                yield (
                    (*container, *use.path),
                    f"this init container looks for pods of {other.name}",
                    use.span(case.source, container),
                )
                break


def _leads_to(start: str, goal: str, sought: Mapping[str, tuple[tuple[Path, Use, Task], ...]]) -> bool:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        name = waiting.pop()
        if name == goal:
            return True
        if name not in seen:
            seen.add(name)
            waiting += [other.name for _, _, other in sought.get(name, ())]
    return False


def _sought(job: Job, task: Task) -> Iterator[tuple[Path, Use, Task]]:
    """(init container, what names the peers, their task) for every task that an init container seeks."""
    for position, container in enumerate(task.pod_spec.get("initContainers") or ()):
        # a sidecar does not hold the others up
        if container.get("restartPolicy") == "Always" or not _SEEKS.search(script(container)):
            continue
        place: Path = (*task.path, "template", "spec", "initContainers", position)
        for other in job.tasks:
            names = "|".join(
                map(re.escape, (variables(other)[0], f"{MOUNT_PATH}/{file_name(other)}.host", f"{job.name}-{other.name}-"))
            )
            for path, text in texts(container):
                found = re.search(rf"(?<![\w-])(?:{names})", code(text))
                if found and (other.replicas > 1 or other is not task):
                    yield place, Use(found[0], path, text, found.start()), other
                    break


def _held_back(job: Job) -> Iterator[tuple[Path, str, Span | None]]:
    """Probes that keep the pod unknown which the others connect to first, unless they ask for its port alone."""
    for name, role in FIRST.items():
        call = job.plugins.get(name)
        task = job.task(call.values[role]) if call else None
        if call is None or task is None or not any(other.replicas for other in job.tasks if other is not task):
            continue
        own = {value for flag, value in call.values.items() if flag.lower().endswith("port")}
        for position, container in enumerate(task.pod_spec.get("containers") or ()):
            probe = container.get("readinessProbe")
            if probe and _probed(container, probe) not in own:
                where: Path = (*task.path, "template", "spec", "containers", position, "readinessProbe")
                yield where, f"the other pods connect to {task.name} when they start", None


def _probed(container: Mapping[str, Any], probe: Mapping[str, Any]) -> Any:
    """The number of the port that a probe asks for."""
    port = next(((probe[kind] or {}).get("port") for kind in ("tcpSocket", "httpGet", "grpc") if probe.get(kind)), None)
    named = {one.get("name"): one.get("containerPort") for one in container.get("ports") or ()}
    return named.get(port, port)


def mpi_port_differs(case: Case) -> Iterator[Problem]:
    job = case.job
    mpi, ssh = job.plugins.get("mpi"), job.plugins.get("ssh")
    if mpi is None or ssh is None:
        return
    opened, dialled = mpi.values["port"], ssh.values.get("ssh-port", SSH)
    if opened == dialled or _dials_itself(job, opened):
        return
    message = f"mpi opens port {opened}, but ssh dials {dialled}"
    if "ssh-port" in ssh.given:
        yield Problem("VCP503", message, ssh.path("ssh-port"), hint=f'write mpi: ["--port={dialled}"]')
    elif job.release.has("ssh-port"):
        hint, instead = f'write ssh: ["--ssh-port={opened}"]', (f"--ssh-port={opened}",)
        yield Problem("VCP503", message, mpi.path("port"), hint=hint, instead=instead)
    else:
        hint = f"tell mpiexec's ssh -p {opened}, or leave --port out: --ssh-port came with 1.15"
        yield Problem("VCP503", message, mpi.path("port"), hint=hint)


def _dials_itself(job: Job, port: int) -> bool:
    """The master may tell ssh which port to take, in its script or by a variable such as HYDRA_LAUNCHER_EXTRA_ARGS."""
    master = job.task(job.plugins["mpi"].values["master"])
    told = re.compile(rf"(?:-p\s*|-o\s*Port[ =]|\bPort[ =]\s*){port}\b")
    for _, container in containers(master.template) if master else ():
        values = (str(entry.get("value", "")) for entry in container.get("env") or ())
        if told.search(script(container)) or any(map(told.search, values)):
            return True
    return False


def ray_ports_equal(case: Case) -> Iterator[Problem]:
    job = case.job
    call = job.plugins.get("ray")
    if call is None:
        return
    seen: dict[int, str] = {}
    for _, flag in PORTS:
        number = call.values[flag]
        if number in seen:
            yield Problem(
                "VCP504",
                f"--{seen[number]} and --{flag} are both {number}",
                call.path(flag if flag in call.given else seen[number]),
                hint="give each a port of its own",
                notes=("the API server refuses a Service with one port twice",),
            )
        seen.setdefault(number, flag)


RULES = (
    Rule("VCP501", network_policy_shuts_out, "job"),
    Rule("VCP502", peers_before_ready, "job"),
    Rule("VCP503", mpi_port_differs, "job"),
    Rule("VCP504", ray_ports_equal, "job"),
)
