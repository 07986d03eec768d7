"""The mutating webhook's defaults."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from vcplug.admission.defaults import fill
from vcplug.releases import release

POD = {"spec": {"containers": [{"name": "main", "image": "app:1"}]}}


def filled(spec: dict[str, Any], name: str = "1.15.1") -> dict[str, Any]:
    result: dict[str, Any] = fill({"metadata": {"name": "job"}, "spec": spec}, release(name)).data["spec"]
    return result


def test_a_bare_job_gets_queue_scheduler_retries_and_minimums() -> None:
    spec = filled({"tasks": [{"replicas": 2, "template": POD}, {"name": "b", "minAvailable": 1, "replicas": 3, "template": POD}]})
    assert (spec["queue"], spec["schedulerName"], spec["maxRetry"], spec["minAvailable"]) == ("default", "volcano", 3, 3)
    assert [(task["name"], task["minAvailable"], task["maxRetry"]) for task in spec["tasks"]] == [("default0", 2, 3), ("b", 1, 3)]
    assert "plugins" not in spec


def test_zero_means_the_default_for_retries_and_the_jobs_minimum_but_not_for_a_tasks() -> None:
    task = {"name": "a", "replicas": 2, "minAvailable": 0, "maxRetry": 0, "template": POD}
    spec = filled({"maxRetry": 0, "minAvailable": 0, "tasks": [task]})
    assert (spec["maxRetry"], spec["minAvailable"]) == (3, 0)
    assert (spec["tasks"][0]["maxRetry"], spec["tasks"][0]["minAvailable"]) == (3, 0)


def test_what_is_given_stays() -> None:
    spec = {
        "queue": "q",
        "schedulerName": "s",
        "maxRetry": 7,
        "minAvailable": 1,
        "plugins": {"svc": ["--x"], "ssh": [], "mpi": []},
        "tasks": [{"name": "a", "replicas": 0, "minAvailable": 0, "maxRetry": 1, "template": POD}],
    }
    assert filled(deepcopy(spec)) == spec


@pytest.mark.parametrize(
    ("given", "name", "forced"),
    [
        (["tensorflow"], "1.8.2", {"svc": "tensorflow"}),
        (["pytorch"], "1.8.2", {"svc": "pytorch"}),
        (["mpi"], "1.8.2", {"svc": "mpi", "ssh": "mpi"}),
        (["mpi", "ssh"], "1.15.1", {"svc": "mpi"}),
        (["ray"], "1.13.3", {"svc": "ray"}),
        (["ray"], "1.12.4", {}),
        (["hcclrank", "env"], "1.15.1", {}),
        (["pytorch", "svc"], "1.15.1", {}),
        ([], "1.15.1", {}),
    ],
)
def test_frameworks_bring_svc_and_ssh_along(given: list[str], name: str, forced: dict[str, str]) -> None:
    data = {"metadata": {}, "spec": {"plugins": {plugin: ["--x"] for plugin in given}, "tasks": []}}
    result = fill(data, release(name))
    assert result.forced == forced
    assert result.data["spec"]["plugins"] == {**{plugin: ["--x"] for plugin in given}, **{plugin: [] for plugin in forced}}


@pytest.mark.parametrize(
    ("policy", "name", "minimum"),
    [
        ({"totalPartitions": 2, "partitionSize": 2, "minPartitions": 1}, "1.14.4", 2),
        ({"totalPartitions": 2, "partitionSize": 2, "minPartitions": 1}, "1.14.0", 2),
        ({"totalPartitions": 2, "partitionSize": 2, "minPartitions": 0}, "1.14.4", 4),
        ({"totalPartitions": 2, "partitionSize": 2}, "1.15.1", 4),
        ({"totalPartitions": 2, "partitionSize": 2}, "1.14.2", 0),
        ({"totalPartitions": 2, "partitionSize": 2}, "1.15.0", 0),
    ],
)
def test_partitions_set_the_tasks_minimum(policy: dict[str, int], name: str, minimum: int) -> None:
    spec = filled({"tasks": [{"name": "a", "replicas": 4, "partitionPolicy": policy, "template": POD}]}, name)
    assert spec["tasks"][0]["minAvailable"] == minimum


@pytest.mark.parametrize(
    ("pod", "policy"),
    [
        ({"hostNetwork": True}, "ClusterFirstWithHostNet"),
        ({"hostNetwork": True, "dnsPolicy": "Default"}, "Default"),
        ({"hostNetwork": False}, None),
    ],
)
def test_host_network_gets_a_dns_policy(pod: dict[str, Any], policy: str | None) -> None:
    spec = filled({"tasks": [{"name": "a", "template": {"spec": pod}}]})
    assert spec["tasks"][0]["template"]["spec"].get("dnsPolicy") == policy


def test_one_default_makes_go_write_all_tasks_anew() -> None:
    container = {
        "name": "main",
        "command": [],
        "tty": False,
        "resources": {"requests": {"memory": "1.5Gi", "cpu": 2}},
        "env": [{"name": "A", "valueFrom": {"resourceFieldRef": {"resource": "limits.cpu"}}}],
        "securityContext": {"runAsUser": 0, "privileged": False},
    }
    template = {"metadata": {"labels": {"env": ""}}, "spec": {"containers": [container], "hostNetwork": False}}
    tasks = [{"name": "a", "replicas": 0, "template": template}, {"replicas": 0, "name": "b", "minAvailable": 0, "maxRetry": 3}]
    first, second = filled({"tasks": deepcopy(tasks)})["tasks"]
    assert "replicas" not in first
    assert "replicas" not in second
    assert first["minAvailable"] == 0
    assert first["template"]["metadata"] == {"labels": {"env": ""}}
    assert "hostNetwork" not in first["template"]["spec"]
    assert first["template"]["spec"]["containers"] == [
        {
            "name": "main",
            "resources": {"requests": {"memory": "1536Mi", "cpu": "2"}},
            "env": [{"name": "A", "valueFrom": {"resourceFieldRef": {"resource": "limits.cpu", "divisor": "0"}}}],
            "securityContext": {"runAsUser": 0, "privileged": False},
        }
    ]


def test_the_shaped_job_is_left_as_it_was() -> None:
    data = {"metadata": {}, "spec": {"plugins": {"mpi": []}, "tasks": [{"template": {"spec": {"hostNetwork": True}}}]}}
    before = deepcopy(data)
    fill(data, release())
    assert data == before


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ({"containers": [{"resources": {"requests": {}, "claims": []}}]}, {"containers": [{"resources": {}}]}),
        ({"nodeSelector": {}, "overhead": {}, "tolerations": []}, {}),
        ({"volumes": [{"csi": {"volumeAttributes": {}}}]}, {"volumes": [{"csi": {}}]}),
        ({"volumes": [{"flexVolume": {"options": {"env": ""}}}]}, {"volumes": [{"flexVolume": {"options": {"env": ""}}}]}),
        ({"securityContext": {}, "affinity": {}}, {"securityContext": {}, "affinity": {}}),
    ],
)
def test_go_leaves_out_empty_maps_and_lists_but_not_empty_objects(written: dict[str, Any], kept: dict[str, Any]) -> None:
    assert filled({"tasks": [{"template": {"spec": written}}]})["tasks"][0]["template"]["spec"] == kept


@pytest.mark.parametrize(
    ("written", "name", "kept"),
    [
        ({"containers": [{"ports": [{"protocol": ""}]}]}, "1.8.2", {"containers": [{"ports": [{"protocol": "TCP"}]}]}),
        ({"volumes": [{"iscsi": {"iscsiInterface": ""}}]}, "1.15.1", {"volumes": [{"iscsi": {"iscsiInterface": "default"}}]}),
        ({"volumes": [{"iscsi": {"iscsiInterface": ""}}]}, "1.10.2", {"volumes": [{"iscsi": {"iscsiInterface": ""}}]}),
    ],
)
def test_the_schemas_defaults_come_again_for_empty_texts_that_go_left_out(
    written: dict[str, Any], name: str, kept: dict[str, Any]
) -> None:
    assert filled({"tasks": [{"template": {"spec": written}}]}, name)["tasks"][0]["template"]["spec"] == kept


def test_go_writes_a_tasks_timeouts_in_its_own_way_and_leaves_the_jobs_alone() -> None:
    policies = [{"event": "PodFailed", "action": "RestartJob", "timeout": "60m"}]
    spec = filled({"policies": policies, "tasks": [{"policies": policies, "template": POD}]})
    assert spec["tasks"][0]["policies"][0]["timeout"] == "1h0m0s"
    assert spec["policies"][0]["timeout"] == "60m"
