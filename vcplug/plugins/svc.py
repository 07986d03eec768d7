"""svc: names that resolve, and lists of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from vcplug import hosts
from vcplug.goflags import Flag
from vcplug.model import Job, Manifest, Origin, Path, PluginCall, Task
from vcplug.plugins import Append, KeyPair, Pod, Put, every_container

NAME = "svc"
SUMMARY = "a headless Service, host lists, and hostnames for the job's pods"
SINCE = ""
FLAGS = (
    Flag(
        "publish-not-ready-addresses",
        "bool",
        False,
        "let pod names resolve before the pods are ready",
    ),
    Flag(
        "disable-network-policy",
        "bool",
        False,
        "make no NetworkPolicy, so that pods outside the job may connect",
    ),
    Flag(
        "inject-hosts-env",
        "bool",
        True,
        "put VC_<TASK>_HOSTS and VC_<TASK>_NUM into the environment",
        since="1.16",
    ),
)
MOUNT_PATH = "/etc/volcano"


def helpers(job: Job, call: PluginCall, make_keys: Callable[[], KeyPair]) -> Iterator[Manifest]:
    if not call.values["disable-network-policy"]:
        yield _network_policy(job, call)
    yield _config_map(job, call)
    yield _service(job, call)


def _selector(job: Job) -> dict[str, str]:
    return {"volcano.sh/job-name": job.name, "volcano.sh/job-namespace": job.namespace}


def _network_policy(job: Job, call: PluginCall) -> Manifest:
    made = {
        "apiVersion": "networking.k8s.io/v1",
        "kind": "NetworkPolicy",
        "metadata": {"name": job.name, "namespace": job.namespace},
        "spec": {
            "podSelector": {"matchLabels": _selector(job)},
            "ingress": [{"from": [{"podSelector": {"matchLabels": _selector(job)}}]}],
            "policyTypes": ["Ingress"],
        },
    }
    why = "only pods of this job may connect to its pods"
    return Manifest(made, {(): Origin(NAME, why, "disable-network-policy", call.path("disable-network-policy"))})


def _config_map(job: Job, call: PluginCall) -> Manifest:
    data: dict[str, Any] = {}
    origins: dict[Path, Origin] = {(): Origin(NAME, "host lists of the tasks", path=call.path())}
    for task in job.tasks:
        listed = [host for _, host in hosts.listed(job, task)]
        file, names, number = f"{file_name(task)}.host", *variables(task)
        data[file], data[names], data[number] = "\n".join(listed), ",".join(listed), str(len(listed))
        for key, what in ((file, "hosts of"), (names, "hosts of"), (number, "number of hosts listed of")):
            origins["data", key] = Origin(NAME, f"{what} task {task.name}", path=task.path)
    made = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": f"{job.name}-svc", "namespace": job.namespace},
        "data": data,
    }
    return Manifest(made, origins)


def _service(job: Job, call: PluginCall) -> Manifest:
    spec: dict[str, Any] = {"clusterIP": "None", "selector": _selector(job)}
    origins: dict[Path, Origin] = {(): Origin(NAME, "makes <hostname>.<job> resolve", path=call.path())}
    flag = "publish-not-ready-addresses"
    if call.values[flag]:
        spec["publishNotReadyAddresses"] = True
        origins["spec", "publishNotReadyAddresses"] = Origin(NAME, "names resolve before pods are ready", flag, call.path(flag))
    made = {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": job.name, "namespace": job.namespace},
        "spec": spec,
    }
    return Manifest(made, origins)


def file_name(task: Task) -> str:
    """A task's name in files and variables: Volcano writes `_` for `-`."""
    return task.name.replace("-", "_")


def variables(task: Task) -> tuple[str, str]:
    upper = file_name(task).upper()
    return f"VC_{upper}_HOSTS", f"VC_{upper}_NUM"


def dress(job: Job, task: Task, call: PluginCall, pod: Pod) -> Iterator[Append | Put]:
    here = call.path()
    if not pod["spec"].get("hostname"):
        yield Put(("spec", "hostname"), hosts.pod_name(job, task), Origin(NAME, "the pod's name", path=here))
    if not pod["spec"].get("subdomain"):
        yield Put(("spec", "subdomain"), job.name, Origin(NAME, "the job's name, as the Service is called", path=here))
    config = f"{job.name}-svc"
    volume = {"name": config, "configMap": {"name": config}}
    yield Append(("spec", "volumes"), volume, Origin(NAME, "host lists", path=here))
    for place in every_container(pod):
        yield from _variables(job, call, place)
        mount = {"name": config, "mountPath": MOUNT_PATH}
        yield Append((*place, "volumeMounts"), mount, Origin(NAME, "host lists as files", path=here))


def _variables(job: Job, call: PluginCall, place: Path) -> Iterator[Append]:
    if not call.values.get("inject-hosts-env", True):
        return
    for other in job.tasks:
        for name, what in zip(variables(other), ("hosts of", "number of hosts of"), strict=True):
            entry = {"name": name, "valueFrom": {"configMapKeyRef": {"name": f"{job.name}-svc", "key": name}}}
            origin = Origin(
                NAME, f"{what} task {other.name}", "inject-hosts-env" * ("inject-hosts-env" in call.given), other.path
            )
            yield Append((*place, "env"), entry, origin)


def rewritten(job: Job, call: PluginCall) -> Sequence[str]:
    return (f"ConfigMap/{job.name}-svc",)


def deleted(job: Job, call: PluginCall) -> Sequence[str]:
    policy = () if call.values["disable-network-policy"] else (f"NetworkPolicy/{job.name}",)
    return (f"ConfigMap/{job.name}-svc", f"Service/{job.name}", *policy)
