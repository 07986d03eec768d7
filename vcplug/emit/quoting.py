"""How a scalar is written so that every YAML 1.1 and 1.2 reader gets the same value back."""

from __future__ import annotations

import re
from functools import lru_cache

WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", "=", "<<"))

# Wider than source.scalars.looks_otherwise, and for a reason: no rule here looks at which digits stand in a run
# of digits, nor how many. What holds for a text with its hole filled by one index holds for every index.
_OTHERWISE = (
    r"(?=[-+.0-9,])[-+]?[0-9,]*(?::[0-9,]+)*(?:\.[0-9,]*)?(?:[eE][-+]?[0-9,]+)?"  # 1 .5 1e3 1:30 1,000
    r"|[-+]?[0-9]+(?:[xX][0-9a-fA-F]*|[oObB][-+]?[0-9]*)"  # 0x1F 0o17 0b101, and go-yaml's 0b-1
    r"|[-+]?\.(?:[iI][nN][fF]|[nN][aA][nN])"
    r"|[0-9]+-[0-9]+-[0-9]+(?:[Tt\s].*)?"  # 2001-12-14, with or without a time
)
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_BEGINS_SIMPLE = frozenset(_LETTERS + "/")
_SIMPLE = _LETTERS + "0123456789_./=+-"
_BEGINS_AWKWARD = (*" ,[]{}#&*!|>'\"%@`?:", "- ", "---", "...")
_AFTER_DASH = frozenset("-" + _LETTERS)


def is_plain(text: str) -> bool:
    """Whether a text can be written without quotes."""
    if not text:
        return False
    if text[0] in _BEGINS_SIMPLE and not text.strip(_SIMPLE):
        return len(text) > 5 or text.lower() not in WORDS
    if text.startswith(_BEGINS_AWKWARD) or text[-1] in ": " or ": " in text or " #" in text:
        return False
    if text == "-" or not text.isprintable():
        return False
    return text not in WORDS and not _is_number_or_date(text.replace("_", ""))


def _is_number_or_date(text: str) -> bool:
    """Without underscores: go-yaml takes them out of numbers, wherever they stand."""
    if not text or text.isdigit():
        return True
    if text[0] not in "+-.,0123456789" or (text[0] == "-" and text[1:2] in _AFTER_DASH):
        return False
    return re.fullmatch(_OTHERWISE, text, re.DOTALL) is not None  # compiled when first met: a millisecond that many runs save


def block_header(text: str) -> str:
    """`|`, `|-`, `|2+` … for a text of several lines that can be written as a block; else nothing."""
    if "\n" not in text or not text.strip("\n") or re.search(r"^[ \t]+$", text, re.MULTILINE):
        return ""
    if not text.replace("\n", "").replace("\t", "").replace("\xa0", "").isprintable():
        return ""
    # the first line's indentation tells the reader the block's, unless a digit does
    header = "|2" if text[0] in " \t\n" else "|"
    if not text.endswith("\n"):
        return header + "-"
    return header + "+" if text.endswith("\n\n") else header


class _Escapes(dict[int, str]):
    """Character -> how it stands between double quotes; filled as characters are met."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if 0xD800 <= code <= 0xDFFF:  # half a character: Go reads it as the replacement character
            written = "\\uFFFD"
        elif character.isprintable():
            written = character
        else:
            written = f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"
        self[code] = written
        return written


_ESCAPES = _Escapes(
    {ord(raw): "\\" + letter for raw, letter in zip('"\\\n\t\r\b\f', '"\\ntrbf', strict=True)},
)


def escape(text: str) -> str:
    """The inside of a double-quoted scalar."""
    return text.translate(_ESCAPES)


def one_line(text: str) -> str:
    """A text on one line, quoted where it must be."""
    return text if is_plain(text) else f'"{escape(text)}"'


@lru_cache(maxsize=2048)
def key(text: str) -> str:
    """A mapping's key with its colon. Readers give up on a key of over 1,024 characters unless `?` announces it."""
    written = one_line(text)
    return f"{written}:" if len(written) < 1000 else f"? {written}"


def number(value: float) -> str:
    """A float as Go's JSON writes it; but with a point before an exponent, without which YAML 1.1 sees text."""
    if value != value or value in (float("inf"), float("-inf")):
        raise ValueError(f"{value} has no place in a Kubernetes object")
    if value == 0:
        return "0"
    if 1e-6 <= abs(value) < 1e21:
        return str(int(value)) if value == int(value) else _digits(value)
    mantissa, _, exponent = repr(value).partition("e")
    if "." not in mantissa:
        mantissa += ".0"
    return f"{mantissa}e{exponent[0]}{exponent[1:].lstrip('0')}"


def _digits(value: float) -> str:
    written = repr(value)
    if "e" not in written:
        return written
    mantissa, _, exponent = written.partition("e")
    return f"{value:.{len(mantissa.lstrip('-').replace('.', '')) - 1 - int(exponent)}f}"
