"""The config file: where it is looked for, what it may say, and how mistakes in it are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from vcplug.config import Config, find, read
from vcplug.errors import VcplugError
from vcplug.printer import describe


def test_the_nearest_file_wins_and_the_own_one_before_pyproject(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / ".vcplug.toml").write_text('volcano-version = "1.8"')
    assert find(str(inner), "").volcano_version == "1.8"
    (tmp_path / "a" / "pyproject.toml").write_text('[tool.vcplug]\nvolcano-version = "1.9"')
    assert find(str(inner), "").volcano_version == "1.9"
    (tmp_path / "a" / ".vcplug.toml").write_text('volcano-version = "1.10"')
    assert find(str(inner), "").volcano_version == "1.10"


def test_a_pyproject_without_our_table_does_not_end_the_search(tmp_path: Path) -> None:
    (tmp_path / ".vcplug.toml").write_text('extra-plugins = ["mine"]')
    inner = tmp_path / "a"
    inner.mkdir()
    (inner / "pyproject.toml").write_text('[project]\nname = "vcplug-user"\n')
    assert find(str(inner), "").extra_plugins == ("mine",)


def test_the_search_ends_at_the_repository_and_at_home(tmp_path: Path) -> None:
    (tmp_path / ".vcplug.toml").write_text('volcano-version = "1.8"')
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    assert find(str(inner), str(tmp_path / "a")) == Config()
    (tmp_path / "a" / ".git").write_text("gitdir: elsewhere")
    assert find(str(inner), "") == Config()
    (tmp_path / "a" / ".vcplug.toml").write_text('volcano-version = "1.9"')
    assert find(str(inner), "").volcano_version == "1.9"


def test_everything_that_lint_needs_can_be_said(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(
        '[lint]\nselect = ["VCP1"]\nignore = ["VCP112"]\nfail-on = "error"\n'
        '[lint.per-file-ignores]\n"samples/*.yaml" = ["VCP758"]\n'
    )
    config = read(str(file))
    assert (config.select, config.ignore, config.fail_on) == (("VCP1",), ("VCP112",), "error")
    assert config.per_file_ignores == {"samples/*.yaml": ("VCP758",)}


@pytest.mark.parametrize(
    ("name", "text", "place", "message"),
    [
        ("x.toml", 'volcano-versoin = "1.15"', "1:1", "unknown key 'volcano-versoin'"),
        ("x.toml", '\nvolcano_version = "1.15"', "2:1", "did you mean volcano-version?"),
        ("x.toml", "volcano-version = 1.15", "1:1", "volcano-version must be a text"),
        ("x.toml", 'extra-plugins = "mine"', "1:1", "extra-plugins must be a list of texts"),
        ("x.toml", 'extra-plugins = ["a"]\n[lint]\n\nfail-on = "never"', "4:1", "fail-on must be"),
        ("x.toml", "[lint]\nselects = []", "2:1", "did you mean select?"),
        ("x.toml", "[lnit]\nselect = []", "1:2", "did you mean lint?"),
        ("x.toml", "lint.selekt = []", "1:6", "did you mean select?"),
        ("x.toml", "[lint]\nper-file-ignores = ['a']", "2:1", "per-file-ignores must be a table of lists"),
        ("x.toml", 'a = "1\n', "1:7", "not TOML"),
        ("pyproject.toml", '[tool.other]\nlint = 1\n[tool.vcplug]\nlint = 1', "4:1", "lint must be a table"),
        ("pyproject.toml", '[tool.vcplug.lint]\nselects = 1', "2:1", "did you mean select?"),
        ("pyproject.toml", "[tool]\nvcplug = 1", "2:1", "[tool.vcplug] must be a table"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_place(tmp_path: Path, name: str, text: str, place: str, message: str) -> None:
    file = tmp_path / name
    file.write_text(text)
    with pytest.raises(VcplugError) as caught:
        read(str(file))
    shown = describe(caught.value.findings[0])
    assert shown.startswith(f"{file}:{place}: error: ")
    assert message in shown


def test_a_file_that_is_not_there_or_not_text_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(VcplugError, match="cannot read the config file: No such file"):
        read(str(tmp_path / "none.toml"))
    (tmp_path / "bytes.toml").write_bytes(b"a = '\xff'")
    with pytest.raises(VcplugError, match="not UTF-8"):
        read(str(tmp_path / "bytes.toml"))


@pytest.mark.parametrize("text", [f"a = {'[' * 100_000}", f"a = {'9' * 100_000}", "#" * 5_000_000], ids=["deep", "long", "large"])
def test_a_hostile_file_is_an_error_and_no_defect(tmp_path: Path, text: str) -> None:
    (tmp_path / ".vcplug.toml").write_text(text)
    with pytest.raises(VcplugError, match="the config file is"):
        read(str(tmp_path / ".vcplug.toml"))
