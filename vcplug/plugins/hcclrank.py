"""hcclrank: the rank of an Ascend (HCCL) job's pod, as an annotation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vcplug.goflags import Flag
from vcplug.holes import Hole, text
from vcplug.model import Job, Origin, PluginCall, Task
from vcplug.plugins import Append, Pod, Put, at, containers, no_objects, nothing

NAME = "hcclrank"
SUMMARY = "the pod's rank for HCCL as an annotation"
SINCE = "1.12.3"
FLAGS = (
    Flag("master", "string", "master", "task whose pods are ranked first", "task"),
    Flag("worker", "string", "worker", "task whose pods are ranked after the master's", "task"),
)
ANNOTATION = "hccl/rankIndex"


def dress(job: Job, task: Task, call: PluginCall, pod: Pod) -> Iterator[Append | Put]:
    if pod["metadata"]["annotations"].get(ANNOTATION):
        return
    place = ("metadata", "annotations", ANNOTATION)
    rank = _rank_variable(pod)
    if rank:
        yield Put(place, rank, Origin(NAME, "the pod's RANK variable", path=call.path()))
    elif task.name == call.values["master"]:
        yield Put(place, text(Hole()), Origin(NAME, "index", "master", call.path("master")))
    elif task.name == call.values["worker"]:
        master = job.task(call.values["master"])
        masters = master.replicas if master else 0
        yield Put(place, text(Hole(masters)), Origin(NAME, "replicas of master + index", "worker", call.path("worker")))


def _rank_variable(pod: Pod) -> Any:
    """The value of the first RANK over all containers: of two in one container the first, though the process sees the last."""
    for place in containers(pod):
        for entry in at(pod, place).get("env") or ():
            if entry.get("name") == "RANK":
                return entry.get("value") or ""
    return ""


helpers = no_objects
rewritten = nothing
deleted = nothing
