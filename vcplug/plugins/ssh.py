"""ssh: login without a password between the job's pods."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from vcplug import hosts
from vcplug.goflags import Flag
from vcplug.model import Job, Manifest, Origin, PluginCall, Task
from vcplug.plugins import Append, KeyPair, Pod, Put, every_container, nothing

NAME = "ssh"
SUMMARY = "keys and a client configuration for ssh between the job's pods"
SINCE = ""
FLAGS = (
    Flag(
        "ssh-key-file-path",
        "string",
        "/root/.ssh",
        "directory in the containers that holds keys and config",
        "path",
    ),
    Flag(
        "ssh-private-key",
        "string",
        "",
        "private key to use instead of a generated one",
        "secret",
    ),
    Flag(
        "ssh-public-key",
        "string",
        "",
        "public key that belongs to --ssh-private-key",
    ),
    Flag(
        "ssh-port",
        "int",
        22,
        "port of the pods' ssh servers, written into the client config",
        "port",
        since="1.15",
    ),
)
FILES = ("id_rsa", "id_rsa.pub", "authorized_keys", "config")
ROOT_PATH = "/root/.ssh"


def helpers(job: Job, call: PluginCall, make_keys: Callable[[], KeyPair]) -> Iterator[Manifest]:
    from base64 import b64encode

    given = call.values["ssh-private-key"]
    keys = KeyPair(given, call.values["ssh-public-key"]) if given else make_keys()
    content = zip(FILES, (keys.private, keys.public, keys.public, _config(job, call)), strict=True)
    made = {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": secret_name(job), "namespace": job.namespace},
        "data": {name: b64encode(body.encode()).decode() for name, body in content},
    }
    flag = "ssh-private-key" if given else ""
    why = "the keys given in the job" if given else "a new RSA key pair and the hosts"
    yield Manifest(made, {(): Origin(NAME, why, flag, call.path(flag))})


def secret_name(job: Job) -> str:
    return f"{job.name}-ssh"


def _config(job: Job, call: PluginCall) -> str:
    lines = ["StrictHostKeyChecking no", "UserKnownHostsFile /dev/null"]
    port = _port_lines(call)
    for task in job.tasks:
        for name, host in hosts.listed(job, task):
            lines += (f"Host {name}", f"  HostName {host}", *port)
    return "\n".join(lines) + "\n"


def _port_lines(call: PluginCall) -> tuple[str, ...]:
    """From 1.15 on every host has its port; one that is none is written as 22."""
    if "ssh-port" not in call.values:
        return ()
    port = call.values["ssh-port"]
    return (f"  Port {port if 1 <= port <= 65535 else 22}",)


def dress(job: Job, task: Task, call: PluginCall, pod: Pod) -> Iterator[Append | Put]:
    path: str = call.values["ssh-key-file-path"]
    secret = secret_name(job)
    volume = {
        "name": secret,
        "secret": {
            "secretName": secret,
            "items": [{"key": file, "path": f".ssh/{file}"} for file in FILES],
            "defaultMode": 0o600 if path == ROOT_PATH else 0o644,
        },
    }
    origin = Origin(NAME, "keys and client configuration", "ssh-key-file-path", call.path("ssh-key-file-path"))
    yield Append(("spec", "volumes"), volume, origin)
    for place in every_container(pod):
        yield Append((*place, "volumeMounts"), {"name": secret, "mountPath": path, "subPath": ".ssh"}, origin)


def deleted(job: Job, call: PluginCall) -> Sequence[str]:
    return (f"Secret/{secret_name(job)}",)


rewritten = nothing
