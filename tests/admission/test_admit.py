"""Admission as a whole: strict and compat, nothing said twice, nothing raised."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vcplug.admission import admit
from vcplug.releases import KNOWN, release

POD = {"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "app:1"}]}}


def job(**spec: Any) -> dict[str, Any]:
    spec.setdefault("tasks", [{"name": "master", "replicas": 1, "template": POD}])
    return {"apiVersion": "batch.volcano.sh/v1alpha1", "kind": "Job", "metadata": {"name": "job"}, "spec": spec}


def test_an_admitted_job_has_its_defaults_its_namespace_and_its_calls() -> None:
    admission = admit(job(plugins={"pytorch": ["--port=7"]}), release("1.15.1"))
    assert admission.problems == ()
    admitted = admission.job
    assert admitted is not None
    assert (admitted.name, admitted.namespace, admitted.metadata["namespace"]) == ("job", "default", "default")
    assert [(task.name, task.replicas, task.min_available) for task in admitted.tasks] == [("master", 1, 1)]
    assert admitted.plugins["pytorch"].values["port"] == 7
    assert admitted.plugins["pytorch"].path("port") == ("spec", "plugins", "pytorch", 0)
    assert admitted.plugins["svc"].forced_by == "pytorch"
    assert admitted.plugins["svc"].path() == ("spec", "plugins", "pytorch")


@pytest.mark.parametrize(
    "data", [job(plugins={"pytorch": ["--prot=1"]}), job(nothing=1), job(plugins={"pytorch": ["--port=yes", "--master=m"]})]
)
def test_what_is_dropped_or_misread_stops_strict_mode_only(data: dict[str, Any]) -> None:
    strict, compat = admit(data, release()), admit(data, release(), compat=True)
    assert strict.job is None
    assert compat.job is not None
    assert strict.problems == compat.problems != ()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (job(plugins={"pytorch": [5]}), "VCP202"),
        (job(plugins={"pytorch": "x"}), "VCP202"),
        (job(tasks="x"), "VCP701"),
        (job(tasks=[{"name": "a", "replicas": "2", "template": POD}]), "VCP701"),
        (job(tasks=[{"name": "a", "template": {"spec": {"containers": [{"name": "main", "image": 5}]}}}]), "VCP802"),
        (job(policies=[{"event": "Nothing", "action": "AbortJob"}]), "VCP706"),
    ],
)
def test_what_the_schema_refused_is_not_refused_again(data: dict[str, Any], code: str) -> None:
    admission = admit(data, release())
    assert admission.job is None
    assert [problem.code for problem in admission.problems] == [code]


WORDS = """metadata name spec tasks replicas minAvailable template containers image env value resources requests cpu plugins
pytorch mpi ray svc ssh policies event events action exitCode volumes mountPath volumeClaim dependsOn partitionPolicy x
topologyPolicy labels networkTopology totalPartitions partitionSize"""
NAMES = st.sampled_from(tuple(WORDS.split()))
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False)
    | st.text(max_size=5)
    | st.sampled_from(["--port=x", "*", "PodFailed", "a", "1Gi", "restricted"])
)
JUNK = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES | st.text(max_size=3), inner, max_size=5),
    max_leaves=25,
)
FIELDS = st.dictionaries(NAMES, JUNK, max_size=6)


@given(FIELDS, FIELDS, st.lists(FIELDS, max_size=3), st.sampled_from(KNOWN), st.booleans())
def test_junk_of_any_shape_is_refused_or_admitted_and_never_raises(
    top: dict[str, Any], spec: dict[str, Any], tasks: list[dict[str, Any]], name: str, compat: bool
) -> None:
    for data in (top, {"metadata": {"name": "job"}, "spec": spec}, {"spec": {**spec, "tasks": tasks}}):
        admission = admit(data, release(name), compat=compat)
        assert admission.job is not None or admission.problems
        assert all(problem.message for problem in admission.problems)
