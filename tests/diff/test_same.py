"""A diff of a render with itself is empty: in any order, through kubectl's formats, and after a life in a cluster."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import vcplug
from tests.diff.cluster import listed, lived
from vcplug import api
from vcplug.diff import Report, text
from vcplug.emit import yaml

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "conformance" / "cases"
SAMPLES = sorted((ROOT / "samples").glob("*.yaml"))
CHOICES = vcplug.Choices(compat=True, ssh_keys="placeholder")
SETS = ("env", "ports", "volumeMounts", "volumes")


def jobs() -> list[Path]:
    """Every conformance job that the newest release takes, and the samples."""
    found = list(SAMPLES)
    for folder in sorted(CASES.iterdir()):
        expected = json.loads((folder / "expected.json").read_text())
        if "objects" in expected[expected["releases"]["1.15.1"]]:
            found.append(folder / "job.yaml")
    return found


JOBS = jobs()
IDS = [path.stem if path.stem != "job" else path.parent.name for path in JOBS]


def objects(path: Path) -> list[dict[str, Any]]:
    return [one for one in api.render(vcplug.load(str(path)), CHOICES).objects() if one]


def shuffled(value: Any, chance: random.Random, field: str = "") -> Any:
    """Keys in any order, and entries of lists to which several plugins add; equal names keep theirs."""
    if isinstance(value, dict):
        keys = list(value)
        chance.shuffle(keys)
        return {key: shuffled(value[key], chance, key) for key in keys}
    if isinstance(value, list):
        items = [shuffled(item, chance) for item in value]
        if field in SETS:
            order = list(range(len(items)))
            chance.shuffle(order)
            waiting: dict[str, list[Any]] = {}
            for item in items:
                waiting.setdefault(str(item.get("name")), []).append(item)
            return [waiting[str(items[place].get("name"))].pop(0) for place in order]
        return items
    return value


def compare(old: list[dict[str, Any]], new: list[dict[str, Any]]) -> Report:
    dump, load = json.dumps(listed(old)), vcplug.loads
    return vcplug.diff(load(dump), load("---\n".join(map(yaml.dump, new))), CHOICES)


@pytest.mark.parametrize("path", JOBS, ids=IDS)
@settings(max_examples=3)
@given(seed=st.integers(0, 10**6))
def test_in_any_order_and_format_nothing_differs(path: Path, seed: int) -> None:
    chance = random.Random(seed)
    made = objects(path)
    mixed = shuffled(copy.deepcopy(made), chance)
    chance.shuffle(mixed)
    assert text.write(compare(made, mixed)) == ""


@pytest.mark.parametrize("path", JOBS, ids=IDS)
def test_a_job_is_the_same_as_its_own_render(path: Path) -> None:
    loaded = vcplug.load(str(path))
    concrete = vcplug.loads(json.dumps(listed(objects(path))))
    assert text.write(vcplug.diff(concrete, loaded, CHOICES)) == ""
    assert text.write(vcplug.diff(loaded, loaded, CHOICES)) == ""


@pytest.mark.parametrize("path", JOBS, ids=IDS)
@pytest.mark.parametrize("seed", [1, 2])
def test_what_a_cluster_fills_in_is_no_difference(path: Path, seed: int) -> None:
    made = [one for one in objects(path) if one["kind"] != "PriorityClass"]
    report = vcplug.diff(None, vcplug.load(str(path)), CHOICES, live=lived(made, seed))
    assert text.write(report) == ""
    assert report.unchanged == len(made)
