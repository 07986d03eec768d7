"""One file: its jobs, everything found in them, and what is left after fixing."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from vcplug.admission import admit
from vcplug.expand import expand
from vcplug.findings import locate
from vcplug.lint.choose import Choice
from vcplug.lint.engine import Case, check
from vcplug.model import Finding, Problem
from vcplug.releases import Release
from vcplug.source import jobs
from vcplug.source.document import JobSource, SourceFile

SUPPRESSION = "vcplug:"
"""in every comment that is meant for us"""
VOLCANO = "volcano.sh/"
"""in the apiVersion of everything that holds a job"""
FIXABLE = frozenset((
    "VCP101", "VCP102", "VCP103", "VCP104", "VCP105", "VCP107", "VCP108", "VCP114", "VCP115",
    "VCP201", "VCP202", "VCP203", "VCP205", "VCP206", "VCP207", "VCP217", "VCP503", "VCP701",
    "VCP702", "VCP706", "VCP714", "VCP728", "VCP760", "VCP801", "VCP802", "VCP804",
))  # fmt: skip
"""codes for which fixes.py may know a cure; a test holds the two together"""
_HELM = r"\{\{-?\s*(?:\.Values|\.Release|\.Chart|\.Capabilities|include\b|toYaml\b|template\b|tpl\b)[^}]*\}*"


class Settings(NamedTuple):
    """How files are looked at."""

    release: Release
    extra_plugins: Collection[str] = ()
    choice: Choice = Choice()


class Examined(NamedTuple):
    """What was found in one file."""

    findings: tuple[Finding, ...] = ()
    """in order of place"""
    jobs: int = 0
    refused: int = 0
    """jobs that did not get as far as being rendered"""
    readable: bool = True

    @property
    def skipped(self) -> bool:
        """Nothing in it is ours."""
        return not self.jobs and not self.findings


def examine(file: SourceFile, settings: Settings) -> Examined:
    codes = settings.choice.of(file.name)
    if file.problems:
        return _unreadable(file, file.problems, codes)
    sources = list(_jobs(file))
    if sources and "{{" in file.text:
        template = _template(file)
        if template is not None:
            return _unreadable(file, (template,), codes)
    findings: list[Finding] = []
    refused = 0
    for source in sources:
        problems, sound = inspect(source, settings, codes)
        refused += not sound
        findings += [_locate(problem, source) for problem in problems if problem.code in codes]
    if sources and SUPPRESSION in file.text:
        findings = _settle(file, findings, codes, complete=not refused)
    return Examined(ordered(findings), len(sources), refused)


def _settle(file: SourceFile, findings: list[Finding], codes: frozenset[str], complete: bool) -> list[Finding]:
    """What the file's comments leave of its findings, and what is wrong with the comments."""
    from vcplug.lint import suppress

    left, problems = suppress.settle(file, findings, suppress.read(file), codes, complete=complete)
    return left + [locate(problem, file) for problem in problems if problem.code in codes]


def _jobs(file: SourceFile) -> Iterator[JobSource]:
    if VOLCANO not in file.text and "\\" not in file.text:
        return
    for document in file.documents:
        for item in jobs.items(document):
            if isinstance(item, JobSource):
                yield jobs.with_namespace(jobs.named(item))


def inspect(source: JobSource, settings: Settings, codes: Collection[str] | None = None) -> tuple[list[Problem], bool]:
    """Every problem of one job, and whether it was sound enough to be rendered."""
    admission = admit(source.data, settings.release, extra_plugins=settings.extra_plugins)
    manifests = expand(admission.job) if admission.job is not None else ()
    case = Case(source, settings.release, admission, manifests)
    return [*source.problems, *admission.problems, *check(case, codes)], admission.job is not None


def _locate(problem: Problem, source: JobSource) -> Finding:
    if problem.code not in FIXABLE:
        return locate(problem, source)
    from vcplug.lint.fixes import fix

    cure = fix(problem, source)
    return locate(problem._replace(fix=cure) if cure is not None else problem, source)


def _unreadable(file: SourceFile, problems: tuple[Problem, ...], codes: frozenset[str]) -> Examined:
    """The one finding of a file that cannot be read; a chart's templates of other things are none of ours."""
    if VOLCANO not in file.text and "{{" in file.text and any("Helm" in problem.message for problem in problems):
        return Examined(readable=False)
    findings = [locate(problem, file) for problem in problems if problem.code in codes]
    if SUPPRESSION in file.text:
        findings = _settle(file, findings, codes, complete=False)
    return Examined(ordered(findings), readable=False)


def _template(file: SourceFile) -> Problem | None:
    """A Helm template that happens to be YAML: what is wrong with its values says nothing about the job."""
    found = re.search(_HELM, file.text)
    if found is None:
        return None
    return Problem(
        "VCP902",
        "this looks like a Helm template, not like a job",
        hint="run `helm template` first",
        span=file.lines.span(found.start(), found.end()),
    )


def ordered(findings: Collection[Finding]) -> tuple[Finding, ...]:
    """In order of file and place, each once: what is written once and read twice, by an alias, is one mistake."""
    unique: dict[Finding, Finding] = {}
    for finding in findings:
        # through the alias there is no fix, where it is written there is
        known = unique.setdefault(finding._replace(fix=None), finding)
        if known.fix is None and finding.fix is not None:
            unique[finding._replace(fix=None)] = finding
    return tuple(sorted(unique.values(), key=place))


def place(finding: Finding) -> tuple[str, int, int, str, str]:
    span = finding.span
    return finding.file, span.line if span else 0, span.column if span else 0, finding.code, finding.message
