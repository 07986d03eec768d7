"""The jobs inside documents: lists, templates, names, namespaces."""

from __future__ import annotations

import re
from typing import Any

import pytest

from vcplug.findings import locate
from vcplug.model import Problem, Span
from vcplug.source.document import JobSource
from vcplug.source.jobs import Foreign, is_resource_list, items, named, priority_classes, with_namespace

from .reading import cut, only, read

JOB = """\
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata: {name: a}
spec: {queue: q, queue: r}
"""


def job(text: str) -> JobSource:
    (found,) = items(only(text))
    assert isinstance(found, JobSource)
    return found


def inside(text: str, indent: str) -> str:
    return text.replace("\n", "\n" + indent).rstrip(" ")


def test_a_job_is_its_document() -> None:
    source = job(JOB)
    assert (source.kind, source.root) == ("Job", ())
    assert source.data["spec"] == {"queue": "r"}
    assert source.span(("spec", "queue")) == Span(4, 25, 4, 26)
    assert [problem.path for problem in source.problems] == [("spec", "queue")]


@pytest.mark.parametrize("api", ["v1", "config.kubernetes.io/v1"])
def test_a_list_gives_its_items_in_order(api: str) -> None:
    kind = "List" if api == "v1" else "ResourceList"
    text = f"apiVersion: {api}\nkind: {kind}\nitems:\n- {{apiVersion: v1, kind: Pod, metadata: {{name: p, namespace: ml}}}}\n"
    text += f"- {inside(JOB, '  ')}- apiVersion: v1\n  kind: List\n  items:\n  - {inside(JOB, '    ')}- 5\n"
    file = read(text)
    (document,) = file.documents
    pod, first, second, number = items(document)
    assert isinstance(pod, Foreign)
    assert (pod.root, pod.api_version, pod.kind, pod.name, pod.namespace, pod.whole) == (
        ("items", 0),
        "v1",
        "Pod",
        "p",
        "ml",
        False,
    )
    assert pod.load() == {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p", "namespace": "ml"}}
    assert isinstance(first, JobSource)
    assert isinstance(second, JobSource)
    assert second.root == ("items", 2, "items", 0)
    assert cut(file, second.span(("spec", "queue"))) == "r"
    assert [problem.path for problem in first.problems] == [("spec", "queue")]
    assert isinstance(number, Foreign)
    assert number.load() == 5
    assert is_resource_list(document) == (kind == "ResourceList")


@pytest.mark.parametrize(
    "text",
    [
        "5\n",
        "[1, 2]\n",
        "a: b\n",
        "apiVersion: v1\nkind: List\nitems: []\n",
        "apiVersion: v1\nkind: List\nitems: x\n",
        "apiVersion: batch/v1\nkind: Job\n",
        "apiVersion: [v1]\nkind: {a: b}\nmetadata: 5\n",
        "apiVersion: batch.volcano.sh/v1alpha1\n",
    ],
)
def test_everything_else_is_foreign(text: str) -> None:
    (found,) = items(only(text))
    assert isinstance(found, Foreign)
    assert found.whole
    assert found.document.text == text


@pytest.mark.parametrize(
    "metadata", ["", "5", "[a]", "{name: 5}", "{name: [a], namespace: {b: c}}", "{generateName: 5}", "{labels: x}"]
)
@pytest.mark.parametrize("spec", ["", "5", "[a]", "{jobTemplate: 5}", "{jobTemplate: {metadata: 5, spec: 5}}"])
@pytest.mark.parametrize(
    "which", ["batch.volcano.sh/v1alpha1 Job", "batch.volcano.sh/v1alpha1 CronJob", "flow.volcano.sh/v1alpha1 JobTemplate"]
)
def test_odd_metadata_and_specs_do_no_harm(which: str, metadata: str, spec: str) -> None:
    api, kind = which.split()
    source = job(f"apiVersion: {api}\nkind: {kind}\nmetadata: {metadata}\nspec: {spec}\n")
    source = with_namespace(named(source), "n")
    assert locate(Problem("VCP701", "x", ("metadata", "name")), source).span is not None
    assert locate(Problem("VCP701", "x", ("spec", "tasks", 0, "name")), source).span is not None


CRON = """\
apiVersion: batch.volcano.sh/v1alpha1
kind: CronJob
metadata: {name: nightly, namespace: ml, labels: {own: "1"}}
spec:
  schedule: "0 1 * * *"
  jobTemplate:
    metadata:
      labels: {tier: x}
      annotations: {note: z}
    spec:
      queue: q
      queue: r
"""


def test_the_job_of_a_cron_job_has_a_name_as_long_as_the_real_one() -> None:
    file = read(CRON)
    source = job(CRON)
    assert source.kind == "CronJob"
    assert source.data == {
        "apiVersion": "batch.volcano.sh/v1alpha1",
        "kind": "Job",
        "metadata": {
            "name": "nightly-00000000",
            "namespace": "ml",
            "labels": {"tier": "x"},
            "annotations": {"note": "z", "volcano.sh/cronjob-scheduled-timestamp": "1970-01-01T00:00:00Z"},
        },
        "spec": {"queue": "r"},
    }
    assert cut(file, source.span(("metadata", "name"))) == "nightly"
    assert cut(file, source.span(("metadata", "labels", "tier"))) == "x"
    assert cut(file, source.span(("spec", "queue"))) == "r"
    assert [problem.path for problem in source.problems] == [("spec", "queue")]


def test_a_job_template_is_a_job_of_its_own_name() -> None:
    source = job(
        "apiVersion: flow.volcano.sh/v1alpha1\nkind: JobTemplate\nmetadata: {name: t, labels: {a: b}}\nspec: {queue: q}\n"
    )
    made = {"volcano.sh/createdByJobTemplate": "ml.t"}
    assert with_namespace(source, "ml").data["metadata"] == {"name": "t", "namespace": "ml", "labels": made, "annotations": made}
    assert source.kind == "JobTemplate"
    assert source.data["spec"] == {"queue": "q"}


def test_generate_name_gives_five_characters_that_follow_from_the_content() -> None:
    text = "apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nmetadata: {generateName: run-}\nspec: {queue: q}\n"
    name = named(job(text)).data["metadata"]["name"]
    assert re.fullmatch("run-[bcdfghjklmnpqrstvwxz2456789]{5}", name)
    assert named(job("# again\n" + text)).data["metadata"]["name"] == name
    assert named(job(text.replace("queue: q", "queue: r"))).data["metadata"]["name"] != name
    assert named(job(text), "mine").data["metadata"]["name"] == "mine"
    assert len(named(job(text.replace("run-", "r" * 80))).data["metadata"]["name"]) == 63
    assert named(job(JOB)).data["metadata"] == {"name": "a"}


def test_a_namespace_is_filled_in_and_another_one_is_refused() -> None:
    source = job(JOB)
    assert with_namespace(source).data["metadata"]["namespace"] == "default"
    assert with_namespace(source, "ml").data["metadata"]["namespace"] == "ml"
    assert "namespace" not in source.data["metadata"]
    own = job(JOB.replace("{name: a}", "{name: a, namespace: b}"))
    assert with_namespace(own).data["metadata"]["namespace"] == "b"
    assert with_namespace(own, "b").problems == own.problems
    none = job(JOB.replace("{name: a}", "{name: a, namespace: {}}"))
    assert with_namespace(none).data["metadata"]["namespace"] == {}
    *_, problem = with_namespace(own, "c").problems
    finding = locate(problem, own, compat=True)
    assert (finding.code, finding.stops, finding.span) == ("VCP904", True, Span(3, 32, 3, 33))


def test_priority_classes_are_taken_from_the_input() -> None:
    text = (
        "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 1000\n---\n"
        "apiVersion: v1\nkind: List\nitems:\n"
        "- {apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: low}, value: -5}\n"
        "- {apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: odd}, value: x}\n---\n" + JOB
    )
    assert priority_classes(read(text).documents) == {"high": 1000, "low": -5}


def test_a_finding_holds_all_that_printing_needs() -> None:
    source = job(JOB)
    finding = locate(Problem("VCP101", "no such flag", ("spec", "queue"), hint="cure", notes=("note",)), source)
    expected: dict[str, Any] = {
        "code": "VCP101",
        "name": "unknown-flag",
        "severity": "error",
        "message": "no such flag",
        "file": "job.yaml",
        "span": Span(4, 25, 4, 26),
        "line_text": "spec: {queue: q, queue: r}",
        "hint": "cure",
        "notes": ("note",),
        "stops": True,
        "job": "a",
    }
    assert {name: getattr(finding, name) for name in expected} == expected
    assert not locate(Problem("VCP101", "x"), source, compat=True).stops
    assert locate(Problem("VCP112", "x", severity="error", stops="always"), source).stops
    assert locate(Problem("VCP112", "x", severity="error"), source).severity == "error"


def test_a_finding_of_a_file_is_safe_to_print() -> None:
    file = read("a: \x1b[31mred\n")
    finding = locate(file.problems[0], file)
    assert (finding.file, finding.line_text, finding.stops) == ("job.yaml", "a: �[31mred", True)
