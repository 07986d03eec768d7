"""Files, directories, stdin and pipes."""

from __future__ import annotations

import os
import threading
from io import BytesIO
from pathlib import Path

import pytest

from vcplug.errors import VcplugError
from vcplug.source import inputs, reader
from vcplug.source.inputs import read

POD = "apiVersion: v1\nkind: Pod\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in (
        "b.yaml",
        "a.yml",
        "c/d.json",
        ".hidden.yaml",
        ".git/x.yaml",
        "z.txt",
        "c/values.yaml",
        "package.json",
        "c/e/f.yaml",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(POD if name not in ("c/values.yaml", "package.json") else "{a: 1}\n")
    return tmp_path


def names(found: inputs.Input, top: Path) -> list[str]:
    return [os.path.relpath(file.name, top) for file in found.files]


def test_directories_are_read_in_order_without_hidden_files_and_without_what_is_no_object(tree: Path) -> None:
    found = read([str(tree)])
    assert names(found, tree) == ["a.yml", "b.yaml", "c/d.json", "c/e/f.yaml"]
    assert found.skipped == 2
    assert len(list(found.documents)) == 4


def test_a_file_named_by_itself_is_read_whatever_it_holds(tree: Path) -> None:
    found = read([str(tree / "c/values.yaml"), str(tree / "z.txt")])
    assert (names(found, tree), found.skipped) == (["c/values.yaml", "z.txt"], 0)


def test_a_file_in_a_directory_that_cannot_be_read_as_yaml_is_kept_with_its_problem(tree: Path) -> None:
    (tree / "bad.yaml").write_text("a: [\n")
    bad = [file for file in read([str(tree)]).files if file.problems]
    assert [file.problems[0].code for file in bad] == ["VCP902"]


def test_links_in_a_circle_and_files_named_twice_are_read_once(tree: Path) -> None:
    (tree / "c/loop").symlink_to(tree)
    (tree / "c/again.yaml").symlink_to(tree / "b.yaml")
    assert names(read([str(tree), str(tree / "b.yaml")]), tree) == ["a.yml", "b.yaml", "c/d.json", "c/e/f.yaml"]


def test_linked_directories_are_entered_only_when_they_are_named(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "job.yaml").write_text(POD)
    (tree / "linked").symlink_to(outside)
    assert "linked/job.yaml" not in names(read([str(tree)]), tree)
    assert names(read([str(tree / "linked")]), tree) == ["linked/job.yaml"]


def test_stdin_is_read_once() -> None:
    (file,) = read(["-"], stdin=BytesIO(POD.encode())).files
    assert (file.name, len(file.documents)) == ("<stdin>", 1)
    with pytest.raises(VcplugError, match="only once"):
        read(["-", "-"], stdin=BytesIO(b""))


def test_all_paths_that_are_not_there_are_named_at_once(tree: Path) -> None:
    (tree / "gone.yaml").symlink_to(tree / "nowhere")
    with pytest.raises(VcplugError) as caught:
        read([str(tree / "no"), str(tree), "nul\0"])
    assert caught.value.message.splitlines() == [
        f"{tree}/no: no such file or directory",
        f"{tree}/gone.yaml: no such file or directory",
        "'nul\\x00': not a path",
    ]


@pytest.mark.skipif(os.name == "nt", reason="no named pipes there")
def test_a_pipe_is_read_like_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(POD,))
    writer.start()
    (file,) = read([str(pipe)]).files
    writer.join()
    assert file.documents[0].root.plain() == {"apiVersion": "v1", "kind": "Pod"}


def test_reading_stops_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "MAX_BYTES", 1000)
    monkeypatch.setattr(reader, "MAX_BYTES", 1000)
    stream = BytesIO(b"#" * 5000)
    (file,) = read(["-"], stdin=stream).files
    assert "larger than" in file.problems[0].message
    assert stream.tell() == 1001
