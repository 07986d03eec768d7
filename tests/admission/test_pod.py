"""What Kubernetes' own validation refuses of a pod template: each kind of error by code and place, release by release."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.admission.pod_rows import ALL, Row, container, mount, pod, variable, volume
from tests.admission.pod_tables import ROWS, annotated, projected, resources
from vcplug.admission.pod import check
from vcplug.admission.schema import apply
from vcplug.codes import CODES
from vcplug.model import Path as JobPath
from vcplug.model import Problem
from vcplug.releases import release

AT: JobPath = ("spec", "tasks", 0, "template")
VERDICTS = Path(__file__).with_name("pod-verdicts.jsonl")


def problems(template: dict[str, Any], minor: int) -> list[Problem]:
    """As in admission: the release's schema first, which drops what its Kubernetes version does not know."""
    job = {
        "apiVersion": "batch.volcano.sh/v1alpha1",
        "kind": "Job",
        "metadata": {"name": "job"},
        "spec": {"tasks": [{"name": "task", "replicas": 1, "template": template}]},
    }
    wanted = release(f"1.{minor}")
    shaped = apply(job, wanted).data["spec"]["tasks"][0]
    return list(check(shaped.get("template", {}), wanted, AT))


def dotted(path: JobPath) -> str:
    return ".".join(str(part) for part in path[len(AT) :])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.what)
def test_each_error_is_refused_by_its_code_at_its_place_in_the_releases_that_refuse_it(row: Row) -> None:
    found = {minor: [(problem.code, dotted(problem.path)) for problem in problems(row.template, minor)] for minor in ALL}
    expected = {minor: [(row.code, row.path)] if minor in row.on else [row.otherwise] if row.otherwise else [] for minor in ALL}
    assert found == expected


FINE = {
    "the least": pod(),
    "only a name is an emptyDir": pod(volumes=[{"name": "v"}]),
    "spaces around an image": container(image=" app:1 "),
    "an optional probe number of 0 has its default": container(livenessProbe={"exec": {"command": ["a"]}, "successThreshold": 0}),
    "a limit alone": resources(None, {"cpu": "1", "nvidia.com/gpu": "2"}),
    "a fraction below a milli is rounded up": resources({"cpu": "0.9995"}, {"cpu": "1"}),
    "a claim's name is not checked": volume(persistentVolumeClaim={"claimName": "A b"}),
    "a Secret's name in a volume is not checked": volume(secret={"secretName": "A b"}),
    "a relative mountPath": mount(mountPath="data"),
    "both ways with privileges": mount(privileged=True, mountPropagation="Bidirectional"),
    "an image pull secret without name": pod(imagePullSecrets=[{}]),
    "a negative grace period": pod(terminationGracePeriodSeconds=-1),
    "a toleration of everything": pod(tolerations=[{"operator": "Exists"}]),
    "a name that ends in - behind envFrom": container(envFrom=[{"secretRef": {"name": "ab-"}}]),
    "capitals in an annotation's domain": annotated("Example.com/A", "anything at all\n"),
    "the template's own name": {"metadata": {"name": "A b", "finalizers": ["x y"]}, **pod()},
    "a free field of a label": variable(fieldRef={"fieldPath": "metadata.labels['example.com/a']"}),
    "the old name of spec.nodeName": variable(fieldRef={"fieldPath": "spec.host"}),
    "nothing in a projected source": projected(),
    "an address with a zero octet": pod(hostAliases=[{"ip": "0.0.0.0", "hostnames": []}, {"ip": "::"}]),
    "host ports on different addresses": container(
        ports=[{"containerPort": 1, "hostPort": 9, "hostIP": ip} for ip in ("1.1.1.1", "2.2.2.2")]
    ),
}


@pytest.mark.parametrize("template", FINE.values(), ids=FINE.keys())
def test_what_kubernetes_lets_pass_passes_in_every_release(template: dict[str, Any]) -> None:
    assert {minor: problems(template, minor) for minor in ALL} == {minor: [] for minor in ALL}


def test_an_image_volume_needs_its_pull_policy_until_kubernetes_sets_a_default() -> None:
    template = volume(image={"reference": "app:1"})
    codes = {minor: [problem.code for problem in problems(template, minor)] for minor in ALL if minor > 10}
    assert codes == {11: ["VCP804"], 12: ["VCP803"], 13: ["VCP803"], 14: ["VCP803"], 15: [], 16: []}


def test_all_problems_are_reported_at_once_with_words_of_help() -> None:
    templates = [row.template for row in ROWS]
    for minor in ALL:
        for template in templates:
            for problem in problems(template, minor):
                assert CODES[problem.code].severity == "error"
                assert CODES[problem.code].stops == "always"
                assert problem.message
                assert problem.hint
    two = container(image="", name="A", ports=[{"containerPort": 0}])
    assert [problem.code for problem in problems(two, 15)] == ["VCP805", "VCP803", "VCP806"]


def test_values_of_variables_and_annotations_stay_out_of_messages() -> None:
    template = container(env=[{"name": "A", "value": "s3cret", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}}])
    assert all("s3cret" not in problem.message + problem.hint for problem in problems(template, 15))


def test_kubernetes_itself_gives_the_same_verdicts() -> None:
    """Templates and what each Kubernetes version's own ValidatePodTemplate said: a digit per Volcano minor, 1 is refused."""
    wrong = []
    for line in VERDICTS.read_text().splitlines():
        verdicts, template = json.loads(line)
        found = "".join("1" if problems(template, minor) else "0" for minor in ALL)
        if found != verdicts:
            wrong.append((found, verdicts, template))
    assert wrong == []


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, item in items for found in paths(item, (*path, key)))]


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_no_shape_of_template_raises(data: st.DataObject) -> None:
    row = data.draw(st.sampled_from(ROWS))
    template = json.loads(json.dumps(row.template))
    path = data.draw(st.sampled_from(paths(template)))
    odd = data.draw(json_values)
    holder = template
    for key in path[:-1]:
        holder = holder[key]
    if path:
        holder[path[-1]] = odd
    for minor in (8, 15, 16):
        assert isinstance(list(check(template, release(f"1.{minor}"), AT)), list)
