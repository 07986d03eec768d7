"""Durations as Go reads and writes them: `1h30m`, `1.5s`, `300ms`."""

from __future__ import annotations

import re

_UNITS = {
    "ns": 1,
    "us": 1_000,
    "µs": 1_000,
    "μs": 1_000,
    "ms": 1_000_000,
    "s": 1_000_000_000,
    "m": 60_000_000_000,
    "h": 3_600_000_000_000,
}
_PART = re.compile(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h)")
_LIMIT = 1 << 63


def parse(text: str) -> int | None:
    """Nanoseconds, or None where Go refuses the text."""
    sign = -1 if text[:1] == "-" else 1
    rest = text[1:] if text[:1] in ("-", "+") else text
    if rest == "0":
        return 0
    total = at = 0
    while match := _PART.match(rest, at):
        whole, _, fraction = match[1].partition(".")
        unit = _UNITS[match[2]]
        # Go multiplies floats here, of as many digits as fit 63 bits
        digits = next((fraction[:cut] for cut in range(len(fraction), 18, -1) if int(fraction[:cut]) <= _LIMIT), fraction[:18])
        total += int(whole or 0) * unit + int(float(int(digits or 0)) * (unit / 10.0 ** len(digits)))
        at = match.end()
    if not at or at < len(rest) or total > _LIMIT or (total == _LIMIT and sign > 0):
        return None
    return sign * total


def write(nanoseconds: int) -> str:
    """As Go prints it: 1h0m0s, 1.5s, 300ms."""
    sign, left = ("-" if nanoseconds < 0 else ""), abs(nanoseconds)
    if not left:
        return "0s"
    if left < _UNITS["s"]:
        unit = "ms" if left >= _UNITS["ms"] else "µs" if left >= _UNITS["us"] else "ns"
        return sign + _decimal(left, _UNITS[unit]) + unit
    hours, left = divmod(left, _UNITS["h"])
    minutes, left = divmod(left, _UNITS["m"])
    larger = f"{hours}h{minutes}m" if hours else f"{minutes}m" if minutes else ""
    return f"{sign}{larger}{_decimal(left, _UNITS['s'])}s"


def _decimal(number: int, unit: int) -> str:
    whole, rest = divmod(number, unit)
    fraction = str(rest).rjust(len(str(unit)) - 1, "0").rstrip("0")
    return f"{whole}.{fraction}" if fraction else str(whole)
