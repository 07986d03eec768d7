"""The prose that stands beside each plugin, as sections; read by explain and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from vcplug.releases import Release

MARK = re.compile(r"\{(not )?([a-z-]+)\} ")
"""`{wait-master} …` holds where releases.CHANGES says so, `{not wait-master} …` where it does not"""


class Section(NamedTuple):
    title: str
    text: str
    parts: Mapping[str, str]
    """title of a sub-section -> its text"""


@cache
def sections(package: str, name: str) -> Mapping[str, Section]:
    """A prose file by the titles of its sections; what stands before the first one is under the empty title."""
    text = files(package).joinpath(f"{name}.md").read_text(encoding="utf-8")
    found: dict[str, Section] = {}
    for block in re.split(r"^## ", text.partition("\n")[2], flags=re.M):
        title, _, body = block.partition("\n") if found else ("", "", block)
        first, *rest = re.split(r"^### ", body, flags=re.M)
        parts = {part.partition("\n")[0]: part.partition("\n")[2].strip() for part in rest}
        found[title] = Section(title, first.strip("\n"), parts)
    return found


def paragraphs(text: str, release: Release) -> list[str]:
    """The paragraphs that hold in this release, each on one line; list items are paragraphs that begin with `- ` or `1. `."""
    found: list[str] = []
    holds = True
    for line in text.split("\n"):
        stripped = line.strip()
        bullet, stripped = ("- ", stripped[2:]) if stripped.startswith("- ") else ("", stripped)
        mark = MARK.match(stripped)
        starts = bool(bullet or mark or re.match(r"\d+\. ", stripped))
        if mark:
            holds = release.has(mark[2]) is not bool(mark[1])
            stripped = stripped[mark.end() :]
        elif bullet or not stripped:
            holds = True
        if not stripped:
            found.append("")
        elif holds and (starts or not found or not found[-1]) and not (mark and not bullet and found and found[-1]):
            found.append(bullet + stripped)
        elif holds:
            found[-1] += " " + stripped
    return [paragraph for paragraph in found if paragraph]


def example(package: str, name: str) -> str:
    """The example's YAML, without its indentation."""
    from textwrap import dedent

    section = sections(package, name).get("Example")
    return dedent(section.text) + "\n" if section else ""
