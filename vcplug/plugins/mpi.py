"""mpi: MPI_HOST on the master, and the ssh port on all."""

from __future__ import annotations

from collections.abc import Iterator

from vcplug import hosts
from vcplug.goflags import Flag, port32
from vcplug.model import Job, Origin, PluginCall, Task
from vcplug.plugins import Append, Pod, Put, at, every_container, has_port, no_objects, nothing

NAME = "mpi"
SUMMARY = "the workers' hosts for mpiexec"
SINCE = ""
FLAGS = (
    Flag("master", "string", "master", "task that runs mpiexec", "task"),
    Flag("worker", "string", "worker", "task of the workers", "task"),
    Flag("port", "int", 22, "port to open in the containers, where sshd listens", "port"),
)
PORT_NAME = "mpijob-port"


def dress(job: Job, task: Task, call: PluginCall, pod: Pod) -> Iterator[Append | Put]:
    is_master = task.name == call.values["master"]
    workers = job.task(call.values["worker"])
    if is_master and workers is None:
        return
    port = port32(call.values["port"])
    opens = Origin(NAME, "port of sshd", "port", call.path("port"))
    names = Origin(NAME, f"hosts of {call.values['worker']}", "worker", call.path("worker"))
    for place in every_container(pod):
        if not has_port(at(pod, place), port):
            yield Append((*place, "ports"), {"name": PORT_NAME, "containerPort": port}, opens)
        if is_master and workers:
            yield Append((*place, "env"), _mpi_host(job, workers), names)


def _mpi_host(job: Job, workers: Task) -> dict[str, str]:
    return {"name": "MPI_HOST", "value": ",".join(host for _, host in hosts.listed(job, workers))}


helpers = no_objects
rewritten = nothing
deleted = nothing
