"""What a plugin is, what it may do to a pod, and the ordered table of all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, Protocol, cast

from vcplug.goflags import Flag
from vcplug.model import Job, Manifest, Origin, Path, PluginCall, Task
from vcplug.releases import Release

Pod = Mapping[str, Any]


class Append(NamedTuple):
    """Add an item to the end of a list in the pod (made where missing)."""

    path: Path
    item: dict[str, Any]
    origin: Origin


class Put(NamedTuple):
    """Set a field of the pod."""

    path: Path
    value: Any
    origin: Origin


class KeyPair(NamedTuple):
    private: str
    public: str


class Plugin(Protocol):
    """A plain module that satisfies this is a plugin."""

    NAME: str
    SUMMARY: str
    SINCE: str
    """first release that has it; empty: every known one"""
    FLAGS: tuple[Flag, ...]

    @staticmethod
    def helpers(job: Job, call: PluginCall, make_keys: Callable[[], KeyPair]) -> Iterator[Manifest]:
        """The objects made when the job is added (OnJobAdd)."""

    @staticmethod
    def dress(job: Job, task: Task, call: PluginCall, pod: Pod) -> Iterator[Append | Put]:
        """What is done to the pods of a task (OnPodCreate), once per task; `pod` is as earlier plugins left it."""

    @staticmethod
    def rewritten(job: Job, call: PluginCall) -> Sequence[str]:
        """`Kind/name` of what an update of the job rewrites (OnJobUpdate)."""

    @staticmethod
    def deleted(job: Job, call: PluginCall) -> Sequence[str]:
        """`Kind/name` of what goes when the job is killed (OnJobDelete)."""


ORDER = ("pytorch", "tensorflow", "mpi", "ray", "hcclrank", "env", "svc", "ssh")
"""Volcano runs plugins in random order; this is one of the orders it may take (volcano.md, "Order")."""

FORCED: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("tensorflow", ("svc",), ""),
    ("mpi", ("svc", "ssh"), ""),
    ("pytorch", ("svc",), ""),
    ("ray", ("svc",), "ray-forces-svc"),
)
"""plugin, what the webhook adds beside it, and the change since when"""


@cache
def plugin(name: str) -> Plugin:
    return cast(Plugin, import_module(f"vcplug.plugins.{name}"))


def flags(name: str, release: Release) -> tuple[Flag, ...]:
    """The flags that this release's plugin knows."""
    return tuple(flag for flag in plugin(name).FLAGS if release.at_least(flag.since))


def knows(release: Release, name: str) -> bool:
    """Whether this release has a plugin of this name; loads no other plugin."""
    return name in ORDER and release.at_least(plugin(name).SINCE)


def names(release: Release) -> tuple[str, ...]:
    """The plugins that this release knows."""
    return tuple(name for name in ORDER if knows(release, name))


def no_objects(job: Job, call: PluginCall, make_keys: Callable[[], KeyPair]) -> Iterator[Manifest]:
    """The `helpers` of a plugin that makes none."""
    yield from ()


def nothing(job: Job, call: PluginCall) -> Sequence[str]:
    """The `rewritten` and `deleted` of a plugin that makes nothing."""
    return ()


def containers(pod: Pod) -> Iterator[Path]:
    """The places of the pod's containers, init containers left out."""
    for position in range(len(pod["spec"].get("containers") or ())):
        yield ("spec", "containers", position)


def every_container(pod: Pod) -> Iterator[Path]:
    """The places of the pod's init containers and containers. Ephemeral ones are never touched."""
    for position in range(len(pod["spec"].get("initContainers") or ())):
        yield ("spec", "initContainers", position)
    yield from containers(pod)


def at(pod: Pod, place: Path) -> Mapping[str, Any]:
    found: Any = pod
    for step in place:
        found = found[step]
    return cast(Mapping[str, Any], found)


def has_port(container: Mapping[str, Any], number: int) -> bool:
    return any(port.get("containerPort") == number for port in container.get("ports") or ())
