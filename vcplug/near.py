"""`did you mean …?`: the one known name that a misspelt one was meant to be."""

from __future__ import annotations

from collections.abc import Iterable

CLOSE = 0.7
"""how much two names must have in common (difflib's ratio)"""


def nearest(word: str, known: Iterable[str]) -> str:
    """The known name that is most likely meant, or ''. Case, `-` and `_` do not count."""
    folded = {_fold(name): name for name in known}
    text = _fold(word)
    for written in (text, *_swapped(text)):
        if written in folded:
            return folded[written]
    from difflib import get_close_matches

    close = get_close_matches(text, folded, 1, CLOSE)
    return folded[close[0]] if close else ""


def _fold(name: str) -> str:
    return name.casefold().replace("-", "").replace("_", "")


def _swapped(text: str) -> Iterable[str]:
    """The text with two neighbours exchanged: the commonest slip, which difflib counts as two in a short name."""
    if len(text) <= 64:
        for at in range(len(text) - 1):
            yield text[:at] + text[at + 1] + text[at] + text[at + 2 :]
