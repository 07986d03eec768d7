"""Durations, as Go's time package has them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vcplug.duration import parse, write


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("0", "0s"),
        ("-0", "0s"),
        ("60m", "1h0m0s"),
        ("1h30m", "1h30m0s"),
        ("90s", "1m30s"),
        ("1.5s", "1.5s"),
        (".5h", "30m0s"),
        ("1.s", "1s"),
        ("-1500us", "-1.5ms"),
        ("1μs", "1µs"),
        ("0.1ns", "0s"),
        ("1h2h", "3h0m0s"),
        ("0.99999999999999999999s", "1s"),
        ("2562047h47m16.854775807s", "2562047h47m16.854775807s"),
        ("-2562047h47m16.854775808s", "-2562047h47m16.854775808s"),
    ],
)
def test_what_go_reads_it_writes_in_one_way(text: str, written: str) -> None:
    found = parse(text)
    assert found is not None
    assert write(found) == written


@pytest.mark.parametrize(
    "text",
    [
        *("", "+", "5", "00", "s", ".s", "1d", "1H", " 1s", "1s ", "1e3s", "1h-1m", "--1s", "1s1", "１s", "1_0s"),
        *("9223372036854775808ns", "-9223372036854775809ns", "2562048h", "9223372036.854775808s"),
    ],
)
def test_what_go_refuses(text: str) -> None:
    assert parse(text) is None


@given(st.integers(-(2**63), 2**63 - 1))
def test_what_is_written_is_read_back(nanoseconds: int) -> None:
    assert parse(write(nanoseconds)) == nanoseconds
