"""What one would see inside a pod: environment, files, names that resolve, ports, commands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from vcplug.api import Rendered, Result
from vcplug.errors import VcplugError
from vcplug.explain import environment
from vcplug.explain.environment import Environment
from vcplug.explain.mounts import File, Objects, files
from vcplug.explain.pods import Pod, containers, objects, one_container, pick_containers, series
from vcplug.holes import Text
from vcplug.model import Manifest

PRIVATE = "<private key, not shown>"
HIDDEN = "<secret, not shown>"


class Host(NamedTuple):
    """A name that resolves in the pod."""

    name: str
    full: str
    """with namespace and cluster domain; empty where there is none"""
    target: str


class View:
    """One pod, as seen from inside."""

    def __init__(self, result: Result, pod: Pod) -> None:
        self.pod = pod
        self.object = pod.object
        self.spec: Mapping[str, Any] = self.object["spec"]
        self.objects: Objects = objects(result, pod)

    def environment(self, container: Mapping[str, Any]) -> Environment:
        return environment.settle(container, self.object, self.objects)

    def command(self, container: Mapping[str, Any]) -> tuple[list[str], list[str]]:
        """command and args; where one is empty the image's own holds."""
        settled = self.environment(container)
        command, arguments = ([settled.expand(word) for word in container.get(field) or ()] for field in ("command", "args"))
        return command, arguments

    def files(self, container: Mapping[str, Any]) -> list[File]:
        """Every file whose content is known, as deeper mounts hide it."""
        settled = self.environment(container)
        found: dict[str, File] = {}
        mounts = [_with_part(mount, settled) for mount in container.get("volumeMounts") or ()]
        for mount in sorted(mounts, key=lambda one: len(str(one["mountPath"]).rstrip("/"))):
            path = str(mount["mountPath"]).rstrip("/")
            found = {name: file for name, file in found.items() if name != path and not name.startswith(path + "/")}
            found |= {file.path: file for file in files(mount, self.spec, self.objects)}
        return sorted(found.values())

    def hostname(self) -> str:
        """What the command `hostname` says."""
        if self.spec.get("hostNetwork"):
            return "<the node's name>"
        name = str(self.spec.get("hostname") or self.object["metadata"]["name"])
        domain = self.spec.get("subdomain")
        if self.spec.get("setHostnameAsFQDN") and domain:
            return f"{name}.{domain}.{self.object['metadata']['namespace']}.svc.cluster.local"
        return name

    def ports(self, name: str = "") -> list[dict[str, Any]]:
        """All ports that containers declare, and who declared them."""
        rows = []
        chosen = [container["name"] for container in pick_containers(self.pod, name)]
        for kind, position, container in containers(self.spec):
            if name and container.get("name") not in chosen:
                continue
            for number, port in enumerate(container.get("ports") or ()):
                origin = self.pod.series.origins.get(("spec", kind, position, "ports", number))
                rows.append(
                    {
                        "container": container.get("name"),
                        "port": port.get("containerPort"),
                        "protocol": port.get("protocol") or "TCP",
                        "name": port.get("name") or "",
                        "by": origin.by if origin else "job",
                    }
                )
        return rows

    def hosts(self) -> list[Host]:
        """Each name that resolves through a Service of the job, and those of the pod's own /etc/hosts."""
        rendered, own = self.pod.rendered, self.object["metadata"]["name"]
        found = [] if self.spec.get("hostNetwork") else [Host(self.hostname(), "", f"Pod {own} itself")]
        for alias in self.spec.get("hostAliases") or ():
            found += [Host(name, "", f"{alias.get('ip')} (hostAliases)") for name in alias.get("hostnames") or ()]
        found += _services(rendered)
        for manifest in series(rendered):
            found += _pod_hosts(rendered, manifest, self.objects)
        return found

    def read(self, path: str, container_name: str = "") -> list[File] | File:
        """A file, or the files of a directory. Raises where only the cluster knows."""
        container = one_container(self.pod, container_name)
        wanted = path.rstrip("/") or "/"
        found = self.files(container)
        exact = next((file for file in found if file.path == wanted), None)
        if exact:
            return exact
        below = [file for file in found if file.path.startswith(wanted.rstrip("/") + "/")]
        if below and wanted != "/":
            return below
        raise VcplugError(self._unreadable(wanted, container, found))

    def _unreadable(self, path: str, container: Mapping[str, Any], found: list[File]) -> str:
        name = container.get("name")
        mounts = sorted(
            (one for one in container.get("volumeMounts") or () if _covers(str(one["mountPath"]), path)),
            key=lambda one: -len(one["mountPath"]),
        )
        if not mounts:
            known = sorted({str(one["mountPath"]) for one in container.get("volumeMounts") or ()})
            there = f"; mounted are {', '.join(known)}" if known else "; nothing is mounted"
            return f"{path} is not in a volume of container {name}: it is whatever the image holds{there}"
        mount = mounts[0]
        near = [file.path for file in found if _covers(str(mount["mountPath"]), file.path)]
        if near:
            return f"{path}: no such file in container {name}; there are {', '.join(near)}"
        return f"{path} is in the volume {mount.get('name')}, {self._volume(mount)}: what it holds is known only in the cluster"

    def _volume(self, mount: Mapping[str, Any]) -> str:
        volume: Mapping[str, Any] = next(
            (one for one in self.spec.get("volumes") or () if one.get("name") == mount.get("name")), {}
        )
        if "persistentVolumeClaim" in volume:
            return f"claim {volume['persistentVolumeClaim'].get('claimName')}"
        for kind in ("configMap", "secret"):
            if kind in volume:
                return f"{kind} {volume[kind].get('name') or volume[kind].get('secretName')}, which is not in the input"
        return next((key for key in volume if key != "name"), "which the pod does not have")


def shown_content(file: File) -> str:
    """A file's content, unless it is nobody's business."""
    if not file.secret:
        return file.content
    return PRIVATE if file.path.endswith("/id_rsa") or "PRIVATE KEY" in file.content else HIDDEN


def _with_part(mount: Mapping[str, Any], settled: Environment) -> Mapping[str, Any]:
    """subPathExpr is a subPath with the container's variables in it."""
    if mount.get("subPathExpr"):
        return {**mount, "subPath": settled.expand(mount["subPathExpr"])}
    return mount


def _covers(directory: str, path: str) -> bool:
    directory = directory.rstrip("/")
    return path == directory or path.startswith(directory + "/")


def _services(rendered: Rendered) -> Iterator[Host]:
    for made in rendered.manifests:
        if made.kind != "Service":
            continue
        name, selector = made.object["metadata"]["name"], made.object["spec"].get("selector") or {}
        chosen = [manifest for manifest in series(rendered) if _selects(selector, manifest)]
        count = sum(map(len, chosen))
        tasks = " and ".join(f"task {manifest.task}" for manifest in chosen) or "no task"
        headless = made.object["spec"].get("clusterIP") == "None"
        target = f"all pods of {tasks} ({count})" if headless else f"Service {name}, any pod of {tasks} ({count})"
        yield Host(name, _full(name, rendered), target)


def _selects(selector: Mapping[str, str], manifest: Manifest) -> bool:
    labels = manifest.object["metadata"]["labels"]
    return all(labels.get(key) == value for key, value in selector.items())


def _pod_hosts(rendered: Rendered, manifest: Manifest, known: Objects) -> Iterator[Host]:
    """<hostname>.<subdomain> of each pod, where there is a Service called as the subdomain."""
    spec = manifest.object["spec"]
    hostname, domain = spec.get("hostname"), spec.get("subdomain")
    if not hostname or not domain or ("Service", domain) not in known:
        return
    name = manifest.object["metadata"]["name"]
    if isinstance(hostname, str):
        if len(manifest):
            shared = f"{hostname}.{domain}"
            yield Host(shared, _full(shared, rendered), f"all pods of task {manifest.task} ({len(manifest)})")
        return
    for index in manifest.indexes or ():
        short = f"{hostname.at(index)}.{domain}"
        yield Host(short, _full(short, rendered), f"Pod {name.at(index) if isinstance(name, Text) else name}")


def _full(name: str, rendered: Rendered) -> str:
    return f"{name}.{rendered.job.namespace}.svc.cluster.local"
