"""One file per object: safe names, nothing half-written, private keys for the owner only."""

from __future__ import annotations

import json
import os
import stat
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
import yaml

from vcplug.emit import Verbatim, directory
from vcplug.errors import VcplugError
from vcplug.holes import INDEX, text
from vcplug.model import Manifest

KEY = "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\n"


def made(kind: str, name: Any, namespace: str = "", version: str = "v1", **fields: Any) -> Manifest:
    metadata = {"name": name, **({"namespace": namespace} if namespace else {})}
    return Manifest({"apiVersion": version, "kind": kind, "metadata": metadata, **fields})


def pods(count: int) -> Manifest:
    return Manifest({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": text("w-", INDEX)}}, indexes=range(count))


def secret(content: str = KEY) -> Manifest:
    return made("Secret", "train-ssh", data={"id_rsa": b64encode(content.encode()).decode()})


def files(where: Path) -> list[str]:
    return sorted(path.name for path in where.rglob("*"))


def test_every_object_gets_a_file_named_after_its_kind_and_name(tmp_path: Path) -> None:
    where = tmp_path / "a" / "b"
    foreign = Verbatim("# mine\nkind: Thing\nmetadata: {name: x}", lambda: {"kind": "Thing", "metadata": {"name": "x"}})
    written = directory.write([made("ConfigMap", "train-svc"), pods(2), foreign], str(where))
    assert written == (4, ())
    assert files(where) == ["configmap-train-svc.yaml", "pod-w-0.yaml", "pod-w-1.yaml", "thing-x.yaml"]
    assert yaml.safe_load((where / "pod-w-1.yaml").read_text())["metadata"]["name"] == "w-1"
    assert (where / "thing-x.yaml").read_text() == foreign.text


def test_json_files_hold_one_object_each(tmp_path: Path) -> None:
    directory.write([pods(2)], str(tmp_path), "json")
    assert json.loads((tmp_path / "pod-w-1.json").read_text())["metadata"] == {"name": "w-1"}


def test_namespaces_and_groups_are_in_the_name_where_they_tell_objects_apart(tmp_path: Path) -> None:
    parts = [
        made("Pod", "b-c", "a"),
        made("Pod", "c", "a-b"),
        made("Job", "x", version="batch/v1"),
        made("Job", "x", version="q.io/v1"),
    ]
    directory.write(parts, str(tmp_path))
    assert files(tmp_path) == ["job.batch-x.yaml", "job.q.io-x.yaml", "pod-a-b_c.yaml", "pod-a_b-c.yaml"]


@pytest.mark.parametrize(
    ("stem", "name"),
    [
        ("pod-../../etc/passwd", "pod-.._.._etc_passwd.yaml"),
        ("../x", "_x.yaml"),
        ("...", "_.yaml"),
        ("a\x00b\nc:d", "a_b_c_d.yaml"),
        ("con", "_con.yaml"),
        ("NUL.x-y", "_NUL.x-y.yaml"),
        ("clusterrole-system:node", "clusterrole-system_node.yaml"),
        ("pod-été", "pod-_t_.yaml"),
    ],
)
def test_a_name_is_made_safe_for_every_system(stem: str, name: str) -> None:
    assert directory.file_name(stem, "yaml") == name


def test_long_names_are_cut_and_still_differ() -> None:
    one, other = (directory.file_name("x" * 300 + end, "yaml") for end in "ab")
    assert len(one) == len(other) == 255
    assert one != other


@pytest.mark.parametrize(("one", "other"), [("a/b", "a_b"), ("A", "a"), ("a", "a")])
def test_two_objects_for_one_file_are_refused_before_anything_is_written(tmp_path: Path, one: str, other: str) -> None:
    where = tmp_path / "out"
    with pytest.raises(VcplugError, match=r"nothing is written: pod/.* would both be pod-"):
        directory.write([pods(3), made("Pod", one), made("Pod", other)], str(where))
    assert not where.exists()


def test_a_series_that_meets_another_object_is_refused(tmp_path: Path) -> None:
    with pytest.raises(VcplugError, match=r"would both be pod-w-7\.yaml"):
        directory.write([pods(8), made("Pod", "w-7")], str(tmp_path))


def test_a_failure_leaves_the_directory_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pod-w-0.yaml").write_text("old")
    create = directory._create

    def fill_up(path: str, content: bytes, mode: int) -> None:
        if path.endswith("w-5.yaml"):
            raise OSError(28, "No space left on device")
        create(path, content, mode)

    monkeypatch.setattr(directory, "_create", fill_up)
    for where in (tmp_path, tmp_path / "new" / "deep"):
        with pytest.raises(VcplugError, match="No space left on device"):
            directory.write([pods(8)], str(where))
    assert files(tmp_path) == ["pod-w-0.yaml"]
    assert (tmp_path / "pod-w-0.yaml").read_text() == "old"


def test_an_interrupt_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(directory, "_create", interrupt)
    with pytest.raises(KeyboardInterrupt):
        directory.write([pods(8)], str(tmp_path / "new"))
    assert files(tmp_path) == []


def test_other_files_and_equal_files_are_left_alone_and_changed_ones_replaced(tmp_path: Path) -> None:
    directory.write([pods(2)], str(tmp_path))
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "pod-w-1.yaml").write_text("edited")
    os.utime(tmp_path / "pod-w-0.yaml", (1, 1))
    directory.write([pods(2)], str(tmp_path))
    assert (tmp_path / "pod-w-0.yaml").stat().st_mtime == 1
    assert "w-1" in (tmp_path / "pod-w-1.yaml").read_text()
    assert files(tmp_path) == ["notes.txt", "pod-w-0.yaml", "pod-w-1.yaml"]


def test_a_secret_is_for_the_owner_only_and_private_keys_are_reported(tmp_path: Path) -> None:
    target = tmp_path / "secret-train-ssh.yaml"
    for _ in range(2):
        assert directory.write([secret(), pods(1)], str(tmp_path)).private == (str(target),)
        assert stat.S_IMODE(target.stat().st_mode) == 0o600
        target.chmod(0o644)
    assert directory.write([secret("<private key made by Volcano>\n")], str(tmp_path)).private == ()


@pytest.mark.parametrize("obstacle", ["file", "directory-in-the-way"])
def test_what_stands_in_the_way_is_named(tmp_path: Path, obstacle: str) -> None:
    where = tmp_path / "out"
    if obstacle == "file":
        where.write_text("x")
    else:
        (where / "pod-w-0.yaml").mkdir(parents=True)
    with pytest.raises(VcplugError, match="out"):
        directory.write([pods(1)], str(where))
    assert files(tmp_path) == (["out"] if obstacle == "file" else ["out", "pod-w-0.yaml"])
