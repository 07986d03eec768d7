"""Room 5: who can reach whom, and when."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vcplug.lint.engine import Case, Rule
from vcplug.lint.places import containers
from vcplug.lint.scripts import script
from vcplug.model import Job, Path, Problem, Task
from vcplug.plugins.ray import PORTS

TENSORBOARD = 6006
FIRST = {"pytorch": "master", "ray": "head", "mpi": "worker"}
"""framework -> the role that others connect to as soon as they start"""
ASKS_FOR_PEERS = re.compile(r"VC_[A-Z0-9_]+_HOSTS|/etc/volcano/")


def network_policy_shuts_out(case: Case) -> Iterator[Problem]:
    job = case.job
    svc = job.plugins.get("svc")
    if svc is None or svc.values["disable-network-policy"]:
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
                    yield (*task.path, "template", *place, "ports", position)


def peers_before_ready(case: Case) -> Iterator[Problem]:
    job = case.job
    svc = job.plugins.get("svc")
    if svc is None or svc.values["publish-not-ready-addresses"]:
        return
    for path, why in _too_early(job):
        yield Problem(
            "VCP502",
            f"{why}, but pods resolve only once they are ready",
            path,
            hint='write svc: ["--publish-not-ready-addresses=true"]',
        )


def _too_early(job: Job) -> Iterator[tuple[Path, str]]:
    first = {job.plugins[name].values[role]: name for name, role in FIRST.items() if name in job.plugins}
    for task in job.tasks:
        spec: Path = (*task.path, "template", "spec")
        for position, container in enumerate(task.pod_spec.get("initContainers") or ()):
            if ASKS_FOR_PEERS.search(script(container)):
                yield (*spec, "initContainers", position, "name"), "this init container asks for other pods"
        if task.name in first:
            for position, container in enumerate(task.pod_spec.get("containers") or ()):
                if container.get("readinessProbe"):
                    where = (*spec, "containers", position, "readinessProbe")
                    yield where, f"{first[task.name]}'s other pods connect to {task.name} when they start"


def mpi_port_differs(case: Case) -> Iterator[Problem]:
    job = case.job
    mpi, ssh = job.plugins.get("mpi"), job.plugins.get("ssh")
    if mpi is None or ssh is None:
        return
    opened, dialled = mpi.values["port"], ssh.values.get("ssh-port", 22)
    if opened == dialled or _dials_itself(job, opened):
        return
    configurable = job.release.has("ssh-port")
    yield Problem(
        "VCP503",
        f"mpi opens port {opened}, but ssh dials {dialled}",
        mpi.path("port") if "port" in mpi.given else ssh.path("ssh-port"),
        hint=f'write ssh: ["--ssh-port={opened}"]' if configurable else "leave mpi's --port out: ssh dials 22 in this release",
        instead=(f"--ssh-port={opened}",) if configurable else (),
    )


def _dials_itself(job: Job, port: int) -> bool:
    """The master's own script may tell ssh which port to take."""
    master = job.task(job.plugins["mpi"].values["master"])
    return master is not None and any(_names_port(container_text, port) for container_text in _scripts(master))


def _scripts(task: Task) -> Iterator[str]:
    for _, container in containers(task.template):
        yield script(container)


def _names_port(text: str, port: int) -> bool:
    return bool(re.search(rf"(-p\s*|Port[ =]){port}\b", text))


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
