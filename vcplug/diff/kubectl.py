"""The objects of a job as the cluster has them, asked of kubectl."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from vcplug.diff.reading import objects
from vcplug.diff.steady import GROUP_NAME, JOB_NAME
from vcplug.errors import VcplugError
from vcplug.model import Job, Manifest

RESOURCES = {
    "ConfigMap": "configmaps",
    "Secret": "secrets",
    "Service": "services",
    "NetworkPolicy": "networkpolicies.networking.k8s.io",
    "PersistentVolumeClaim": "persistentvolumeclaims",
    "PodGroup": "podgroups.scheduling.volcano.sh",
}
SECONDS = 30
MOST = 500
"""characters of kubectl's own complaint"""
_CLAIM = re.compile(r".+-pvc-[a-z0-9]{12}")


class Cluster(NamedTuple):
    """Which cluster, and how long it may take to answer."""

    context: str = ""
    kubeconfig: str = ""
    seconds: int = SECONDS

    def objects(self, jobs: Iterable[tuple[Job, Sequence[Manifest]]]) -> Iterator[dict[str, Any]]:
        """Pods by their label, all else by name. Names that hold a uid or were drawn at random are learnt from the pods."""
        for job, manifests in jobs:
            pods = list(self.get(job.namespace, "pods", "--selector", f"{JOB_NAME}={job.name}"))
            yield from pods
            named, whole = _wanted(job, manifests, pods)
            if named:
                yield from self.get(job.namespace, *named, "--ignore-not-found")
            for resource in whole:
                yield from self.get(job.namespace, resource)

    def get(self, namespace: str, *what: str) -> Iterator[dict[str, Any]]:
        arguments = ["get", *what, "--namespace", namespace, "--output", "json", f"--request-timeout={self.seconds}s"]
        if self.context:
            arguments += ["--context", self.context]
        if self.kubeconfig:
            arguments += ["--kubeconfig", self.kubeconfig]
        answer = self.call(arguments)
        if answer.strip():
            if not answer.lstrip().startswith(b"{"):
                raise VcplugError("kubectl answered with something that is not JSON")
            yield from objects("kubectl", answer)

    def call(self, arguments: Sequence[str]) -> bytes:
        import subprocess

        try:
            done = subprocess.run(
                ["kubectl", *arguments], capture_output=True, stdin=subprocess.DEVNULL, timeout=self.seconds + 5, check=False
            )
        except FileNotFoundError:
            raise VcplugError("--live cluster needs kubectl, which is not on the PATH; --live FILE takes a dump") from None
        except PermissionError:
            raise VcplugError("--live cluster: the kubectl on the PATH cannot be run") from None
        except subprocess.TimeoutExpired:
            raise VcplugError(f"kubectl did not answer within {self.seconds} seconds (--timeout)") from None
        if done.returncode:
            raise VcplugError(_refusal(done.stderr.decode("utf-8", "replace").strip(), self.seconds))
        return done.stdout


def _wanted(job: Job, manifests: Sequence[Manifest], pods: list[dict[str, Any]]) -> tuple[list[str], list[str]]:
    """`resource/name` of what to ask for, and resources of which all are asked for, since no pod tells the names."""
    named: dict[str, None] = {}
    whole: dict[str, None] = {}
    learnt = {"PodGroup": _groups(pods), "PersistentVolumeClaim": _claims(pods)}
    for manifest in manifests:
        resource = RESOURCES.get(manifest.kind)
        if resource is None:
            continue
        names = learnt.get(manifest.kind)
        if names is None:
            named[f"{resource}/{manifest.object['metadata']['name']}"] = None
        elif names:
            named.update(dict.fromkeys(f"{resource}/{name}" for name in names))
        else:
            whole[resource] = None
    return list(named), list(whole)


def _groups(pods: list[dict[str, Any]]) -> list[str]:
    found = (((pod.get("metadata") or {}).get("annotations") or {}).get(GROUP_NAME) for pod in pods)
    return sorted({str(name) for name in found if name})


def _claims(pods: list[dict[str, Any]]) -> list[str]:
    volumes = (volume for pod in pods for volume in (pod.get("spec") or {}).get("volumes") or ())
    names = {str((volume.get("persistentVolumeClaim") or {}).get("claimName")) for volume in volumes}
    return sorted(name for name in names if _CLAIM.fullmatch(name))


def _refusal(said: str, seconds: int) -> str:
    first = said[:MOST].split("\n")[0].removeprefix("error: ").removeprefix("Error from server ") or "it gave no reason"
    if "Forbidden" in said or "forbidden" in said:
        return f"kubectl is not allowed to look: {first}"
    if "timeout" in said.lower() or "timed out" in said.lower() or "deadline exceeded" in said.lower():
        return f"the cluster did not answer within {seconds} seconds (--timeout): {first}"
    return f"kubectl failed: {first}"
