"""What each rule is about, in words, with an example that the tests run. Loaded only by explain, docs and tests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module

ROOMS: dict[str, tuple[str, str]] = {
    "1": ("arguments", "Arguments"),
    "2": ("roles", "Plugins and roles"),
    "3": ("sizes", "Names and sizes"),
    "4": ("conflicts", "Pod conflicts"),
    "5": ("network", "Network"),
    "6": ("keys", "Keys"),
    "7": ("job", "Job and admission"),
    "8": ("template", "Pod template"),
    "9": ("itself", "vcplug itself"),
}
"""the hundreds of a code -> module and title"""


@dataclass(frozen=True, slots=True)
class Entry:
    """The manual's entry of one code. Name and severity stand in codes.py; whether `--fix` helps, example.fix() finds out."""

    code: str
    summary: str
    """one line"""
    why: str
    """what the cluster does with it; a sentence or three"""
    bad: str
    """YAML that gives this code: the part of a job that matters; example.whole() completes it"""
    good: str
    """the same, put right"""
    line: int = 1
    """line of `bad` that the finding points at"""
    release: str = ""
    """release to try the example with; empty: the newest stable one"""
    since: str = ""
    """first release that it can happen with"""
    until: str = ""
    """first release that it cannot happen with any more"""
    also: tuple[str, ...] = ()
    """codes that such a job gives as well"""
    before: str = ""
    """of a refused edit: the job that runs"""
    options: tuple[str, ...] = ()
    """of what only `vcplug render` finds: the options that it takes"""


def entry(code: str) -> Entry:
    """The manual's entry of a code of codes.py, such as VCP104. Raises KeyError for any other text.

    The result has `summary` (one line), `why` (plain sentences), `bad` and `good` (YAML, both end with a line end), `line`
    (of `bad`, from 1), and, mostly empty, `release` (to try it with), `since` and `until` (releases), `before`, `options`.
    """
    found = {one.code: one for one in _room(code[3:4])} if code[3:4] in ROOMS else {}
    return found[code]


def entries() -> Iterator[Entry]:
    """All of them, in order of code."""
    for number in ROOMS:
        yield from sorted(_room(number), key=lambda one: one.code)


def _room(number: str) -> tuple[Entry, ...]:
    found: tuple[Entry, ...] = import_module(f"vcplug.lint.manual.{ROOMS[number][0]}").ENTRIES
    return found
