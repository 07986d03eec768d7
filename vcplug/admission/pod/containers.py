"""Containers and init containers."""

from __future__ import annotations

from vcplug import names
from vcplug.admission.pod.env import check_env
from vcplug.admission.pod.reading import Struct, flag, number, sequence, struct, structs, text
from vcplug.admission.pod.resources import check_resize, check_resources, claim_names
from vcplug.admission.pod.rules import (
    BAD_PORT,
    HOST_NETWORK_PORT,
    MISSING,
    NOT_IN_INIT,
    NOT_IN_TEMPLATE,
    PROBES,
    Problems,
    duplicate,
    misnamed,
    missing,
    named,
    one_of,
    port_number,
)
from vcplug.admission.pod.versions import HOST_PORTS_NOT_DEFAULTED, RESTART_RULES, SIDECARS
from vcplug.model import Path, Problem

HANDLED = ("lifecycle", *PROBES)
PULL_POLICIES = ("Always", "IfNotPresent", "Never")
HostPorts = set[tuple[str, str, int]]


def check_containers(spec: Struct, volumes: Struct, path: Path, kubernetes: int) -> Problems:
    if not sequence(spec, "containers"):
        hint = "write at least one container with a name and an image"
        yield Problem(MISSING, "the template has no containers", (*path, "containers"), hint=hint)
    claims = claim_names(spec)
    taken: set[str] = set()
    host_ports: HostPorts = set()
    for index, container in structs(spec, "containers"):
        at = (*path, "containers", index)
        yield from _unique_name(container, taken, at)
        yield from _container(container, spec, volumes, claims, at, kubernetes, init=False)
        yield from _handlers(container, spec, at, kubernetes)
        yield from _ports(container, spec, host_ports, at, kubernetes, init=False)
        if kubernetes >= SIDECARS and container.get("restartPolicy") is not None:
            message = "restartPolicy is not allowed for a regular container"
            yield Problem(
                NOT_IN_TEMPLATE, message, (*at, "restartPolicy"), "key", "set it for the pod, or make it an init container"
            )
    for index, container in structs(spec, "initContainers"):
        at = (*path, "initContainers", index)
        yield from _unique_name(container, taken, at)
        yield from _container(container, spec, volumes, claims, at, kubernetes, init=True)
        yield from _ports(container, spec, set(), at, kubernetes, init=True)
        yield from _init_only(container, spec, at, kubernetes)


def _unique_name(container: Struct, taken: set[str], path: Path) -> Problems:
    name = text(container, "name")
    if name and name in taken:
        yield duplicate((*path, "name"), name, "container")
    taken.add(name)


def _container(
    container: Struct, spec: Struct, volumes: Struct, claims: frozenset[str], path: Path, kubernetes: int, *, init: bool
) -> Problems:
    """What holds for every kind of container."""
    yield from named(container, "name", path, names.check_dns_label)
    if not text(container, "image"):
        yield missing((*path, "image"), "write image: <registry>/<name>:<tag>")
    yield from one_of(container, "terminationMessagePolicy", path, ("File", "FallbackToLogsOnError"))
    yield from one_of(container, "imagePullPolicy", path, PULL_POLICIES)
    yield from check_env(container, volumes, path, kubernetes)
    if "volumeMounts" in container or "volumeDevices" in container:
        from vcplug.admission.pod.mounts import check_devices, check_mounts

        yield from check_mounts(container, volumes, path, kubernetes)
        yield from check_devices(container, volumes, path)
    yield from check_resources(container, path, claims, kubernetes)
    yield from check_resize(container, text(spec, "restartPolicy"), path, kubernetes, init)
    if "securityContext" in container:
        from vcplug.admission.pod.security import check_container_security

        yield from check_container_security(container, spec, path, kubernetes)


def _handlers(container: Struct, spec: Struct, path: Path, kubernetes: int) -> Problems:
    if not container.keys().isdisjoint(HANDLED):
        from vcplug.admission.pod.handlers import check_lifecycle, check_probes

        yield from check_lifecycle(container, spec, path, kubernetes)
        yield from check_probes(container, path)


def _ports(container: Struct, spec: Struct, taken: HostPorts, path: Path, kubernetes: int, *, init: bool) -> Problems:
    seen: set[str] = set()
    host_network = flag(spec, "hostNetwork")
    for index, port in structs(container, "ports"):
        at = (*path, "ports", index)
        yield from _port_name(port, seen, at)
        inside, outside = number(port, "containerPort") or 0, number(port, "hostPort") or 0
        yield from port_number((*at, "containerPort"), inside)
        if outside:
            yield from port_number((*at, "hostPort"), outside)
        yield from one_of(port, "protocol", at, ("TCP", "UDP", "SCTP"))
        if host_network and kubernetes < HOST_PORTS_NOT_DEFAULTED:
            # the defaults of Kubernetes 1.27 reach into templates
            outside = outside or inside
        if host_network and not init and outside not in (0, inside):
            message = f"with hostNetwork, hostPort {outside} must be containerPort {inside}"
            yield Problem(HOST_NETWORK_PORT, message, (*at, "hostPort"), hint="write the same number, or drop hostPort")
        key = (text(port, "protocol") or "TCP", text(port, "hostIP"), outside)
        if outside and key in taken:
            written = "hostPort" if port.get("hostPort") else "containerPort"
            yield duplicate((*at, written), outside, "hostPort")
        taken.add(key)


def _port_name(port: Struct, seen: set[str], path: Path) -> Problems:
    name = text(port, "name")
    if not name:
        return
    wrong = list(misnamed((*path, "name"), name, names.check_port_name, BAD_PORT))
    yield from wrong
    if name in seen and not wrong:
        yield duplicate((*path, "name"), name, "port name")
    seen.add(name)


def _init_only(container: Struct, spec: Struct, path: Path, kubernetes: int) -> Problems:
    """Sidecars, that is init containers with restartPolicy Always, may have what regular containers have."""
    restart = text(container, "restartPolicy") if kubernetes >= SIDECARS else ""
    if kubernetes >= SIDECARS and isinstance(container.get("restartPolicy"), str) and restart != "Always":
        message = "restartPolicy of an init container can only be Always"
        yield Problem(NOT_IN_INIT, message, (*path, "restartPolicy"), hint="write Always (a sidecar), or drop it")
    if kubernetes >= RESTART_RULES and sequence(container, "restartPolicyRules") and container.get("restartPolicy") is None:
        yield missing((*path, "restartPolicy"), "restartPolicyRules need a restartPolicy beside them")
    if restart == "Always":
        yield from _handlers(container, spec, path, kubernetes)
        return
    for key in HANDLED:
        if struct(container, key) is not None:
            message = f"an init container has no {key}"
            hint = "drop it" if kubernetes < SIDECARS else "drop it, or write restartPolicy: Always (a sidecar)"
            yield Problem(NOT_IN_INIT, message, (*path, key), "key", hint)
