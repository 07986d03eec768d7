"""The pages of findings: VCP104."""

from __future__ import annotations

from vcplug.codes import CODES
from vcplug.explain.layout import Block, Code, Heading, Items, Table, Text, Title
from vcplug.explain.pages import Data, Page, told
from vcplug.plugins import names
from vcplug.releases import Release

STOPS = {
    "never": "no, it is only printed",
    "strict": "yes, unless --compat",
    "always": "yes",
}


def page(code: str, release: Release) -> Page:
    known = CODES[code]
    data: Data = {
        "kind": "rule",
        "code": code,
        "name": known.name,
        "severity": known.severity,
        "stops": known.stops,
        "pitfalls": [
            {"plugin": name, "text": text.removeprefix("- ")}
            for name in names(release)
            for text in told(name, "Pitfalls", release)
            if code in text
        ],
    }
    return Page(data, tuple(_blocks(data)))


def _blocks(data: Data) -> list[Block]:
    blocks: list[Block] = [
        Title(data["code"], data["name"]),
        Table([("Severity", data["severity"]), ("Stops render", STOPS[data["stops"]])]),
    ]
    if data["pitfalls"]:
        blocks += [Heading("Where it bites"), Items([f"{pitfall['plugin']}: {pitfall['text']}" for pitfall in data["pitfalls"]])]
    blocks += [
        Heading("Silence it"),
        Text("On the line, or the line above it:"),
        Code(f"# vcplug: ignore[{data['code']}] reason"),
    ]
    return blocks
