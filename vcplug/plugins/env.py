"""env: the pod's index as variables."""

from __future__ import annotations

from collections.abc import Iterator

from vcplug.goflags import Flag
from vcplug.holes import INDEX, text
from vcplug.model import Job, Origin, PluginCall, Task
from vcplug.plugins import Append, Pod, Put, every_container, no_objects, nothing

NAME = "env"
SUMMARY = "the pod's index in its task as environment variables"
SINCE = ""
FLAGS: tuple[Flag, ...] = ()


def dress(job: Job, task: Task, call: PluginCall, pod: Pod) -> Iterator[Append | Put]:
    index = text(INDEX)
    origin = Origin(NAME, "index of the pod in its task", path=call.path())
    for place in every_container(pod):
        for name in ("VK_TASK_INDEX", "VC_TASK_INDEX"):
            yield Append((*place, "env"), {"name": name, "value": index}, origin)


helpers = no_objects
rewritten = nothing
deleted = nothing
