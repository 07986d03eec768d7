"""The pages of findings: VCP104."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from vcplug.codes import CODES
from vcplug.explain.layout import Block, Code, Heading, Items, Table, Text, Title
from vcplug.explain.pages import Data, Page, told
from vcplug.plugins import names
from vcplug.releases import Release

if TYPE_CHECKING:
    from vcplug.lint.manual import Entry

STOPS = {
    "never": "no, it is only printed",
    "strict": "yes, unless --compat",
    "always": "yes",
}
FIXES = {
    "": "hand",
    "--fix": "vcplug lint --fix",
    "--unsafe-fixes": "vcplug lint --unsafe-fixes, since it changes what the job does",
}


def page(code: str, release: Release) -> Page:
    known = CODES[code]
    entry = _entry(code)
    data: Data = {
        "kind": "rule",
        "code": code,
        "name": known.name,
        "severity": known.severity,
        "stops": known.stops,
        "summary": entry.summary if entry else "",
        "why": entry.why if entry else "",
        "since": entry.since if entry else "",
        "until": entry.until if entry else "",
        "bad": entry.bad if entry else "",
        "good": entry.good if entry else "",
        "fix": _fix(entry) if entry else "",
        "pitfalls": [
            {"plugin": name, "text": text.removeprefix("- ")}
            for name in names(release)
            for text in told(name, "Pitfalls", release)
            if code in text
        ],
    }
    return Page(data, tuple(_blocks(data)))


def _entry(code: str) -> Entry | None:
    """The manual's entry; a code that is too new for the manual still has its name and severity."""
    from vcplug.lint import manual

    try:
        return manual.entry(code)
    except (KeyError, ModuleNotFoundError):
        return None


def _fix(entry: Entry) -> str:
    """The option that mends the entry's example; empty where none does."""
    from vcplug.lint.manual import example

    fix = example.fix(entry)
    return "" if fix is None else "--fix" if fix.safe else "--unsafe-fixes"


def _blocks(data: Data) -> Iterator[Block]:
    yield Title(data["code"], data["summary"] or data["name"], data["name"] if data["summary"] else "")
    if data["why"]:
        yield Text(data["why"])
    rows = [("Severity", data["severity"]), ("Stops render", STOPS[data["stops"]])]
    rows.append(("Fixed by", FIXES[data["fix"]]))
    rows += [("Since", data["since"])] * bool(data["since"]) + [("Until", data["until"])] * bool(data["until"])
    yield Heading("How bad")
    yield Table(rows, ("", ""))
    for key, heading in (("bad", "Wrong"), ("good", "Right")):
        if data[key]:
            yield Heading(heading)
            yield Code(data[key], "yaml")
    if data["pitfalls"]:
        yield Heading("Where it bites")
        yield Items([f"{pitfall['plugin']}: {pitfall['text']}" for pitfall in data["pitfalls"]])
    yield Heading("Silence it")
    yield Text("On the line, or the line above it:")
    yield Code(f"# vcplug: ignore[{data['code']}] reason", "yaml")
