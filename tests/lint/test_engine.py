"""Which rules are asked, and what ordinary jobs hear from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lint.jobs import codes, job
from tests.lint.mutants import mutants, texts
from vcplug.admission import admit
from vcplug.codes import CODES
from vcplug.expand import expand
from vcplug.lint.engine import Case, check, check_errors, rules
from vcplug.releases import release
from vcplug.source.document import JobSource
from vcplug.source.jobs import items, named
from vcplug.source.reader import parse

ROOT = Path(__file__).parents[2]
ORDINARY = sorted((ROOT / "samples").glob("*.yaml"))


def cases(raw: bytes) -> list[Case]:
    found = []
    for document in parse("job.yaml", raw).documents:
        for item in items(document):
            if isinstance(item, JobSource):
                source = named(item)
                admission = admit(source.data, release(), compat=True)
                manifests = expand(admission.job) if admission.job is not None else ()
                found.append(Case(source, release(), admission, manifests))
    return found


def test_render_hears_every_error_that_lint_finds() -> None:
    """Render loads only the rooms that a job can upset; none of their errors may be missed by that."""
    several = 0
    for raw in (*(text.encode() for text in texts()), *mutants(300, seed=9), *map(str.encode, CLASHES)):
        for case in cases(raw):
            if case.admission.job is None:
                continue
            errors = [problem for problem in check(case) if CODES[problem.code].severity == "error"]
            assert sorted(check_errors(case), key=repr) == sorted(errors, key=repr), raw.decode()
            several += bool(errors)
    assert several > 10


CLASHES = [
    job('  plugins: {svc: [], ssh: ["--ssh-key-file-path=/etc/volcano"]}\n'),
    job('  plugins: {pytorch: ["--port=1"], mpi: ["--port=1"]}\n'),
    job("  plugins: {ray: []}\n").replace("name: train", "name: " + "a" * 57),
    job("  volumes: [{mountPath: /etc/volcano, volumeClaimName: a}]\n  plugins: {svc: []}\n"),
    job("  plugins: {svc: []}\n").replace("name: train", "name: a.b"),
    job("  plugins: {svc: []}\n").replace("replicas: 1", "replicas: 9000"),
]


@pytest.mark.parametrize("file", ORDINARY, ids=lambda file: file.name)
def test_samples_give_neither_errors_nor_warnings(file: Path) -> None:
    assert [code for code in codes(file.read_bytes()) if CODES[code].severity != "info"] == []


def test_every_rule_has_a_code_of_its_room_and_every_code_is_asked_once() -> None:
    asked = [rule.code for rule in rules()]
    assert len(set(asked)) == len(asked)
    assert set(asked) <= set(CODES)


def test_rules_are_not_asked_about_results_that_are_not_there() -> None:
    broken = job('  plugins: {svc: ["--nonsense"]}\n').replace("name: train", "name: a.b")
    assert [code for code in codes(broken) if code.startswith(("VCP3", "VCP4", "VCP5"))] == []
