"""Go's sort.Sort: what it does to equal items, asked of Go itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vcplug.expand.gosort import order

CASES = [json.loads(line) for line in Path(__file__).with_name("go-sort.jsonl").read_text().splitlines()]


@pytest.mark.parametrize(("keys", "sorted_by_go"), CASES, ids=[f"{len(keys)} keys, {n}" for n, (keys, _) in enumerate(CASES)])
def test_equal_items_end_where_go_leaves_them(keys: list[int], sorted_by_go: list[int]) -> None:
    assert order(keys) == sorted_by_go


@given(st.lists(st.integers(0, 9), max_size=200))
def test_everything_is_there_and_in_order(keys: list[int]) -> None:
    found = order(keys)
    assert sorted(found) == list(range(len(keys)))
    assert [keys[position] for position in found] == sorted(keys)


@given(st.lists(st.integers(0, 3), max_size=12))
def test_up_to_twelve_equal_items_stay_in_their_order(keys: list[int]) -> None:
    assert order(keys) == sorted(range(len(keys)), key=keys.__getitem__)
