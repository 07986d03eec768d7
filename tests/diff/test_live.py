"""What clusters write into objects is no difference where the author wrote nothing; what the author wrote always counts."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import vcplug
from tests.diff.cluster import lived
from vcplug import api
from vcplug.diff import Report, values
from vcplug.diff.match import match
from vcplug.diff.sides import Side

CHOICES = vcplug.Choices(ssh_keys="placeholder")
JOB = """
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata: {name: train}
spec:
  plugins: {svc: []}
  volumes:
  - {mountPath: /data, volumeClaim: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}
  tasks:
  - name: worker
    replicas: 2
    template:
      metadata: {annotations: {kubernetes.io/egress-bandwidth: 10M}}
      spec:
        tolerations: [{key: spot, operator: Exists}]
        containers: [{name: main, image: "a:1", resources: {limits: {nvidia.com/gpu: 1}}}]
"""


def cluster() -> list[dict[str, Any]]:
    return lived(list(api.render(vcplug.loads(JOB), CHOICES).objects()))


def pods(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [one for one in found if one["kind"] == "Pod"]


def against(found: list[dict[str, Any]]) -> Report:
    return vcplug.diff(None, vcplug.loads(JOB), CHOICES, live=found)


def told(report: Report) -> list[tuple[str, str]]:
    return [(values.path(change.path), change.how) for one in report.blocks for change in one.changes]


def tolerate(pod: dict[str, Any], key: str) -> None:
    pod["spec"]["tolerations"].append({"key": key, "operator": "Exists", "effect": "NoSchedule"})


def limit(pod: dict[str, Any]) -> None:
    note = "LimitRanger plugin set: cpu, memory request for container main; cpu limit for container main"
    pod["metadata"]["annotations"]["kubernetes.io/limit-ranger"] = note
    resources = pod["spec"]["containers"][0]["resources"]
    resources["requests"] |= {"cpu": "100m", "memory": "64Mi"}
    resources["limits"] |= {"cpu": "500m"}


def inject(pod: dict[str, Any]) -> None:
    status = '{"initContainers":["istio-init"],"containers":["istio-proxy"],"volumes":["istio-envoy"],"imagePullSecrets":null}'
    pod["metadata"]["annotations"] |= {"sidecar.istio.io/status": status, "prometheus.io/port": "15020"}
    pod["metadata"]["labels"] |= {"security.istio.io/tlsMode": "istio"}
    pod["spec"]["containers"].append({"name": "istio-proxy", "image": "istio/proxyv2:1.20"})
    pod["spec"]["initContainers"] = [{"name": "istio-init", "image": "istio/proxyv2:1.20"}]
    pod["spec"]["volumes"].append({"name": "istio-envoy", "emptyDir": {"medium": "Memory"}})


@pytest.mark.parametrize(
    "fill_in",
    [
        pytest.param(lambda pod: pod["metadata"]["annotations"].update({"openshift.io/scc": "restricted"}), id="annotation"),
        pytest.param(lambda pod: pod["metadata"]["labels"].update({"topology.kubernetes.io/zone": "a"}), id="label"),
        pytest.param(lambda pod: tolerate(pod, "nvidia.com/gpu"), id="ExtendedResourceToleration"),
        pytest.param(lambda pod: tolerate(pod, "node.kubernetes.io/memory-pressure"), id="memory-pressure"),
        pytest.param(limit, id="LimitRanger"),
        pytest.param(inject, id="istio"),
    ],
)
def test_what_admission_fills_in_is_no_difference(fill_in: Any) -> None:
    found = cluster()
    for pod in pods(found):
        fill_in(pod)
    assert told(against(found)) == []


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (
            lambda pod: pod["metadata"]["annotations"].update({"kubernetes.io/egress-bandwidth": "1M"}),
            ('metadata.annotations["kubernetes.io/egress-bandwidth"]', "changed"),
        ),
        (
            lambda pod: pod["metadata"]["annotations"].pop("kubernetes.io/egress-bandwidth"),
            ('metadata.annotations["kubernetes.io/egress-bandwidth"]', "added"),
        ),
        (lambda pod: tolerate(pod, "amd.com/gpu"), ("spec.tolerations[1]", "removed")),
        (
            lambda pod: pod["spec"]["containers"][0]["resources"]["requests"].update({"cpu": "100m"}),
            ("spec.containers[main].resources.requests.cpu", "removed"),
        ),
        (
            lambda pod: pod["spec"]["containers"].append({"name": "istio-proxy", "image": "istio/proxyv2:1.20"}),
            ("spec.containers[istio-proxy]", "removed"),
        ),
    ],
)
def test_what_no_admission_fills_in_is_a_difference(edit: Any, said: tuple[str, str]) -> None:
    found = cluster()
    for pod in pods(found):
        edit(pod)
    assert told(against(found)) == [said]


def test_between_two_states_of_a_cluster_every_mark_counts() -> None:
    """As `kubectl diff` asks: both sides come from the API server."""
    old = cluster()
    new = copy.deepcopy(old)
    for pod in pods(new):
        pod["metadata"]["annotations"]["cluster-autoscaler.kubernetes.io/safe-to-evict"] = "false"
    report = match(Side([], old), Side([], new))
    assert told(report) == [('metadata.annotations["cluster-autoscaler.kubernetes.io/safe-to-evict"]', "added")]


def test_another_toleration_is_not_told_as_a_change_of_this_one() -> None:
    found = cluster()
    for pod in pods(found):
        pod["spec"]["tolerations"][0]["key"] = "batch"
    assert sorted(how for _, how in told(against(found))) == ["added", "removed"]


def test_a_dump_without_uids_is_still_that_of_a_cluster() -> None:
    found = cluster()
    for one in found:
        del one["metadata"]["uid"], one["metadata"]["resourceVersion"]
    assert told(against(found)) == []
