"""--origin: a comment behind each added line, on YAML that stays what it was; and private keys behind a marker."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.emit.emit_strategies import objects, scalars, strings
from vcplug.emit import blocks
from vcplug.emit.mask import MARKER, mask
from vcplug.holes import INDEX, Hole, fill, text
from vcplug.model import Manifest, Origin

POD: dict[str, Any] = {
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {"name": text("train-worker-", INDEX), "labels": {"app": "mine", "volcano.sh/job-name": "train"}},
    "spec": {
        "containers": [
            {
                "name": "main",
                "command": ["sh", "-c", "wait\nrun\n"],
                "env": [
                    {"name": "MINE", "value": "1"},
                    {"name": "MASTER_ADDR", "value": "train-master-0.train"},
                    {"name": "RANK", "value": text(Hole(1))},
                ],
                "ports": [{"name": "pytorchjob-port", "containerPort": 23456}],
            }
        ],
        "subdomain": "train",
    },
}
ENV = ("spec", "containers", 0, "env")
ORIGINS = {
    (): Origin("controller", "pod of task worker"),
    ("metadata", "labels", "volcano.sh/job-name"): Origin("controller", "label"),
    (*ENV, 1): Origin("pytorch", "host of master-0"),
    (*ENV, 2): Origin("pytorch", "index + 1"),
    (*ENV, 2, "value"): Origin("pytorch", "index + 1"),
    ("spec", "containers", 0, "command", 2): Origin("pytorch", "waits for\nthe master"),
    ("spec", "containers", 0, "ports"): Origin("pytorch", "--port"),
    ("spec", "subdomain"): Origin("svc", "the job's Service"),
}


def say(origin: Origin) -> str:
    return f"{origin.by}: {origin.reason}"


def test_origins_stand_behind_the_lines_where_they_start() -> None:
    assert (
        b"".join(blocks([Manifest(POD, ORIGINS, [1])], comment=say)).decode()
        == """\
# controller: pod of task worker
apiVersion: v1
kind: Pod
metadata:
  name: train-worker-1
  labels:
    app: mine
    volcano.sh/job-name: train  # controller: label
spec:
  containers:
  - name: main
    command:
    - sh
    - -c
    - |  # pytorch: waits for the master
      wait
      run
    env:
    - name: MINE
      value: "1"
    - name: MASTER_ADDR  # pytorch: host of master-0
      value: train-master-0.train
    - name: RANK         # pytorch: index + 1
      value: "2"
    ports:  # pytorch: --port
    - name: pytorchjob-port
      containerPort: 23456
  subdomain: train  # svc: the job's Service
"""
    )


def test_comments_change_no_value_of_any_pod() -> None:
    plain = b"".join(blocks([Manifest(POD, indexes=range(3))]))
    told = b"".join(blocks([Manifest(POD, ORIGINS, range(3))], comment=say))
    assert list(yaml.safe_load_all(told)) == list(yaml.safe_load_all(plain))


def test_columns_stay_straight_where_indexes_get_longer() -> None:
    value = {"a": [text("pod-", INDEX), "x"], "b": text("1\n", INDEX)}
    origins = {("a", 0): Origin("x", "y"), ("a", 1): Origin("x", "z"), ("b",): Origin("x", "y")}
    at_once = b"".join(blocks([Manifest(value, origins, [9, 10, 11])], comment=say))
    one_by_one = b"".join(blocks([Manifest(fill(value, index), origins) for index in (9, 10, 11)], comment=say))
    assert at_once == one_by_one
    assert b"- pod-9  # x: y\n- x      # x: z\n" in at_once
    assert b"- pod-10  # x: y\n- x       # x: z\nb: |-  # x: y\n  1\n  10\n" in at_once


def paths(value: Any, path: Any = ()) -> Any:
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in items:
        yield from paths(inner, (*path, name))


@settings(max_examples=200, deadline=None)
@given(objects(scalars), st.lists(strings, min_size=1, max_size=3), st.data())
def test_commented_yaml_reads_back_equal(value: dict[str, Any], reasons: list[str], data: st.DataObject) -> None:
    every = list(paths(value))
    chosen = data.draw(st.lists(st.sampled_from(every), max_size=6))
    origins = {path: Origin("x", reasons[at % len(reasons)]) for at, path in enumerate(chosen)}
    for envelope in (None, {"kind": "ResourceList"}):
        plain = b"".join(blocks([Manifest(value)] * 2, envelope=envelope))
        told = b"".join(blocks([Manifest(value, origins)] * 2, comment=lambda origin: origin.reason, envelope=envelope))
        assert list(yaml.safe_load_all(told)) == list(yaml.safe_load_all(plain))


def test_a_private_key_in_a_secret_is_masked_and_the_rest_is_not() -> None:
    encoded = b64encode(b"-----BEGIN RSA PRIVATE KEY-----\n").decode()
    found = Manifest({"apiVersion": "v1", "kind": "Secret", "data": {"id_rsa": encoded, "other": encoded, "id_rsa.pub": "c3No"}})
    assert mask(found).object["data"] == {"id_rsa": MARKER, "other": MARKER, "id_rsa.pub": "c3No"}
    assert found.object["data"]["id_rsa"] == encoded


def test_a_stand_in_for_a_key_and_other_objects_stay_readable() -> None:
    stand_in = {"id_rsa": b64encode(b"<private key made by Volcano>").decode()}
    for kind, data in (("Secret", stand_in), ("ConfigMap", {"id_rsa": "x"})):
        assert mask(Manifest({"apiVersion": "v1", "kind": kind, "data": data})).object["data"] == data


def test_a_private_key_in_a_jobs_arguments_is_masked() -> None:
    arguments = ["--ssh-port=22", "--ssh-private-key=a\nb", "-ssh-private-key", "c", "--ssh-public-key=d"]
    job = Manifest({"apiVersion": "batch.volcano.sh/v1alpha1", "kind": "Job", "spec": {"plugins": {"ssh": arguments, "svc": []}}})
    shown = mask(job).object["spec"]["plugins"]
    assert shown["ssh"] == ["--ssh-port=22", f"--ssh-private-key={MARKER}", "-ssh-private-key", MARKER, "--ssh-public-key=d"]
    assert shown["svc"] == []
