"""The nouns that cross between rooms: paths, spans, problems, and the admitted Job."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from vcplug.holes import fill

if TYPE_CHECKING:
    from vcplug.releases import Release

Path = tuple[str | int, ...]
Severity = Literal["error", "warning", "info"]
Stops = Literal["never", "strict", "always"]
At = Literal["key", "value"]


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a source text. Lines and columns count from 1, in characters; the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the text under `span` of the problem's own document by `text`."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """What `--fix` does. An unsafe fix changes what the job does."""

    summary: str
    edits: tuple[Edit, ...]
    safe: bool = True


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with one job, found by any room. `path` is a path inside the Job.

    Severity and whether it stops render come from the table in codes.py unless the finder
    overrides them here; nothing is printed or located before a problem becomes a Finding.
    """

    code: str
    message: str
    path: Path = ()
    at: At = "value"
    hint: str = ""
    notes: tuple[str, ...] = ()
    fix: Fix | None = None
    severity: Severity | None = None
    stops: Stops | None = None
    span: Span | None = None
    instead: tuple[str, ...] = ()
    """what should stand there: of an argument its items (of VCP105 in its and the next one's place), of a scalar
    its text, of what is missing the plugin or item to add"""


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem with its place in a file and its severity: what printers and reports take."""

    code: str
    name: str
    severity: Severity
    message: str
    file: str
    span: Span | None
    line_text: str = ""
    hint: str = ""
    notes: tuple[str, ...] = ()
    fix: Fix | None = None
    stops: bool = False
    job: str = ""


@dataclass(frozen=True, slots=True)
class PluginCall:
    """One entry of spec.plugins after parsing: every declared flag has a value."""

    name: str
    arguments: tuple[str, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)
    given: Mapping[str, int] = field(default_factory=dict)
    """flag name -> index of the argument item that set it last; absent: the default holds"""
    forced_by: str = ""

    def path(self, flag: str = "") -> Path:
        """Where in the Job this plugin, or the argument that set this flag, is written."""
        if self.forced_by:
            return ("spec", "plugins", self.forced_by)
        if flag in self.given:
            return ("spec", "plugins", self.name, self.given[flag])
        return ("spec", "plugins", self.name)


@dataclass(frozen=True, slots=True)
class Task:
    """A task of an admitted job. `data` is the whole task as admitted."""

    position: int
    name: str
    replicas: int
    min_available: int
    template: Mapping[str, Any]
    data: Mapping[str, Any]

    @property
    def path(self) -> Path:
        return ("spec", "tasks", self.position)

    @property
    def pod_spec(self) -> Mapping[str, Any]:
        spec: Mapping[str, Any] = self.template.get("spec") or {}
        return spec


@dataclass(frozen=True, slots=True)
class Job:
    """A Job as the webhook leaves it. `data` is the whole object as stored."""

    name: str
    namespace: str
    tasks: tuple[Task, ...]
    plugins: Mapping[str, PluginCall]
    data: Mapping[str, Any]
    release: Release

    @property
    def spec(self) -> Mapping[str, Any]:
        spec: Mapping[str, Any] = self.data["spec"]
        return spec

    @property
    def metadata(self) -> Mapping[str, Any]:
        metadata: Mapping[str, Any] = self.data["metadata"]
        return metadata

    def task(self, name: str) -> Task | None:
        return next((task for task in self.tasks if task.name == name), None)


@dataclass(frozen=True, slots=True)
class Origin:
    """Who put something into a rendered object, and why."""

    by: str
    """a plugin's name, or `controller`, `webhook`, `job` (job volumes)"""
    reason: str
    """for people: `index + 1`, `host of master-0`"""
    flag: str = ""
    path: Path = ()
    """where in the Job the cause is written: the argument, the plugin, the task"""
    change: str = ""
    """key of releases.CHANGES when it depends on the release"""


@dataclass(frozen=True, slots=True)
class Manifest:
    """One rendered object, or, with `indexes`, all pods of one task: one object with holes."""

    object: dict[str, Any]
    origins: Mapping[Path, Origin] = field(default_factory=dict)
    """path inside the object -> who added it; () is the whole object. What is not listed is the job author's own"""
    indexes: Sequence[int] | None = None
    task: str = ""

    @property
    def kind(self) -> str:
        return str(self.object["kind"])

    def __len__(self) -> int:
        return 1 if self.indexes is None else len(self.indexes)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        if self.indexes is None:
            yield self.object
        else:
            for index in self.indexes:
                yield fill(self.object, index)
