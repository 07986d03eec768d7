"""ray: a Ray cluster's commands, ports and head Service."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from vcplug import hosts
from vcplug.goflags import Flag, port32
from vcplug.model import Job, Manifest, Origin, Path, PluginCall, Task
from vcplug.plugins import Append, KeyPair, Pod, Put, at, containers, has_port, nothing

NAME = "ray"
SUMMARY = "head and workers of a Ray cluster"
SINCE = "1.13"
FLAGS = (
    Flag("head", "string", "head", "task of the head node", "task"),
    Flag("headContainer", "string", "head", "container of the head task that runs ray", "container"),
    Flag("worker", "string", "worker", "task of the worker nodes", "task"),
    Flag("workerContainer", "string", "worker", "container of the worker task that runs ray", "container"),
    Flag("port", "int", 6379, "port of the global control service (GCS)", "port"),
    Flag("dashboardPort", "int", 8265, "port of the dashboard", "port"),
    Flag("clientPort", "int", 10001, "port for Ray clients", "port"),
)
PORTS = (("gcs", "port"), ("dashboard", "dashboardPort"), ("client-server", "clientPort"))
"""port name, and the flag that sets its number"""


def helpers(job: Job, call: PluginCall, make_keys: Callable[[], KeyPair]) -> Iterator[Manifest]:
    made = {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": service_name(job), "namespace": job.namespace},
        "spec": {
            "selector": {
                "volcano.sh/job-name": job.name,
                "volcano.sh/job-namespace": job.namespace,
                "volcano.sh/task-spec": call.values["head"],
            },
            "ports": [
                {"name": name, "port": port32(call.values[flag]), "protocol": "TCP", "targetPort": name} for name, flag in PORTS
            ],
        },
    }
    origins: dict[Path, Origin] = {(): Origin(NAME, "reaches the head node", path=call.path())}
    for position, (name, flag) in enumerate(PORTS):
        origins["spec", "ports", position] = Origin(NAME, f"{name} port", flag, call.path(flag))
    yield Manifest(made, origins)


def service_name(job: Job) -> str:
    return f"{job.name}-head-svc"


def dress(job: Job, task: Task, call: PluginCall, pod: Pod) -> Iterator[Append | Put]:
    head = job.task(call.values["head"])
    for place in containers(pod):
        name = at(pod, place).get("name")
        if task.name == call.values["head"] and name == call.values["headContainer"]:
            yield from _open_ports(call, pod, place)
            yield _command(call, place, _head_command(call), "starts the head node", "headContainer")
        if head and task.name == call.values["worker"] and name == call.values["workerContainer"]:
            line = f"ray start --block --address={hosts.first(job, head)}:{call.values['port']}"
            yield _command(call, place, line, "joins the head node", "workerContainer")


def _head_command(call: PluginCall) -> str:
    port, dashboard, client = (call.values[flag] for _, flag in PORTS)
    ports = f"--port={port} --dashboard-port={dashboard} --ray-client-server-port={client}"
    return f"ray start --head --block --dashboard-host=0.0.0.0 {ports}"


def _command(call: PluginCall, place: Path, line: str, why: str, flag: str) -> Put:
    return Put((*place, "command"), ["sh", "-c", line], Origin(NAME, why, flag, call.path(flag)))


def _open_ports(call: PluginCall, pod: Pod, place: Path) -> Iterator[Append]:
    """All three are looked for before any is added: equal numbers come twice."""
    before = at(pod, place)
    missing = [(name, flag) for name, flag in PORTS if not has_port(before, port32(call.values[flag]))]
    for name, flag in missing:
        entry = {"name": name, "containerPort": port32(call.values[flag])}
        yield Append((*place, "ports"), entry, Origin(NAME, f"{name} port", flag, call.path(flag)))


def deleted(job: Job, call: PluginCall) -> Sequence[str]:
    return (f"Service/{service_name(job)}",)


rewritten = nothing
