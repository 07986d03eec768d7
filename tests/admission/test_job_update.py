"""Which edits of a running job the webhook refuses."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from vcplug.admission import admit, schema
from vcplug.admission.update import refusals
from vcplug.model import Path
from vcplug.releases import release

JOB: dict[str, Any] = {
    "metadata": {"name": "job"},
    "spec": {
        "queue": "default",
        "schedulerName": "volcano",
        "maxRetry": 3,
        "minAvailable": 4,
        "plugins": {"pytorch": ["--port=1"], "svc": []},
        "volumes": [{"mountPath": "/a", "volumeClaim": {"accessModes": ["ReadWriteOnce"]}}],
        "tasks": [
            {
                "name": "master",
                "replicas": 4,
                "minAvailable": 4,
                "maxRetry": 3,
                "partitionPolicy": {"totalPartitions": 2, "partitionSize": 2, "minPartitions": 2},
                "template": {"spec": {"containers": [{"name": "main", "image": "app:1", "resources": {"limits": {"cpu": "1"}}}]}},
            },
            {
                "name": "worker",
                "replicas": 2,
                "minAvailable": 0,
                "maxRetry": 3,
                "template": {"spec": {"containers": [{"name": "main", "image": "app:1"}]}},
            },
        ],
    },
}
CONTAINER: Path = ("spec", "tasks", 1, "template", "spec", "containers", 0)
GONE = object()


def refused(changes: dict[Path, Any], name: str = "1.15.1") -> list[tuple[str, Path]]:
    new = deepcopy(JOB)
    for path, value in changes.items():
        holder: Any = new
        for step in path[:-1]:
            holder = holder[step]
        if value is GONE:
            del holder[path[-1]]
        else:
            holder[path[-1]] = value
    old = admit(deepcopy(JOB), release(name), compat=True).job
    assert old is not None
    return [(problem.code, problem.path) for problem in refusals(old.data, schema.apply(new, release(name)).data, release(name))]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {("spec", "minAvailable"): 5},
        {("spec", "priorityClassName"): "high"},
        {("spec", "tasks", 1, "replicas"): 7, ("spec", "tasks", 1, "minAvailable"): 7},
        {("metadata", "labels"): {"a": "b"}},
        {("spec", "volumes", 0, "volumeClaimName"): "job-pvc-0"},
        {("spec", "tasks", 0, "template", "spec", "containers", 0, "resources"): {"limits": {"cpu": "1000m"}}},
        {(*CONTAINER, "command"): [], (*CONTAINER, "tty"): False, (*CONTAINER, "resources"): {}},
        {("spec", "policies"): []},
    ],
)
def test_an_edit_that_is_taken(changes: dict[Path, Any]) -> None:
    assert refused(changes) == []


@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ({(*CONTAINER, "image"): "app:2"}, "VCP730", (*CONTAINER, "image")),
        ({(*CONTAINER, "securityContext"): {"privileged": False}}, "VCP730", (*CONTAINER, "securityContext")),
        ({("spec", "queue"): "other"}, "VCP730", ("spec", "queue")),
        ({("spec", "maxRetry"): GONE, ("spec", "schedulerName"): GONE}, "VCP730", ("spec", "schedulerName")),
        ({("spec", "plugins", "env"): []}, "VCP730", ("spec", "plugins", "env")),
        ({("spec", "plugins", "svc"): GONE}, "VCP730", ("spec", "plugins", "svc")),
        ({("spec", "plugins", "pytorch"): ["--port=2"]}, "VCP730", ("spec", "plugins", "pytorch", 0)),
        ({("spec", "tasks", 1, "name"): "other"}, "VCP730", ("spec", "tasks", 1, "name")),
        ({("spec", "tasks"): JOB["spec"]["tasks"][:1]}, "VCP731", ("spec", "tasks")),
        ({("spec", "tasks"): [*JOB["spec"]["tasks"], JOB["spec"]["tasks"][0]]}, "VCP731", ("spec", "tasks")),
        ({("spec", "tasks", 0, "replicas"): 6}, "VCP732", ("spec", "tasks", 0, "replicas")),
        ({("spec", "minAvailable"): 7}, "VCP710", ("spec", "minAvailable")),
        ({("spec", "minAvailable"): -1}, "VCP704", ("spec", "minAvailable")),
        ({("spec", "tasks", 1, "minAvailable"): 3}, "VCP710", ("spec", "tasks", 1, "minAvailable")),
        ({("spec", "tasks", 1, "replicas"): -1}, "VCP704", ("spec", "tasks", 1, "replicas")),
    ],
)
def test_an_edit_that_is_refused_names_its_place(changes: dict[Path, Any], code: str, path: Path) -> None:
    assert (code, path) in refused(changes)


def test_partitions_can_be_scaled_where_the_release_knows_none() -> None:
    assert refused({("spec", "tasks", 0, "replicas"): 6}, "1.13.3") == []


def test_a_default_that_an_edit_leaves_out_is_told_what_to_write() -> None:
    new = deepcopy(JOB)
    del new["spec"]["schedulerName"]
    old = admit(deepcopy(JOB), release()).job
    assert old is not None
    (problem,) = refusals(old.data, schema.apply(new, release()).data, release())
    assert problem.hint == "write schedulerName: volcano"


def test_a_removed_plugin_does_not_show_its_private_key() -> None:
    old = deepcopy(JOB)
    old["spec"]["plugins"]["ssh"] = ["--ssh-private-key=TOP-SECRET", "--ssh-public-key=ssh-rsa AAAA"]
    found = refusals(old, JOB, release("1.15"))
    assert [problem.path for problem in found] == [("spec", "plugins", "ssh")]
    assert "TOP-SECRET" not in repr(found)
