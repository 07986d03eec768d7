"""Every entry of the manual is true: its example is run as lint runs a file."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from vcplug.admission import admit, defaults, schema, update
from vcplug.codes import CODES
from vcplug.lint import manual
from vcplug.lint.files import Settings, examine
from vcplug.lint.fixes import FIXES
from vcplug.lint.fixing import apply
from vcplug.lint.manual import Entry, example
from vcplug.model import Finding, Problem
from vcplug.releases import DEFAULT, KNOWN, release, version
from vcplug.source import jobs
from vcplug.source.document import JobSource, SourceFile
from vcplug.source.reader import parse

ROOT = Path(__file__).parent.parent.parent
ENTRIES = tuple(manual.entries())
LINTED = [entry for entry in ENTRIES if not entry.before and not entry.options]
MINORS = sorted({name.rpartition(".")[0] if "-" not in name else "1.16" for name in KNOWN}, key=version)


def each(entries: list[Entry]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("entry", entries, ids=[entry.code for entry in entries])


def loud(found: tuple[Finding, ...]) -> set[str]:
    return {finding.code for finding in found if finding.severity != "info"}


def read(part: str) -> SourceFile:
    return parse("job.yaml", example.whole(part).text.encode())


def data(file: SourceFile) -> list[object]:
    return [document.root.plain() for document in file.documents]


def test_every_code_has_one_entry() -> None:
    assert [entry.code for entry in ENTRIES] == sorted(CODES)


def test_no_two_codes_share_a_name() -> None:
    assert len({known.name for known in CODES.values()}) == len(CODES)


def test_the_page_of_rules_is_up_to_date() -> None:
    command = (sys.executable, "scripts/make_rules.py", "--check")
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (made.returncode, made.stderr) == (0, "")


def test_the_page_of_rules_has_an_anchor_for_every_code() -> None:
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert re.findall(r'<a id="(\w+)">', page) == [code.lower() for code in sorted(CODES)]


def test_an_entry_is_found_by_its_code() -> None:
    assert all(manual.entry(entry.code) is entry for entry in ENTRIES)
    for text in ("", "VCP", "VCP999", "104", "vcp104", "VCP1044"):
        with pytest.raises(KeyError):
            manual.entry(text)


@each(list(ENTRIES))
def test_an_entry_is_said_in_few_and_finished_sentences(entry: Entry) -> None:
    assert entry.summary.endswith(".")
    assert "\n" not in entry.summary
    assert len(entry.summary) <= 90
    assert entry.why.endswith(".")
    assert len(entry.why) <= 420
    assert entry.bad != entry.good
    assert all(part.endswith("\n") for part in (entry.bad, entry.good))
    assert max(map(len, (entry.bad + entry.good).splitlines())) <= 120


@each(LINTED)
def test_the_bad_example_gives_that_code_on_that_line_and_nothing_else(entry: Entry) -> None:
    found = example.findings(entry.bad, entry.release)
    own = [finding for finding in found if finding.code == entry.code]
    assert own
    assert loud(found) <= {entry.code, *entry.also}
    place = example.whole(entry.bad).lines[entry.line - 1]
    assert {finding.span.line for finding in own if finding.span} == {place}
    assert own[0].severity == CODES[entry.code].severity or entry.code == "VCP760"


@each(LINTED)
def test_the_good_example_gives_no_warning(entry: Entry) -> None:
    found = example.findings(entry.good, entry.release)
    assert not loud(found)
    assert entry.code not in {finding.code for finding in found}


@each([entry for entry in LINTED if entry.code in FIXES or entry.code == "VCP901"])
def test_the_fix_turns_the_bad_example_into_the_good_one(entry: Entry) -> None:
    settings = Settings(release(entry.release or DEFAULT))
    file = read(entry.bad)
    fix = example.fix(entry)
    assert fix is not None
    fixed = apply(file, examine(file, settings), settings, unsafe=not fix.safe)
    assert data(parse("job.yaml", fixed.text.encode())) == data(read(entry.good))


@each(LINTED)
def test_an_entry_says_in_which_releases_it_can_happen(entry: Entry) -> None:
    first = entry.since or MINORS[0]
    happens = [minor for minor in MINORS if entry.code in {found.code for found in example.findings(entry.bad, minor)}]
    assert all(version(first) <= version(release(minor).name) for minor in happens)
    assert all(not entry.until or version(release(minor).name) < version(entry.until) for minor in happens)
    if not entry.release:
        named = [minor for minor in MINORS if version(release(minor).name) >= version(first)]
        assert happens == [minor for minor in named if not entry.until or version(minor) < version(entry.until)]


@each([entry for entry in ENTRIES if entry.before])
def test_an_edit_is_refused_as_the_entry_says(entry: Entry) -> None:
    newest = release(DEFAULT)
    old = admit(_job(entry.before).data, newest).job
    assert old is not None
    new = _job(entry.bad)
    found = [problem for problem in _edited(old.data, new) if problem.code == entry.code]
    assert [new.span(problem.path).line for problem in found] == [example.whole(entry.bad).lines[entry.line - 1]]
    assert {problem.code for problem in _edited(old.data, new)} == {entry.code}
    assert not _edited(old.data, _job(entry.good))


def _job(part: str) -> JobSource:
    found = next(item for item in jobs.items(read(part).documents[0]) if isinstance(item, JobSource))
    return jobs.with_namespace(found)


def _edited(old: Mapping[str, Any], new: JobSource) -> tuple[Problem, ...]:
    """What an edit that repeats the defaults is refused for."""
    newest = release(DEFAULT)
    filled, _ = defaults.fill(schema.apply(new.data, newest).data, newest)
    return update.refusals(old, filled, newest)


@each([entry for entry in ENTRIES if entry.options])
def test_what_only_render_finds_is_found_with_the_entrys_options(entry: Entry) -> None:
    bad, good = (_render(part, entry.options) for part in (entry.bad, entry.good))
    place = example.whole(entry.bad).lines[entry.line - 1]
    assert (bad.returncode, bad.stdout) == (2, "")
    assert f"<stdin>:{place}:" in bad.stderr
    assert f"error {entry.code}:" in bad.stderr
    assert good.returncode == 0


def _render(part: str, options: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-m", "vcplug", "render", "-", *options)
    return subprocess.run(command, input=example.whole(part).text, capture_output=True, text=True, check=False)
