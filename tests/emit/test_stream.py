"""Many objects in one stream: separators, Lists, names, foreign texts, full disks."""

from __future__ import annotations

import io
import json
import os
import tracemalloc
from typing import Any

import pytest
import yaml

from vcplug.emit import Verbatim, blocks
from vcplug.emit.stream import write
from vcplug.errors import VcplugError
from vcplug.holes import INDEX, Hole, text
from vcplug.model import Manifest

MAP: dict[str, Any] = {
    "apiVersion": "v1",
    "kind": "ConfigMap",
    "metadata": {"name": "train-svc"},
    "data": {"worker.host": "a\nb"},
}
POD: dict[str, Any] = {
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {"name": text("train-worker-", INDEX), "labels": {"volcano.sh/task-index": text(INDEX)}},
    "spec": {
        "containers": [
            {"name": "main", "command": ["sh", "-c", "set -e\nrun\n"], "env": [{"name": "RANK", "value": text(Hole(1))}]}
        ]
    },
}
FOREIGN = "# mine\nkind: Thing   # kept\nmetadata: {name: x}"


def foreign(written: str = FOREIGN) -> Verbatim:
    return Verbatim(written, lambda: yaml.safe_load(written))


def emitted(*parts: Manifest | Verbatim, **options: Any) -> str:
    return b"".join(blocks(parts, **options)).decode()


def test_documents_stand_between_separators_and_look_as_kubectl_prints_them() -> None:
    assert (
        emitted(Manifest(MAP), Manifest(POD, indexes=range(2)))
        == """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: train-svc
data:
  worker.host: |-
    a
    b
---
apiVersion: v1
kind: Pod
metadata:
  name: train-worker-0
  labels:
    volcano.sh/task-index: "0"
spec:
  containers:
  - name: main
    command:
    - sh
    - -c
    - |
      set -e
      run
    env:
    - name: RANK
      value: "1"
---
apiVersion: v1
kind: Pod
metadata:
  name: train-worker-1
  labels:
    volcano.sh/task-index: "1"
spec:
  containers:
  - name: main
    command:
    - sh
    - -c
    - |
      set -e
      run
    env:
    - name: RANK
      value: "2"
"""
    )


def test_a_foreign_text_passes_byte_for_byte_and_is_never_glued_to_the_next() -> None:
    assert emitted(foreign()) == FOREIGN
    assert emitted(foreign(), foreign("a: 1\r\n"), foreign()) == f"{FOREIGN}\n---\na: 1\r\n---\n{FOREIGN}"
    assert emitted(Manifest({"a": 1}), foreign(), Manifest({"a": 1})) == f"a: 1\n---\n{FOREIGN}\n---\na: 1\n"


def test_a_foreign_text_that_is_empty_leaves_no_separator_behind() -> None:
    assert emitted(foreign(""), Manifest({"a": 1}), foreign("\n"), Manifest({"a": 2})) == "a: 1\n---\na: 2\n"


def test_a_foreign_text_with_directives_stays_readable_behind_another_document() -> None:
    written = emitted(Manifest({"a": 1}), foreign("%YAML 1.1\n---\nb: 2\n"), Manifest({"a": 3}))
    assert list(yaml.safe_load_all(written)) == [{"a": 1}, {"b": 2}, {"a": 3}]


def test_json_is_one_list_in_kubectls_layout() -> None:
    written = emitted(Manifest(MAP), foreign(), Manifest(POD, indexes=[3, 5]), format="json")
    found = json.loads(written)
    assert list(found) == ["apiVersion", "kind", "items"]
    assert found["items"][:2] == [MAP, yaml.safe_load(FOREIGN)]
    assert [pod["metadata"]["name"] for pod in found["items"][2:]] == ["train-worker-3", "train-worker-5"]
    assert written == json.dumps(found, indent=4) + "\n"


def test_json_of_nothing_is_an_empty_list() -> None:
    assert json.loads(emitted(format="json")) == {"apiVersion": "v1", "kind": "List", "items": []}


def test_json_of_a_single_object_is_that_object() -> None:
    assert emitted(Manifest(MAP), format="json", single=True) == json.dumps(MAP, indent=4) + "\n"


def test_json_keeps_text_readable_and_halves_of_characters_as_go_reads_them() -> None:
    assert json.loads(emitted(Manifest({"é<\n": "\ud83d \U0001f600\x01"}), format="json", single=True)) == {
        "é<\n": "\ufffd 😀\x01"
    }
    assert '"é<\\n"' in emitted(Manifest({"é<\n": 1}), format="json")


def test_half_a_character_in_yaml_is_what_go_reads() -> None:
    assert yaml.safe_load(emitted(Manifest({"a": "\ud83d"}))) == {"a": "\ufffd"}


@pytest.mark.parametrize("format", ["yaml", "json"])
def test_a_resource_list_comes_out_as_one(format: Any) -> None:
    envelope = {"apiVersion": "config.kubernetes.io/v1", "kind": "ResourceList", "items": ["old"], "functionConfig": {"a": [1]}}
    written = emitted(Manifest(MAP), foreign(), Manifest(POD, indexes=range(2)), format=format, envelope=envelope)
    found = yaml.safe_load(written)
    assert {name: found[name] for name in ("kind", "functionConfig")} == {"kind": "ResourceList", "functionConfig": {"a": [1]}}
    assert [item["metadata"]["name"] for item in found["items"]] == ["train-svc", "x", "train-worker-0", "train-worker-1"]
    assert yaml.safe_load(emitted(format=format, envelope=envelope))["items"] == []


def test_names_are_qualified_as_kubectl_does() -> None:
    others = [
        Manifest({"apiVersion": version, "kind": kind, "metadata": {"name": "x"}})
        for version, kind in (
            ("networking.k8s.io/v1", "NetworkPolicy"),
            ("scheduling.volcano.sh/v1beta1", "PodGroup"),
            ("batch.volcano.sh/v1alpha1", "Job"),
        )
    ]
    generated = Manifest({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"generateName": "x-"}})
    written = emitted(Manifest(MAP), *others, Manifest(POD, indexes=[0, 10]), generated, foreign("a: 1"), format="name")
    assert written.splitlines() == [
        "configmap/train-svc",
        "networkpolicy.networking.k8s.io/x",
        "podgroup.scheduling.volcano.sh/x",
        "job.batch.volcano.sh/x",
        "pod/train-worker-0",
        "pod/train-worker-10",
        "job.batch/x-",
        "<unknown>/<unknown>",
    ]


def test_many_pods_stream_in_flat_memory_in_large_blocks() -> None:
    padded = {**POD, "spec": {"pad": "x" * 2000}}
    tracemalloc.start()
    sizes = [len(block) for block in blocks([Manifest(padded, indexes=range(20_000))])]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert sum(sizes) > 40_000_000
    assert min(sizes[:-1]) > 500_000
    assert peak < 8_000_000


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only Linux has a device that is always full")
def test_a_full_disk_is_an_error_that_says_so() -> None:
    with (
        open("/dev/full", "wb", buffering=0) as full,
        pytest.raises(VcplugError, match=r"cannot write to stdout: No space left on device$"),
    ):
        write([b"x"], full)


def test_a_full_disk_in_mid_stream_says_that_the_output_is_not_complete() -> None:
    class Full(io.BytesIO):
        def write(self, block: Any) -> int:
            if self.tell():
                raise OSError(28, "No space left on device")
            return super().write(block)

    with pytest.raises(VcplugError, match="No space left on device; what is written so far is not complete"):
        write([b"a", b"b"], Full(), "out.yaml")


@pytest.mark.parametrize("error", [BrokenPipeError, KeyboardInterrupt])
def test_a_closed_pipe_and_an_interrupt_are_left_to_the_caller(error: type[BaseException]) -> None:
    class Closed(io.BytesIO):
        def write(self, block: Any) -> int:
            raise error

    with pytest.raises(error):
        write([b"a"], Closed())
