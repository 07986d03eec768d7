"""Quantities behave as Kubernetes' own do."""

from __future__ import annotations

import json
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vcplug.quantity import BINARY_CAP, ZERO, Quantity, QuantityError, parse

TABLE = json.loads((Path(__file__).parent / "tables" / "quantities.json").read_text(encoding="utf-8"))
SCALES = {"": 1, "n": Fraction(1, 10**9), "u": Fraction(1, 10**6), "m": Fraction(1, 1000), "e3": 1000, "E-3": Fraction(1, 1000)}
SCALES |= {suffix: 1000**power for power, suffix in enumerate("kMGTPE", 1)}
SCALES |= {f"{suffix}i": 1024**power for power, suffix in enumerate("KMGTPE", 1)}
TEXTS = st.tuples(st.from_regex(r"-?([0-9]{1,25}|[0-9]{0,12}\.[0-9]{1,12})", fullmatch=True), st.sampled_from(sorted(SCALES)))


@pytest.mark.parametrize("row", TABLE["parse"], ids=lambda row: row["text"] or "empty")
def test_a_quantity_is_read_and_written_as_kubernetes_does(row: dict[str, str]) -> None:
    if "error" in row:
        with pytest.raises(QuantityError):
            parse(row["text"])
    else:
        assert str(parse(row["text"])) == row["canonical"]


def test_sums_are_written_as_kubernetes_writes_them() -> None:
    wrong = [row for row in TABLE["sums"] if str(parse(row["a"]) + parse(row["b"])) != row["sum"]]
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("1e999", None), ("1e99999999999999999999", None), ("9" * 500, None), ("1e-99999999", "1e-9"), ("-1e-99999999", "-1e-9"),
        ("0.0000000001", "1n"), ("1.0000000001", "1000000001n"), ("0.5Ei", "512Pi"), ("1e", None), ("1e+-3", None), ("Ei", None),
        ("+", "0"), (".", "0"), ("Gi", "0"), (" 1 ", "1"), ("٣", None), ("1e٣", None), ("1000E", "1e21"), ("1Kim", None),
        ("12E", "12E"), ("1024", "1024"), ("2048Ki", "2Mi"), ("-2048Ki", "-2Mi"), ("-8Ei", "-9223372036854775807"),
        ("0.0001Ki", "102400u"),
    ],
)  # fmt: skip
def test_corners_of_the_grammar(text: str, canonical: str | None) -> None:
    if canonical is None:
        with pytest.raises(QuantityError):
            parse(text)
    else:
        assert str(parse(text)) == canonical


def test_multiples_and_comparisons_go_by_value() -> None:
    assert str(parse("512Mi") * 3) == "1536Mi"
    assert str(parse("250m") * 4) == "1"
    assert parse("1") == parse("1000m")
    assert hash(parse("1")) == hash(parse("1000m"))
    assert parse("1Gi") > parse("1G")
    assert max(parse("1"), parse("1500m")) == parse(1) + parse("0.5")
    assert not ZERO
    assert parse("1500m").units() == 2
    assert parse("-1500m").units() == -2
    assert parse("1.5m").millis() == 2


@given(TEXTS)
def test_a_value_is_kept_to_the_nano_and_rounded_away_from_zero(parts: tuple[str, str]) -> None:
    number, suffix = parts
    exact = Fraction(number) * SCALES[suffix] * 10**9
    nanos = parse(number + suffix).nanos
    if suffix.endswith("i") and abs(exact) > BINARY_CAP:
        assert abs(nanos) == BINARY_CAP
    else:
        assert abs(exact) <= abs(nanos) < abs(exact) + 1


@given(TEXTS)
def test_what_is_written_reads_back_to_the_same(parts: tuple[str, str]) -> None:
    quantity = parse("".join(parts))
    fresh = Quantity(quantity.nanos, quantity.format)
    assert parse(str(fresh)) == fresh
    assert str(parse(str(fresh))) == str(fresh)


@given(st.text(alphabet="0123456789.+-eEinumkKMGTP x٣", max_size=12) | st.text(max_size=20))
def test_any_text_is_a_quantity_or_a_quantity_error(text: str) -> None:
    with suppress(QuantityError):
        assert str(parse(text))
