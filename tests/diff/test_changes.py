"""What normalising takes out hides nothing: a change of one field in any rendered object is told, and told once."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

import pytest

from tests.diff.test_same import IDS, JOBS, objects
from tests.diff.test_series import places
from vcplug.diff import Report
from vcplug.diff.match import match
from vcplug.diff.sides import Side
from vcplug.diff.steady import JOB_NAME

TRIES = 12
IDENTITY = {("apiVersion",), ("kind",), ("metadata", "name"), ("metadata", "namespace")}
KEYS = ("name", "mountPath", "containerPort", "port", "key", "protocol")
"""fields by which entries of lists are known: a change of one is an entry less and an entry more"""
SETS = (("accessModes",), ("policyTypes",), ("matchLabelKeys",))


def leaves(found: dict[str, Any]) -> list[tuple[Any, ...]]:
    listed = list(places(found))
    holders = {path[:-1] for path in listed if path}
    return [path for path in listed if path and path not in holders and path not in IDENTITY]


def is_key(path: tuple[Any, ...]) -> bool:
    return path[-1] == JOB_NAME or (path[-1] in KEYS and isinstance(path[-2], int)) or path[-2:-1] in SETS


def changed(found: dict[str, Any], path: tuple[Any, ...]) -> dict[str, Any]:
    """A copy in which this one value is another of its type."""
    found = copy.deepcopy(found)
    holder: Any = found
    for step in path[:-1]:
        holder = holder[step]
    value = holder[path[-1]]
    holder[path[-1]] = not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else f"{value}x"
    return found


def told(old: list[dict[str, Any]], new: list[dict[str, Any]], *, from_cluster: bool) -> Report:
    return match(Side([], copy.deepcopy(old)), Side([], copy.deepcopy(new)), from_cluster=from_cluster)


def mirrored(report: Report) -> list[tuple[Any, ...]]:
    how = {"added": "removed", "removed": "added", "changed": "changed"}
    return [(name, where, how[change], new, old) for name, where, change, old, new in plain(report)]


def plain(report: Report) -> list[tuple[Any, ...]]:
    """All that is said of objects that both sides have; of new ones the content is told, of gone ones it is not."""
    both = [(one.name, change) for one, change in said(report) if one.how == "changed"]
    return [(name, repr(change.path), change.how, repr(change.old), repr(change.new)) for name, change in both]


def said(report: Report) -> list[tuple[Any, Any]]:
    return [(one, change) for one in report.blocks for change in one.changes]


@pytest.mark.parametrize("path", JOBS, ids=IDS)
def test_a_change_of_one_field_is_told_once_and_from_both_sides(path: Path) -> None:
    made = objects(path)[:40]
    chance = random.Random(path.parent.name)
    for from_cluster in (False, True):
        for _ in range(TRIES):
            position = chance.randrange(len(made))
            where = chance.choice(leaves(made[position]))
            if from_cluster and where[-1] in ("volcano.sh/job-version", "volcano.sh/job-retry-count"):
                continue  # Volcano itself moves these on
            new = [*made[:position], changed(made[position], where), *made[position + 1 :]]
            report = told(made, new, from_cluster=from_cluster)
            assert len(said(report)) == 1 or (is_key(where) and len(said(report)) > 1), where
            assert sorted(plain(told(new, made, from_cluster=from_cluster))) == sorted(mirrored(report)), where


def pod(**spec: Any) -> dict[str, Any]:
    metadata = {"name": "train-worker-0", "labels": {"volcano.sh/job-name": "train"}}
    container = {"name": "main", "image": "a:1", **spec.pop("container", {})}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": {"containers": [container], **spec}}


@pytest.mark.parametrize(
    ("old", "new", "paths"),
    [
        ({"limits": {"cpu": 1}}, {"limits": {"cpu": 2}}, ["limits"]),
        ({"limits": {"cpu": 1}, "requests": {"cpu": 1}}, {"limits": {"cpu": 2}}, ["limits"]),
        ({"limits": {"cpu": 1}, "requests": {"cpu": 1}}, {"limits": {"cpu": 2}, "requests": {"cpu": 1}}, ["limits"]),
        ({"limits": {"cpu": 1}}, {"limits": {"cpu": 2}, "requests": {"cpu": 1}}, ["limits"]),
        ({"limits": {"cpu": 2}}, {"limits": {"cpu": 2}, "requests": {"cpu": 1}}, ["requests"]),
        (
            {"limits": {"cpu": 1}, "requests": {"cpu": 1}},
            {"limits": {"cpu": 2}, "requests": {"cpu": 2}},
            ["limits", "requests"],
        ),
        ({"limits": {"cpu": 1}}, {"limits": {"cpu": 1}, "requests": {"cpu": 1}}, []),
    ],
)
def test_a_request_that_follows_its_limit_is_not_told_as_well(old: Any, new: Any, paths: list[str]) -> None:
    report = told([pod(container={"resources": old})], [pod(container={"resources": new})], from_cluster=False)
    assert [change.path[-2] for _, change in said(report)] == paths


def secret(**data: str) -> dict[str, Any]:
    from base64 import b64encode

    coded = {key.replace("_pub", ".pub"): b64encode(value.encode()).decode() for key, value in data.items()}
    return {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "train-ssh"}, "data": coded}


KEY = "-----BEGIN RSA PRIVATE KEY-----\n%s\n-----END RSA PRIVATE KEY-----\n"
PAIR = {"id_rsa": KEY % "one", "id_rsa_pub": "ssh-rsa one", "authorized_keys": "ssh-rsa one"}
NEXT = {"id_rsa": KEY % "two", "id_rsa_pub": "ssh-rsa two", "authorized_keys": "ssh-rsa two"}


@pytest.mark.parametrize(
    ("new", "paths"),
    [
        (NEXT, []),
        (PAIR | {"authorized_keys": "ssh-rsa intruder"}, ["authorized_keys"]),
        (NEXT | {"authorized_keys": "ssh-rsa two\nssh-rsa intruder"}, ["authorized_keys"]),
        ({"id_rsa": NEXT["id_rsa"], "authorized_keys": "ssh-rsa two"}, ["authorized_keys", "id_rsa.pub"]),
    ],
)
def test_another_generated_pair_of_keys_is_no_change_but_a_pair_that_does_not_match_is(new: Any, paths: list[str]) -> None:
    report = told([secret(**PAIR)], [secret(**new)], from_cluster=False)
    assert sorted(str(change.path[-1]) for _, change in said(report)) == paths


def test_an_entry_of_a_list_without_names_is_told_as_changed() -> None:
    tolerations = [{"key": "gpu", "operator": "Exists"}, {"key": "spot", "operator": "Exists"}]
    new = [tolerations[1], {"key": "gpu", "operator": "Exists", "effect": "NoSchedule"}]
    report = told([pod(tolerations=tolerations)], [pod(tolerations=new)], from_cluster=False)
    assert [(change.path[-1], change.how, change.new) for _, change in said(report)] == [("effect", "added", "NoSchedule")]


def test_the_order_of_keys_does_not_keep_pods_apart() -> None:
    one, other = {"name": "proxy", "image": "p:1"}, {"image": "p:1", "name": "proxy"}
    old = [pod(), pod() | {"metadata": {"name": "train-master-0"}}]
    new = copy.deepcopy(old)
    for found, added in zip(new, (one, other), strict=True):
        found["spec"]["containers"].append(added)
    assert [len(one.pods) for one in told(old, new, from_cluster=False).blocks if one.changes[0].how == "added"] == [2]
