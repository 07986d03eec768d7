"""What `show` prints: one thing as the pod's own tools would print it, or all of it in short."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from vcplug.errors import VcplugError
from vcplug.explain.inside import View, shown_content
from vcplug.explain.layout import Block, Code, Heading, Table, Text, Title
from vcplug.explain.mounts import File
from vcplug.explain.pods import containers, one_container, pick_containers
from vcplug.near import nearest

WORDS = ("env", "hosts", "ports", "command", "files", "hostname")


class Answer(NamedTuple):
    data: Any
    text: str = ""
    """printed as it is"""
    blocks: tuple[Block, ...] = ()
    notes: tuple[str, ...] = ()


def answer(view: View, what: str, container: str = "") -> Answer:
    """`what` is one of WORDS, a path, or a variable's name."""
    if what.startswith("/"):
        return _path(view, what, container)
    if what not in WORDS:
        return _variable(view, what, container)
    return {"env": _env, "hosts": _hosts, "ports": _ports, "command": _command, "files": _files, "hostname": _hostname}[what](
        view, container
    )


def _path(view: View, path: str, container: str) -> Answer:
    found = view.read(path, container)
    if isinstance(found, File):
        body = shown_content(found)
        data = {"path": found.path, "content": body, "secret": found.secret, "source": found.source}
        return Answer(data, body + ("\n" if found.secret else ""))
    names = [file.path for file in found]
    inside = [name[len(path.rstrip("/")) + 1 :] for name in names]
    return Answer({"path": path, "files": names}, "".join(f"{name}\n" for name in inside))


def _env(view: View, name: str) -> Answer:
    settled = view.environment(one_container(view.pod, name))
    rows = settled.variables.values()
    data = [variable._asdict() for variable in rows]
    return Answer(data, "".join(f"{one.name}={one.value}\n" for one in rows), (), settled.notes)


def _variable(view: View, what: str, name: str) -> Answer:
    settled = view.environment(one_container(view.pod, name))
    found = settled.variables.get(what)
    if found is None:
        near = nearest(what, (*WORDS, *settled.variables))
        listed = ", ".join(settled.variables) or "no variables"
        hint = f"did you mean {near}?" if near else f"there are {', '.join(WORDS)}, a path, or a variable ({listed})"
        raise VcplugError(f"{view.pod.name} has no {what}; {hint}")
    return Answer(found._asdict(), found.value + "\n")


def _hosts(view: View, name: str) -> Answer:
    rows = view.hosts()
    table = Table([(host.name, host.full, host.target) for host in rows], ("name", "in full", "points at"))
    notes = (
        () if any(host.full for host in rows) else ("no other pod can be reached by name: the job has no Service (plugin svc)",)
    )
    return Answer([host._asdict() for host in rows], "", (table,), notes)


def _ports(view: View, name: str) -> Answer:
    rows = view.ports(name)
    shown = [(f"{row['port']}/{row['protocol']}", row["name"], row["container"], f"by {row['by']}") for row in rows]
    return Answer(rows, "", (Table(shown, ("port", "name", "container", "added by")),) if rows else (Text("no ports"),))


def _command(view: View, name: str) -> Answer:
    container = one_container(view.pod, name)
    command, arguments = view.command(container)
    data = {"container": container.get("name"), "command": command, "args": arguments, "image": container.get("image")}
    return Answer(data, "\n".join(_command_lines(command, arguments, container)) + "\n")


def _command_lines(command: Sequence[str], arguments: Sequence[str], container: Mapping[str, Any]) -> Iterator[str]:
    """One shell line; a script of several lines stands below, indented."""
    from shlex import join

    if not command:
        own = f"<the entrypoint of {container.get('image')}>"
        yield f"{own} {join(arguments)}" if arguments else own
        return
    words = [*command, *arguments]
    script = next((position for position, word in enumerate(words) if "\n" in word.strip()), len(words))
    yield join(words[:script])
    for word in words[script:]:
        yield from (f"  {line}".rstrip() for line in word.rstrip("\n").split("\n"))


def _files(view: View, name: str) -> Answer:
    found = view.files(one_container(view.pod, name))
    data = [{"path": file.path, "source": file.source, "secret": file.secret} for file in found]
    table = Table([(file.path, file.source) for file in found], ("path", "from"))
    return Answer(data, "", (table if found else Text("no files"),))


def _hostname(view: View, name: str) -> Answer:
    return Answer(view.hostname(), view.hostname() + "\n")


def overview(view: View, container: str = "") -> Answer:
    """All of it, short."""
    pod = view.pod
    chosen = [one.get("name") for one in pick_containers(pod, container)]
    shown = [one for kind, _, one in containers(view.spec) if one.get("name") in chosen or not container]
    data: dict[str, Any] = {
        "pod": pod.name,
        "namespace": pod.rendered.job.namespace,
        "job": pod.rendered.job.name,
        "task": pod.series.task,
        "index": pod.number,
        "hostname": view.hostname(),
        "containers": {str(one["name"]): _container_data(view, one) for one in shown},
        "ports": view.ports(container),
        "hosts": [host._asdict() for host in view.hosts()],
    }
    notes = dict.fromkeys(note for one in shown for note in view.environment(one).notes)
    return Answer(data, "", tuple(_overview_blocks(view, data, shown)), tuple(notes))


def _container_data(view: View, container: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "command": _command(view, str(container["name"])).data,
        "env": [one._asdict() for one in view.environment(container).variables.values()],
        "files": [{"path": file.path, "source": file.source} for file in view.files(container)],
    }


def _overview_blocks(view: View, data: Mapping[str, Any], shown: Sequence[Mapping[str, Any]]) -> Iterator[Block]:
    pod = view.pod
    yield Title(f"Pod {pod.name}", f"task {pod.series.task}, index {pod.number} of job {pod.rendered.job.name}")
    yield Table([("hostname", data["hostname"])])
    initial = {one.get("name") for kind, _, one in containers(view.spec) if kind == "initContainers"}
    for container in shown:
        kind = "Init container" if container.get("name") in initial else "Container"
        yield Heading(f"{kind} {container['name']} ({container.get('image')})")
        yield Code("\n".join(_command_lines(*view.command(container), container)))
        rows = [(one.name, _short(one.value)) for one in view.environment(container).variables.values()]
        if rows:
            yield Heading("Environment", 2)
            yield Table(rows, ("name", "value"))
        files = view.files(container)
        if files:
            yield Heading("Files", 2)
            yield Table(list(_directories(files)), ("directory", "files"))
    if data["ports"]:
        yield Heading("Ports")
        yield from _ports(view, "").blocks
    yield Heading("Names that resolve")
    yield Table(list(_host_rows(data["hosts"])), ("name", "points at"))


def _directories(files: Sequence[File]) -> Iterator[tuple[str, str]]:
    found: dict[str, list[str]] = {}
    for file in files:
        directory, _, name = file.path.rpartition("/")
        found.setdefault(directory, []).append(name)
    for directory, names in found.items():
        yield directory, ", ".join(names)


def _short(value: str) -> str:
    line = value.replace("\n", "\\n")
    return line if len(line) <= 100 else f"{line[:80]}… ({len(value):,} characters)"


def _host_rows(hosts: Sequence[Mapping[str, str]]) -> Iterator[tuple[str, str]]:
    """The first few, and how many more: `show … hosts` has them all."""
    limit = 8
    for host in hosts[:limit]:
        yield host["name"], host["target"]
    if len(hosts) > limit:
        yield "…", f"and {len(hosts) - limit:,} more: vcplug show JOB POD hosts"
