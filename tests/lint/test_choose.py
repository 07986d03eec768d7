"""--select and --ignore by code or prefix, and the config's ignores for some files."""

from __future__ import annotations

import pytest

from vcplug.codes import CODES
from vcplug.lint.choose import Choice, glob, meant, near


@pytest.mark.parametrize(
    ("word", "code"),
    [
        *[("VCP104", "VCP104"), ("vcp104", "VCP104"), ("104", "VCP104"), ("VCP1", "VCP1"), ("1", "VCP1"), ("VCP", "VCP")],
        *[("VCP999", ""), ("X", ""), ("", ""), ("VCP1044", ""), ("unknown-flag", "")],
    ],
)
def test_codes_and_prefixes_are_known_in_any_spelling(word: str, code: str) -> None:
    assert meant(word) == code


def test_everything_counts_unless_something_is_chosen() -> None:
    assert Choice().codes == set(CODES)
    assert Choice(["VCP104"]).codes == {"VCP104", "VCP902", "VCP903"}
    assert "VCP104" not in Choice(ignore=["VCP1"]).codes


def test_the_longer_prefix_wins_and_of_equals_the_one_that_ignores() -> None:
    assert "VCP104" in Choice(["VCP104"], ["VCP1"]).codes
    assert "VCP104" not in Choice(["VCP1"], ["VCP104"]).codes
    assert "VCP105" in Choice(["VCP1"], ["VCP104"]).codes
    assert "VCP104" not in Choice(["VCP104"], ["VCP104"]).codes


def test_an_unreadable_file_is_told_whatever_is_selected_but_can_be_ignored() -> None:
    assert "VCP902" in Choice(["VCP1"]).codes
    assert "VCP902" not in Choice(["VCP1"], ["VCP902"]).codes


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("*.yaml", "a/b.yaml", True),
        ("b.yaml", "a/b.yaml", True),
        ("a/*.yaml", "a/b.yaml", True),
        ("a/*.yaml", "a/c/b.yaml", False),
        ("a/**/*.yaml", "a/c/d/b.yaml", True),
        ("a/**/*.yaml", "a/b.yaml", True),
        ("**/c/*", "a/c/b.yaml", True),
        ("a", "a/c/b.yaml", True),
        ("a/", "a/c/b.yaml", True),
        ("./a/b.yaml", "a/b.yaml", True),
        ("a/c", "x/a/c/b.yaml", False),
        ("job-[0-9].yaml", "x/job-1.yaml", True),
        ("job-[!0-9].yaml", "x/job-1.yaml", False),
        ("job-?.yaml", "x/job-1.yaml", True),
        ("[a.yaml", "[a.yaml", True),
    ],
)
def test_patterns_of_files(pattern: str, path: str, fits: bool) -> None:
    assert bool(glob(pattern).search("/" + path)) is fits


def test_ignores_of_some_files_are_relative_to_the_config() -> None:
    choice = Choice(per_file={"samples/*.yaml": ["VCP1", "VCP758"]}, root="/repo")
    assert not {"VCP104", "VCP758"} & choice.of("/repo/samples/a.yaml")
    assert "VCP104" in choice.of("/repo/a.yaml")


@pytest.mark.parametrize(
    ("word", "said"), [("VCP2xx", "did you mean VCP2?"), ("VCP1*", "did you mean VCP1?"), ("V104", "did you mean VCP104?")]
)
def test_a_prefix_written_with_place_holders_is_guessed(word: str, said: str) -> None:
    assert near(word) == said
