"""Arguments are read as Go's flag package reads them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vcplug.goflags import Flag, Stop, parse, port32, read_int

ROWS = json.loads((Path(__file__).parent / "tables" / "go-flags.json").read_text(encoding="utf-8"))
FLAGS = (
    Flag("name", "string", "dflt", ""),
    Flag("port", "int", 22, ""),
    Flag("on", "bool", False, ""),
    Flag("off", "bool", True, ""),
)
PIECES = [
    "--",
    "-",
    "",
    "=",
    "--name",
    "-name",
    "--port",
    "port",
    "on",
    "--on",
    "--off",
    "=x",
    "=1",
    "=true",
    " ",
    "0x",
    "_",
    "9" * 20,
    "—",
]
ITEMS = st.lists(st.lists(st.sampled_from(PIECES), max_size=4).map("".join) | st.text(max_size=8), max_size=8)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: " ".join(row["args"] or ["none"]))
def test_go_reads_the_same(row: dict[str, Any]) -> None:
    parsed = parse(FLAGS, row["args"] or ())
    expected = dict(row["values"])
    cut = expected.pop("port as int32")
    assert {name: str(value) if name == "port" else value for name, value in parsed.values.items()} == expected
    assert port32(parsed.values["port"]) == cut
    assert list(parsed.left) == row["left"]
    silent = parsed.stop is None or parsed.stop.reason in ("positional", "terminator")
    assert silent == ("error" not in row)


@pytest.mark.parametrize(
    ("arguments", "stop"),
    [
        (["--name=a", "--prot=1", "--on"], Stop("unknown", 1, "prot", "1")),
        (["--port=x"], Stop("value", 0, "port", "x")),
        (["--port", "x"], Stop("value", 0, "port", "x")),
        (["--on=maybe"], Stop("value", 0, "on", "maybe")),
        (["--on", "--port"], Stop("missing", 1, "port")),
        (["---on"], Stop("syntax", 0)),
        (["--name", "--", "-"], Stop("positional", 2)),
        (["--on", "--", "x"], Stop("terminator", 1)),
        (["-h=1"], Stop("help", 0, "h", "1")),
        (["--on"], None),
    ],
)
def test_a_stop_names_its_reason_and_its_item(arguments: list[str], stop: Stop | None) -> None:
    assert parse(FLAGS, arguments).stop == stop


def test_items_that_set_a_flag_are_remembered() -> None:
    parsed = parse(FLAGS, ["--port", "1", "--name=x", "--port=2"])
    assert parsed.given == {"port": 3, "name": 2}
    assert parsed.repeated == {"port": (0, 3)}


@pytest.mark.parametrize(
    ("text", "number", "good"),
    [
        ("0", 0, True), ("-0", 0, True), ("0_", 0, False), ("0x_", 0, False), ("0b", 0, False), ("0B11", 3, True),
        ("0_b1", 0, False), ("00", 0, True), ("+-1", 0, False), ("+", 0, False), ("1_0_0", 100, True),
        ("0x1_f", 31, True), ("0x1__f", 0, False), ("0xg", 0, False),
        ("99999999999999999999x", 2**63 - 1, False), ("-99999999999999999999_", -(2**63), False),
        ("9223372036854775808_", 0, False),
        ("18446744073709551615", 2**63 - 1, False), ("²", 0, False),
    ],
)  # fmt: skip
def test_ints_follow_strconv(text: str, number: int, good: bool) -> None:
    assert read_int(text) == (number, good)


@given(ITEMS)
def test_any_argument_list_is_read_to_an_end(arguments: list[str]) -> None:
    parsed = parse(FLAGS, arguments)
    assert set(parsed.values) == {flag.name for flag in FLAGS}
    assert [type(parsed.values[flag.name]) for flag in FLAGS] == [str, int, bool, bool]
    assert tuple(arguments[len(arguments) - len(parsed.left) :]) == parsed.left
    assert (parsed.stop is not None) or not parsed.left


@given(ITEMS)
def test_what_follows_the_stop_changes_nothing(arguments: list[str]) -> None:
    parsed = parse(FLAGS, arguments)
    if parsed.stop is None or parsed.stop.reason == "missing":
        return
    read = arguments[: len(arguments) - len(parsed.left)]
    longer = parse(
        FLAGS, [*read, *(parsed.left[:1] if parsed.stop.reason in ("positional", "syntax") else ()), "--port=7", "--on"]
    )
    assert longer.values == parsed.values
    assert longer.stop == parsed.stop
