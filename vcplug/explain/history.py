"""Which releases are known, and what each changed for job authors: releases.CHANGES by release."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from vcplug.explain.layout import Block, Heading, Items, Text, Title
from vcplug.explain.pages import Data
from vcplug.releases import CHANGES, DEFAULT, KNOWN, Release


class Turn(NamedTuple):
    """Something that begins to hold, or holds no longer."""

    key: str
    summary: str
    holds: bool


def turns(before: Release, after: Release) -> list[Turn]:
    """What one release changed against another."""
    return [
        Turn(key, change.summary, change.holds(after.version))
        for key, change in CHANGES.items()
        if change.holds(after.version) != change.holds(before.version)
    ]


def steps(first: Release, last: Release) -> Iterator[tuple[Release, list[Turn]]]:
    """Each release after `first` up to `last`, with what it changed against the one before it."""
    known = [Release(name) for name in KNOWN]
    for before, after in pairwise(known):
        if first.version < after.version <= last.version:
            yield after, turns(before, after)


def data(first: Release | None, last: Release | None) -> Data:
    oldest, newest = first or Release(KNOWN[0]), last or Release(KNOWN[-1])
    changed = [(release, found) for release, found in steps(oldest, newest) if found]
    shown = [Release(name) for name in KNOWN if oldest.version <= Release(name).version <= newest.version]
    return {
        "default": DEFAULT,
        "from": oldest.name,
        "to": newest.name,
        "releases": [
            {
                "name": release.name,
                "kubernetes": f"1.{release.kubernetes}",
                "preRelease": "-" in release.name,
                "default": release.name == DEFAULT,
            }
            for release in shown
        ],
        "changes": [{"release": release.name, "changes": [turn._asdict() for turn in found]} for release, found in changed],
        "net": [turn._asdict() for turn in turns(oldest, newest)],
    }


def blocks(first: Release | None, last: Release | None) -> Iterator[Block]:
    """Newest first; with both ends named also what is left of it all when they are compared."""
    oldest, newest = first or Release(KNOWN[0]), last or Release(KNOWN[-1])
    if first and last:
        yield Title(f"Volcano {first.name} → {last.name}", "what changes for job authors")
        yield from _compared(first, last)
        yield Text("What it means for one job: " + f"vcplug diff JOB --release {first.name}..{last.name}")
        return
    yield Title("Volcano releases", f"known to vcplug, newest first; {DEFAULT} is taken when nobody chooses")
    for minor, names in reversed(_minors(oldest, newest)):
        release = Release(names[-1])
        yield Heading(f"{minor} (Kubernetes 1.{release.kubernetes} pod templates)")
        yield Text(_listed(names))
        for after, found in steps(oldest, newest):
            if after.minor == minor and found:
                yield from _step(after, found, after.name == names[0])
        if minor == Release(KNOWN[0]).minor:
            yield Text("The oldest release that vcplug knows.")


def _minors(oldest: Release, newest: Release) -> list[tuple[str, list[str]]]:
    found: dict[str, list[str]] = {}
    for name in KNOWN:
        if oldest.version <= Release(name).version <= newest.version:
            found.setdefault(Release(name).minor, []).append(name)
    return list(found.items())


def _listed(names: Sequence[str]) -> str:
    marks = {DEFAULT: " (the default)"}
    return ", ".join(name + marks.get(name, " (pre-release)" if "-" in name else "") for name in names)


def _step(release: Release, found: Sequence[Turn], is_first: bool) -> Iterator[Block]:
    if not is_first:
        yield Text(f"From {release.name} on:")
    yield Items([_words(turn) for turn in found])


def _words(turn: Turn) -> str:
    return turn.summary if turn.holds else f"no longer: {turn.summary}"


def _compared(first: Release, last: Release) -> Iterator[Block]:
    found = turns(first, last)
    if not found:
        yield Text("Nothing that vcplug knows of.")
    new, gone = [turn for turn in found if turn.holds], [turn for turn in found if not turn.holds]
    if new:
        yield Heading(f"New by {last.name}")
        yield Items([f"{turn.summary} ({_since(turn.key, first, last)})" for turn in new])
    if gone:
        yield Heading("No longer")
        yield Items([f"{turn.summary} ({_since(turn.key, first, last)})" for turn in gone])
    passing = {turn.key for _, step in steps(first, last) for turn in step} - {turn.key for turn in found}
    if passing:
        yield Heading("Only in between")
        yield Items([CHANGES[key].summary for key in CHANGES if key in passing])


def _since(key: str, first: Release, last: Release) -> str:
    """The last release on the way that turned it."""
    return [release.name for release, found in steps(first, last) if any(turn.key == key for turn in found)][-1]
