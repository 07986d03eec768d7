"""The work of `vcplug render`: from paths to bytes on stdout or files, and words on stderr."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from vcplug import api
from vcplug.codes import CODES
from vcplug.emit import Comment, Verbatim, blocks
from vcplug.errors import VcplugError
from vcplug.model import Finding, Manifest
from vcplug.printer import count

if TYPE_CHECKING:
    from vcplug.cli.options import Settings
    from vcplug.cli.pick import Pick
    from vcplug.cli.terminal import Terminal


class Wanted(NamedTuple):
    """What of the result is wanted, and in which form."""

    output: Literal["yaml", "json", "name"]
    directory: str | None
    origin: bool
    show_secrets: bool
    stage: Literal["rendered", "admitted"]
    delete: bool
    claims: bool
    jobs_only: bool
    pick: Pick

    def check(self) -> None:
        """Refuse options that contradict each other."""
        picks = bool(self.pick)
        for wrong, message in (
            (self.origin and self.output != "yaml", f"--origin writes comments, which -o {self.output} cannot hold"),
            (self.directory == "", "--output-dir needs the name of a directory"),
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
        if not (result.jobs or self.keeps_foreign()):
            verb = "delete" if self.delete else "render"
            hint = "; --from-template looks inside CronJobs and JobTemplates" if result.templates else ""
            raise VcplugError(f"nothing to {verb}: the input holds no Volcano Job (batch.volcano.sh/v1alpha1){hint}")
        self.pick.check(rendered.job for rendered in result.jobs)
        parts: list[api.Rendered | Verbatim] = []
        for part in result.parts:
            if isinstance(part, api.Rendered):
                parts.append(part._replace(manifests=self._narrow(part.manifests)))
            elif self.keeps_foreign():
                parts.append(part)
        left_out = len(result.parts) - len(parts)
        if not left_out or self.jobs_only:
            return result._replace(parts=tuple(parts))
        why = "not made by render" if self.delete else "no pods"
        note = f"{count(left_out, 'other document')} left out: {why}"
        return result._replace(parts=tuple(parts), notes=(*result.notes, note))

    def _narrow(self, manifests: tuple[Manifest, ...]) -> tuple[Manifest, ...]:
        if self.stage == "admitted":
            return manifests
        kept = self.pick.of(manifests)
        return tuple(one for one in kept if one.kind != "PersistentVolumeClaim") if self.delete and not self.claims else kept

    def keeps_foreign(self) -> bool:
        """Foreign documents are not ours to delete, and are no pods."""
        return not (self.jobs_only or self.delete or self.pick.pods_only)


def run(terminal: Terminal, paths: Sequence[str], choices: api.Choices, wanted: Wanted, settings: Settings) -> None:
    """Everything is read, admitted, expanded and checked before the first byte is written."""
    given = _paths(terminal, paths)
    with terminal.busy("rendering"):
        loaded = api.load(*given)
        result = wanted.narrow(api.admit(loaded, choices) if wanted.stage == "admitted" else api.render(loaded, choices))
    _write(terminal, wanted, result)
    _report(terminal, wanted, result, settings, loaded.skipped)
    if result.kept and in_work_tree(result.kept):
        terminal.warn(f"private keys inside a git work tree: {result.kept}; keep them out of the repository")


def _paths(terminal: Terminal, paths: Sequence[str]) -> Sequence[str]:
    if paths:
        return paths
    if sys.stdin is None or terminal.is_terminal(sys.stdin):
        raise VcplugError("nothing to render: name a file or directory, or pipe a job in")
    return ["-"]


def _write(terminal: Terminal, wanted: Wanted, result: api.Result) -> None:
    parts = list(result.manifests())
    comment = _comments(result) if wanted.origin else None
    if wanted.directory:
        _write_directory(terminal, wanted.directory, wanted, parts, comment)
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


def _comments(result: api.Result) -> Comment:
    from vcplug.cli.origins import comments

    return comments(result.jobs)


def _write_directory(
    terminal: Terminal, folder: str, wanted: Wanted, parts: list[Manifest | Verbatim], comment: Comment | None
) -> None:
    from vcplug.emit import directory

    with terminal.busy(f"writing to {folder}"):
        written = directory.write(parts, folder, "json" if wanted.output == "json" else "yaml", comment=comment)
    terminal.note(f"{count(written.objects, 'file')} in {folder}")
    if written.private and in_work_tree(folder):
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


def _report(terminal: Terminal, wanted: Wanted, result: api.Result, settings: Settings, skipped: int) -> None:
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
    for note in _notes(wanted, result, settings):
        terminal.note(note)
    if skipped:
        terminal.note(f"{count(skipped, 'file')} without a Kubernetes object skipped")


def _notes(wanted: Wanted, result: api.Result, settings: Settings) -> Iterator[str]:
    for source in result.templates:
        place = f"{source.document.file}:{source.document.span(source.root).line}"
        fate = "passed through as it is" if wanted.keeps_foreign() else "left out"
        yield f"{place}: this {source.kind} is {fate}; --from-template renders the job inside"
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
