"""tensorflow: TF_CONFIG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vcplug import hosts
from vcplug.goflags import Flag
from vcplug.holes import INDEX, text
from vcplug.model import Job, Origin, PluginCall, Task
from vcplug.plugins import Append, Pod, Put, containers, no_objects, nothing

NAME = "tensorflow"
SUMMARY = "TF_CONFIG for tf.distribute"
SINCE = ""
FLAGS = (
    Flag("ps", "string", "ps", "task of the parameter servers", "task"),
    Flag("worker", "string", "worker", "task of the workers", "task"),
    Flag("chief", "string", "chief", "task of the chief", "task"),
    Flag("evaluator", "string", "evaluator", "task of the evaluator", "task"),
    Flag("port", "int", 2222, "port in the addresses of TF_CONFIG", "port"),
)
CLUSTER_ORDER = ("ps", "worker", "chief", "evaluator")
TYPE_ORDER = ("chief", "worker", "ps", "evaluator")


def dress(job: Job, task: Task, call: PluginCall, pod: Pod) -> Iterator[Append | Put]:
    if len(job.tasks) == 1 and job.tasks[0].replicas == 1:
        return
    import json  # not at the top: lint looks up the roles here, for jobs that have other plugins

    kind = _role(task, call, TYPE_ORDER) or task.name
    before = f'{{"cluster":{json.dumps(_cluster(job, call), separators=(",", ":"))},"task":{{"type":"{kind}","index":'
    entry = {"name": "TF_CONFIG", "value": text(before, INDEX, "}}")}
    origin = Origin(NAME, f"all roles' addresses; this pod is {kind} number index", path=call.path())
    for place in containers(pod):
        yield Append((*place, "env"), entry, origin)


def _cluster(job: Job, call: PluginCall) -> dict[str, list[str]]:
    found = {_role(task, call, CLUSTER_ORDER): task for task in job.tasks}
    return {role: _addresses(job, found[role], call) for role in CLUSTER_ORDER if role in found and found[role].replicas > 0}


def _role(task: Task, call: PluginCall, order: Sequence[str]) -> str:
    """A task under several role names takes the first of them in this order."""
    return next((role for role in order if call.values[role] == task.name), "")


def _addresses(job: Job, task: Task, call: PluginCall) -> list[str]:
    port = f":{call.values['port']}"
    host = hosts.host(job, task)
    return [(host if isinstance(host, str) else host.at(index)) + port for index in range(task.replicas)]


helpers = no_objects
rewritten = nothing
deleted = nothing
