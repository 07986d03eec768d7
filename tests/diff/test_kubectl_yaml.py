"""kubectl's plain YAML, read fast: always the same as with the whole reader, or not at all."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import vcplug
from tests.diff.cluster import listed, lived
from vcplug import api
from vcplug.diff import reading
from vcplug.diff.kubectl_yaml import read_dump
from vcplug.emit.yaml import dump
from vcplug.source.reader import parse


def read_whole(text: str) -> Any:
    file = parse("x", text.encode())
    return None if file.problems or len(file.documents) != 1 else file.documents[0].root.plain()


TEXTS = st.text(st.sampled_from("ab :#-'\"{}[]|>&*!\n\\,1.e~0x\té"), max_size=8)
SCALARS = (
    TEXTS | st.integers(-5, 5) | st.booleans() | st.none() | st.sampled_from(("yes", "0644", "1e3", "a\nb\n", "a\n\nb", " x\ny"))
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3), max_leaves=10
)


WORDS = ("some", "words:", "it's", '"x"', "-", "#no", "a\\b", "é", "1")
LONG = st.lists(st.sampled_from(WORDS), min_size=15, max_size=40).map(" ".join)


@given(st.dictionaries(TEXTS, VALUES, min_size=1, max_size=4), st.sampled_from((dump, yaml.safe_dump)))
def test_what_is_read_is_what_the_whole_reader_reads(value: Any, write: Any) -> None:
    text = write(value)
    found = read_dump(text)
    assert found is None or found == read_whole(text)


@given(LONG, st.booleans())
def test_long_texts_are_broken_at_spaces_and_joined_again(value: str, in_list: bool) -> None:
    written = yaml.safe_dump({"a": {"b": [value] if in_list else value, "c": 1}})
    found = read_dump(written)
    assert found is None or found == {"a": {"b": [value] if in_list else value, "c": 1}}


def test_a_long_plain_text_is_read_fast() -> None:
    value = {"a": {"b": "some words " * 20 + "end", "c": ["it's: " + "more words " * 20 + "end"]}}
    assert read_dump(yaml.safe_dump(value)) == value


@given(st.lists(st.text(st.sampled_from("ab: -'\"|#\n{}"), max_size=12), max_size=6).map("\n".join))
def test_any_text_is_read_as_the_whole_reader_reads_it_or_not_at_all(text: str) -> None:
    found = read_dump(text)
    assert found is None or found == (read_whole(text) if text.strip() else found)


@pytest.mark.parametrize(
    "text",
    ["a: &x 1\n", "a: *x\n", "a: !!str 1\n", "a: [1]\n", "a: 1 # b\n", "a: >\n  b\n", "---\na: 1\n",
     "a: 1\n---\nb: 2\n", "a: 1\na: 2\n",
     "? a\n: b\n", "<<: {}\n", "- a\n", "a:\n- - b\n", "a: |2\n   b\n", "1: a\n", "a: \tb\n"],
)  # fmt: skip
def test_what_kubectl_does_not_write_is_left_to_the_whole_reader(text: str) -> None:
    assert read_dump(text) is None


def test_a_dump_is_read_this_way(monkeypatch: pytest.MonkeyPatch) -> None:
    sample = vcplug.load("samples/pytorch-wait-master.yaml", "samples/mpi.yaml")
    made = lived(list(api.render(sample, vcplug.Choices(ssh_keys="placeholder")).objects()))
    text = dump(listed(made))
    assert read_dump(text) == listed(made)
    monkeypatch.setattr(reading, "LARGE", 0)
    monkeypatch.setattr(reading, "parse", None)
    assert list(reading.objects("x", text.encode())) == made
