"""Kubernetes' resource.Quantity: parsed, added, compared and written as apimachinery does. Exact, in whole nanos."""

from __future__ import annotations

from functools import total_ordering
from typing import Final, Literal

Format = Literal["DecimalSI", "BinarySI", "DecimalExponent"]

NANO: Final = 10**9
BINARY_CAP: Final = (2**63 - 1) * NANO
_DECIMAL: Final = {"n": -9, "u": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
_BINARY: Final = {"Ki": 10, "Mi": 20, "Gi": 30, "Ti": 40, "Pi": 50, "Ei": 60}
_DECIMAL_SUFFIX: Final = {exponent: suffix for suffix, exponent in _DECIMAL.items()}
_BINARY_SUFFIX: Final = ("", *_BINARY)
_LONGEST = 400
"""digits and exponents beyond this are refused: no cluster has such amounts, and 1e999999999 would fill the memory"""


class QuantityError(ValueError):
    """The text is no quantity."""


@total_ordering
class Quantity:
    """An amount, and the family of suffixes it is written in."""

    __slots__ = ("format", "nanos", "text")

    def __init__(self, nanos: int, format: Format = "DecimalSI", text: str = "") -> None:
        self.nanos = nanos
        self.format: Format = format
        self.text = text
        """as it was read, where Kubernetes keeps that instead of writing it anew"""

    def __add__(self, other: Quantity) -> Quantity:
        # Quantity.Add: zero takes on the format of what is added, everything else keeps its own.
        return Quantity(self.nanos + other.nanos, self.format if self.nanos else other.format)

    def __mul__(self, times: int) -> Quantity:
        return Quantity(self.nanos * times, self.format)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Quantity) and self.nanos == other.nanos

    def __lt__(self, other: Quantity) -> bool:
        return self.nanos < other.nanos

    def __hash__(self) -> int:
        return hash(self.nanos)

    def __bool__(self) -> bool:
        return self.nanos != 0

    def __repr__(self) -> str:
        return f"Quantity({str(self)!r})"

    def __str__(self) -> str:
        return self.text or _write(self.nanos, self.format)

    def units(self) -> int:
        """Whole units, rounded away from zero (Quantity.Value)."""
        return _divide_up(self.nanos, NANO)

    def millis(self) -> int:
        """Thousandths, rounded away from zero (Quantity.MilliValue)."""
        return _divide_up(self.nanos, 10**6)


ZERO = Quantity(0, "DecimalSI", "0")


def parse(value: str | int) -> Quantity:
    """A quantity from its text, or from a plain int; QuantityError says what is wrong with it."""
    text = str(value).strip()
    if not text:
        raise QuantityError("is empty")
    if len(text) > _LONGEST:
        raise QuantityError("is too long for a quantity")
    positive, number, whole, fraction, suffix = _scan(text)
    format, exponent = _interpret(suffix)
    digits = whole + fraction
    decimal = format != "BinarySI"
    if decimal and len(digits) <= 18 and exponent - len(fraction) >= -9:
        nanos = int(digits) * 10 ** (exponent - len(fraction) + 9)
        kept = (exponent - len(fraction)) % 3 == 0 and not digits.endswith("000") and digits[0] != "0"
    elif not decimal and not fraction and len(whole) + exponent * 3 // 10 <= 14:
        nanos = (int(whole) << exponent) * NANO
        kept = int(whole) % 8 != 0
    else:
        nanos, format = _exact(number, whole, fraction, exponent, format)
        kept = False
    return Quantity(nanos if positive else -nanos, format, text if kept or text == "0" else "")


def _scan(text: str) -> tuple[bool, str, str, str, str]:
    """Positive or not, the digits with their dot, whole part, fraction, suffix; as lenient as Kubernetes' own scanner."""
    unsigned = text[1:] if text[0] in "+-" else text
    end = _span(unsigned, 0, "0123456789")
    whole, fraction, rest = unsigned[:end].lstrip("0") or "0", "", unsigned[end:]
    if rest[:1] == ".":
        cut = _span(rest, 1, "0123456789")
        fraction, rest = rest[1:cut], rest[cut:]
    tail = rest[_span(rest, 0, "eEinumkKMGTP") :]
    if tail[:1] in ("+", "-"):
        tail = tail[1:]
    if _span(tail, 0, "0123456789") != len(tail):
        raise QuantityError("is not a number with a suffix such as m, k, M, Ki, Mi, Gi")
    return text[0] != "-", unsigned[: len(unsigned) - len(rest)], whole, fraction, rest


def _span(text: str, start: int, allowed: str) -> int:
    while start < len(text) and text[start] in allowed:
        start += 1
    return start


def _interpret(suffix: str) -> tuple[Format, int]:
    if suffix in _DECIMAL:
        return "DecimalSI", _DECIMAL[suffix]
    if suffix in _BINARY:
        return "BinarySI", _BINARY[suffix]
    exponent = suffix[1:]
    if suffix[0] in "eE" and exponent.lstrip("+-").isdecimal() and len(exponent) - len(exponent.lstrip("+-")) <= 1:
        power = int(exponent)
        if power > _LONGEST:
            raise QuantityError("is too large for a quantity")
        return "DecimalExponent", max(power, -2 * _LONGEST)
    raise QuantityError(f"has the suffix {suffix!r}, which is none of n u m k M G T P E Ki Mi Gi Ti Pi Ei")


def _exact(number: str, whole: str, fraction: str, exponent: int, format: Format) -> tuple[int, Format]:
    """What does not fit Kubernetes' short way: rounded up to a nano, capped when binary."""
    if number in ("", "."):
        raise QuantityError("has no digits")
    digits = int(whole + fraction)
    if format != "BinarySI":
        power = exponent - len(fraction) + 9
        return (digits * 10**power if power >= 0 else -(-digits // 10**-power)), format
    nanos = min(-(-((digits << exponent) * NANO) // 10 ** len(fraction)), BINARY_CAP)
    return nanos, "DecimalSI" if 0 < nanos < NANO else "BinarySI"


def _write(nanos: int, format: Format) -> str:
    """CanonicalizeBytes: no fraction, nothing lost, the largest suffix that allows both."""
    if not nanos:
        return "0"
    units, rest = divmod(nanos, NANO)
    if format == "BinarySI" and not rest and abs(units) >= 1024:
        step = 0
        while units % 1024 == 0 and step < 6:
            units //= 1024
            step += 1
        return f"{units}{_BINARY_SUFFIX[step]}"
    exponent, amount = -9, nanos
    while amount % 1000 == 0:
        amount //= 1000
        exponent += 3
    if format == "DecimalExponent" or exponent not in _DECIMAL_SUFFIX:
        return f"{amount}e{exponent}" if exponent else str(amount)
    return f"{amount}{_DECIMAL_SUFFIX[exponent]}"


def _divide_up(number: int, by: int) -> int:
    return -(-number // by) if number >= 0 else number // by
