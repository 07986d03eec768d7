"""The nouns that cross between rooms: paths, spans, problems, and the admitted Job."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from vcplug.holes import fill

if TYPE_CHECKING:
    from vcplug.releases import Release

Path = tuple[str | int, ...]
Severity = Literal["error", "warning", "info"]
Stops = Literal["never", "strict", "always"]
At = Literal["key", "value"]
NOTHING: Mapping[str, Any] = MappingProxyType({})


class Span(NamedTuple):
    """A piece of a source text. Lines and columns count from 1, in characters; the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


class Edit(NamedTuple):
    """Replace the text under `span` of the problem's own document by `text`."""

    span: Span
    text: str


class Fix(NamedTuple):
    """What `--fix` does. An unsafe fix changes what the job does."""

    summary: str
    edits: tuple[Edit, ...]
    safe: bool = True


class Problem(NamedTuple):
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


class Finding(NamedTuple):
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


class PluginCall(NamedTuple):
    """One entry of spec.plugins after parsing: every declared flag has a value."""

    name: str
    arguments: tuple[str, ...] = ()
    values: Mapping[str, Any] = NOTHING
    given: Mapping[str, int] = NOTHING
    """flag name -> index of the argument item that set it last; absent: the default holds"""
    forced_by: str = ""

    def path(self, flag: str = "") -> Path:
        """Where in the Job this plugin, or the argument that set this flag, is written."""
        if self.forced_by:
            return ("spec", "plugins", self.forced_by)
        if flag in self.given:
            return ("spec", "plugins", self.name, self.given[flag])
        return ("spec", "plugins", self.name)


class Task(NamedTuple):
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


class Job(NamedTuple):
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


class Origin(NamedTuple):
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


NO_ORIGINS: Mapping[Path, Origin] = MappingProxyType({})


class Manifest:
    """One rendered object, or, with `indexes`, all pods of one task: one object with holes."""

    __slots__ = ("indexes", "object", "origins", "task")

    def __init__(
        self,
        object: dict[str, Any],
        origins: Mapping[Path, Origin] = NO_ORIGINS,
        indexes: Sequence[int] | None = None,
        task: str = "",
    ) -> None:
        self.object = object
        self.origins = origins
        """path inside the object -> who added it; () is the whole object. What is not listed is the job author's own"""
        self.indexes = indexes
        self.task = task

    def of(self, indexes: Sequence[int]) -> Manifest:
        """The same pods, only these."""
        return Manifest(self.object, self.origins, indexes, self.task)

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
