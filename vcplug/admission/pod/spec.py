"""The pod's spec as a whole, in the order in which Kubernetes looks at it."""

from __future__ import annotations

from vcplug import names
from vcplug.admission.pod.containers import check_containers
from vcplug.admission.pod.metadata import containers
from vcplug.admission.pod.reading import Struct, sequence, struct, structs, text
from vcplug.admission.pod.resources import check_overhead, check_pod_resources, check_resource_claims
from vcplug.admission.pod.rules import (
    ID_MOST,
    NOT_IN_TEMPLATE,
    Problems,
    misnamed,
    named,
    named_if_set,
    one_of,
    one_of_if_written,
    within,
)
from vcplug.admission.pod.versions import SCHEDULING_GROUPS, WORKLOADS
from vcplug.model import Path, Problem

# the fields that a check looks at: where a template has none of them, as most have, the check is not even loaded
NETWORK = ("dnsPolicy", "dnsConfig", "hostname", "subdomain", "hostAliases", "hostnameOverride")
SECURITY = ("securityContext", "shareProcessNamespace", "hostUsers")
SCHEDULING = ("nodeSelector", "affinity", "tolerations", "topologySpreadConstraints", "readinessGates", "schedulingGates")


def check_spec(spec: Struct, path: Path, kubernetes: int, pod_resources: bool) -> Problems:
    if "volumes" in spec:
        from vcplug.admission.pod.volumes import check_volumes

        yield from check_volumes(spec, path, kubernetes)
    yield from check_resource_claims(spec, path, kubernetes)
    yield from check_containers(spec, _volumes_by_name(spec), path, kubernetes)
    if sequence(spec, "ephemeralContainers"):
        message = "a template has no ephemeralContainers"
        hint = "drop them: they are added to running pods only (kubectl debug)"
        yield Problem(NOT_IN_TEMPLATE, message, (*path, "ephemeralContainers"), "key", hint)
    if pod_resources:
        yield from check_pod_resources(spec, path)
    yield from one_of(spec, "restartPolicy", path, ("Always", "OnFailure", "Never"))
    yield from _surroundings(spec, path, kubernetes)
    yield from _names(spec, path)
    yield from within(spec, "activeDeadlineSeconds", path, 1, ID_MOST)
    yield from one_of_if_written(spec, "preemptionPolicy", path, ("PreemptLowerPriority", "Never"))
    yield from check_overhead(spec, path)
    if "os" in spec:
        from vcplug.admission.pod.security import check_os

        yield from check_os(spec, path)
    yield from _group(spec, path, kubernetes)


def _volumes_by_name(spec: Struct) -> dict[str, Struct]:
    """What can be mounted. Volumes with faults count: one message about each is enough."""
    return {name: volume for _, volume in structs(spec, "volumes") if (name := text(volume, "name"))}


def _surroundings(spec: Struct, path: Path, kubernetes: int) -> Problems:
    if not spec.keys().isdisjoint(NETWORK):
        from vcplug.admission.pod.network import check_network

        yield from check_network(spec, path, kubernetes)
    if not spec.keys().isdisjoint(SECURITY) or any("securityContext" in container for _, container in containers(spec)):
        from vcplug.admission.pod.security import check_pod_security

        yield from check_pod_security(spec, path, kubernetes)
    if not spec.keys().isdisjoint(SCHEDULING):
        from vcplug.admission.pod.scheduling import check_scheduling

        yield from check_scheduling(spec, path, kubernetes)


def _names(spec: Struct, path: Path) -> Problems:
    account = "serviceAccountName" if text(spec, "serviceAccountName") else "serviceAccount"
    for key in (account, "nodeName", "priorityClassName"):
        yield from named_if_set(spec, key, path, names.check_dns_subdomain)
    if isinstance(spec.get("runtimeClassName"), str):
        yield from misnamed((*path, "runtimeClassName"), text(spec, "runtimeClassName"), names.check_dns_subdomain)


def _group(spec: Struct, path: Path, kubernetes: int) -> Problems:
    """Kubernetes' own workloads: a reference in 1.35, another one from 1.36 on."""
    reference = struct(spec, "workloadRef")
    if reference is not None and WORKLOADS <= kubernetes < SCHEDULING_GROUPS:
        at = (*path, "workloadRef")
        yield from named(reference, "name", at, names.check_dns_subdomain)
        yield from named(reference, "podGroup", at, names.check_dns_label)
        yield from named_if_set(reference, "podGroupReplicaKey", at, names.check_dns_label)
    group = struct(spec, "schedulingGroup")
    if group is not None and kubernetes >= SCHEDULING_GROUPS:
        yield from named(group, "podGroupName", (*path, "schedulingGroup"), names.check_dns_subdomain)
