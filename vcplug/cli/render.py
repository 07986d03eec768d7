"""vcplug render: a job as the manifests that it becomes."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Literal

import typer

from vcplug import api
from vcplug.cli import options, origins, pick
from vcplug.cli.terminal import Terminal
from vcplug.codes import CODES
from vcplug.emit import Comment, Verbatim, blocks
from vcplug.errors import VcplugError
from vcplug.model import Finding, Manifest
from vcplug.printer import count

Option = typer.Option
Words = list[str]


def render(
    context: typer.Context,
    paths: Annotated[
        Words | None, typer.Argument(metavar="[PATH]...", help="Files, directories, - for stdin.", show_default=False)
    ] = None,
    output: Annotated[Literal["yaml", "json", "name"], Option("--output", "-o", help="What to print.")] = "yaml",
    output_dir: Annotated[
        str, Option("--output-dir", "-d", metavar="DIR", help="Write one file per object.", show_default=False)
    ] = "",
    namespace: Annotated[str, Option("--namespace", "-n", help="For jobs that name none.", show_default=False)] = "",
    name: Annotated[str, Option("--name", help="For a job that has only generateName.", show_default=False)] = "",
    only: Annotated[
        Words | None, Option("--only", metavar="KINDS", help="Only these, such as po,svc.", show_default=False)
    ] = None,
    exclude: Annotated[Words | None, Option("--exclude", metavar="KINDS", help="All but these.", show_default=False)] = None,
    task: Annotated[Words | None, Option("--task", help="Only pods of this task.", show_default=False)] = None,
    index: Annotated[Words | None, Option("--index", help="Only pods of these indexes: 0,2 or 4-7.", show_default=False)] = None,
    owner_uid: Annotated[
        str, Option("--owner-uid", metavar="UID", help="The stored Job's uid: add owner references.", show_default=False)
    ] = "",
    scheduler_name: Annotated[
        str,
        Option(
            "--scheduler-name", help="Scheduler of the pods; default-scheduler for a cluster without Volcano.", show_default=False
        ),
    ] = "",
    ssh_keys: Annotated[
        str, Option("--ssh-keys", metavar="generate|placeholder|DIR", help="Where ssh keys come from.")
    ] = "generate",
    show_secrets: Annotated[bool, Option("--show-secrets", help="Show private keys on a terminal.")] = False,
    stage: Annotated[
        Literal["rendered", "admitted"], Option("--stage", help="admitted: the Job as the webhook leaves it.")
    ] = "rendered",
    origin: Annotated[bool, Option("--origin", help="Say behind each added line who added it.")] = False,
    delete: Annotated[bool, Option("--delete", help="Print what to pipe into kubectl delete -f -.")] = False,
    claims: Annotated[bool, Option("--claims", help="With --delete: claims (data) too.")] = False,
    from_template: Annotated[bool, Option("--from-template", help="Render the job inside a CronJob or JobTemplate.")] = False,
    jobs_only: Annotated[bool, Option("--jobs-only", help="Drop documents that are no Volcano Job.")] = False,
    compat: options.Compat = False,
    volcano_version: options.VolcanoVersion = "",
    config: options.ConfigFile = "",
    no_config: options.NoConfig = False,
    quiet: options.Quiet = False,
    color: options.Color = "auto",
    debug: options.Debug = False,
) -> int:
    """Print the manifests that Volcano Jobs become: helper objects first, pods last.

    vcplug render job.yaml | kubectl apply -f -
    """
    terminal: Terminal = context.obj
    terminal.configure(color=color, quiet=quiet, debug=debug)
    picked = pick.Pick(
        pick.kinds("--only", only or ()), pick.kinds("--exclude", exclude or ()), tuple(task or ()), pick.indexes(index or ())
    )
    wanted = Wanted(output, output_dir, origin, show_secrets, stage, delete, claims, jobs_only, picked)
    wanted.check()
    settings = options.settle(volcano_version, config, no_config)
    choices = api.Choices(
        settings.release,
        compat,
        settings.config.extra_plugins,
        namespace,
        name,
        from_template,
        _uid(owner_uid),
        scheduler_name,
        ssh_keys if wanted.needs_keys() else "placeholder",
    )
    options.announce(terminal, settings)
    loaded = api.load(*_paths(paths, terminal))
    result = wanted.narrow(api.admit(loaded, choices) if stage == "admitted" else api.render(loaded, choices))
    _write(terminal, wanted, result)
    _report(terminal, wanted, result, settings, loaded.skipped)
    return 0


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of the result is wanted, and in which form."""

    output: Literal["yaml", "json", "name"]
    directory: str
    origin: bool
    show_secrets: bool
    stage: Literal["rendered", "admitted"]
    delete: bool
    claims: bool
    jobs_only: bool
    pick: pick.Pick

    def check(self) -> None:
        """Refuse options that contradict each other."""
        picks = bool(self.pick)
        for wrong, message in (
            (self.origin and self.output != "yaml", f"--origin writes comments, which -o {self.output} cannot hold"),
            (self.directory and self.output == "name", "-o name prints names; there is nothing to write to --output-dir"),
            (self.stage == "admitted" and self.delete, "--stage admitted and --delete exclude each other"),
            (
                self.stage == "admitted" and picks,
                "--stage admitted prints the Job; --only, --exclude, --task and --index pick from what it becomes",
            ),
            (self.claims and not self.delete, "--claims is for --delete"),
        ):
            if wrong:
                raise VcplugError(message)

    def needs_keys(self) -> bool:
        """Whether a Secret will be printed, with keys that matter."""
        return self.stage == "rendered" and not self.delete and self.pick.may_hold("Secret")

    def narrow(self, result: api.Result) -> api.Result:
        """The result without what is not wanted."""
        if not result.jobs and all(isinstance(part, Verbatim) and part.load() is None for part in result.parts):
            raise VcplugError("nothing to render: the input holds no Kubernetes object")
        if self.jobs_only and not result.jobs:
            raise VcplugError("nothing to render: the input holds no Volcano Job (batch.volcano.sh/v1alpha1)")
        self.pick.check(rendered.job for rendered in result.jobs)
        parts: list[api.Rendered | Verbatim] = []
        for part in result.parts:
            if isinstance(part, api.Rendered):
                parts.append(replace(part, manifests=self._narrow(part.manifests)))
            elif self.keeps_foreign():
                parts.append(part)
        return replace(result, parts=tuple(parts))

    def _narrow(self, manifests: tuple[Manifest, ...]) -> tuple[Manifest, ...]:
        if self.stage == "admitted":
            return manifests
        kept = self.pick.of(manifests)
        return tuple(one for one in kept if one.kind != "PersistentVolumeClaim") if self.delete and not self.claims else kept

    def keeps_foreign(self) -> bool:
        """Foreign documents are not ours to delete, and are no pods."""
        return not (self.jobs_only or self.delete or self.pick.pods_only)


def _uid(text: str) -> str:
    """It becomes part of the PodGroup's name."""
    if text and not re.fullmatch(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?", text):
        raise VcplugError(
            f"--owner-uid: {text!r} is no uid; kubectl get vcjob NAME -o jsonpath={{.metadata.uid}} prints the job's"
        )
    return text


def _paths(paths: Words | None, terminal: Terminal) -> Words:
    if paths:
        return paths
    if sys.stdin is None or terminal.is_terminal(sys.stdin):
        raise VcplugError("nothing to render: name a file or directory, or pipe a job in")
    return ["-"]


def _write(terminal: Terminal, wanted: Wanted, result: api.Result) -> None:
    parts = list(result.flat())
    comment = origins.comments(result.jobs) if wanted.origin else None
    if wanted.directory:
        _write_directory(terminal, wanted, parts, comment)
        return
    if wanted.output != "yaml":
        # a document of nothing but comments is no object
        parts = [part for part in parts if not isinstance(part, Verbatim) or part.load() is not None]
    on_terminal = terminal.is_terminal(sys.stdout)
    if on_terminal and not wanted.show_secrets:
        from vcplug.emit.mask import mask

        parts = [part if isinstance(part, Verbatim) else mask(part) for part in parts]
    single = wanted.stage == "admitted" and len(parts) == 1
    chunks = blocks(parts, wanted.output, comment=comment, single=single, envelope=result.envelope)
    if on_terminal and wanted.output == "yaml" and terminal.highlighted():
        from vcplug.cli.highlight import highlight

        chunks = highlight(chunks)
    terminal.write(chunks)


def _write_directory(terminal: Terminal, wanted: Wanted, parts: list[Manifest | Verbatim], comment: Comment | None) -> None:
    from vcplug.emit import directory

    written = directory.write(parts, wanted.directory, "json" if wanted.output == "json" else "yaml", comment=comment)
    terminal.note(f"{count(written.objects, 'file')} in {wanted.directory}")
    if written.private and in_work_tree(wanted.directory):
        names = ", ".join(written.private)
        terminal.warn(f"private keys inside a git work tree: {names}; keep them out of the repository")


def in_work_tree(directory: str) -> bool:
    folder = os.path.abspath(directory)
    while not os.path.exists(os.path.join(folder, ".git")):
        parent = os.path.dirname(folder)
        if parent == folder:
            return False
        folder = parent
    return True


def _report(terminal: Terminal, wanted: Wanted, result: api.Result, settings: options.Settings, skipped: int) -> None:
    """On stderr: warnings, a line per job, notes."""
    terminal.findings(
        [one for one in result.findings if one.severity == "warning" and (one.code in api.LET_GO or was_error(one))]
    )
    if not result.jobs:
        terminal.warn("no Volcano Job in the input; everything is passed through as it is")
    release = f"Volcano {settings.release.name}" + (", assumed" if settings.assumed else "")
    for rendered in result.jobs:
        made = "admitted" if wanted.stage == "admitted" else tally(rendered.manifests)
        terminal.tell(f"{rendered.job.name}: {made} ({release})")
    for note in _notes(result, settings):
        terminal.note(note)
    if skipped:
        terminal.note(f"{count(skipped, 'file')} without a Kubernetes object skipped")


def _notes(result: api.Result, settings: options.Settings) -> Iterator[str]:
    for rendered in result.jobs:
        own = [name for name in settings.config.extra_plugins if name in (rendered.job.spec.get("plugins") or {})]
        if own:
            yield f"{rendered.job.name}: your cluster's own plugins are accepted, not expanded: {', '.join(own)}"
    yield from result.notes


def was_error(finding: Finding) -> bool:
    return CODES[finding.code].severity == "error"


def tally(manifests: Iterable[Manifest]) -> str:
    """`1 ConfigMap, 1 Service, 4 Pods`."""
    numbers: dict[str, int] = {}
    for manifest in manifests:
        numbers[manifest.kind] = numbers.get(manifest.kind, 0) + len(manifest)
    words = [f"{number:,} {kind if number == 1 else plural(kind)}" for kind, number in numbers.items()]
    return ", ".join(words) or "nothing"


def plural(kind: str) -> str:
    return kind[:-1] + "ies" if kind.endswith("y") else kind + "s"
