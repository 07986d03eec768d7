"""From what somebody typed to the things that are called so."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from vcplug.codes import CODES
from vcplug.explain.facts import CONTROLLER, Fact, everything
from vcplug.goflags import Flag
from vcplug.plugins import flags, names
from vcplug.releases import KNOWN, Release

TOPICS = ("lifecycle", CONTROLLER)
PLACEHOLDERS = {
    "<TASK>": "[A-Z0-9_]+",
    "<task>": "[a-z0-9_]+",
    "<job>": "[a-z0-9]([a-z0-9.-]*[a-z0-9])?",
    "<random>": "[a-z0-9]{12}",
}


class Found(NamedTuple):
    """Everything that goes by a name in a release."""

    topics: tuple[str, ...] = ()
    """plugins, and the pages of TOPICS"""
    flags: tuple[tuple[str, Flag], ...] = ()
    codes: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()

    def __bool__(self) -> bool:
        return any(self)


def look_up(word: str, release: Release) -> Found:
    """Exactly; else as an instance of a pattern such as VC_<TASK>_HOSTS; else whatever the case of its letters."""
    asked = word.strip()
    for matches in (_exact, _pattern, _folded, _moved):
        found = Found(
            tuple(name for name in (*names(release), *TOPICS) if matches in (_exact, _folded) and matches(asked, name)),
            tuple(_flags(asked, release)) if matches is _exact else (),
            tuple(_codes(asked)) if matches is _exact else (),
            tuple(_facts(asked, matches, release)),
        )
        if found:
            return found
    return Found()


def _facts(asked: str, matches: Callable[[str, str], bool], release: Release) -> list[Fact]:
    """Those that are called so; else those that may be called so."""
    known = list(everything(release))
    if matches is _pattern:
        # train-head-svc is <job>-head-svc rather than the <job>-svc of a job called train-head
        fitting = [
            (fact, (len(_literal(name)), name == fact.name))
            for fact in known
            for name in (fact.name, *called(fact))
            if _pattern(asked, name)
        ]
        best = max((weight for _, weight in fitting), default=(0, False))
        return list(dict.fromkeys(fact for fact, weight in fitting if weight == best))
    return [fact for fact in known if matches(asked, fact.name)] or [
        fact for fact in known if any(matches(asked, name) for name in called(fact))
    ]


def called(fact: Fact) -> Iterator[str]:
    """Other names by which somebody may ask for this."""
    if fact.kind == "file":
        yield fact.name.rpartition("/")[2]
    elif fact.kind == "mount":
        yield fact.name + "/"
    elif fact.kind[0].isupper():
        yield from (fact.kind, f"{fact.kind}/{fact.name}", f"{fact.kind} {fact.name}")
    if fact.kind == "port":
        yield fact.value


def _exact(asked: str, name: str) -> bool:
    return asked == name


def _folded(asked: str, name: str) -> bool:
    return asked.lower() == name.lower()


def _moved(asked: str, name: str) -> bool:
    """A file in another directory than the usual one."""
    return "/" in asked and "/" in name and asked.rpartition("/")[2] == name.rpartition("/")[2]


def _pattern(asked: str, name: str) -> bool:
    found = regex(name)
    return found is not None and found.fullmatch(asked) is not None


def _literal(name: str) -> str:
    """A pattern without its placeholders."""
    return re.sub(r"<[^<>]*>", "", name)


@cache
def regex(name: str) -> re.Pattern[str] | None:
    """The names that a pattern stands for; None where it is none, or would stand for any."""
    pieces = re.split(r"(<[^<>]*>)", name)
    if len(pieces) == 1 or not (re.search(r"\w", _literal(name)) or "<random>" in pieces):
        return None
    return re.compile("".join(PLACEHOLDERS.get(piece, ".+") if piece[:1] == "<" else re.escape(piece) for piece in pieces))


def _flags(asked: str, release: Release) -> Iterator[tuple[str, Flag]]:
    """`pytorch.port`, `pytorch.--port`, or a bare `port` or `--port`: those of all plugins."""
    owner, dot, name = asked.partition(".")
    if not dot:
        owner, name = "", asked
    name = name.lstrip("-")
    for known in names(release):
        if not owner or owner == known:
            yield from ((known, flag) for flag in flags(known, release) if flag.name == name)


def _codes(asked: str) -> Iterator[str]:
    """`VCP104`, `vcp104`, `104`, or the rule's name."""
    number = re.fullmatch(r"(?i)(?:VCP)?(\d{3})", asked)
    for code, known in CODES.items():
        if (number and code == f"VCP{number[1]}") or known.name == asked:
            yield code


def near(word: str, release: Release) -> list[str]:
    """What may have been meant."""
    from difflib import get_close_matches

    known = words(release)
    folded = {name.lower(): name for name in known}
    close = get_close_matches(word.lower(), list(folded), n=3, cutoff=0.75)
    inside = [name for name in known if len(word) > 2 and word.lower() in name.lower()]
    return list(dict.fromkeys([*(folded[name] for name in close), *inside]))[:4]


def words(release: Release) -> list[str]:
    """Everything that can be explained, for suggestions and completion."""
    known = [*names(release), *TOPICS]
    known += [f"{name}.{flag.name}" for name in names(release) for flag in flags(name, release)]
    known += [fact.name for fact in everything(release)]
    known += [fact.kind for fact in everything(release) if fact.kind[0].isupper()]
    return list(dict.fromkeys([*known, *CODES]))


def elsewhere(word: str, release: Release) -> str:
    """The nearest other release that has what this one has not; empty where none has."""
    others = [Release(name) for name in KNOWN if name != release.name]
    having = [other for other in others if look_up(word, other)]
    later = [other for other in having if other.version > release.version]
    name = (later[0] if later else having[-1]).name if having else ""
    return name.removesuffix(".0") if name.count(".") == 2 else name
