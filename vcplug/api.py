"""vcplug from Python: load, admit, render, lint, diff. Results are frozen, VcplugError is the one exception, none prints."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, TypeGuard

from vcplug import admission
from vcplug.emit import Format, Verbatim
from vcplug.emit.yaml import dump
from vcplug.errors import VcplugError
from vcplug.expand import Options, expand, placeholder_keys
from vcplug.findings import locate
from vcplug.model import Finding, Job, Manifest, Problem
from vcplug.plugins import KeyPair
from vcplug.printer import summarise
from vcplug.releases import DEFAULT, Release, UnknownRelease
from vcplug.releases import release as release_named
from vcplug.source import inputs, jobs
from vcplug.source.document import JobSource
from vcplug.source.inputs import Input

if TYPE_CHECKING:
    from vcplug.diff import Report
    from vcplug.diff.course import Held

Item = JobSource | jobs.Foreign
Made = tuple[tuple[Manifest, ...], Iterable[Problem]]
LET_GO = frozenset(("VCP109", "VCP110", "VCP760", "VCP761"))
"""warnings about something written that has no effect: told even where only errors are"""
ORDER = ("NetworkPolicy", "ConfigMap", "Secret", "Service", "PersistentVolumeClaim", "PodGroup", "Pod")
NOT_CARRIED = ("dependsOn", "policies", "maxRetry", "ttlSecondsAfterFinished", "minSuccess")
"""fields of jobs and tasks that only Volcano's controller can act on"""


class Choices(NamedTuple):
    """How jobs are read and expanded, beyond what they say themselves."""

    release: Release | str = DEFAULT
    compat: bool = False
    extra_plugins: Collection[str] = ()
    namespace: str = ""
    name: str = ""
    from_template: bool = False
    """render the job inside a CronJob or JobTemplate"""
    owner_uid: str = ""
    scheduler_name: str = ""
    ssh_keys: str = "generate"
    """generate, placeholder, or a directory that keeps them"""


class Rendered(NamedTuple):
    """One job and what it becomes."""

    source: JobSource
    job: Job
    manifests: tuple[Manifest, ...]


class Result(NamedTuple):
    """All that the input becomes, in the input's order."""

    parts: tuple[Rendered | Verbatim, ...]
    findings: tuple[Finding, ...] = ()
    """what is worth a warning; what stops a job is raised instead"""
    notes: tuple[str, ...] = ()
    envelope: Mapping[str, Any] | None = None
    """the fields of the ResourceList that the input was"""
    templates: tuple[JobSource, ...] = ()
    """CronJobs and JobTemplates among the foreign parts"""
    kept: str = ""
    """the directory that got new ssh keys"""

    @property
    def jobs(self) -> tuple[Rendered, ...]:
        return tuple(part for part in self.parts if isinstance(part, Rendered))

    def manifests(self) -> Iterator[Manifest | Verbatim]:
        for part in self.parts:
            if isinstance(part, Rendered):
                yield from part.manifests
            else:
                yield part

    def objects(self) -> Iterator[dict[str, Any]]:
        """Every object as plain data, pods one by one."""
        for part in self.manifests():
            if isinstance(part, Verbatim):
                yield part.load()
            else:
                yield from part

    def text(self, format: Format = "yaml") -> str:
        """The whole result as `yaml`, `json` or `name`s."""
        from vcplug.emit import blocks

        return b"".join(blocks(self.manifests(), format, envelope=self.envelope)).decode()


def load(*paths: str, stdin: BinaryIO | None = None) -> Input:
    """Read files, directories and `-`. Raises when one is not there, or is not YAML or JSON."""
    return checked(inputs.read(paths, stdin=stdin))


def loads(text: str | bytes, name: str = "<text>") -> Input:
    """Read YAML or JSON that is in memory already."""
    from vcplug.source.reader import parse

    return checked(Input((parse(name, text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text),)))


def checked(loaded: Input) -> Input:
    """The input itself; raises with what cannot be read in it."""
    found = tuple(locate(problem, file) for file in loaded.files for problem in file.problems)
    if found:
        raise VcplugError(summarise(found), found)
    return loaded


def admit(loaded: Input, choices: Choices | None = None) -> Result:
    """Every Job as the API server and the webhooks leave it. Raises with all findings when one is refused."""

    def make(source: JobSource, job: Job) -> Made:
        from vcplug.admission.added import origins

        return (Manifest(dict(job.data), origins(source.data, job)),), ()

    return _Course(choices or Choices()).run(loaded, make)


def render(loaded: Input, choices: Choices | None = None) -> Result:
    """Every Job as the objects that it becomes. Raises with all findings when one is refused.

    With `ssh_keys` naming a directory, new keys are kept there once everything is known to be sound.
    """
    choices = choices or Choices()
    keys = _Keys(choices.ssh_keys)
    options = Options(choices.owner_uid, choices.scheduler_name, keys.make, jobs.priority_classes(loaded.documents))

    def make(source: JobSource, job: Job) -> Made:
        manifests = _in_order(expand(job, options))
        return manifests, check(source, job, manifests)

    result = _Course(choices).run(loaded, make)
    keys.keep()
    notes = (*result.notes, *_not_carried(result.jobs), *keys.notes)
    return result._replace(notes=notes, kept=choices.ssh_keys if keys.made else "")


def lint(
    *inputs: str | Input,
    choices: Choices | None = None,
    select: Collection[str] = (),
    ignore: Collection[str] = (),
    stdin: BinaryIO | None = None,
) -> tuple[Finding, ...]:
    """Everything that is wrong, or worth a word, in files, directories, `-` or what was loaded; in order of file and place.

    `select` and `ignore` are codes or prefixes: VCP104, VCP1. What cannot be read as YAML is a finding here, too;
    paths that are not there, and unknown codes, raise.
    """
    from vcplug.lint import choose, files, run

    unknown = [code for code in (*select, *ignore) if not choose.meant(code)]
    if unknown:
        raise VcplugError("\n".join(f"there is no code {code}; {choose.near(code)}" for code in unknown))
    choices = choices or Choices()
    settings = files.Settings(_release(choices.release), choices.extra_plugins, choose.Choice(select, ignore))
    paths = [one for one in inputs if isinstance(one, str)]
    found = list(run.lint(paths, settings, stdin=stdin, workers=1).findings)
    for loaded in inputs:
        if isinstance(loaded, Input):
            found += [finding for file in loaded.files for finding in files.examine(file, settings).findings]
    return files.ordered(found)


def diff(
    old: Input | None,
    new: Input,
    choices: Choices | None = None,
    *,
    was: Choices | None = None,
    live: Iterable[Mapping[str, Any]] | None = None,
    update: bool = False,
) -> Report:
    """What differs between what two inputs become; the report is falsy when nothing does.

    Without `old`: what the plugins add to the jobs of `new`; with `was`, what these choices (a release, say) make of
    the same jobs; with `live`, the objects of a cluster. `update` tells what an in-place edit does, and what is refused.
    """
    from dataclasses import replace

    from vcplug.diff import course

    now = (choices or Choices())._replace(from_template=True, ssh_keys="placeholder")
    options = Options(now.owner_uid, now.scheduler_name, priorities=jobs.priority_classes(new.documents))
    if update:
        sources = [_Course(now).identify(item) for document in new.documents for item in jobs.items(document)]
        return course.update(_held(old, now), [one for one in sources if isinstance(one, JobSource)], options, compat=now.compat)
    if old is None and was is not None:
        return _upgraded(new, was._replace(from_template=True, ssh_keys="placeholder"), now)
    held = _held(new, now)
    if live is not None:
        report = course.live(live, held)
    elif old is None:
        report = course.plugins(held, options)
    else:
        report = course.two(_held(old, now), held)
    return replace(report, findings=held.findings)


def _held(loaded: Input | None, choices: Choices) -> Held:
    """What an input becomes, beside what it holds already."""
    from vcplug.diff.course import Held

    if loaded is None:
        raise VcplugError("an update needs the job as it was")
    result = render(loaded, choices)
    foreign = [part.load() for part in result.parts if isinstance(part, Verbatim)]
    found = [one for one in (*foreign, *getattr(loaded, "objects", ())) if isinstance(one, dict) and one.get("kind")]
    return Held([(one.source, one.job, one.manifests) for one in result.jobs], found, result.findings)


def _upgraded(loaded: Input, was: Choices, now: Choices) -> Report:
    """What two releases make of the same jobs. When only one refuses them, that is the difference."""
    from dataclasses import replace

    from vcplug.diff import course

    between = (_release(was.release), _release(now.release))
    held: list[Held | VcplugError] = []
    for choices in (was, now):
        try:
            held.append(_held(loaded, choices))
        except VcplugError as error:
            held.append(error)
    old, new = held
    if isinstance(old, VcplugError) or isinstance(new, VcplugError):
        errors = [one for one in held if isinstance(one, VcplugError)]
        if len(errors) == 2 or not errors[0].findings:
            raise errors[-1]
        return course.refused(between, held.index(errors[0]), errors[0].findings)
    return replace(course.releases(old, new, between), findings=new.findings)


def check(source: JobSource, job: Job, manifests: tuple[Manifest, ...]) -> Iterable[Problem]:
    """What lint calls an error in a rendered result: the same findings, found by the same code."""
    from vcplug.lint.engine import Case, check_errors

    return check_errors(Case(source, job.release, admission.Admission(job, ()), manifests))


class _Course:
    """The way of one input: every job identified, admitted, expanded and checked before anything is given out."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.release = _release(choices.release)
        self.findings: list[Finding] = []
        self.templates: list[JobSource] = []

    def run(self, loaded: Input, make: Callable[[JobSource, Job], Made]) -> Result:
        items = [self.identify(item) for document in loaded.documents for item in jobs.items(document)]
        self.refuse_doubles(item for item in items if self.is_wanted(item))
        admitted = [self.admit(item) if self.is_wanted(item) else None for item in items]
        self.stop_if_refused()
        parts: list[Rendered | Verbatim] = []
        for item, job in zip(items, admitted, strict=True):
            if isinstance(item, JobSource) and job is not None:
                manifests, problems = make(item, job)
                self.find(item, problems)
                parts.append(Rendered(item, job, manifests))
            else:
                parts.append(self.pass_on(item))
        self.stop_if_refused()
        return Result(
            tuple(parts), tuple(map(_as_warning, sorted(self.findings, key=_place))), (), _envelope(loaded), tuple(self.templates)
        )

    def is_wanted(self, item: Item) -> TypeGuard[JobSource]:
        return isinstance(item, JobSource) and (item.kind == "Job" or self.choices.from_template)

    def identify(self, item: Item) -> Item:
        if not self.is_wanted(item):
            return item
        written = (item.data.get("metadata") or {}).get("name") if isinstance(item.data.get("metadata"), dict) else ""
        if written and self.choices.name and written != self.choices.name:
            problem = Problem(
                "VCP906",
                f"the job is called {written}, the command says {self.choices.name}",
                ("metadata", "name"),
                hint="--name is for jobs that have only generateName",
            )
            self.find(item, [problem])
            return item
        return jobs.with_namespace(jobs.named(item, self.choices.name), self.choices.namespace)

    def refuse_doubles(self, sources: Iterable[JobSource]) -> None:
        first: dict[tuple[str, str], JobSource] = {}
        for source in sources:
            metadata = source.data.get("metadata")
            if not isinstance(metadata, dict) or not metadata.get("name"):
                continue
            name, namespace = str(metadata["name"]), str(metadata.get("namespace"))
            other = first.setdefault((namespace, name), source)
            if other is not source:
                span = other.span(("metadata", "name"))
                place = f"{other.document.file}:{span.line}"
                message = f"a second job {name} in namespace {namespace}; the first one is {place}"
                self.find(source, [Problem("VCP905", message, ("metadata", "name"), hint="give it another name or namespace")])

    def admit(self, source: JobSource) -> Job | None:
        choices = self.choices
        admitted = admission.admit(source.data, self.release, compat=choices.compat, extra_plugins=choices.extra_plugins)
        self.find(source, (*source.problems, *admitted.problems))
        if admitted.job is None and not any(finding.stops for finding in self.findings):
            raise AssertionError("admission refused a job without a reason")
        return admitted.job

    def find(self, source: JobSource, problems: Iterable[Problem]) -> None:
        self.findings += [locate(problem, source, compat=self.choices.compat) for problem in problems]

    def stop_if_refused(self) -> None:
        stopping = [finding for finding in self.findings if finding.stops]
        if stopping:
            stopping.sort(key=_place)
            raise VcplugError(summarise(stopping), tuple(stopping))

    def pass_on(self, item: Item) -> Verbatim:
        """A foreign object: a whole document as it is written, an item of a list written anew."""
        if isinstance(item, JobSource):
            self.templates.append(item)
        if not item.root:
            return Verbatim(item.document.text, item.document.root.plain)
        node = item.document.node(item.root) or item.document.root
        if not isinstance(node.value, dict):
            problem = Problem(
                "VCP902", "an item of a list must be an object", item.root, hint="write apiVersion, kind and metadata"
            )
            self.findings.append(locate(problem, item.document))
            return Verbatim("", node.plain)
        return Verbatim(dump(node.plain()), node.plain)


class _Keys:
    """The ssh keys of one call, as `--ssh-keys` chooses them."""

    def __init__(self, choice: str) -> None:
        self.choice = choice
        self.made: KeyPair | None = None
        self.notes: list[str] = []

    def make(self) -> KeyPair:
        if self.choice == "placeholder":
            return placeholder_keys()
        from vcplug.expand import keys

        if self.choice == "generate":
            self.notes = ["new ssh keys were made; a second run makes others (--ssh-keys DIR keeps them)"]
            return keys.generate()
        if self.made is None:
            found = keys.read(self.choice)
            if found is not None:
                return found
            self.made = keys.generate()
        return self.made

    def keep(self) -> None:
        if self.made is not None:
            from vcplug.expand import keys

            keys.keep(self.choice, self.made)
            self.notes = [f"new ssh keys were made and are kept in {self.choice}"]


def _in_order(manifests: Iterable[Manifest]) -> tuple[Manifest, ...]:
    """Nothing stands before what it needs."""
    return tuple(sorted(manifests, key=lambda manifest: ORDER.index(manifest.kind)))


def _release(named: Release | str) -> Release:
    try:
        return named if isinstance(named, Release) else release_named(named)
    except UnknownRelease as error:
        raise VcplugError(str(error)) from None


def _place(finding: Finding) -> tuple[str, int, int]:
    return (finding.file, finding.span.line, finding.span.column) if finding.span else (finding.file, 0, 0)


def _as_warning(finding: Finding) -> Finding:
    """What did not stop the job is no error here, whatever lint calls it."""
    return finding._replace(severity="warning") if finding.severity == "error" else finding


def _not_carried(rendered: Iterable[Rendered]) -> Iterator[str]:
    written: set[str] = set()
    for one in rendered:
        spec = one.source.data.get("spec") or {}
        for holder in (spec, *(spec.get("tasks") or ())):
            written.update(name for name in NOT_CARRIED if holder.get(name))
    if written:
        names = ", ".join(name for name in NOT_CARRIED if name in written)
        verb, them = ("live", "them") if len(written) > 1 or "policies" in written else ("lives", "it")
        yield f"{names} {verb} in Volcano's controller; plain manifests cannot carry {them}"


def _envelope(loaded: Input) -> Mapping[str, Any] | None:
    documents = list(loaded.documents)
    if not any(map(jobs.is_resource_list, documents)):
        return None
    if len(documents) > 1:
        raise VcplugError("a ResourceList must be the only document of the input, since all that comes out becomes its items")
    return {key: value for key, value in documents[0].root.plain().items() if key != "items"}
