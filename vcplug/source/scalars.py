"""Plain scalars as kubectl reads them: go-yaml v2, then the conversion to JSON of sigs.k8s.io/yaml."""

from __future__ import annotations

import re
from typing import Any

Resolved = str | int | float | bool | None


class BadScalar(ValueError):
    """A scalar that kubectl refuses."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


_WORDS: dict[str, Any] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"), True),
    **dict.fromkeys(("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"), False),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), float("inf")),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), float("-inf")),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}
_NUMERIC = frozenset("+-.0123456789")
_NO_WORD = object()

# Go's strconv.ParseInt with base 0; go-yaml takes the underscores out before, wherever they stand
_INT = r"([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9][0-9]*))"
_FLOAT = r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
# a leading dot goes straight to strconv.ParseFloat, which wants each underscore between two digits
_DOT_FLOAT = r"\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?"
# go-yaml hands what follows 0b to ParseInt once more, sign and all
_SIGNED_BINARY = r"0b([-+][01]+)"


def resolve(text: str) -> Resolved:
    """The Go value of a plain scalar; infinite and NaN floats are possible here."""
    found = _WORDS.get(text, _NO_WORD)
    if found is not _NO_WORD:
        return found  # type: ignore[no-any-return]
    return _number(text) if text[0] in _NUMERIC else text


def _number(text: str) -> Resolved:
    if text.isdecimal() and text.isascii() and len(text) < 19 and (text[0] != "0" or len(text) == 1):
        return int(text)
    if text[0] == ".":
        return _float(text.replace("_", ""), text) if re.fullmatch(_DOT_FLOAT, text) else text
    plain = text.replace("_", "")
    match = re.fullmatch(_INT, plain)
    if match:
        number = _int(match)
        if number is not None:
            return number
    if re.fullmatch(_FLOAT, plain):
        return _float(plain, text)
    match = re.fullmatch(_SIGNED_BINARY, plain)
    if match:
        number = int(match[1], 2)
        if -(1 << 63) <= number < 1 << 63:
            return number
    return text


def _int(match: re.Match[str]) -> int | None:
    """The value, where it fits into int64, or without a sign into uint64."""
    sign, sixteen, two, eight, ten = match.groups()
    if ten and len(ten) > 20:
        return None
    number = int(sixteen, 16) if sixteen else int(two, 2) if two else int(eight, 8) if eight else int(ten)
    if sign == "-":
        number = -number
    if -(1 << 63) <= number < 1 << 63 or (not sign and number < 1 << 64):
        return number
    return None


def _float(plain: str, text: str) -> float | str:
    number = float(plain)
    return text if number in (float("inf"), float("-inf")) else number


_TAG = "tag:yaml.org,2002:"


def resolve_tagged(tag: str, text: str) -> Resolved:
    """The Go value of a scalar under an explicit tag. A tag of one's own means nothing to kubectl."""
    if not tag.startswith(_TAG):
        return text
    name = tag[len(_TAG) :]
    if name == "binary":
        return _binary(text)
    if name not in ("null", "bool", "int", "float", "timestamp"):
        return text
    found = resolve(text)
    if name == "float" and type(found) is int and found < 1 << 63:
        found = float(found)
    if name == "timestamp":
        fits = isinstance(found, str) and re.fullmatch(_TIMESTAMP, text) is not None
    else:
        fits = type(found) is {"null": type(None), "bool": bool, "int": int, "float": float}[name]
    if not fits:
        raise BadScalar(f"{text!r} is not a !!{name}", f"drop the !!{name}, or give a value that is one")
    return found


_TIMESTAMP = (
    r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt][0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(?:[.,][0-9]+)?(?:Z|[-+][0-9]{2}:[0-9]{2})"
    r"| [0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(?:[.,][0-9]+)?)?"
)


def _binary(text: str) -> str:
    from binascii import Error, a2b_base64

    try:
        data = a2b_base64(text.replace("\n", "").replace("\r", "").encode(), strict_mode=True)
    except Error:
        raise BadScalar("!!binary needs base64 text", "write the text itself, or fix the base64") from None
    return data.decode("utf-8", "replace")


def as_value(found: Resolved) -> Resolved:
    """A Go value after its way through JSON: whole floats come back as integers."""
    if type(found) is not float:
        return found
    if found - found != 0:
        raise BadScalar(
            "infinity and NaN cannot be written in JSON, so Kubernetes cannot take them", "quote it if a text is meant"
        )
    # encoding/json writes an exponent outside these bounds, and plain digits within
    if found != 0 and not 1e-6 <= abs(found) < 1e21:
        return found
    if not found.is_integer():
        return found
    if abs(found) < 1e16:
        return int(found)
    digits, _, exponent = repr(found).partition("e+")
    whole, _, fraction = digits.partition(".")
    return int(whole + fraction.ljust(int(exponent), "0"))


def as_key(found: Resolved) -> str:
    """A Go value as the key of a JSON object, as sigs.k8s.io/yaml writes it."""
    if isinstance(found, str):
        return found
    if isinstance(found, bool):
        return "true" if found else "false"
    if isinstance(found, float):
        return _float_key(found)
    if found is None or found >= 1 << 63:
        what = "null" if found is None else "a number this large"
        raise BadScalar(f"{what} cannot be a key", "quote it if a text is meant")
    return str(found)


def _float_key(number: float) -> str:
    """strconv.FormatFloat(number, 'g', -1, 32), with YAML's words for infinity and NaN."""
    from struct import pack, unpack

    if number != number:
        return ".nan"
    try:
        (single,) = unpack("<f", pack("<f", number))
    except OverflowError:
        single = float("inf") if number > 0 else float("-inf")
    if single - single != 0:
        return ".inf" if single > 0 else "-.inf"
    for precision in range(9):
        text = f"{single:.{precision}e}"
        if unpack("<f", pack("<f", float(text)))[0] == single:
            break
    mantissa, _, exponent = text.partition("e")
    power = int(exponent)
    if -4 <= power < 6 or single == 0:
        return f"{float(text):.{max(0, precision - power)}f}"
    return f"{mantissa}e{power:+03d}"


def value(text: str) -> Resolved:
    """What a plain scalar is worth as a value."""
    return as_value(resolve(text))


def key(text: str) -> str:
    """What a plain scalar is called as a key."""
    return as_key(resolve(text))


_PLAINLY_TEXT = r"[A-Za-z/_$][A-Za-z0-9_./=@$+-]*(?::[A-Za-z0-9_./=@$+-]+)*"
_OTHER_WORDS = frozenset(("", "~", "null", "y", "yes", "true", "on", "n", "no", "false", "off", "=", "<<", "none", "nil"))
_OTHER_NUMBERS = (
    r"[-+]?(?:0[xX][0-9a-fA-F_]+|0[bB][-+]?[01_]+|0[oO][0-7_]+"
    r"|[0-9][0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9_]+)?"
    r"|\.[0-9_]+(?:[eE][-+]?[0-9_]+)?"
    r"|[0-9][0-9_]*(?::[0-9]{1,2})+(?:\.[0-9_]*)?"
    r"|\.(?:inf|Inf|INF|nan|NaN|NAN))"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \t].*)?"
)
_NOT_PLAIN = r"^[\s,\[\]{}#&*!|>'\"%@`]|^[-?:](?:\s|$)|^(?:---|\.\.\.)|:(?:\s|$)|\s#|\s$"


def looks_otherwise(text: str) -> bool:
    """Whether an unquoted `text` in block style would be read as anything but this very string.

    By kubectl, or by any reader of YAML 1.1 or 1.2: sexagesimals, timestamps, `=` and every spelling of
    a boolean count, so that what is written is safe for all of them.
    """
    if re.fullmatch(_PLAINLY_TEXT, text):
        return len(text) <= 5 and text.lower() in _OTHER_WORDS
    if not text.isprintable() or text.lower() in _OTHER_WORDS or re.search(_NOT_PLAIN, text):
        return True
    if text[0] not in _NUMERIC:
        return False
    # go-yaml takes the underscores out before it looks: 0_x1F is 31
    return re.fullmatch(_OTHER_NUMBERS, text) is not None or (
        "_" in text and re.fullmatch(_OTHER_NUMBERS, text.replace("_", "")) is not None
    )
