"""A hostile corpus: whatever is done to a job, lint answers with findings, and its fixes do no harm.

`VCPLUG_MUTANTS=20000 pytest tests/lint/test_mutations.py` tries more than the few hundred of an ordinary run.
"""

from __future__ import annotations

import os
from random import Random

from tests.lint.mutants import mutants
from vcplug.lint import reports
from vcplug.lint.files import Settings, examine
from vcplug.lint.fixing import apply, worse
from vcplug.lint.run import Outcome, Report
from vcplug.releases import KNOWN, release
from vcplug.source.reader import parse

NUMBER = int(os.environ.get("VCPLUG_MUTANTS", "400"))


def test_no_mutant_of_a_job_makes_lint_fail() -> None:
    random = Random(4)
    told = 0
    for number, raw in enumerate(mutants(NUMBER)):
        settings = Settings(release(random.choice(KNOWN)))
        file = parse(f"{number}.yaml", raw)
        found = examine(file, settings)
        told += bool(found.findings)
        if number % 10 == 0:
            report = Report((Outcome(file.name, found),), found.findings)
            assert all(reports.write(report, format, "warning") or not found.findings for format in reports.FORMATS)
    assert told > NUMBER / 3


def test_fixing_a_mutant_makes_it_no_worse_and_fixing_it_again_changes_nothing() -> None:
    random = Random(5)
    changed = 0
    for number, raw in enumerate(mutants(NUMBER, seed=6)):
        settings = Settings(release(random.choice(KNOWN)))
        file = parse(f"{number}.yaml", raw)
        found = examine(file, settings)
        unsafe = random.random() < 0.5
        fixed = apply(file, found, settings, unsafe=unsafe)
        if fixed.text == file.text:
            continue
        changed += 1
        assert not worse(found, fixed.examined), raw
        again = parse(file.name, fixed.text.encode())
        assert apply(again, examine(again, settings), settings, unsafe=unsafe).text == fixed.text, raw
    assert changed
