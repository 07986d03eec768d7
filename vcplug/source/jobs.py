"""The jobs inside documents, and who they are: names, namespaces, templates that others make jobs of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from vcplug.model import Path, Problem
from vcplug.source.document import Document, JobSource, Node

JOB = ("batch.volcano.sh/v1alpha1", "Job")
CRON_JOB = ("batch.volcano.sh/v1alpha1", "CronJob")
JOB_TEMPLATE = ("flow.volcano.sh/v1alpha1", "JobTemplate")
RESOURCE_LIST = ("config.kubernetes.io/v1", "ResourceList")
_LISTS = (("v1", "List"), RESOURCE_LIST, (JOB[0], "JobList"))

# The controller calls a CronJob's job <cronjob>-<unix minutes> and notes the time. Offline there is no
# time: eight zeroes are as wide as every minute from 1989 to 2160, so that all lengths come out right.
MINUTES = "00000000"
SCHEDULED = "1970-01-01T00:00:00Z"
SCHEDULED_AT = "volcano.sh/cronjob-scheduled-timestamp"
CREATED_BY = "volcano.sh/createdByJobTemplate"

# Kubernetes' alphabet for generated names: no vowels, nothing that looks alike; names are cut at 58
_ALPHABET = "bcdfghjklmnpqrstvwxz2456789"
_PREFIX_LENGTH = 58


class Foreign(NamedTuple):
    """Anything but a job: passed through."""

    document: Document
    root: Path = ()
    """() is the whole document; otherwise an item of a list"""
    api_version: str = ""
    kind: str = ""
    name: str = ""
    namespace: str = ""

    @property
    def whole(self) -> bool:
        """A document of its own, whose text can be written out as it is."""
        return not self.root

    @property
    def node(self) -> Node:
        return self.document.node(self.root) or self.document.root

    def load(self) -> Any:
        """The object as plain data."""
        return self.node.plain()


def items(document: Document) -> Iterator[JobSource | Foreign]:
    """Every object of a document in order: the document itself, or what its lists hold."""
    yield from _objects(document, document.root, ())


def is_resource_list(document: Document) -> bool:
    """Whether the document is a KRM ResourceList, which comes out as one."""
    return identity(document.root) == RESOURCE_LIST


def identity(node: Node) -> tuple[str, str]:
    """apiVersion and kind, empty where they are not written."""
    return _text(node, "apiVersion"), _text(node, "kind")


def _text(node: Node | None, *path: str) -> str:
    for step in path:
        node = node.child(step) if node is not None else None
    return node.value if node is not None and isinstance(node.value, str) else ""


def _objects(document: Document, node: Node, root: Path) -> Iterator[JobSource | Foreign]:
    which = identity(node)
    held = node.child("items") if which in _LISTS else None
    if held is not None and isinstance(held.value, list) and held.value:
        for index in range(len(held.value)):
            item = held.child(index)
            if item is not None:
                yield from _objects(document, item, (*root, "items", index))
    elif which == JOB:
        yield JobSource(document, "Job", node.plain(), root=root, problems=_problems(document, root))
    elif which == CRON_JOB:
        yield _cron_job(document, node, root)
    elif which == JOB_TEMPLATE:
        yield _job_template(document, node, root)
    else:
        name, namespace = _text(node, "metadata", "name"), _text(node, "metadata", "namespace")
        yield Foreign(document, root, *which, name, namespace)


def _problems(document: Document, root: Path, inside: Path = ()) -> tuple[Problem, ...]:
    """The document's problems under `root`, their paths from the Job's own root; `inside` is where a template holds it."""
    found = []
    for problem in document.problems:
        if problem.path[: len(root)] == root:
            path = problem.path[len(root) :]
            if inside:
                path = path[len(inside) :] if path[: len(inside)] == inside else ()
            found.append(problem._replace(path=path))
    return tuple(found)


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _cron_job(document: Document, node: Node, root: Path) -> JobSource:
    """The Job of a CronJob's next run (volcano.md, section 6): the template's labels and annotations, and the time."""
    data = _mapping(node.plain())
    own = _mapping(data.get("metadata"))
    template = _mapping(_mapping(data.get("spec")).get("jobTemplate"))
    given = _mapping(template.get("metadata"))
    metadata: dict[str, Any] = {}
    if own.get("name"):
        metadata["name"] = f"{own['name']}-{MINUTES}"
    if own.get("namespace"):
        metadata["namespace"] = own["namespace"]
    if given.get("labels") is not None:
        metadata["labels"] = given["labels"]
    annotations = given.get("annotations")
    metadata["annotations"] = (
        {**annotations, SCHEDULED_AT: SCHEDULED} if isinstance(annotations, dict) else annotations or {SCHEDULED_AT: SCHEDULED}
    )
    job = {"apiVersion": JOB[0], "kind": JOB[1], "metadata": metadata}
    if "spec" in template:
        job["spec"] = template["spec"]
    inside: Path = ("spec", "jobTemplate")
    return JobSource(document, "CronJob", job, (*inside, "metadata"), (*inside, "spec"), root, _problems(document, root, inside))


def _job_template(document: Document, node: Node, root: Path) -> JobSource:
    """The Job that a JobFlow makes of a template, but under the template's own name: there is no flow."""
    data = _mapping(node.plain())
    own = _mapping(data.get("metadata"))
    metadata = {field: own[field] for field in ("name", "namespace") if own.get(field)}
    job = {"apiVersion": JOB[0], "kind": JOB[1], "metadata": metadata}
    if "spec" in data:
        job["spec"] = data["spec"]
    _mark_template(metadata)
    return JobSource(document, "JobTemplate", job, root=root, problems=_problems(document, root))


def _mark_template(metadata: dict[str, Any]) -> None:
    """JobFlow's label and annotation, <namespace>.<template>."""
    by = f"{metadata.get('namespace') or 'default'}.{metadata.get('name', '')}"
    metadata["labels"] = {CREATED_BY: by}
    metadata["annotations"] = {CREATED_BY: by}


def named(source: JobSource, name: str = "") -> JobSource:
    """The job under this name; without one, a job that only has generateName gets five characters from its content."""
    metadata = source.data.get("metadata")
    if metadata is not None and not isinstance(metadata, dict):
        return source
    metadata = metadata or {}
    if not name:
        prefix = metadata.get("generateName")
        if metadata.get("name") or not isinstance(prefix, str) or not prefix:
            return source
        name = prefix[:_PREFIX_LENGTH] + _suffix(source.data)
    return source._replace(data={**source.data, "metadata": {**metadata, "name": name}})


def _suffix(data: dict[str, Any]) -> str:
    from hashlib import sha256
    from json import dumps

    number = int.from_bytes(sha256(dumps(data, sort_keys=True).encode()).digest()[:8], "big")
    letters = []
    for _ in range(5):
        number, rest = divmod(number, len(_ALPHABET))
        letters.append(_ALPHABET[rest])
    return "".join(letters)


def with_namespace(source: JobSource, namespace: str = "") -> JobSource:
    """The job in this namespace, or `default`. A job that names another one gets a problem, as with kubectl -n."""
    metadata = source.data.get("metadata")
    if metadata is not None and not isinstance(metadata, dict):
        return source
    metadata = metadata or {}
    written = metadata.get("namespace")
    if written not in (None, ""):
        # one that is no text is for the schema to refuse
        if not namespace or written == namespace or not isinstance(written, str):
            return source
        problem = Problem(
            "VCP904",
            f"the job says namespace {written}, the command says {namespace}",
            ("metadata", "namespace"),
            hint=f"use -n {written}, or drop one of the two",
        )
        return source._replace(problems=(*source.problems, problem))
    filled = {**metadata, "namespace": namespace or "default"}
    if source.kind == "JobTemplate":
        _mark_template(filled)
    return source._replace(data={**source.data, "metadata": filled})


def priority_classes(documents: Iterable[Document]) -> dict[str, int]:
    """The values of all PriorityClasses in the input, by name."""
    found: dict[str, int] = {}
    for document in documents:
        for item in items(document):
            if isinstance(item, Foreign) and item.kind == "PriorityClass" and item.api_version.startswith("scheduling.k8s.io/"):
                value = item.node.child("value")
                if item.name and value is not None and type(value.value) is int:
                    found[item.name] = value.value
    return found
