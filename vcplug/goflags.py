"""Go's flag grammar: (declared flags, arguments) -> values and problems. Never raises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

Role = Literal["", "task", "container", "port", "path", "image", "secret", "seconds"]


class Flag(NamedTuple):
    """A plugin's flag, declared once; parsing, explain, lint, schema, completion and masking read this."""

    name: str
    type: Literal["string", "int", "bool"]
    default: str | int | bool
    summary: str
    role: Role = ""
    since: str = ""
    """first release that has it; empty: every known one"""


class Stop(NamedTuple):
    """Why Go's parser stopped before the end: the reason, and the item it stopped at."""

    reason: Literal["unknown", "value", "missing", "syntax", "positional", "terminator", "help"]
    item: int
    flag: str = ""
    value: str = ""


class Parsed(NamedTuple):
    """What Go's flag package makes of an argument list."""

    values: Mapping[str, Any]
    given: Mapping[str, int] = MappingProxyType({})
    """flag -> index of the last item that set it"""
    repeated: Mapping[str, tuple[int, ...]] = MappingProxyType({})
    left: tuple[str, ...] = ()
    """the items that were not read"""
    stop: Stop | None = None


TRUE = frozenset(("1", "t", "T", "TRUE", "true", "True"))
FALSE = frozenset(("0", "f", "F", "FALSE", "false", "False"))
LOWEST, HIGHEST = -(2**63), 2**63 - 1
_BASES = {"b": 2, "o": 8, "x": 16}
_DIGITS = {digit: int(digit, 16) for digit in "0123456789abcdefABCDEF"}


def parse(flags: Sequence[Flag], arguments: Sequence[str]) -> Parsed:
    """Parse as Go's flag.FlagSet.Parse with ContinueOnError does; on a stop, what came before holds."""
    declared = {flag.name: flag for flag in flags}
    values: dict[str, Any] = {flag.name: flag.default for flag in flags}
    sets: dict[str, list[int]] = {}
    item = 0
    stop: Stop | None = None
    while item < len(arguments) and stop is None:
        text = arguments[item]
        stop = _no_flag(text, item)
        if stop is not None:
            item += stop.reason == "terminator"
            break
        at = item
        item += 1
        name, equals, value = split(text)
        flag = declared.get(name)
        if flag is None:
            stop = Stop("help" if name in ("h", "help") else "unknown", at, name, value)
            break
        if not equals and flag.type == "bool":
            value = "true"
        elif not equals:
            if item == len(arguments):
                stop = Stop("missing", at, name)
                break
            value = arguments[item]
            item += 1
        values[name], good = read_value(flag, value)
        sets.setdefault(name, []).append(at)
        if not good:
            stop = Stop("value", at, name, value)
    return Parsed(
        values,
        {name: items[-1] for name, items in sets.items()},
        {name: tuple(items) for name, items in sets.items() if len(items) > 1},
        tuple(arguments[item:]),
        stop,
    )


def split(item: str) -> tuple[str, str, str]:
    """`--name=value` as name, "=" or "", and value. The first character is the name's, even when it is `=`."""
    name = item[2:] if item.startswith("--") else item[1:]
    cut = name.find("=", 1)
    return (name, "", "") if cut < 0 else (name[:cut], "=", name[cut + 1 :])


def read_value(flag: Flag, text: str) -> tuple[str | int | bool, bool]:
    """What the flag is after Go has tried to set it, and whether Go found it good: a bad value leaves 0 or false."""
    if flag.type == "string":
        return text, True
    if flag.type == "bool":
        return text in TRUE, text in TRUE or text in FALSE
    return read_int(text)


def read_int(text: str) -> tuple[int, bool]:
    """strconv.ParseInt(text, 0, 64): 0 for what is no number, the nearest end for what is out of range."""
    negative = text[:1] == "-"
    digits = text[1:] if text[:1] in ("+", "-") else text
    size = _magnitude(digits)
    if size is None:
        return 0, False
    number = -size if negative else size
    return max(LOWEST, min(HIGHEST, number)), LOWEST <= number <= HIGHEST


def port32(value: int) -> int:
    """An int as a port: the plugins cut it to its lowest 32 bits, signed."""
    return (value + 2**31) % 2**32 - 2**31


def _no_flag(text: str, item: int) -> Stop | None:
    """Why Go does not read this item as a flag."""
    if len(text) < 2 or text[0] != "-":
        return Stop("positional", item)
    if text == "--":
        return Stop("terminator", item)
    if text.removeprefix("-").removeprefix("-")[:1] in ("", "-", "="):
        return Stop("syntax", item)
    return None


def _magnitude(text: str) -> int | None:
    """strconv.ParseUint(text, 0, 64), but what is out of range is any number beyond it. None: not a number."""
    if not text:
        return None
    base, digits = 10, text
    if text[0] == "0":
        base = _BASES.get(text[1].lower(), 8) if len(text) > 2 else 8
        digits = text[2:] if len(text) > 2 and text[1].lower() in _BASES else text[1:]
    size = 0
    for digit in digits:
        if digit == "_":
            continue
        value = _DIGITS.get(digit, base)
        if value >= base:
            return None
        size = size * base + value
        if size >= 2**64:  # Go stops reading here: what follows, even rubbish, no longer counts
            return size
    return size if _underscores_fit(text) else None


def _underscores_fit(text: str) -> bool:
    """Go's rule: an underscore stands between two digits, or between the base's prefix and a digit."""
    if "_" not in text:
        return True
    digits = "0" + text[2:] if text[:2].lower() in ("0b", "0o", "0x") else text
    return not digits.startswith("_") and not digits.endswith("_") and "__" not in digits
