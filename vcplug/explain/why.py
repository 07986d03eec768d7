"""Where each thing in a pod comes from: plugin, argument or default, source line, release."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from vcplug.errors import VcplugError
from vcplug.explain import lookup
from vcplug.explain.facts import CONTROLLER, Fact, facts, since
from vcplug.explain.inside import View
from vcplug.explain.pages import since_words
from vcplug.holes import Text
from vcplug.model import Job, Origin, Path
from vcplug.near import nearest
from vcplug.plugins import flags, names
from vcplug.releases import CHANGES

GROUPS = {
    "env": ("variable",),
    "labels": ("label",),
    "annotations": ("annotation",),
    "ports": ("port",),
    "port": ("port",),
    "volumes": ("volume",),
    "mounts": ("mount",),
    "files": ("file",),
    "command": ("command",),
    "fields": ("field",),
}
"""words that ask for a kind of thing"""
KINDS = {"env": "variable", "ports": "port", "volumeMounts": "mount", "volumes": "volume", "initContainers": "init container"}


class Thing(NamedTuple):
    """Something in the pod that the job's author did not write, or that goes by the same name as such."""

    kind: str
    name: str
    value: str
    container: str
    """empty: it is the pod's own"""
    origin: Origin | None
    """None: it stands in the job itself"""
    path: Path
    """in the pod"""
    counts: bool = True
    """False: a later variable of this name is the one that the process sees"""


class Reason(NamedTuple):
    """One line of an answer: who or what, where it is written, and why."""

    who: str
    place: str
    text: str


def things(view: View) -> list[Thing]:
    """Everything that was added, and the author's own variables of the same names."""
    origins = view.pod.series.origins
    found = [thing for path in origins for thing in _of_path(view, path)]
    added = {(thing.container, thing.name) for thing in found if thing.kind == "variable"}
    for kind in ("initContainers", "containers"):
        for position, container in enumerate(view.spec.get(kind) or ()):
            for number, entry in enumerate(container.get("env") or ()):
                path: Path = ("spec", kind, position, "env", number)
                if path not in origins and (container.get("name"), entry.get("name")) in added:
                    found += _of_path(view, path)
    return [_marked(thing, found) for thing in found]


def _marked(thing: Thing, found: Sequence[Thing]) -> Thing:
    if thing.kind != "variable":
        return thing
    same = [
        other.path for other in found if (other.kind, other.container, other.name) == (thing.kind, thing.container, thing.name)
    ]
    return thing._replace(counts=thing.path == max(same, key=lambda path: path[-1]))


def _of_path(view: View, path: Path) -> Iterator[Thing]:
    value: Any = view.object
    for step in path:
        value = value[step]
    origin = view.pod.series.origins.get(path)
    if path[0] == "metadata":
        yield Thing(str(path[1]).removesuffix("s"), str(path[2]), str(value), "", origin, path)
    elif len(path) == 2:
        yield Thing("field", str(path[1]), str(value), "", origin, path)
    elif len(path) == 3:
        yield Thing(KINDS[str(path[1])], str(value["name"]), str(value.get("image") or ""), "", origin, path)
    else:
        yield from _in_container(view, path, value, origin)


def _in_container(view: View, path: Path, value: Any, origin: Origin | None) -> Iterator[Thing]:
    container = view.spec[str(path[1])][path[2]]
    name = str(container["name"])
    if path[3] == "env":
        settled = view.environment(container).variables.get(value["name"])
        text = value.get("value") or (settled.value if settled else "")
        yield Thing("variable", value["name"], text, name, origin, path)
    elif path[3] == "ports":
        yield Thing("port", str(value.get("name") or value["containerPort"]), str(value["containerPort"]), name, origin, path)
    elif path[3] == "volumeMounts":
        yield Thing("mount", value["mountPath"], f"volume {value['name']}", name, origin, path)
        for file in view.files(container):
            if file.path.startswith(value["mountPath"].rstrip("/") + "/"):
                yield Thing("file", file.path, file.source, name, _file_origin(view, file.source) or origin, path)
    else:
        yield Thing(str(path[3]), str(path[3]), " ".join(map(str, value)), name, origin, path)


def _file_origin(view: View, source: str) -> Origin | None:
    """Why this key is in the object that the file comes from."""
    named = re.fullmatch(r"(\w+) (\S+), key (.+)", source)
    for made in view.pod.rendered.manifests:
        if named and (made.kind, made.object["metadata"]["name"]) == (named[1], named[2]):
            return made.origins.get(("data", named[3])) or made.origins.get(())
    return None


def find(view: View, what: str) -> list[Thing]:
    """What is called so in the pod; all that was added where nothing is named."""
    known = things(view)
    if not what:
        return known
    if what in GROUPS:
        found = [thing for thing in known if thing.kind in GROUPS[what]]
    else:
        found = [thing for thing in known if what in (thing.name, thing.value if thing.kind == "port" else thing.name)]
        found = found or [thing for thing in known if thing.kind == "mount" and _holds(thing.name, what)]
    if not found:
        raise VcplugError(_nothing(view, what, known))
    return found


def _holds(directory: str, path: str) -> bool:
    return path.rstrip("/") == directory.rstrip("/") or (path.startswith(directory.rstrip("/") + "/"))


def _nothing(view: View, what: str, known: Sequence[Thing]) -> str:
    """What is there instead."""
    pod = view.pod
    own = _own(view, what)
    if own:
        return own
    close = nearest(what, (thing.name for thing in known))
    elsewhere = _elsewhere(view, what)
    if elsewhere and close.casefold() != what.casefold():
        return elsewhere
    if close:
        return f"nothing called {what} was added to pod {pod.name}; did you mean {close}?"
    listed = ", ".join(dict.fromkeys(thing.name for thing in known if thing.kind != "file"))
    return f"nothing called {what} was added to pod {pod.name}; added were {listed}"


def _own(view: View, what: str) -> str:
    """A variable, label, port or mount that only the job's author wrote."""
    for path, name in _written(view):
        if name == what:
            return f"{what} in pod {view.pod.name} is the job's own: {place(view, path)}; no plugin touches it"
    return ""


def _written(view: View) -> Iterator[tuple[Path, str]]:
    for kind in ("labels", "annotations"):
        for key in view.object["metadata"].get(kind) or ():
            yield in_job(view, ("metadata", kind, key)), key
    for kind in ("initContainers", "containers"):
        for position, container in enumerate(view.spec.get(kind) or ()):
            for field, key in (("env", "name"), ("ports", "name"), ("ports", "containerPort"), ("volumeMounts", "mountPath")):
                for number, entry in enumerate(container.get(field) or ()):
                    if key in entry:
                        yield in_job(view, ("spec", kind, position, field, number)), str(entry[key])
            if container.get("command"):
                yield in_job(view, ("spec", kind, position, "command")), "command"


def _elsewhere(view: View, what: str) -> str:
    """A name that some plugin adds, but not here."""
    job = view.pod.rendered.job
    found = lookup.look_up(what, job.release).facts
    if not found:
        return ""
    fact = found[0]
    if fact.by == CONTROLLER:
        return f"{what} is not in pod {view.pod.name}; vcplug explain {what} tells when the controller sets it"
    if fact.by not in job.plugins:
        return f"{what} comes with the plugin {fact.by}, which job {job.name} does not have (vcplug explain {what})"
    return f"{what} comes with the plugin {fact.by}, but not in pod {view.pod.name} (vcplug explain {what})"


def in_job(view: View, path: Path) -> Path:
    """A place in the pod as a place in the Job."""
    task = view.pod.rendered.job.task(view.pod.series.task)
    assert task is not None
    return (*task.path, "template", *path)


def place(view: View, path: Path) -> str:
    """`train.yaml:9`, where this part of the Job is written."""
    return f"{view.pod.rendered.source.document.file}:{line(view, path)}"


def line(view: View, path: Path) -> int:
    return view.pod.rendered.source.span(path, "key").line


def reasons(view: View, thing: Thing) -> list[Reason]:
    """Who added it and why, the argument behind it, and since when."""
    origin = thing.origin
    if origin is None:
        return [Reason("the job itself", place(view, in_job(view, thing.path)), "the author's own")]
    job = view.pod.rendered.job
    found = [_who(view, origin, thing)]
    if origin.by in job.plugins and origin.flag:
        found += _argument(view, job, origin)
    elif origin.by in job.plugins and origin.path[:2] == ("spec", "tasks"):
        found.append(Reason(f"task {job.tasks[int(origin.path[2])].name}", place(view, (*origin.path, "name")), ""))
    found += _release(job, origin, thing)
    if not thing.counts:
        found.append(Reason("not what the process sees", "", "a later entry of the same name counts"))
    return found


def _who(view: View, origin: Origin, thing: Thing) -> Reason:
    job = view.pod.rendered.job
    if origin.by in job.plugins:
        call = job.plugins[origin.by]
        who = f"{origin.by} plugin" + (f", brought along by {call.forced_by}" if call.forced_by else "")
        text = origin.reason + (f"; the index of {_short(view)} is {view.pod.number}" if _counts_index(view, thing) else "")
        return Reason(who, place(view, ("spec", "plugins", call.forced_by or origin.by)), text)
    who = {CONTROLLER: "Volcano's controller", "job": "the job's volumes"}.get(origin.by, origin.by)
    if origin.path and not is_written(view, origin.path):
        return Reason(who, "", f"{origin.reason} (the default)")
    return Reason(who, place(view, origin.path) if origin.path else "", origin.reason)


def is_written(view: View, path: Path) -> bool:
    return view.pod.rendered.source.node(path) is not None


def _short(view: View) -> str:
    return f"{view.pod.series.task}-{view.pod.number}"


def _counts_index(view: View, thing: Thing) -> bool:
    """Whether the value is made of the pod's index."""
    value: Any = view.pod.series.object
    for step in thing.path:
        value = value[step]
    return isinstance(value.get("value") if isinstance(value, dict) else value, Text)


def _argument(view: View, job: Job, origin: Origin) -> Iterator[Reason]:
    call = job.plugins[origin.by]
    flag = next((one for one in flags(origin.by, job.release) if one.name == origin.flag), None)
    if flag is None:
        return
    value = (
        "…" if flag.role == "secret" else str(call.values[flag.name]).lower() if flag.type == "bool" else call.values[flag.name]
    )
    written = f"--{flag.name}={value}"
    task = job.task(value) if flag.role == "task" else None
    if flag.name in call.given:
        yield Reason("argument", place(view, call.path(flag.name)), written)
        written = ""
    if task is not None:
        yield Reason(f"task {task.name}", place(view, (*task.path, "name")), f"{written} (the default)" if written else "")
    elif written:
        yield Reason("default", "", f"{written} (vcplug explain {origin.by}.{flag.name})")


def _release(job: Job, origin: Origin, thing: Thing) -> Iterator[Reason]:
    if origin.change:
        change = CHANGES[origin.change]
        first = next(bound for bounds in change.ranges for bound in bounds if bound)
        words = f"since {first}" if job.release.has(origin.change) else f"this is Volcano {job.release.name}; from {first} on"
        yield Reason(words, "", change.summary)
        return
    fact = _fact(job, origin, thing)
    if fact is not None:
        yield Reason(since_words(since(fact)), "", "")


def _fact(job: Job, origin: Origin, thing: Thing) -> Fact | None:
    by = origin.by if origin.by in names(job.release) else CONTROLLER
    for fact in facts(by, job.release):
        pattern = lookup.regex(fact.name)
        if fact.kind == thing.kind and (fact.name == thing.name or (pattern and pattern.fullmatch(thing.name))):
            return fact
    return next((fact for fact in facts(by, job.release) if fact.flag == origin.flag and origin.flag), None)


def as_data(view: View, thing: Thing) -> dict[str, Any]:
    origin = thing.origin
    fact = _fact(view.pod.rendered.job, origin, thing) if origin else None
    return {
        "name": thing.name,
        "kind": thing.kind,
        "value": thing.value,
        "pod": view.pod.name,
        "container": thing.container,
        "by": origin.by if origin else "author",
        "reason": origin.reason if origin else "",
        "flag": origin.flag if origin else "",
        "counts": thing.counts,
        "since": since(fact) if fact else "",
        "because": [{"who": one.who, "place": one.place, "text": one.text} for one in reasons(view, thing)],
    }
