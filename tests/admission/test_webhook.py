"""The validating webhook's refusals: each with its code and its place, all at once, per release."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from vcplug.admission import admit
from vcplug.codes import stops
from vcplug.releases import release

FIRST, NEWEST = "1.8.2", "1.15.1"
POD = {"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "app:1"}]}}
Found = list[tuple[str, str]]


def task(name: str = "a", **fields: Any) -> dict[str, Any]:
    return {"name": name, "replicas": 1, "template": deepcopy(POD), **fields}


def job(*tasks: dict[str, Any], name: str = "job", **spec: Any) -> dict[str, Any]:
    metadata = {"name": name}
    return {
        "apiVersion": "batch.volcano.sh/v1alpha1",
        "kind": "Job",
        "metadata": metadata,
        "spec": {"tasks": list(tasks), **spec},
    }


def cpu(**resources: Any) -> dict[str, Any]:
    return {"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "app:1", "resources": resources}]}}


def refused(data: dict[str, Any], name: str = NEWEST, **options: Any) -> Found:
    admission = admit(data, release(name), compat=True, **options)
    found = [problem for problem in admission.problems if stops(problem, compat=True)]
    assert (admission.job is None) == bool(found)
    assert all(problem.hint for problem in found)
    return sorted((problem.code, ".".join(map(str, problem.path))) for problem in found)


def policy(**fields: Any) -> dict[str, Any]:
    return job(task(), policies=[fields])


FAIL = {"event": "PodFailed", "action": "RestartJob"}
PARTITIONS = {"totalPartitions": 2, "partitionSize": 2}
NEGATIVE = [
    ("VCP704", "spec.maxRetry"),
    ("VCP704", "spec.minAvailable"),
    ("VCP704", "spec.tasks.0.minAvailable"),
    ("VCP704", "spec.tasks.0.replicas"),
    ("VCP704", "spec.ttlSecondsAfterFinished"),
]

TABLE: dict[str, tuple[dict[str, Any], dict[str, Found]]] = {
    "fine": (job(task()), {FIRST: [], NEWEST: []}),
    "no tasks": (job(), {FIRST: [("VCP708", "spec.tasks")], NEWEST: [("VCP708", "spec.tasks")]}),
    "negative numbers": (
        job(task(replicas=-1, minAvailable=-1), maxRetry=-1, minAvailable=-1, ttlSecondsAfterFinished=-1),
        {FIRST: NEGATIVE, NEWEST: NEGATIVE},
    ),
    "task minimum": (job(task(minAvailable=2)), {NEWEST: [("VCP710", "spec.tasks.0.minAvailable")]}),
    "job minimum": (job(task(), minAvailable=2), {NEWEST: [("VCP710", "spec.minAvailable")]}),
    "same task twice": (job(task(), task()), {NEWEST: [("VCP711", "spec.tasks.1.name")]}),
    "task name": (job(task("Not_OK")), {FIRST: [("VCP705", "spec.tasks.0.name")], NEWEST: [("VCP705", "spec.tasks.0.name")]}),
    "job name with 64": (job(task(), name="x" * 64), {NEWEST: [("VCP705", "metadata.name")]}),
    "pod name": (job(task("b" * 30), name="x" * 40), {NEWEST: [("VCP301", "spec.tasks.0.name")]}),
    "pod name, last index not looked at": (job(task("b" * 10, replicas=200), name="x" * 50), {NEWEST: []}),
    "event and exit code": (policy(**FAIL, exitCode=1), {NEWEST: [("VCP712", "spec.policies.0")]}),
    "neither": (policy(action="RestartJob"), {NEWEST: [("VCP713", "spec.policies.0")]}),
    "unknown event": (
        policy(event="PodExploded", action="RestartJob"),
        {FIRST: [("VCP706", "spec.policies.0.event")], NEWEST: [("VCP706", "spec.policies.0.event")]},
    ),
    "internal event": (policy(event="OutOfSync", action="RestartJob"), {NEWEST: [("VCP706", "spec.policies.0.event")]}),
    "PodPending": (
        policy(event="PodPending", action="RestartJob"),
        {"1.10.2": [("VCP706", "spec.policies.0.event")], NEWEST: []},
    ),
    "unknown action": (policy(event="*", action="Explode"), {NEWEST: [("VCP714", "spec.policies.0.action")]}),
    "internal action": (policy(event="*", action="SyncJob"), {NEWEST: [("VCP714", "spec.policies.0.action")]}),
    "no action": (policy(event="*"), {NEWEST: [("VCP714", "spec.policies.0")]}),
    "RestartPod": (policy(event="*", action="RestartPod"), {"1.10.2": [("VCP714", "spec.policies.0.action")], "1.11.2": []}),
    "RestartPartition": (
        policy(event="*", action="RestartPartition"),
        {"1.13.3": [("VCP714", "spec.policies.0.action")], "1.14.4": []},
    ),
    "action beside an exit code is not checked": (policy(exitCode=3, action="Explode"), {FIRST: [], NEWEST: []}),
    "event twice": (job(task(), policies=[FAIL, FAIL]), {NEWEST: [("VCP715", "spec.policies.1.event")]}),
    "event twice in one policy": (policy(events=["PodFailed", "PodFailed"], event="PodFailed", action="AbortJob"), {NEWEST: []}),
    "exit code 0": (policy(exitCode=0, action="AbortJob"), {NEWEST: [("VCP716", "spec.policies.0.exitCode")]}),
    "exit code twice": (job(task(), policies=[{"exitCode": 3}] * 2), {NEWEST: [("VCP717", "spec.policies.1.exitCode")]}),
    "star beside another": (
        job(task(policies=[FAIL, {"event": "*", "action": "AbortJob"}])),
        {NEWEST: [("VCP718", "spec.tasks.0.policies.1.event")]},
    ),
    "whole CPUs": (job(task(topologyPolicy="restricted", template=cpu(requests={"cpu": "2"}))), {FIRST: [], NEWEST: []}),
    "CPUs from limits": (job(task(topologyPolicy="restricted", template=cpu(limits={"cpu": 2}))), {NEWEST: []}),
    "more CPUs than Go can count": (
        job(task(topologyPolicy="restricted", template=cpu(requests={"cpu": "1E"}))),
        {FIRST: [("VCP719", "spec.tasks.0.template.spec.containers.0.resources.requests.cpu")]},
    ),
    "half a CPU": (
        job(task(topologyPolicy="best-effort", template=cpu(requests={"cpu": "500m"}))),
        {NEWEST: [("VCP719", "spec.tasks.0.template.spec.containers.0.resources.requests.cpu")]},
    ),
    "no CPU": (
        job(task(topologyPolicy="best-effort", template=cpu(requests={"memory": "1Gi"}, limits={"cpu": "2"}))),
        {NEWEST: [("VCP719", "spec.tasks.0.template.spec.containers.0")]},
    ),
    "any topology policy": (
        job(task(topologyPolicy="sometimes", template=cpu(requests={"cpu": "1"}))),
        {"1.10.2": [], "1.11.2": [("VCP706", "spec.tasks.0.topologyPolicy")]},
    ),
    "partitions": (job(task(replicas=4, partitionPolicy=PARTITIONS)), {"1.13.3": [], "1.14.4": [], "1.15.0": []}),
    "partitions that do not fit": (
        job(task(replicas=5, partitionPolicy=PARTITIONS)),
        {"1.13.3": [], NEWEST: [("VCP720", "spec.tasks.0.partitionPolicy")]},
    ),
    "partition minimum": (
        job(task(replicas=4, minAvailable=1, partitionPolicy={**PARTITIONS, "minPartitions": 1})),
        {NEWEST: [("VCP721", "spec.tasks.0.minAvailable")]},
    ),
    "partition minimum without minPartitions": (
        job(task(replicas=4, minAvailable=1, partitionPolicy=PARTITIONS)),
        {"1.15.0": [("VCP721", "spec.tasks.0.minAvailable")], NEWEST: []},
    ),
    "two tiers": (
        job(task(), networkTopology={"highestTierAllowed": 1, "highestTierName": "x"}),
        {"1.13.3": [], NEWEST: [("VCP722", "spec.networkTopology")]},
    ),
    "two tiers in a partition": (
        job(
            task(replicas=4, partitionPolicy={**PARTITIONS, "networkTopology": {"highestTierAllowed": 1, "highestTierName": "x"}})
        ),
        {NEWEST: [("VCP722", "spec.tasks.0.partitionPolicy.networkTopology")]},
    ),
    "volumes": (
        job(
            task(),
            volumes=[
                {"mountPath": "/a", "volumeClaimName": "c"},
                {"mountPath": "/a", "volumeClaimName": "d"},
                {"mountPath": "/b"},
                {"mountPath": "/c", "volumeClaimName": "d", "volumeClaim": {"accessModes": ["ReadWriteOnce"]}},
                {"mountPath": "/d", "volumeClaimName": "Not_OK"},
            ],
        ),
        {
            NEWEST: [
                ("VCP705", "spec.volumes.4.volumeClaimName"),
                ("VCP723", "spec.volumes.1.mountPath"),
                ("VCP724", "spec.volumes.2"),
                ("VCP725", "spec.volumes.3"),
            ]
        },
    ),
    "root queue": (job(task(), queue="root"), {"1.10.2": [], "1.11.2": [("VCP726", "spec.queue")]}),
    "cycle": (
        job(task("a", dependsOn={"name": ["b"]}), task("b", dependsOn={"name": ["c"]}), task("c", dependsOn={"name": ["a"]})),
        {NEWEST: [("VCP727", "spec.tasks.2.dependsOn.name.0")]},
    ),
    "itself": (job(task("a", dependsOn={"name": ["a"]})), {NEWEST: [("VCP727", "spec.tasks.0.dependsOn.name.0")]}),
    "nobody": (job(task("a", dependsOn={"name": ["x"]})), {NEWEST: [("VCP728", "spec.tasks.0.dependsOn.name.0")]}),
    "twice": (
        job(task("a"), task("b", dependsOn={"name": ["a", "a"]})),
        {NEWEST: [("VCP729", "spec.tasks.1.dependsOn.name.1")]},
    ),
    "diamond": (
        job(
            task("a"),
            task("b", dependsOn={"name": ["a"]}),
            task("c", dependsOn={"name": ["a"]}),
            task("d", dependsOn={"name": ["b", "c"]}),
        ),
        {NEWEST: []},
    ),
    "unknown plugin": (job(task(), plugins={"pytorhc": []}), {NEWEST: [("VCP203", "spec.plugins.pytorhc")]}),
    "newer plugin": (
        job(task("head"), plugins={"ray": []}),
        {"1.12.4": [("VCP111", "spec.plugins.ray")], "1.13.3": []},
    ),
    "newer plugin in a patch": (
        job(task(), plugins={"hcclrank": []}),
        {"1.12.2": [("VCP111", "spec.plugins.hcclrank")], "1.12.3": []},
    ),
    "mpi without master": (
        job(task("worker"), plugins={"mpi": ["--master=m"]}),
        {FIRST: [("VCP208", "spec.plugins.mpi.0")], NEWEST: [("VCP208", "spec.plugins.mpi.0")]},
    ),
    "mpi without worker": (job(task("master"), plugins={"mpi": []}), {"1.14.4": [("VCP208", "spec.plugins.mpi")], NEWEST: []}),
    "mpi with no worker replicas": (
        job(task("master"), task("worker", replicas=0), plugins={"mpi": []}),
        {"1.11.2": [("VCP215", "spec.tasks.1")], "1.12.4": []},
    ),
    "ray without head": (job(task("worker"), plugins={"ray": []}), {NEWEST: [("VCP208", "spec.plugins.ray")]}),
    "ray without head and pods": (job(task("worker", replicas=0), plugins={"ray": []}), {NEWEST: []}),
}
CASES = [(what, name) for what, (_, releases) in TABLE.items() for name in releases]


@pytest.mark.parametrize(("what", "name"), CASES, ids=lambda value: str(value))
def test_a_release_refuses(what: str, name: str) -> None:
    data, releases = TABLE[what]
    assert refused(deepcopy(data), name) == releases[name]


def test_everything_is_said_at_once() -> None:
    data = job(
        task("a", minAvailable=2, dependsOn={"name": ["x"]}),
        task("b", policies=[{"event": "*"}]),
        plugins={"nothing": []},
        queue="root",
        volumes=[{"mountPath": "/a"}],
    )
    assert [code for code, _ in refused(data)] == ["VCP203", "VCP710", "VCP714", "VCP724", "VCP726", "VCP728"]


def test_a_cycle_is_named() -> None:
    data = job(task("a", dependsOn={"name": ["b"]}), task("b", dependsOn={"name": ["a"]}))
    (problem,) = admit(data, release()).problems
    assert problem.message == "tasks wait for each other for ever: a → b → a"


def test_a_long_chain_of_tasks_is_no_trouble() -> None:
    names = [f"t{number}" for number in range(3000)]
    tasks = [task(name, dependsOn={"name": [before]}) for name, before in zip(names[1:], names, strict=False)]
    assert refused(job(task(names[0]), *tasks)) == []


def test_plugins_of_ones_own_cluster_are_accepted_and_not_expanded() -> None:
    data = job(task(), plugins={"ours": ["--x"], "svc": []})
    admission = admit(data, release(), extra_plugins=["ours"])
    assert admission.job is not None
    assert list(admission.job.plugins) == ["svc"]
    assert admission.job.spec["plugins"] == {"ours": ["--x"], "svc": []}
