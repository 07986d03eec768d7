"""What each rule is about, in words, with an example that the tests run. Loaded only by explain, docs and tests."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """The manual's entry of one code."""

    code: str
    summary: str
    why: str
    bad: str
    """a whole job (or the part that matters, where manual.whole() can complete it) that gives this code"""
    good: str
    """the same, put right"""
    line: int = 0
    """line of `bad` that the finding points at"""
    release: str = ""
    """release to try the example with; empty: the newest stable one"""
    since: str = ""
    until: str = ""
