"""What is written as YAML reads back to the same values, whichever reader reads it."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from tests.emit.emit_strategies import AWKWARD, holes, objects, scalars, strings, texts
from vcplug.emit import blocks
from vcplug.emit.yaml import dump
from vcplug.holes import INDEX, Hole, fill, text
from vcplug.model import Manifest
from vcplug.source.scalars import looks_otherwise, resolve

SCALARS = json.loads((Path(__file__).parent / "yaml-scalars.json").read_text())


def read_12(written: str) -> Any:
    reader = YAML(typ="safe", pure=True)
    reader.version = (1, 2)
    return reader.load(written)


@settings(max_examples=400, deadline=None)
@given(objects(scalars))
def test_what_is_written_reads_back_equal_in_yaml_1_1_and_1_2(value: dict[str, Any]) -> None:
    written = dump(value)
    assert same(yaml.load(written, yaml.SafeLoader), value)
    assert same(yaml.load(written, yaml.CSafeLoader), value)
    assert same(read_12(written), value)


@pytest.mark.parametrize("value", AWKWARD)
def test_an_awkward_string_stays_itself_as_value_item_and_key(value: str) -> None:
    shapes: dict[str, Any] = {
        "a": value,
        "b": [value, [value]],
        "c": {value: {"d": value}},
        "e": [{"f": value}, {value: [value]}],
    }
    for made in (shapes, {value: [value]}):
        written = dump(made)
        assert yaml.load(written, yaml.SafeLoader) == made
        assert yaml.load(written, yaml.CSafeLoader) == made
        assert read_12(written) == made


@pytest.mark.parametrize("row", SCALARS, ids=lambda row: row["text"] or "empty")
def test_a_string_that_kubernetes_would_read_otherwise_is_quoted(row: dict[str, Any]) -> None:
    if row.get("value", ...) != row["text"] or row.get("key", ...) != row["text"]:
        assert dump({"a": row["text"]}) == f"a: {json.dumps(row['text'])}\n"
        assert dump({row["text"]: "a"}) == f"{json.dumps(row['text'])}: a\n"


@pytest.mark.parametrize(
    "value",
    [
        "busybox:1.36",
        "8.8.8.8",
        "100m",
        "1Gi",
        "./run.sh",
        "--port=80",
        "-c",
        "a b",
        "http://x/y?z#w",
        "worker-0",
        "été",
        "1.0.0",
        "$(A)",
    ],
)
def test_a_harmless_string_is_written_without_quotes(value: str) -> None:
    assert dump({"a": value}) == f"a: {value}\n"


def test_scripts_are_written_as_blocks_even_with_tabs_and_trailing_spaces() -> None:
    written = dump({"command": ["sh", "-c", "cat <<-EOF\n\thi \n\tEOF\n\nexit 0"]})
    assert written == "command:\n- sh\n- -c\n- |-\n  cat <<-EOF\n  \thi \n  \tEOF\n\n  exit 0\n"
    assert yaml.load(written, yaml.CSafeLoader)["command"][2] == "cat <<-EOF\n\thi \n\tEOF\n\nexit 0"


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (1.0, "1"), (1.5, "1.5"), (1e20, "100000000000000000000"), (1e21, "1.0e+21"), (1e-7, "1.0e-7"), (1.25e-9, "1.25e-9"),
        (0.000001, "0.000001"), (-0.00001234, "-0.00001234"), (0.0, "0"), (2**64, "18446744073709551616"),
        (True, "true"), (None, "null"),
        ({}, "{}"), ([], "[]"),
    ],
)  # fmt: skip
def test_numbers_are_written_as_json_does_and_read_as_numbers_everywhere(value: Any, written: str) -> None:
    assert dump({"a": value}) == f"a: {written}\n"
    assert yaml.safe_load(f"a: {written}") == {"a": value}


@settings(max_examples=1000, deadline=None)
@given(strings | st.text("0123456789-+_.:xXoObBeEaAfFtTzZ ,", max_size=8))
def test_whatever_our_own_reader_takes_for_something_else_is_quoted(value: str) -> None:
    if resolve(value or "~") != value or (looks_otherwise(value) and value.lower() not in ("none", "nil")):
        assert dump({"a": value})[3] in '"|'


@settings(max_examples=400, deadline=None)
@given(objects(texts | scalars))
def test_a_series_is_written_as_each_of_its_pods_would_be(value: dict[str, Any]) -> None:
    indexes = (0, 7, 9, 10, 1999, 31337)
    for written in ("yaml", "json"):
        at_once = b"".join(blocks([Manifest(value, indexes=indexes)], written))
        one_by_one = b"".join(blocks([Manifest(fill(value, index)) for index in indexes], written))
        assert at_once == one_by_one


@settings(max_examples=200, deadline=None)
@given(strings, holes, strings)
def test_quoting_is_right_for_every_index_of_a_hole(before: str, hole: Hole, after: str) -> None:
    value = {"a": text(before, hole, after)}
    for index in (0, 1, 12, 2001, 99999):
        written = b"".join(blocks([Manifest(value, indexes=[index])])).decode()
        assert yaml.safe_load(written) == {"a": before + hole.at(index) + after} == read_12(written)


@pytest.mark.parametrize("unit", ["a", "0", "0,", "0:", "é\n", " ", "\n", "a\n\n", '"', "\t", "-", ": ", "\x01", "1-1-1", "'"])
def test_a_string_of_a_megabyte_takes_linear_time(unit: str) -> None:
    long = unit * (1_000_000 // len(unit))
    start = time.perf_counter()
    for value in (long, long + "x", "x" + long, text(long, INDEX)):
        dump({"a": value})
    assert time.perf_counter() - start < 20


def same(found: Any, meant: Any) -> bool:
    """Equal, and of equal types: True is not 1, and a float written as an integer may come back as one."""
    if isinstance(meant, dict):
        return isinstance(found, dict) and list(found) == list(meant) and all(same(found[name], meant[name]) for name in meant)
    if isinstance(meant, list):
        return isinstance(found, list) and len(found) == len(meant) and all(map(same, found, meant))
    if isinstance(meant, (int, float)) and not isinstance(meant, bool):
        return isinstance(found, (int, float)) and not isinstance(found, bool) and found == meant
    return type(found) is type(meant) and bool(found == meant)
