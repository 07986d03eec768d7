"""--ssh-keys DIR: what is there stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from vcplug.errors import VcplugError
from vcplug.expand.keys import keep, read
from vcplug.plugins import KeyPair

MINE = KeyPair("-----BEGIN RSA PRIVATE KEY-----\nmine\n", "ssh-rsa mine\n")
OTHER = KeyPair("-----BEGIN RSA PRIVATE KEY-----\nother\n", "ssh-rsa other\n")


def test_a_pair_is_read_back_as_it_was_kept(tmp_path: Path) -> None:
    keep(str(tmp_path / "keys"), MINE)
    assert read(str(tmp_path / "keys")) == MINE
    assert sorted(path.name for path in (tmp_path / "keys").iterdir()) == ["id_rsa", "id_rsa.pub"]


@pytest.mark.parametrize("first", ["id_rsa", "id_rsa.pub"])
def test_keys_that_another_run_made_meanwhile_are_not_overwritten(tmp_path: Path, first: str) -> None:
    (tmp_path / first).write_text("other")
    with pytest.raises(VcplugError, match="another run has just made ssh keys"):
        keep(str(tmp_path), MINE)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [(first, "other")]


def test_without_links_nothing_is_overwritten_either(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("os.link")
    keep(str(tmp_path), OTHER)
    with pytest.raises(VcplugError, match="another run"):
        keep(str(tmp_path), MINE)
    assert read(str(tmp_path)) == OTHER


def test_a_file_that_is_no_key_is_refused(tmp_path: Path) -> None:
    keep(str(tmp_path), KeyPair("nonsense", "ssh-rsa x\n"))
    with pytest.raises(VcplugError, match="id_rsa holds no private key"):
        read(str(tmp_path))


def test_a_file_in_place_of_the_directory_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(VcplugError, match=r"cannot keep ssh keys in .*file: File exists"):
        keep(str(tmp_path / "file"), MINE)
