"""vcplug releases."""

from __future__ import annotations

import json

import pytest

from tests.cli.running import vcplug
from vcplug.plugins import ORDER, plugin
from vcplug.releases import CHANGES, DEFAULT, KNOWN, Release


def test_all_known_releases_are_listed_and_the_default_is_marked() -> None:
    ran = vcplug("releases")
    assert (ran.code, ran.err) == (0, "")
    for name in KNOWN:
        assert name in ran.out
    assert f"{DEFAULT} (the default)" in ran.out
    assert "1.16.0-alpha.1 (pre-release)" in ran.out


def test_every_change_is_told_in_the_release_that_made_it() -> None:
    told = {one["release"]: one["changes"] for one in json.loads(vcplug("releases", "-o", "json").out)["changes"]}
    for key, change in CHANGES.items():
        for since, until in change.ranges:
            for bound, holds in ((since, True), (until, False)):
                if bound:
                    first = next(name for name in KNOWN if Release(name).at_least(bound))
                    assert {"key": key, "summary": change.summary, "holds": holds} in told[first]


def test_every_release_that_brought_a_plugin_or_flag_tells_of_it() -> None:
    told = {one["release"]: json.dumps(one["changes"]) for one in json.loads(vcplug("releases", "-o", "json").out)["changes"]}
    for name in ORDER:
        for since in {plugin(name).SINCE, *(flag.since for flag in plugin(name).FLAGS)} - {""}:
            assert name in told[next(known for known in KNOWN if Release(known).at_least(since))]


def test_an_upgrade_is_told_as_what_is_new_and_what_is_gone() -> None:
    out = vcplug("releases", "--from", "1.11", "--to", "1.15").out
    assert "pytorch: WORLD_SIZE counts master and worker only, not all tasks (1.12.0)" in out
    assert "mpi: a job without the worker task is refused (1.15.0)" in out.partition("No longer")[2]
    assert "vcplug diff JOB --release 1.11.2..1.15.1" in out
    assert "task-index as label" not in out


def test_the_net_of_an_upgrade_is_json_too() -> None:
    data = json.loads(vcplug("releases", "--from", "1.14.2", "--to", "1.14.3", "-o", "json").out)
    assert [(one["key"], one["holds"]) for one in data["net"]] == [("partition-minimum-always", False)]


def test_nothing_changed_is_said() -> None:
    assert "Nothing that vcplug knows of." in vcplug("releases", "--from", "1.9.0", "--to", "1.9.1").out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--from", "1.15", "--to", "1.11"], "--from 1.15 is newer than --to 1.11"),
        (["--from", "2.0"], "--from: unknown Volcano release"),
    ],
)
def test_bad_ends_are_refused(arguments: list[str], message: str) -> None:
    ran = vcplug("releases", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
