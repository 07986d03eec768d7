"""What the API server makes of a Job by each release's CRD (volcano.md, sections 1a and 6, "Schema")."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from vcplug.admission.schema import Shaped, apply, is_quantity
from vcplug.codes import CODES
from vcplug.model import Problem
from vcplug.releases import KUBERNETES, release

CASES = Path(__file__).parent.parent / "conformance" / "cases"
MINORS = tuple(KUBERNETES)
CONTAINER = ("spec", "tasks", 0, "template", "spec", "containers", 0)
POD = CONTAINER[:5]


def job(
    spec: dict[str, Any] | None = None, *, task: Any = (), pod: Any = (), container: Any = (), **metadata: Any
) -> dict[str, Any]:
    containers = [{"name": "main", "image": "app:1", **dict(container)}]
    tasks = [{"name": "t", "replicas": 1, "template": {"spec": {"containers": containers, **dict(pod)}}, **dict(task)}]
    return {
        "apiVersion": "batch.volcano.sh/v1alpha1",
        "kind": "Job",
        "metadata": {"name": "j", **metadata},
        "spec": {"tasks": tasks, **(spec or {})},
    }


def owner(**fields: Any) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": "Node", "name": "n", "uid": "u", **fields}


def check(data: dict[str, Any], minor: int = 15) -> Shaped:
    return apply(data, release(f"1.{minor}"))


def stops(problem: Problem) -> str:
    return problem.stops or CODES[problem.code].stops


def said(data: dict[str, Any], minor: int = 15) -> list[tuple[str, str, str]]:
    return [(one.code, one.message, one.hint) for one in check(data, minor).problems]


def dig(value: Any, *path: str | int) -> Any:
    for step in path:
        value = value[step]
    return value


def test_a_sound_job_passes_unchanged_but_for_defaults_and_its_source_is_left_alone() -> None:
    data = job({"plugins": {"svc": ["--publish-not-ready-addresses"]}}, container={"resources": {"limits": {"cpu": 2}}})
    before = copy.deepcopy(data)
    shaped = check(data)
    assert shaped.problems == ()
    assert data == before
    before["spec"] |= {"queue": "default", "maxRetry": 3}
    assert shaped.data == before


# what is said, and what to write instead -------------------------------------------------------------------------------

SAID = [
    (
        job(container={"env": [{"name": "A", "value": 5}]}),
        "VCP802",
        "env value must be a string, found the number 5",
        'write "5"',
    ),
    (
        job(container={"env": [{"name": "A", "value": True}]}),
        "VCP802",
        "env value must be a string, found the boolean true",
        "put it in quotes",
    ),
    (
        job(container={"resources": {"limits": {"cpu": 0.5}}}),
        "VCP802",
        "cpu limit must be a string when it has a fraction, found the number 0.5",
        'write "0.5"',
    ),
    (
        job(container={"resources": {"requests": {"memory": "1GB"}}}),
        "VCP807",
        'memory request is no quantity: "1GB"',
        'write "1G" or "1Gi"',
    ),
    (job(container={"resources": {"requests": {"memory": ""}}}), "VCP807", 'memory request is no quantity: ""', None),
    (job(container={"command": "sleep 1"}), "VCP802", 'container command must be a list, found the string "sleep 1"', None),
    (job(container={"args": ["a", 1]}), "VCP802", "item 2 of args must be a string, found the number 1", 'write "1"'),
    (
        job(container={"args": ["a", None]}),
        "VCP802",
        "item 2 of args must be a string, found null",
        "remove it, or give it a value",
    ),
    (job(pod={"hostNetwork": "yes"}), "VCP802", 'hostNetwork must be true or false, found the string "yes"', "write true"),
    (job(pod={"nodeSelector": {"gpu": True}}), "VCP802", "nodeSelector gpu must be a string, found the boolean true", None),
    (job(pod={"volumes": [None]}), "VCP802", "item 1 of volumes must be a mapping, found null", None),
    (job(pod={"priority": 2**31}), "VCP802", "priority does not fit 32 bits: 2147483648", "the largest is 2147483647"),
    (
        job(pod={"activeDeadlineSeconds": 2**63}),
        "VCP802",
        "activeDeadlineSeconds does not fit 64 bits: 9223372036854775808",
        None,
    ),
    (
        job(pod={"activeDeadlineSeconds": 1e30}),
        "VCP802",
        "activeDeadlineSeconds must be a whole number, found the number 1e+30",
        None,
    ),
    (job(container={"volumeMounts": [{"name": "v"}]}), "VCP803", "volume mount needs mountPath", "add mountPath"),
    (job(task={"template": {"spec": {}}}), "VCP803", "template.spec needs containers", "add containers"),
    (
        job(task={"template": {"spec": {"containers": None}}}),
        "VCP803",
        "template.spec needs containers, found null",
        "give it a value",
    ),
    (
        job(container={"imagePullPolcy": "Always"}),
        "VCP801",
        "container has no field imagePullPolcy",
        "did you mean imagePullPolicy?",
    ),
    (
        job(container={"imagepullpolicy": "Always"}),
        "VCP801",
        "container has no field imagepullpolicy",
        "did you mean imagePullPolicy?",
    ),
    (job(container={"nodeSelector": {}}), "VCP801", "container has no field nodeSelector", "it belongs in template.spec"),
    (job(task={"containers": []}), "VCP702", "task has no field containers", "it belongs in template.spec"),
    (job(task={"repliacs": 3}), "VCP702", "task has no field repliacs", "did you mean replicas?"),
    (job() | {"specs": {}}, "VCP702", "the Job has no field specs", "did you mean spec?"),
    (job(lables={}), "VCP702", "metadata has no field lables", "did you mean labels?"),
    (
        job(task={"replicas": "1"}),
        "VCP701",
        'task replicas must be a whole number, found the string "1"',
        "write 1, without quotes",
    ),
    (job(task={"replicas": 1.5}), "VCP701", "task replicas must be a whole number, found the number 1.5", "write a whole number"),
    (job(task={"replicas": True}), "VCP701", "task replicas must be a whole number, found the boolean true", None),
    (
        job({"plugins": ["svc"]}),
        "VCP701",
        "plugins must be a mapping, found a list",
        "write a mapping from plugin to arguments, such as svc: []",
    ),
    (job({"maxRetry": 2**40}), "VCP704", "maxRetry does not fit 32 bits: 1099511627776", None),
    (job({"minSuccess": 0}), "VCP704", "minSuccess must be at least 1, found 0", "write 1 or more"),
    (job({"volumes": [{"volumeClaimName": "c"}]}), "VCP703", "volume needs mountPath", "add mountPath"),
    (job({"runningEstimate": "10 minutes"}), "VCP705", 'runningEstimate "10 minutes" is not well formed', None),
    (
        job({"policies": [{"event": "PodFaild", "action": "AbortJob"}]}),
        "VCP706",
        'policy event is unknown: "PodFaild"',
        "did you mean PodFailed?",
    ),
    (job({"tasks": []}), "VCP708", "the job has no tasks", "write at least one task"),
    (
        job({"tasks": {"name": "t"}}),
        "VCP701",
        "tasks must be a list, found a mapping",
        "put - before it, to make it a list of one",
    ),
    (
        job({"plugins": {"ssh": "--ssh-private-key=hush"}}),
        "VCP202",
        "the arguments of ssh must be a list of strings, found a string",
        'put the text in a list: ssh: ["…"]',
    ),
    (
        job({"plugins": {"pytorch": {"port": 1}}}),
        "VCP202",
        "the arguments of pytorch must be a list of strings, found a mapping",
        'write the flags as a list: pytorch: ["--port=…"]',
    ),
    (job({"plugins": {"pytorch": [5]}}), "VCP202", "argument 1 of pytorch must be a string, found the number 5", 'write "5"'),
    (job({"plugins": {"pytorch": [None]}}), "VCP202", "argument 1 of pytorch must be a string, found null", None),
    (job({"plugins": {"svc": None}}), "VCP201", "plugin svc has null instead of a list: it is silently off", "write svc: []"),
    (
        job(container={"env": None}),
        "VCP761",
        "container env is null: the API server drops it",
        "leave it out, or give it a value",
    ),
    (job({"queue": None}), "VCP761", 'queue is null: the default "default" is taken', None),
    (job(labels={"a": None}), "VCP761", "label a is null: the API server makes it an empty string", 'write ""'),
    (job(name="Bad_Name"), "VCP705", 'the job\'s name "Bad_Name" is not well formed', None),
    (job(name=5), "VCP701", "name must be a string, found the number 5", 'write "5"'),
    (job(name=""), "VCP703", "the Job has no name", "add metadata.name, or metadata.generateName"),
    (job(namespace="a.b"), "VCP705", 'the job\'s namespace "a.b" is not well formed', None),
    (job(labels={"a b": "x"}), "VCP707", "label a b is not well formed", None),
    (job(labels={"a": "x y"}), "VCP707", "label a is not well formed", None),
    (job(labels={"a": 1}), "VCP701", "label a must be a string, found the number 1", 'write "1"'),
    (job(annotations={"/x": "y"}), "VCP707", "annotation /x has nothing before the /", None),
    (
        job(finalizers=["orphan", "foregroundDeletion"]),
        "VCP707",
        "finalizers cannot have both orphan and foregroundDeletion",
        None,
    ),
    (job(ownerReferences=[owner(apiVersion="a/b/c")]), "VCP705", 'the job\'s apiVersion "a/b/c" is not well formed', None),
    (job(ownerReferences=[owner(uid="")]), "VCP705", "the job's uid is empty", None),
    (
        job(ownerReferences=[owner(kind="Event")]),
        "VCP707",
        "item 1 of ownerReferences is an Event, which cannot own anything",
        None,
    ),
    (
        job(ownerReferences=[owner(controller=True), owner(controller=True)]),
        "VCP707",
        "ownerReferences has more than one with controller: true",
        None,
    ),
    (job(annotations={"a": "x" * 262144}), "VCP707", "the annotations have 262145 bytes; an object may have 262144", None),
    (job(resourceVersion="5"), "VCP709", "resourceVersion is set by the cluster: dropped", "remove it"),
]


@pytest.mark.parametrize(("data", "code", "message", "hint"), SAID, ids=[one[2][:60] for one in SAID])
def test_one_mistake_is_one_problem_that_says_what_is_wrong_and_what_to_write(
    data: dict[str, Any], code: str, message: str, hint: str | None
) -> None:
    [found] = said(data)
    assert found[:2] == (code, message)
    assert hint is None or found[2] == hint


def test_all_problems_come_at_once_each_at_its_very_value() -> None:
    data = job(
        {"minSuccess": 0, "plugins": {"pytorch": [5]}},
        task={"repliacs": 1},
        container={"env": [{"name": "A", "value": 5}], "foo": 1},
    )
    assert {(one.code, one.path, one.at) for one in check(data).problems} == {
        ("VCP704", ("spec", "minSuccess"), "value"),
        ("VCP202", ("spec", "plugins", "pytorch", 0), "value"),
        ("VCP702", ("spec", "tasks", 0, "repliacs"), "key"),
        ("VCP802", (*CONTAINER, "env", 0, "value"), "value"),
        ("VCP801", (*CONTAINER, "foo"), "key"),
    }


def test_a_private_key_in_a_wrong_place_is_not_shown() -> None:
    shaped = check(job({"plugins": {"ssh": "--ssh-private-key=hush"}}))
    assert "hush" not in repr(shaped.problems)


# releases ----------------------------------------------------------------------------------------------------------------

NEWER = [
    (job(pod={"initContainers": [{"name": "i", "restartPolicy": "Always"}]}), 9, "VCP801"),
    (job(pod={"resources": {}}), 12, "VCP801"),
    (job(container={"volumeMounts": [{"name": "v", "mountPath": "/v", "recursiveReadOnly": "Disabled"}]}), 10, "VCP801"),
    (job({"networkTopology": {"mode": "soft"}}), 12, "VCP702"),
    (job({"networkTopology": {"highestTierName": "x"}}), 14, "VCP702"),
    (job(task={"partitionPolicy": {"totalPartitions": 1, "partitionSize": 1}}), 14, "VCP702"),
]


@pytest.mark.parametrize(("data", "since", "code"), NEWER)
def test_a_field_newer_than_the_release_is_dropped_and_named_so(data: dict[str, Any], since: int, code: str) -> None:
    for minor in MINORS:
        problems = check(data, minor).problems
        if minor >= since:
            assert problems == ()
        else:
            [one] = problems
            assert one.code == code
            assert stops(one) == "strict"
            assert one.at == "key"
            first = 12 if one.path[-1] == "networkTopology" else since
            assert f"known from Volcano 1.{first}" in one.hint


def test_the_kubernetes_version_is_told_beside_the_release() -> None:
    [(_, message, hint)] = said(NEWER[0][0], 8)
    assert message == "init container has no field restartPolicy in Volcano 1.8 (Kubernetes 1.27)"
    assert hint == "it is newer: known from Volcano 1.9, Kubernetes 1.29 on"


def test_a_field_that_is_gone_says_until_when_it_was_known() -> None:
    data = job(pod={"workloadRef": {"name": "w", "podGroup": "g"}})
    assert said(data, 15) == []
    assert said(data, 16)[0][2] == "it is gone: Volcano 1.15 was the last to know it"


SINCE = [
    # job, first release whose schema refuses it
    (job({"minSuccess": 0}), 8),
    (job(container={"ports": [{"containerPort": 80}, {"containerPort": 80, "protocol": "TCP"}]}), 8),
    (job(pod={"containers": [{"name": "a"}, {"name": "a"}]}), 10),
    (job(pod={"initContainers": [{"name": "a"}, {"name": "a"}]}), 10),
    (job(container={"env": [{"name": "a"}, {"name": "a"}]}), 10),
    (job(pod={"volumes": [{"name": "a"}, {"name": "a"}]}), 10),
    (job(container={"volumeMounts": [{"name": "a", "mountPath": "/a"}, {"name": "b", "mountPath": "/a"}]}), 10),
    (job(container={"volumeDevices": [{"name": "a", "devicePath": "/a"}, {"name": "b", "devicePath": "/a"}]}), 10),
    (job(pod={"hostAliases": [{"ip": "1.1.1.1"}, {"ip": "1.1.1.1"}]}), 10),
    (job(pod={"imagePullSecrets": [{"name": "a"}, {"name": "a"}]}), 10),
    (job(pod={"imagePullSecrets": [{}, {}]}), 10),
    (job(task={"topologyPolicy": "sometimes"}), 11),
    (job({"policies": [{"event": "PodExploded"}]}), 11),
    (job(task={"policies": [{"events": ["*", "PodExploded"]}]}), 11),
    (job({"networkTopology": {"mode": "firm"}}), 12),
    (job({"tasks": []}), 14),
    (job({"minAvailable": -1}), 14),
    (job({"maxRetry": -1}), 14),
    (job({"ttlSecondsAfterFinished": -1}), 14),
    (job(task={"replicas": -1}), 14),
    (job(task={"minAvailable": -1}), 14),
    (job(task={"maxRetry": -1}), 14),
    (job({"networkTopology": {"highestTierAllowed": -1}}), 14),
    (job({"networkTopology": {"highestTierName": "x" * 254}}), 14),
    (job(task={"name": "Not_OK"}), 14),
    (job(task={"name": "x" * 64}), 14),
    (job({"queue": "Not_OK"}), 14),
    (job({"queue": "x" * 254}), 14),
    (job({"priorityClassName": "Not_OK"}), 14),
    (job({"schedulerName": "x" * 64}), 14),
    (job({"volumes": [{"mountPath": ""}]}), 14),
    (job({"volumes": [{"mountPath": "/a:b"}]}), 14),
    (job({"volumes": [{"mountPath": "/a", "volumeClaimName": "x" * 254}]}), 14),
    (job(task={"partitionPolicy": {"totalPartitions": 1}}), 14),
    (job(task={"partitionPolicy": {"partitionSize": 1}}), 14),
    (job(task={"partitionPolicy": {"totalPartitions": 0, "partitionSize": 1}}), 14),
    (job(task={"partitionPolicy": {"totalPartitions": 1, "partitionSize": 1, "minPartitions": -1}}), 14),
    (job(task={"partitionPolicy": {"totalPartitions": 1, "partitionSize": 1, "networkTopology": {"mode": "firm"}}}), 14),
]


@pytest.mark.parametrize(("data", "since"), SINCE)
def test_the_schema_refuses_from_the_release_that_introduced_the_rule(data: dict[str, Any], since: int) -> None:
    refusing = [minor for minor in MINORS if any(stops(one) == "always" for one in check(data, minor).problems)]
    assert refusing == [minor for minor in MINORS if minor >= since]


def test_an_action_is_no_matter_of_the_schema() -> None:
    for minor in MINORS:
        assert said(job({"policies": [{"event": "PodFailed", "action": "Dance"}]}), minor) == []


KEY_REF = {"env": [{"name": "A", "valueFrom": {"configMapKeyRef": {"key": "k"}}}]}
VOLUMES: dict[str, dict[str, Any]] = {
    "configMap": {},
    "azureDisk": {"diskName": "d", "diskURI": "u"},
    "iscsi": {"targetPortal": "p", "iqn": "i", "lun": 0},
    "rbd": {"monitors": [], "image": "i"},
    "scaleIO": {"gateway": "g", "system": "s", "secretRef": {}},
    "csi": {"driver": "d", "nodePublishSecretRef": {}},
    "projected": {"sources": [{"configMap": {}}, {"secret": {}}]},
    "secret": {},
}


def volume(kind: str) -> dict[str, Any]:
    return job(pod={"volumes": [{"name": "v", kind: copy.deepcopy(VOLUMES[kind])}]})


AT = (*POD, "volumes", 0)
REF = (*CONTAINER, "env", 0, "valueFrom")
DEFAULTS = [
    # job, where, what is added, in which releases
    (job(container={"ports": [{"containerPort": 1}]}), (*CONTAINER, "ports", 0), {"protocol": "TCP"}, range(8, 17)),
    (
        job(pod={"initContainers": [{"name": "i", "ports": [{"containerPort": 1}]}]}),
        (*POD, "initContainers", 0, "ports", 0),
        {"protocol": "TCP"},
        range(8, 17),
    ),
    (
        job(pod={"ephemeralContainers": [{"name": "i", "ports": [{"containerPort": 1}]}]}),
        (*POD, "ephemeralContainers", 0, "ports", 0),
        {"protocol": "TCP"},
        range(8, 17),
    ),
    (job(container=KEY_REF), (*REF, "configMapKeyRef"), {"name": ""}, range(10, 17)),
    (
        job(container={"env": [{"name": "A", "valueFrom": {"secretKeyRef": {"key": "k"}}}]}),
        (*REF, "secretKeyRef"),
        {"name": ""},
        range(10, 17),
    ),
    (job(container={"envFrom": [{"configMapRef": {}}]}), (*CONTAINER, "envFrom", 0, "configMapRef"), {"name": ""}, range(10, 17)),
    (job(container={"envFrom": [{"secretRef": {}}]}), (*CONTAINER, "envFrom", 0, "secretRef"), {"name": ""}, range(10, 17)),
    (job(pod={"imagePullSecrets": [{}]}), (*POD, "imagePullSecrets", 0), {"name": ""}, range(10, 17)),
    (volume("configMap"), (*AT, "configMap"), {"name": ""}, range(10, 17)),
    (volume("csi"), (*AT, "csi", "nodePublishSecretRef"), {"name": ""}, range(10, 17)),
    (volume("projected"), (*AT, "projected", "sources", 0, "configMap"), {"name": ""}, range(10, 17)),
    (volume("projected"), (*AT, "projected", "sources", 1, "secret"), {"name": ""}, range(10, 17)),
    (volume("secret"), (*AT, "secret"), {"name": ""}, range(0)),
    (volume("azureDisk"), (*AT, "azureDisk"), {"fsType": "ext4", "readOnly": False}, range(11, 17)),
    (volume("iscsi"), (*AT, "iscsi"), {"iscsiInterface": "default"}, range(11, 17)),
    (volume("rbd"), (*AT, "rbd"), {"keyring": "/etc/ceph/keyring", "pool": "rbd", "user": "admin"}, range(11, 17)),
    (volume("scaleIO"), (*AT, "scaleIO"), {"fsType": "xfs", "storageMode": "ThinProvisioned"}, range(11, 17)),
    (
        job(container={"livenessProbe": {"grpc": {"port": 1}}}),
        (*CONTAINER, "livenessProbe", "grpc"),
        {"service": ""},
        range(11, 17),
    ),
    (
        job(container={"env": [{"name": "A", "valueFrom": {"fileKeyRef": {"volumeName": "v", "path": "p", "key": "k"}}}]}),
        (*REF, "fileKeyRef"),
        {"optional": False},
        range(14, 17),
    ),
    (job(), ("spec",), {"maxRetry": 3}, range(11, 17)),
    (job(), ("spec",), {"queue": "default"}, range(14, 17)),
    (job({"networkTopology": {}}), ("spec", "networkTopology"), {"mode": "hard"}, range(12, 17)),
    (job({"networkTopology": {}}), ("spec", "networkTopology"), {"highestTierAllowed": 1}, range(12, 14)),
    (
        job(task={"partitionPolicy": {"totalPartitions": 1, "partitionSize": 1, "networkTopology": {}}}),
        ("spec", "tasks", 0, "partitionPolicy", "networkTopology"),
        {"mode": "hard"},
        range(14, 17),
    ),
    (
        job(task={"partitionPolicy": {"totalPartitions": 1, "partitionSize": 1}}),
        ("spec", "tasks", 0, "partitionPolicy"),
        {"minPartitions": 0},
        range(14, 17),
    ),
]


@pytest.mark.parametrize(("data", "path", "added", "releases"), DEFAULTS)
def test_defaults_are_filled_in_by_exactly_the_releases_that_have_them(
    data: dict[str, Any], path: tuple[str | int, ...], added: dict[str, Any], releases: range
) -> None:
    for minor in MINORS:
        try:
            found = dig(check(data, minor).data, *path)
        except KeyError:
            assert minor not in releases
            continue
        assert {key: found[key] for key in added if key in found} == (added if minor in releases else {}), minor


def test_a_default_never_replaces_a_value_nor_makes_an_object() -> None:
    shaped = check(job({"queue": "q", "maxRetry": 0}, container={"ports": [{"containerPort": 1, "protocol": "UDP"}]}))
    assert dig(shaped.data, *CONTAINER, "ports", 0, "protocol") == "UDP"
    assert shaped.data["spec"]["queue"] == "q"
    assert shaped.data["spec"]["maxRetry"] == 0
    assert "networkTopology" not in shaped.data["spec"]
    assert "livenessProbe" not in dig(shaped.data, *CONTAINER)


# values ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("given_", "kept"), [(1.0, 1), (1e3, 1000), (7, 7), (-0.0, 0)])
def test_a_whole_float_is_a_whole_number(given_: float, kept: int) -> None:
    found = dig(check(job(pod={"priority": given_})).data, *POD, "priority")
    assert (found, type(found)) == (kept, int)
    shaped = check(job(container={"resources": {"limits": {"cpu": given_}}}))
    assert shaped.problems == ()
    assert dig(shaped.data, *CONTAINER, "resources", "limits", "cpu") == kept


@pytest.mark.parametrize("text", ["1", "0.5", ".5", "5.", "+1", "-1", "100m", "1Ki", "1E", "1Ei", "1e3", "1E-3", "12e+6", "0"])
def test_quantities_of_the_pattern_pass(text: str) -> None:
    assert is_quantity(text)


@pytest.mark.parametrize(
    "text", ["", ".", "+", "-.", "1GB", "1 Gi", " 1", "1 ", "1\n", "1e", "1e1.5", "0x10", "1_000", "ki", "1K", "٣", "1KI"]
)
def test_other_texts_are_no_quantity(text: str) -> None:
    assert not is_quantity(text)


def test_ports_of_probes_are_numbers_or_names() -> None:
    for port in (80, "http"):
        assert said(job(container={"livenessProbe": {"httpGet": {"port": port}}})) == []
    [(code, message, _)] = said(job(container={"livenessProbe": {"httpGet": {"port": 2**40}}}))
    assert (code, message) == ("VCP802", "port does not fit 32 bits: 1099511627776")


@pytest.mark.parametrize("text", ["90s", "1h30m", "0", "-1.5h", "100ms", ".5s", "1µs"])
def test_durations_are_those_of_go(text: str) -> None:
    assert said(job({"runningEstimate": text, "policies": [{"timeout": text}]})) == []


@pytest.mark.parametrize("text", ["", "90", "1d", "1 h", "h", "1h "])
def test_what_go_cannot_read_as_a_duration_is_refused(text: str) -> None:
    assert [one[0] for one in said(job({"policies": [{"timeout": text}]}), 8)] == ["VCP705"]


def test_nulls_go_everywhere_but_stop_nothing() -> None:
    data = job(
        {"policies": None, "plugins": {"svc": None, "env": []}},
        task={"maxRetry": None},
        pod={"nodeSelector": {"a": None, "b": "c"}, "affinity": None},
        container={"resources": {"limits": {"cpu": None}}},
    )
    shaped = check(data, 8)
    assert {stops(one) for one in shaped.problems} == {"never"}
    assert sorted(one.code for one in shaped.problems) == ["VCP201"] + ["VCP761"] * 5
    assert shaped.data["spec"]["plugins"] == {"env": []}
    assert "null" not in json.dumps(shaped.data)
    assert dig(shaped.data, *POD, "nodeSelector") == {"b": "c"}


def test_template_metadata_keeps_five_fields_only() -> None:
    kept = {"name": "n", "namespace": "s", "labels": {"a": "b"}, "annotations": {"c": "d"}, "finalizers": ["e"]}
    data = job()
    data["spec"]["tasks"][0]["template"]["metadata"] = kept | {"generateName": "g", "creationTimestamp": None}
    shaped = check(data)
    assert dig(shaped.data, "spec", "tasks", 0, "template", "metadata") == kept
    assert [(one.code, one.path[-1]) for one in shaped.problems] == [("VCP801", "generateName"), ("VCP801", "creationTimestamp")]


def test_what_the_cluster_sets_is_dropped_with_a_word() -> None:
    shaped = check(job(uid="u", creationTimestamp=None, managedFields=[{}]) | {"status": {"state": {}}})
    assert shaped.data["metadata"] == {"name": "j"}
    assert "status" not in shaped.data
    assert {(one.code, stops(one)) for one in shaped.problems} == {("VCP709", "never")}
    assert len(shaped.problems) == 4


@pytest.mark.parametrize(
    ("data", "code", "message"),
    [
        (job(uid=5), "VCP701", "uid must be a string, found the number 5"),
        (job(generation=-1), "VCP704", "generation must be at least 0, found -1"),
        (job(managedFields="x"), "VCP701", 'managedFields must be a list, found the string "x"'),
        (job(creationTimestamp="today"), "VCP705", 'the job\'s creationTimestamp "today" is not well formed'),
    ],
)
def test_what_the_cluster_sets_must_still_be_of_its_type(data: dict[str, Any], code: str, message: str) -> None:
    assert (code, message) in [one[:2] for one in said(data)]


@pytest.mark.parametrize(("prefix", "fine"), [("train-", True), ("train.", False), ("-", False), ("Train-", False), ("a", True)])
def test_a_generated_name_needs_a_prefix_that_can_go_on(prefix: str, fine: bool) -> None:
    data = job()
    data["metadata"] = {"generateName": prefix}
    assert (said(data) == []) == fine


@pytest.mark.parametrize("metadata", [{"name": None}, {}, None, {"name": None, "generateName": ""}])
def test_a_job_without_a_name_is_refused_however_it_is_left_out(metadata: Any) -> None:
    problems = check(job() | {"metadata": metadata}).problems
    assert [one.code for one in problems if stops(one) == "always"] == ["VCP703"]


def test_metadata_that_is_no_mapping_is_said_once() -> None:
    assert [one[0] for one in said(job() | {"metadata": "x"})] == ["VCP701"]


@pytest.mark.parametrize("data", [{}, {"metadata": None}, {"metadata": "x", "spec": []}, {"spec": None}])
def test_a_job_without_metadata_or_spec_still_has_both_in_its_shape(data: dict[str, Any]) -> None:
    shaped = check(data)
    assert isinstance(shaped.data["metadata"], dict)
    assert isinstance(shaped.data["spec"], dict)
    assert any(stops(one) == "always" for one in shaped.problems)


def test_wrong_values_leave_a_well_typed_shape_with_its_indexes() -> None:
    data = job(pod={"hostNetwork": "no"}, container={"args": ["a", 5, "c"], "env": ["A=B", {"name": "C"}], "ports": 80})
    found = dig(check(data).data, *CONTAINER)
    assert found["args"] == ["a", "", "c"]
    assert found["env"] == [{}, {"name": "C"}]
    assert "ports" not in found
    assert "hostNetwork" not in dig(check(data).data, *POD)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["spec", "tasks", "template", "containers", "env", "name", "labels", "plugins", "x"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@given(st.dictionaries(st.sampled_from(["metadata", "spec", "kind", "status", "x"]), ANYTHING), st.sampled_from(MINORS))
def test_nothing_that_can_be_written_makes_the_schema_step_fail(data: dict[str, Any], minor: int) -> None:
    shaped = check(data, minor)
    again = check(shaped.data, minor)
    assert again.data == shaped.data


# what real API servers did ----------------------------------------------------------------------------------------------


def as_json(value: Any) -> Any:
    if isinstance(value, dict):
        return {key if isinstance(key, str) else json.dumps(key): as_json(item) for key, item in value.items()}
    return [as_json(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("case", sorted(CASES.iterdir()), ids=lambda case: case.name)
def test_the_schema_refuses_what_the_api_server_refused_and_nothing_else(case: Path) -> None:
    documents = yaml.safe_load_all((case / "job.yaml").read_text(encoding="utf-8"))
    data = next(as_json(one) for one in documents if one and one["kind"] == "Job")
    expected = json.loads((case / "expected.json").read_text(encoding="utf-8"))
    for name, result in expected["releases"].items():
        refused = expected[result].get("refused", {}).get("by") in ("schema", "metadata")
        found = [one for one in apply(data, release(name)).problems if stops(one) == "always"]
        assert bool(found) == refused, (name, found)
