"""Why and what: pages about plugins, flags, names and rules, and what one pod holds and whence."""

from __future__ import annotations

from vcplug.errors import VcplugError
from vcplug.explain import lookup, pages, rules
from vcplug.explain.facts import Fact
from vcplug.explain.pages import Page
from vcplug.releases import Release


def explain(word: str, release: Release) -> list[Page]:
    """All pages about what goes by this name; the list of plugins where nothing is named."""
    if not word:
        return [pages.index(release)]
    found = lookup.look_up(word, release)
    if not found:
        raise VcplugError(_unknown(word, release))
    made = [pages.topic(name, release) for name in found.topics]
    made += [pages.flag_page(owner, flag, release) for owner, flag in found.flags]
    made += [rules.page(code, release) for code in found.codes]
    groups: dict[tuple[str, str, str], list[Fact]] = {}
    for fact in found.facts:
        groups.setdefault((fact.by, fact.kind, fact.name), []).append(fact)
    return made + [pages.fact_page(word, group, release) for group in groups.values()]


def _unknown(word: str, release: Release) -> str:
    other = lookup.elsewhere(word, release)
    if other:
        return f"Volcano {release.name} has no {word}; {other} has: vcplug explain {word} --volcano-version {other}"
    near = lookup.near(word, release)
    if near:
        return f"nothing is called {word!r}; did you mean {' or '.join(near)}?"
    return f"nothing is called {word!r}; vcplug explain lists the plugins, vcplug explain pytorch what one of them adds"
