"""Typical mistakes, and the whole message that a person gets for each: place, cause and cure.

Regenerate with `pytest tests/mistakes --regenerate`, then read what changed before committing it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import vcplug

HERE = Path(__file__).parent
MISTAKES = sorted(HERE.glob("*.yaml"))
RELEASE = {"29-flag-newer-than-the-release": "1.14"}


@pytest.mark.parametrize("file", MISTAKES, ids=lambda file: file.stem)
def test_a_mistake_is_refused_with_place_cause_and_cure(file: Path, request: pytest.FixtureRequest) -> None:
    done = vcplug("render", "--volcano-version", RELEASE.get(file.stem, "1.15"), "--no-config", file.name, cwd=HERE)
    golden = file.with_suffix(".txt")
    if request.config.getoption("--regenerate"):
        golden.write_text(done.err)
    assert done.code == 2
    assert done.out == ""
    assert done.err == golden.read_text()
    first = done.err.splitlines()[0]
    assert first.startswith(f"{file.name}:"), "the place"
    assert "^" in done.err, "a caret"
