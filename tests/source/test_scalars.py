"""Plain scalars, as kubectl reads them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from vcplug.source import scalars
from vcplug.source.scalars import BadScalar, looks_otherwise

from .reading import read, value

ROWS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "yaml-scalars.json").read_text())
PARSERS = pytest.mark.parametrize("pure", [False, True], ids=["c", "pure"])


def same(found: Any, expected: Any) -> bool:
    return found == expected and isinstance(found, bool) == isinstance(expected, bool) and (found is None) == (expected is None)


@PARSERS
@pytest.mark.parametrize("row", ROWS, ids=lambda row: repr(row["text"]))
def test_a_value_is_what_kubectl_makes_of_it(row: dict[str, Any], pure: bool) -> None:
    text = f"a: {row['text']}\n"
    if "error" in row:
        assert [problem.code for problem in read(text, pure).problems] == ["VCP902"]
    else:
        assert same(value(text, pure)["a"], row["value"])


@PARSERS
@pytest.mark.parametrize("row", [row for row in ROWS if "key" in row], ids=lambda row: repr(row["text"]))
def test_a_key_is_called_as_kubectl_calls_it(row: dict[str, Any], pure: bool) -> None:
    assert list(value(f"{row['text']}: v\n", pure)) == [row["key"]]


@pytest.mark.parametrize("text", ["null", "~", "9223372036854775808", "18446744073709551615"])
def test_null_and_numbers_over_int64_cannot_be_keys(text: str) -> None:
    with pytest.raises(BadScalar):
        scalars.key(text)


# asked of kubectl 1.32 itself
ASKED = {
    "0xFFFFFFFFFFFFFFFFFF": "0xFFFFFFFFFFFFFFFFFF",
    "+9223372036854775808": 9223372036854776000,
    ".5_0": 0.5,
    ".5__0": ".5__0",
    "-0.0": 0,
    "0b-11": -3,
    "1_000.5e1_0": 10005000000000,
    "-.5_0": -0.5,
    "1._5": 1.5,
    "0x_": "0x_",
    "0_": 0,
    "+0x10": 16,
    "-_1": -1,
    "1e5_": 100000,
    "!!float 0x10": 16,
    "!!int '0b-101'": -5,
    "!!str": "",
    "!foo 12": "12",
    "! 12": "12",
    "!!binary //8=": "\ufffd\ufffd",
}


@PARSERS
@pytest.mark.parametrize(("text", "expected"), ASKED.items(), ids=list(ASKED))
def test_rarer_spellings_are_what_kubectl_makes_of_them(text: str, expected: Any, pure: bool) -> None:
    assert same(value(f"a: {text}\n", pure)["a"], expected)


@pytest.mark.parametrize("text", ["1" * 5000, "0x" + "f" * 5000, "0" * 5000 + "1", "1e" + "9" * 5000])
def test_numbers_of_any_length_are_read_without_fuss(text: str) -> None:
    scalars.value(text)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: repr(row["text"]))
def test_what_kubectl_reads_otherwise_looks_otherwise(row: dict[str, Any]) -> None:
    if row.get("value") != row["text"]:
        assert looks_otherwise(row["text"])


@pytest.mark.parametrize(
    "text",
    [
        "1:30",
        "190:20:30",
        "1:30.5",
        "2024-01-01",
        "2001-12-14t21:59:43.10-05:00",
        "yEs",
        "=",
        "<<",
        "0o17",
        "- x",
        "a: b",
        "a #b",
        "a:",
        "",
        " a",
        "a ",
        "a\nb",
        "a\tb",
        "\u2028",
        "\ufeff",
        "\x85",
        "--- a",
        "...",
        "? a",
        ": a",
        "*b",
        "&a",
        "%c",
        "@d",
        "`e",
        "[g]",
        "{f}",
    ],
)
def test_what_any_reader_takes_otherwise_looks_otherwise(text: str) -> None:
    assert looks_otherwise(text)


@pytest.mark.parametrize(
    "text",
    [
        "hello world",
        "--port=1",
        "-c",
        "registry.example/app:1",
        "1.0.0",
        "10.0.0.1",
        "v1.15",
        "a,b",
        "a#b",
        "$(VAR)",
        "/etc/volcano",
        "é",
        "🚀",
        "100m",
        "1Gi",
        "http://x:80/y",
        "a:b",
        ":a",
        "?a",
        "truest",
        "one-two",
        "batch.volcano.sh/v1alpha1",
        "(a)",
        "a=b",
        "it's",
        "5d4c7",
    ],
)
def test_ordinary_text_needs_no_quotes(text: str) -> None:
    assert not looks_otherwise(text)


@pytest.mark.parametrize("text", ["0_x1F", "0_O0", "-0_b1", "-_5", "+_0x1", "1_e5", "1._5"])
def test_numbers_with_underscores_in_odd_places_need_quotes(text: str) -> None:
    assert value(f"a: {text}\n") != {"a": text}
    assert looks_otherwise(text)


@given(st.text(max_size=12) | st.from_regex(r"[-+.0-9:_eExXobOB~ynTt]{1,8}", fullmatch=True))
def test_text_that_does_not_look_otherwise_is_read_back_by_everybody(text: str) -> None:
    if not looks_otherwise(text):
        written = f"a: {text}\n"
        assert value(written) == {"a": text}
        assert value(f"{text}: b\n") == {text: "b"}
        assert yaml.safe_load(written) == {"a": text}
