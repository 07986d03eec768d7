"""pytorch: what torch.distributed asks of the environment."""

from __future__ import annotations

from collections.abc import Iterator

from vcplug import hosts
from vcplug.goflags import Flag, port32
from vcplug.holes import Hole, Text, text
from vcplug.model import Job, Origin, PluginCall, Task
from vcplug.plugins import Append, Pod, Put, at, containers, has_port, no_objects, nothing

NAME = "pytorch"
SUMMARY = "environment for torch.distributed"
SINCE = ""
FLAGS = (
    Flag("master", "string", "master", "task that is rank 0", "task"),
    Flag("worker", "string", "worker", "task that has the ranks from 1 on", "task"),
    Flag("port", "int", 23456, "port that the master listens on", "port"),
    Flag(
        "wait-master-enabled",
        "bool",
        False,
        "workers wait in an init container until the master's port is open",
        since="1.14",
    ),
    Flag(
        "wait-master-timeout",
        "int",
        300,
        "seconds to wait before the worker fails",
        "seconds",
        since="1.14",
    ),
    Flag(
        "wait-master-image",
        "string",
        "busybox:1.36.1",
        "image of the waiting init container, with nc or a shell that knows /dev/tcp",
        "image",
        since="1.14",
    ),
)
PORT_NAME = "pytorchjob-port"
WAITER = "wait-for-master"


def dress(job: Job, task: Task, call: PluginCall, pod: Pod) -> Iterator[Append | Put]:
    master = job.task(call.values["master"])
    if master is None:
        return
    if task.name == call.values["worker"] and call.values.get("wait-master-enabled"):
        yield from _wait(job, call, master, pod)
    port = port32(call.values["port"])
    for place in containers(pod):
        if not has_port(at(pod, place), port):
            opens = Origin(NAME, "port of the master", "port", call.path("port"))
            yield Append((*place, "ports"), {"name": PORT_NAME, "containerPort": port}, opens)
        for name, value, origin in _environment(job, task, call, master):
            yield Append((*place, "env"), {"name": name, "value": value}, origin)


def _environment(job: Job, task: Task, call: PluginCall, master: Task) -> Iterator[tuple[str, str | Text, Origin]]:
    address = Origin(NAME, f"host of {master.name}-0", "master", call.path("master"))
    yield "MASTER_ADDR", hosts.first(job, master), address
    yield "MASTER_PORT", str(call.values["port"]), Origin(NAME, "port of the master", "port", call.path("port"))
    size, why = _world_size(job, call)
    yield "WORLD_SIZE", str(size), Origin(NAME, why, path=call.path(), change="world-size-of-roles")
    if task.name == call.values["worker"]:
        yield "RANK", text(Hole(1)), Origin(NAME, "index + 1", "worker", call.path("worker"))
    elif task.name == call.values["master"]:
        yield "RANK", "0", Origin(NAME, "the master is rank 0", "master", call.path("master"))


def _world_size(job: Job, call: PluginCall) -> tuple[int, str]:
    if not job.release.has("world-size-of-roles"):
        return sum(task.replicas for task in job.tasks), "replicas of all tasks"
    roles = (call.values["master"], call.values["worker"])
    return sum(task.replicas for task in job.tasks if task.name in roles), "replicas of master + worker"


def _wait(job: Job, call: PluginCall, master: Task, pod: Pod) -> Iterator[Append]:
    if any(container.get("name") == WAITER for container in pod["spec"].get("initContainers") or ()):
        return
    container = {
        "name": WAITER,
        "image": call.values["wait-master-image"],
        "command": ["sh", "-c", wait_script(hosts.first(job, master), call.values["port"], call.values["wait-master-timeout"])],
    }
    flag = "wait-master-enabled"
    yield Append(
        ("spec", "initContainers"), container, Origin(NAME, "waits for the master's port", flag, call.path(flag), "wait-master")
    )


def wait_script(host: str, port: int, seconds: int) -> str:
    """Waits until the port is open. Runs in busybox sh, dash and bash; each try is cut off after 2 s where it can be."""
    return f"""\
host='{host}'
port={port}
limit={seconds}
shell=sh
if command -v bash >/dev/null 2>&1; then shell=bash; fi

reachable() {{
  if command -v nc >/dev/null 2>&1 && nc -z -w 2 "$host" "$port"; then return 0; fi
  if command -v timeout >/dev/null 2>&1; then timeout 2 $shell -c "exec 3<>/dev/tcp/$host/$port"; return; fi
  if command -v nc >/dev/null 2>&1; then return 1; fi
  $shell -c "exec 3<>/dev/tcp/$host/$port"
}}

start=$(date +%s)
until reachable >/dev/null 2>&1; do
  waited=$(($(date +%s) - start))
  if [ "$waited" -ge "$limit" ]; then
    echo "error: master $host:$port was not reachable within $limit seconds" >&2
    exit 1
  fi
  echo "waiting for master $host:$port ($waited of $limit seconds)"
  sleep 2
done
echo "master $host:$port is reachable"
"""


helpers = no_objects
rewritten = nothing
deleted = nothing
