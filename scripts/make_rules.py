"""Write docs/rules.md: every finding that vcplug knows, from the codes' table and the rules' manual.

    python scripts/make_rules.py            writes the page
    python scripts/make_rules.py --check    only says whether it is up to date

What vcplug says of an example, and whether it can put it right, is found out by running it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from difflib import unified_diff
from itertools import groupby
from pathlib import Path

from vcplug.codes import CODES
from vcplug.lint import manual
from vcplug.lint.manual import Entry, example
from vcplug.model import Finding

PAGE = Path(__file__).parent.parent / "docs" / "rules.md"
HEAD = """\
# The rules

Every finding of `vcplug lint`, and what stops `vcplug render`. `vcplug explain VCP104` tells the same in a terminal.

<!-- Written by scripts/make_rules.py; a change belongs into vcplug/lint/manual/. -->

- **error**: the cluster refuses the job, mis-reads it, or does something else than what is written
- **warning**: it works, but hardly as it was meant
- **info**: worth knowing

What *stops render* is what the controller would mis-read or the API server refuses; with `--compat` only what a cluster would not
accept stops it, and the rest is told.

`--fix` applies fixes that change nothing but the mistake, `--unsafe-fixes` also those that change what the job does. To keep a
finding quiet, write `# vcplug: ignore[VCP104] why` on its line, or alone on the line above. `--select VCP1`, `--ignore VCP104`
and the config file choose by code, or by how codes begin.

Each example is the part of a job that matters: `-` is wrong, `+` is right, and below it stands what vcplug says.

"""
STOPS = {"never": "", "strict": "stops render, unless --compat", "always": "stops render"}


def page() -> str:
    return "\n".join((HEAD, *_contents(), *(line for entry in _by_room() for line in entry))) + "\n"


def _rooms() -> Iterator[tuple[str, str, list[Entry]]]:
    for number, entries in groupby(manual.entries(), lambda entry: entry.code[3]):
        yield number, manual.ROOMS[number][1], list(entries)


def _contents() -> Iterator[str]:
    for number, title, entries in _rooms():
        yield f"**{number} [{title}](#{number}-{title.lower().replace(' ', '-')})**\n"
        yield "| code | name | severity | |"
        yield "|---|---|---|---|"
        for entry in entries:
            known = CODES[entry.code]
            yield f"| [{entry.code[3:]}](#{entry.code.lower()}) | {known.name} | {known.severity} | {_escaped(entry.summary)} |"
        yield ""


def _by_room() -> Iterator[Iterator[str]]:
    for number, title, entries in _rooms():
        yield iter((f"## {number} {title}\n",))
        for entry in entries:
            yield _entry(entry)


def _entry(entry: Entry) -> Iterator[str]:
    known = CODES[entry.code]
    found = example.finding(entry)
    yield f'<a id="{entry.code.lower()}"></a>\n'
    yield f"### {entry.code} {known.name}\n"
    stops = "" if entry.before else STOPS[known.stops]
    yield " · ".join(filter(None, (f"**{known.severity}**", stops, _when(entry), _cure(found)))) + "\n"
    yield f"{_escaped(entry.summary)} {_escaped(entry.why)}\n"
    if entry.before:
        yield f"A job that runs:\n\n```yaml\n{entry.before}```\n\nAn edit of it that is refused, and one that is not:\n"
    elif entry.options:
        yield f"With `vcplug render {' '.join(entry.options)}`:\n"
    elif entry.release:
        yield f"With Volcano {entry.release}:\n"
    yield _both(entry)
    if found is not None:
        yield f"> {_escaped(found.message)}" + (f"  \n> *{_escaped(found.hint)}*\n" if found.hint else "\n")


def _both(entry: Entry) -> str:
    """Bad and good in one, as a diff that leaves nothing out."""
    lines = unified_diff(entry.bad.splitlines(), entry.good.splitlines(), n=1000, lineterm="")
    return "```diff\n" + "\n".join(list(lines)[3:]) + "\n```\n"


def _escaped(text: str) -> str:
    """A text that Markdown shows as it is; between backticks it does so anyway."""
    pieces = text.split("`")
    pieces[::2] = (re.sub(r"([*_<>|\[\]])", r"\\\1", piece) for piece in pieces[::2])
    return "`".join(pieces)


def _when(entry: Entry) -> str:
    if entry.since and entry.until:
        return f"Volcano {entry.since} and later, before {entry.until}"
    return f"Volcano {entry.since} and later" if entry.since else f"before Volcano {entry.until}" if entry.until else ""


def _cure(found: Finding | None) -> str:
    if found is None or found.fix is None:
        return ""
    return "`--fix`" if found.fix.safe else "`--unsafe-fixes`"


def main() -> int:
    text = page()
    if "--check" not in sys.argv[1:]:
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text(text, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        print("docs/rules.md is out of date; run python scripts/make_rules.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
