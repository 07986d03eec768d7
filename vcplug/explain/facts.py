"""What a release's plugins and controller add to a job, found by expanding a job whose names are placeholders.

Nothing is listed by hand: `<job>-<master>-0.<job>` is what the plugin itself made of a job called `<job>`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from vcplug.expand import expand
from vcplug.expand.pods import BUDGET_ANNOTATIONS, COPIED_ANNOTATIONS, COPIED_LABELS
from vcplug.explain.mounts import files
from vcplug.goflags import Flag
from vcplug.holes import Text
from vcplug.model import Job, Manifest, Origin, Path, PluginCall, Task
from vcplug.plugins import flags, names
from vcplug.releases import KNOWN, Release

CONTROLLER = "controller"
OUTSIDER = "<task>"
CONTAINER, INIT_CONTAINER = "<container>", "<init>"


class Fact(NamedTuple):
    """One thing that is added to pods, or one object that is made."""

    kind: str
    """variable, port, mount, file, volume, label, annotation, field, init container; or an object's kind"""
    name: str
    value: str
    """as far as it can be said without a job"""
    reason: str
    by: str
    flag: str = ""
    tasks: tuple[str, ...] = ()
    """none: the pods of every task"""
    containers: tuple[str, ...] = ()
    """of what belongs to a container; none: to the pod, or an object"""
    when: str = ""
    """the flag that must be set for it, or must not be"""


def facts(by: str, release: Release) -> tuple[Fact, ...]:
    """Everything that this plugin, or the controller, adds in this release."""
    return _facts(by, release.name)


def everything(release: Release) -> Iterator[Fact]:
    for by in (*names(release), CONTROLLER):
        yield from facts(by, release)


def since(fact: Fact) -> str:
    """The first known release that adds this; empty where all do."""
    known = [name for name in KNOWN if any(_same(fact, other) for other in _facts(fact.by, name))]
    return known[0] if known and known[0] != KNOWN[0] else ""


def _same(fact: Fact, other: Fact) -> bool:
    return (fact.kind, fact.name) == (other.kind, other.name)


@cache
def _facts(by: str, release_name: str) -> tuple[Fact, ...]:
    release = Release(release_name)
    if by != CONTROLLER and by not in names(release):
        return ()
    if by == CONTROLLER:
        # of the two budget annotations a pod gets only one
        both = (fact for budget in BUDGET_ANNOTATIONS for fact in _derive(by, (), release, {"budget": budget}))
        return tuple(dict.fromkeys(both))
    declared = flags(by, release)
    plain = _derive(by, declared, release, {})
    found = dict.fromkeys(plain)
    for flag in declared:
        if flag.type != "bool":
            continue
        flipped = _derive(by, declared, release, {flag.name: not flag.default})
        more = f"with --{flag.name}" if not flag.default else f"with --{flag.name}=false"
        less = f"unless --{flag.name}=false" if flag.default else f"unless --{flag.name}"
        gone = {_what(fact) for fact in plain} - {_what(fact) for fact in flipped}
        known = {_what(fact) for fact in found}
        found = {fact._replace(when=less) if _what(fact) in gone else fact: None for fact in found}
        found |= {fact._replace(when=more): None for fact in flipped if _what(fact) not in known}
    return tuple(found)


def _what(fact: Fact) -> tuple[str, str, tuple[str, ...]]:
    return fact.kind, fact.name, fact.tasks


def _derive(by: str, declared: Sequence[Flag], release: Release, values: Mapping[str, Any]) -> tuple[Fact, ...]:
    """The facts of one setting of flags. What another number of replicas changes is no constant, and left to the reason."""
    two, three = (_of_job(by, symbolic_job(by, declared, release, values, replicas)) for replicas in (2, 3))
    found = []
    for fact, other in zip(two, three, strict=True):
        varies = fact.value != other.value and "<" not in fact.value
        found.append(fact._replace(value="") if varies else fact)
    return tuple(_merge(found))


def _merge(found: Sequence[Fact]) -> Iterator[Fact]:
    """One fact where several containers or tasks have the same."""
    places: dict[Fact, tuple[dict[str, None], dict[str, None]]] = {}
    for fact in found:
        tasks, containers = places.setdefault(fact._replace(tasks=(), containers=()), ({}, {}))
        tasks.update(dict.fromkeys(fact.tasks))
        containers.update(dict.fromkeys(fact.containers))
    everyone = {task: None for tasks, _ in places.values() for task in tasks}
    for fact, (tasks, containers) in places.items():
        yield fact._replace(tasks=() if tasks.keys() == everyone.keys() else tuple(tasks), containers=tuple(containers))


def symbolic_job(by: str, declared: Sequence[Flag], release: Release, values: Mapping[str, Any], replicas: int) -> Job:
    """A job whose names are placeholders, with every role's task and container, and one of each that has no role."""
    settled: dict[str, Any] = {
        flag.name: f"<{flag.name}>" if flag.role in ("task", "container") else flag.default for flag in declared
    }
    roles = [f"<{flag.name}>" for flag in declared if flag.role == "task"]
    inside = [f"<{flag.name}>" for flag in declared if flag.role == "container"]
    extra = _controller_extras(values["budget"], replicas) if by == CONTROLLER else ({}, {}, {})
    spec = {
        "containers": [{"name": name} for name in (*inside, CONTAINER)],
        "initContainers": [{"name": INIT_CONTAINER}],
    }
    tasks = tuple(
        Task(position, name, replicas, replicas, {"spec": spec}, {"name": name, **extra[2]})
        for position, name in enumerate((*roles, OUTSIDER))
    )
    data = {
        "metadata": {"name": "<job>", "namespace": "<namespace>", **extra[0]},
        "spec": {"queue": "<queue>", "schedulerName": "<scheduler>", "minAvailable": replicas, **extra[1]},
    }
    plugins = {} if by == CONTROLLER else {by: PluginCall(by, (), {**settled, **values})}
    return Job("<job>", "<namespace>", tasks, plugins, data, release)


def _controller_extras(budget: str, size: int) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Metadata, spec and task fields that make the controller do all that it can do."""
    own = "<the job's own>"
    annotations = dict.fromkeys((*COPIED_ANNOTATIONS, budget), own)
    metadata = {"labels": dict.fromkeys(COPIED_LABELS, own), "annotations": annotations}
    volumes = [{"mountPath": "<mountPath>", "volumeClaim": {}}]
    task = {"topologyPolicy": "<topologyPolicy>", "partitionPolicy": {"partitionSize": size, "totalPartitions": 1}}
    return metadata, {"priorityClassName": "<priorityClassName>", "volumes": volumes}, task


def _of_job(by: str, job: Job) -> list[Fact]:
    manifests = expand(job)
    objects = {(made.kind, made.object["metadata"]["name"]): made.object for made in manifests}
    adders = (CONTROLLER, "job") if by == CONTROLLER else (by,)
    found: list[Fact] = []
    for made in manifests:
        if made.indexes is not None:
            found += _of_pod(by, adders, made, objects)
        elif made.origins[()].by in adders:
            origin = made.origins[()]
            found.append(Fact(made.kind, _stable(made.object["metadata"]["name"]), "", origin.reason, by, origin.flag))
    return found


def _stable(name: str) -> str:
    """A name whose last part the controller draws at random, as a pattern."""
    from vcplug.expand.claims import ALPHABET

    start, dash, end = name.rpartition("-")
    return f"{start}-<random>" if dash and len(end) == 12 and set(end) <= set(ALPHABET) else name


def _of_pod(by: str, adders: Sequence[str], made: Manifest, objects: Mapping[tuple[str, str], Any]) -> Iterator[Fact]:
    for path, origin in made.origins.items():
        if origin.by not in adders:
            continue
        value: Any = made.object
        for step in path:
            value = value[step]
        for fact in _classify(path, value, origin, made, objects):
            yield fact._replace(by=by, tasks=(made.task,))


def _classify(path: Path, value: Any, origin: Origin, made: Manifest, objects: Mapping[tuple[str, str], Any]) -> Iterator[Fact]:
    why, flag = origin.reason, origin.flag
    if path[0] == "metadata":
        yield Fact(str(path[1]).removesuffix("s"), str(path[2]), str(value), why, "", flag)
    elif path[:2] == ("spec", "volumes"):
        yield Fact("volume", _stable(value["name"]), "", why, "", flag)
    elif path[:2] == ("spec", "initContainers") and len(path) == 3:
        yield Fact("init container", value["name"], value["image"], why, "", flag)
    elif len(path) == 2:
        yield Fact("field", str(path[1]), str(value), why, "", flag)
    else:
        container = made.object["spec"][path[1]][path[2]]
        yield from _in_container(path, value, origin, container, made, objects)


def _in_container(
    path: Path, value: Any, origin: Origin, container: Any, made: Manifest, objects: Mapping[tuple[str, str], Any]
) -> Iterator[Fact]:
    why, flag, where = origin.reason, origin.flag, (container["name"],)
    if path[3] == "env":
        yield Fact("variable", value["name"], variable_value(value, objects), why, "", flag, (), where)
    elif path[3] == "ports":
        yield Fact("port", value["name"], str(value["containerPort"]), why, "", flag, (), where)
    elif path[3] == "volumeMounts":
        yield Fact("mount", value["mountPath"], "", why, "", flag, (), where)
        for file in files(value, made.object["spec"], objects):
            content = "" if file.secret else file.content
            yield Fact("file", file.path, content, why, "", flag, (), where)
    else:
        yield Fact("field", str(path[3]), _joined(value), why, "", flag, (), where)


def variable_value(entry: Mapping[str, Any], objects: Mapping[tuple[str, str], Any]) -> str:
    """An injected variable's value; a reference to a made ConfigMap is followed."""
    if "value" in entry:
        return str(entry["value"])
    reference = entry["valueFrom"]["configMapKeyRef"]
    return str(objects["ConfigMap", reference["name"]]["data"][reference["key"]])


def _joined(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(str(part) if isinstance(part, Text) or " " not in part else f'"{part}"' for part in value)
    return str(value)
