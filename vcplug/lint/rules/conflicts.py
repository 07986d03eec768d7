"""Room 4: what the plugins' additions meet in the pods."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from vcplug.lint.engine import Case, Rule
from vcplug.lint.places import cause, containers, origin, series, stands_beside
from vcplug.lint.scripts import script, word_span
from vcplug.model import Job, Manifest, Path, Problem, Task
from vcplug.plugins.pytorch import WAITER
from vcplug.plugins.ray import PORTS

SSH = 22
_OTHER_SSH = re.compile(r"\bsshd?\b[^\n;]*-p\s*(?!22\b)\d|\bPort[ =](?!22\b)\d")
REFERENCE = re.compile(r"\$\$|\$\(([A-Za-z_.-][A-Za-z0-9_.-]*)\)")


def _doubles(manifest: Manifest, path: Path, items: Any, key: str) -> Iterator[tuple[Path, Path, Any]]:
    """Items that share a key with an earlier one, where at least one of the two was added: (place, earlier place, key)."""
    seen: dict[Any, Path] = {}
    for position, item in enumerate(items or ()):
        here = (*path, position)
        value = item.get(key)
        if value in (None, ""):
            continue
        if value in seen and (origin(manifest, here) or origin(manifest, seen[value])):
            yield here, seen[value], value
        seen.setdefault(value, here)


def _who(manifest: Manifest, path: Path) -> str:
    added = origin(manifest, path)
    if added is None:
        return "the template"
    return "a job volume" if added.by == "job" else f"the {added.by} plugin"


def _authors(task: Task, manifest: Manifest, key: str, *paths: Path) -> Path:
    """Of several items the one that the job's author wrote, where there is one, with its `key`."""
    own = next((path for path in paths if origin(manifest, path) is None), paths[0])
    added = origin(manifest, own)
    # a job volume has a mountPath of its own; what a plugin adds is written nowhere
    return (*cause(task, manifest, own), key) if added is None or added.by == "job" else cause(task, manifest, own)


def mount_path_taken(case: Case) -> Iterator[Problem]:
    for _, task, manifest in series(case):
        for place, container in containers(manifest.object):
            for here, earlier, path in _doubles(manifest, (*place, "volumeMounts"), container.get("volumeMounts"), "mountPath"):
                yield Problem(
                    "VCP401",
                    f"{path} is mounted twice in container {container.get('name')}: "
                    f"by {_who(manifest, earlier)} and by {_who(manifest, here)}",
                    _authors(task, manifest, "mountPath", earlier, here),
                    hint="choose another mountPath",
                    notes=("the API server refuses the pods, and the job hangs",),
                )


def port_name_taken(case: Case) -> Iterator[Problem]:
    for _, task, manifest in series(case):
        for place, container in containers(manifest.object):
            for here, earlier, name in _doubles(manifest, (*place, "ports"), container.get("ports"), "name"):
                number = container["ports"][here[-1]]["containerPort"]
                yield Problem(
                    "VCP402",
                    f"port name {name} is taken twice in container {container.get('name')}: "
                    f"by {_who(manifest, earlier)} and by {_who(manifest, here)} (for {number})",
                    _authors(task, manifest, "name", earlier, here),
                    hint=f"rename the port, or give it the number {number}",
                    notes=("the API server refuses the pods, and the job hangs",),
                )


def env_overridden(case: Case) -> Iterator[Problem]:
    for _, task, manifest in series(case):
        for place, container in containers(manifest.object):
            for here, earlier, name in _doubles(manifest, (*place, "env"), container.get("env"), "name"):
                if origin(manifest, earlier) is None and _differ(container, earlier, here):
                    yield Problem(
                        "VCP403",
                        f"{name} is set here, but {_who(manifest, here)} sets it too, and the last one counts: "
                        f"{_value(container, here)}",
                        (*cause(task, manifest, earlier), "name"),
                        hint="remove it, or take another name",
                    )


def _differ(container: Mapping[str, Any], one: Path, other: Path) -> bool:
    first, second = container["env"][one[-1]], container["env"][other[-1]]
    return first.get("value") != second.get("value") or "valueFrom" in first or "valueFrom" in second


def _value(container: Mapping[str, Any], path: Path) -> str:
    entry = container["env"][path[-1]]
    value = str(entry.get("value", "a value from the ConfigMap"))
    return value if len(value) <= 60 else value[:57] + "…"


def variable_comes_later(case: Case) -> Iterator[Problem]:
    for _, task, manifest in series(case):
        for place, container in containers(manifest.object):
            if container.get("envFrom"):
                continue  # it may bring the variable, and stands before env
            entries = container.get("env") or ()
            names = [entry.get("name") for entry in entries]
            for position, entry in enumerate(entries):
                path = (*place, "env", position)
                value = entry.get("value")
                if origin(manifest, path) or not isinstance(value, str) or "$(" not in value:
                    continue
                for found in REFERENCE.finditer(value):
                    if found[1] in names[position + 1 :] and found[1] not in names[:position]:
                        later = (*place, "env", names.index(found[1], position + 1))
                        where = (*cause(task, manifest, path), "value")
                        yield _too_early(case, manifest, found, later, where)


def _too_early(case: Case, manifest: Manifest, found: re.Match[str], later: Path, where: Path) -> Problem:
    name = found[1]
    by_plugin = origin(manifest, later) is not None
    return Problem(
        "VCP404",
        f"$({name}) stays as it is: {name} comes later, from {_who(manifest, later)}",
        where,
        hint=f"use $({name}) in command or args instead" if by_plugin else f"move {name} before it",
        span=word_span(case.source, where, found.string, found.start(), len(found[0])),
    )


def host_port_clash(case: Case) -> Iterator[Problem]:
    for _, task, manifest in series(case):
        if not manifest.object["spec"].get("hostNetwork") or not task.replicas:
            continue
        seen: dict[tuple[int, str], Path] = {}
        told: set[tuple[int, str]] = set()
        for path, port in _ports(manifest):
            key = (port.get("containerPort", 0), port.get("protocol", "TCP"))
            if key in seen and key not in told and seen[key][2] != path[2]:
                told.add(key)
                own = next((one for one in (path, seen[key]) if origin(manifest, one) is None), None)
                yield Problem(
                    "VCP405",
                    f"with hostNetwork port {key[0]} can be opened by one container only, and two of this task open it",
                    (*_host_network(task)[:-1], *own[1:], "containerPort") if own else _host_network(task),
                    hint="leave hostNetwork out, or run the other container elsewhere" if own is None else "take another port",
                    notes=(f"opened by {_who(manifest, seen[key])} and by {_who(manifest, path)}",),
                )
            seen.setdefault(key, path)


def _ports(manifest: Manifest) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    for position, container in enumerate(manifest.object["spec"].get("containers") or ()):
        for index, port in enumerate(container.get("ports") or ()):
            yield ("spec", "containers", position, "ports", index), port


def _host_network(task: Task) -> Path:
    return (*task.path, "template", "spec", "hostNetwork")


def host_network_port(case: Case) -> Iterator[Problem]:
    for job, task, manifest in series(case):
        ports = {port.get("containerPort") for _, port in _ports(manifest)}
        if not manifest.object["spec"].get("hostNetwork") or not ports or not task.replicas:
            continue
        if SSH in ports:
            if not any(_OTHER_SSH.search(script(container)) for _, container in containers(task.template)):
                message = "with hostNetwork port 22 is the node's own ssh server"
                yield Problem("VCP406", message, _host_network(task), hint=_other_port(job))
        elif task.replicas > 1 and not _takes_devices(task):
            listed = ", ".join(str(port) for port in sorted(port for port in ports if port))
            message = f"with hostNetwork each node takes one pod of this task: port {listed} is the node's"
            yield Problem("VCP406", message, _host_network(task))


def _takes_devices(task: Task) -> bool:
    """Pods with GPUs or network adapters of their own mostly take a whole node anyway."""
    for _, container in containers(task.template):
        resources = container.get("resources") or {}
        if any("/" in name for kind in ("limits", "requests") for name in resources.get(kind) or {}):
            return True
    return False


def _other_port(job: Job) -> str:
    if "mpi" in job.plugins and job.release.has("ssh-port"):
        return "let sshd listen elsewhere: mpi --port=2222 and ssh --ssh-port=2222"
    return "let sshd listen on another port"


def host_network_dns(case: Case) -> Iterator[Problem]:
    for _, task, manifest in series(case):
        spec = manifest.object["spec"]
        if spec.get("hostNetwork") and spec.get("dnsPolicy") == "ClusterFirst":
            yield Problem(
                "VCP407",
                "with hostNetwork, dnsPolicy ClusterFirst means the node's DNS: the job's names do not resolve",
                (*task.path, "template", "spec", "dnsPolicy"),
                hint="write ClusterFirstWithHostNet, or leave it out",
            )


def shared_hostname(case: Case) -> Iterator[Problem]:
    if case.job.plugins.keys().isdisjoint(("svc", "ssh")):
        return  # nobody lists the hosts
    for _, task, _manifest in series(case):
        if task.pod_spec.get("hostname") and task.replicas > 1:
            yield Problem(
                "VCP408",
                f"all {task.replicas} pods of this task share one hostname, so only one of them is listed and found",
                (*task.path, "template", "spec", "hostname"),
                hint="leave hostname out: svc gives each pod its own",
            )


def foreign_subdomain(case: Case) -> Iterator[Problem]:
    for job, task, _manifest in series(case):
        own = task.pod_spec.get("subdomain")
        if own and own != job.name and "svc" in job.plugins and not stands_beside(case, "Service", own):
            yield Problem(
                "VCP409",
                f"subdomain {own} is not the job's Service ({job.name}): the names of this task's pods do not resolve",
                (*task.path, "template", "spec", "subdomain"),
                hint="leave subdomain out: svc sets it",
                notes=(f"unless the cluster has a headless Service {own} for them",),
            )


def ray_port_renamed(case: Case) -> Iterator[Problem]:
    for job, task, manifest in series(case):
        call = job.plugins.get("ray")
        if call is None or task.name != call.values["head"]:
            continue
        wanted = {call.values[flag]: name for name, flag in PORTS}
        for place, container in containers(manifest.object):
            if container.get("name") != call.values["headContainer"]:
                continue
            for position, port in enumerate(container.get("ports") or ()):
                path = (*place, "ports", position)
                name = wanted.get(port.get("containerPort"))
                if name and port.get("name") != name and origin(manifest, path) is None:
                    yield Problem(
                        "VCP410",
                        f"port {port['containerPort']} is called {port.get('name') or 'nothing'} here, "
                        f"but the Service {job.name}-head-svc looks for {name}",
                        (*cause(task, manifest, path), "name" if port.get("name") else "containerPort"),
                        hint=f"write name: {name}, or leave the port out",
                    )


def name_already_taken(case: Case) -> Iterator[Problem]:
    for job, task, manifest in series(case):
        volumes = manifest.object["spec"].get("volumes")
        for here, earlier, name in _doubles(manifest, ("spec", "volumes"), volumes, "name"):
            yield Problem(
                "VCP411",
                f"volume {name} is there already, and {_who(manifest, here)} adds one of that name",
                _authors(task, manifest, "name", earlier, here),
                hint="take another name",
                notes=("the API server refuses the pods, and the job hangs",),
            )
        yield from _own_waiter(job, task)


def _own_waiter(job: Job, task: Task) -> Iterator[Problem]:
    call = job.plugins.get("pytorch")
    if call is None or not call.values.get("wait-master-enabled") or task.name != call.values["worker"]:
        return
    for position, container in enumerate(task.pod_spec.get("initContainers") or ()):
        if container.get("name") == WAITER:
            yield Problem(
                "VCP411",
                f"an init container called {WAITER} is there already, so the plugin adds none",
                (*task.path, "template", "spec", "initContainers", position, "name"),
                hint="take another name, or leave --wait-master-enabled out",
            )


RULES = (
    Rule("VCP401", mount_path_taken),
    Rule("VCP402", port_name_taken),
    Rule("VCP403", env_overridden),
    Rule("VCP404", variable_comes_later),
    Rule("VCP405", host_port_clash),
    Rule("VCP406", host_network_port),
    Rule("VCP407", host_network_dns),
    Rule("VCP408", shared_hostname),
    Rule("VCP409", foreign_subdomain),
    Rule("VCP410", ray_port_renamed),
    Rule("VCP411", name_already_taken),
)
