"""Room 1: what is left to say of arguments that were read without error."""

from __future__ import annotations

from collections.abc import Iterator

from vcplug.lint.engine import Case, Rule
from vcplug.model import Problem
from vcplug.plugins import flags


def flag_is_default(case: Case) -> Iterator[Problem]:
    job = case.job
    for name, call in job.plugins.items():
        defaults = {flag.name: flag.default for flag in flags(name, job.release)}
        for flag in call.given:
            if call.values[flag] == defaults[flag]:
                yield Problem("VCP112", f"--{flag} is set to its default", call.path(flag), hint="may be left out")


def wait_master_not_enabled(case: Case) -> Iterator[Problem]:
    job = case.job
    call = job.plugins.get("pytorch")
    if call is None or call.values.get("wait-master-enabled"):
        return
    for flag in ("wait-master-timeout", "wait-master-image"):
        if flag in call.given:
            hint = "add --wait-master-enabled=true"
            yield Problem("VCP113", f"--{flag} does nothing without --wait-master-enabled", call.path(flag), hint=hint)


RULES = (
    Rule("VCP112", flag_is_default, "job"),
    Rule("VCP113", wait_master_not_enabled, "job"),
)
