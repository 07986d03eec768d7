"""Requests, limits, claims and resize policies of containers; resources of the whole pod; overhead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from vcplug import names
from vcplug.admission.pod.reading import Struct, mapping, quantity, sequence, struct, structs, text
from vcplug.admission.pod.rules import (
    BAD_CLAIM,
    BAD_QUANTITY,
    HUGE_PAGES,
    NOT_IN_INIT,
    OVER_LIMIT,
    POD_RESOURCES,
    UNKNOWN_RESOURCE,
    UNSUPPORTED,
    WHOLE_RESOURCE,
    WRONG_OS,
    Check,
    Problems,
    duplicate,
    field,
    misnamed,
    missing,
    named_if_set,
    shown,
    unsupported,
)
from vcplug.admission.pod.versions import CHECKED_RESIZE_RESTARTS, FLAT_RESOURCE_CLAIMS
from vcplug.model import Path, Problem
from vcplug.quantity import NANO

_MILLI = NANO // 1000
_HUGE = "hugepages-"
_STANDARD = ("cpu", "memory", "ephemeral-storage")
_RESTARTS = ("NotRequired", "RestartContainer")


def amount(value: Any) -> int | None:
    """A quantity in nanos, rounded up to a milli as the defaults of every ResourceList do; None where it is none."""
    found = quantity(value)
    return None if found is None else -(-found.nanos // _MILLI) * _MILLI


def is_native(name: str) -> bool:
    return "/" not in name or "kubernetes.io/" in name


def is_huge(name: str) -> bool:
    return name.startswith(_HUGE)


def _container_resource(name: str) -> str:
    if wrong := names.check_qualified_name(name):
        return wrong
    if "/" not in name:
        return "" if name in _STANDARD or is_huge(name) else "is not a resource that Kubernetes knows"
    if not is_native(name) and (name.startswith("requests.") or names.check_qualified_name(f"requests.{name}")):
        return "is not a name for a resource: it starts with requests. or is too long"
    return ""


def _pod_resource(name: str) -> str:
    if wrong := names.check_qualified_name(name):
        return wrong
    return "" if name in ("cpu", "memory") or is_huge(name) else "cannot be set for the whole pod"


def check_resources(container: Struct, path: Path, claims: frozenset[str], kubernetes: int) -> Problems:
    """The resources of one container."""
    resources = mapping(container, "resources")
    if resources:
        at = (*path, "resources")
        yield from _requirements(resources, at, _container_resource)
        yield from _claims(resources, (*at, "claims"), claims, kubernetes)


def check_overhead(spec: Struct, path: Path) -> Problems:
    if mapping(spec, "overhead"):
        yield from _amounts(mapping(spec, "overhead"), (*path, "overhead"), _container_resource)
        yield from _huge_alone(spec, path, ("overhead",))


def _requirements(resources: Struct, path: Path, check: Check) -> Problems:
    requests, limits = mapping(resources, "requests"), mapping(resources, "limits")
    yield from _amounts(limits, (*path, "limits"), check)
    yield from _amounts(requests, (*path, "requests"), check)
    for name, value in requests.items():
        yield from _request_and_limit(name, value, limits.get(name), (*path, "requests", name))
    yield from _huge_alone(resources, path, ("limits", "requests"))


def _amounts(resources: Struct, path: Path, check: Check) -> Problems:
    for name, value in resources.items():
        at = (*path, name)
        wrong = check(name)
        if wrong:
            hint = "write cpu, memory, ephemeral-storage, hugepages-<size>, or a device with its domain such as nvidia.com/gpu"
            if check is _pod_resource:
                hint = "write cpu, memory or hugepages-<size>; the rest belongs to a container"
            wrong = "is not well formed" if wrong.startswith("use ") else wrong
            yield Problem(UNKNOWN_RESOURCE, f"resource {shown(name)} {wrong}", at, "key", hint)
        nanos = amount(value)
        if nanos is None:
            yield bad_quantity(at, value)
        elif nanos < 0:
            yield Problem(BAD_QUANTITY, f"{field(at)} {shown(value)} is negative", at, hint="write 0 or more")
        elif not is_native(name) and nanos % NANO:
            yield Problem(
                WHOLE_RESOURCE, f"{field(at)} {shown(value)} is not a whole number", at, hint="write how many devices, such as 1"
            )
        elif is_huge(name):
            yield from _huge_size(name, value, nanos, at)


def bad_quantity(path: Path, value: Any) -> Problem:
    message = f"{field(path)} {shown(value)} is not a quantity"
    return Problem(BAD_QUANTITY, message, path, hint='write a number with a suffix such as "500m", "2", "4Gi"')


def _huge_size(name: str, value: Any, nanos: int, path: Path) -> Problems:
    size = quantity(name.removeprefix(_HUGE))
    if size is None or size.nanos <= 0 or size.nanos % NANO:
        message = f"{shown(name)} does not say the size of a page"
        yield Problem(HUGE_PAGES, message, path, "key", "write hugepages-2Mi or hugepages-1Gi")
    elif -(-nanos // NANO) % size.units():
        page = name.removeprefix(_HUGE)
        yield Problem(
            HUGE_PAGES, f"{shown(value)} is not a whole number of pages of {page}", path, hint=f"write a multiple of {page}"
        )


def _huge_alone(resources: Struct, path: Path, keys: tuple[str, ...]) -> Problems:
    written = {name for key in keys for name in mapping(resources, key)}
    if not written & {"cpu", "memory"} and any(is_huge(name) for name in written):
        yield Problem(HUGE_PAGES, "huge pages need cpu or memory beside them", path, hint="write a request for cpu or memory")


def _request_and_limit(name: str, value: Any, limit: Any, path: Path) -> Problems:
    asked, most = amount(value), amount(limit)
    if asked is None or (limit is not None and most is None):
        return
    fixed = is_huge(name) or not is_native(name)
    if most is None:
        if fixed:
            message = f"{name} is requested without a limit"
            yield Problem(WHOLE_RESOURCE, message, path, "key", f"write the same amount under limits: {name}: {value}")
    elif fixed and asked != most:
        message = f"the request of {name}, {value}, is not its limit, {limit}"
        yield Problem(WHOLE_RESOURCE, message, path, hint="request and limit of devices and huge pages must be equal")
    elif asked > most:
        message = f"the request of {name}, {value}, is more than its limit, {limit}"
        yield Problem(OVER_LIMIT, message, path, hint=f"request at most {limit}, or raise the limit")


def _claims(resources: Struct, path: Path, known: frozenset[str], kubernetes: int) -> Problems:
    seen: set[tuple[str, str]] = set()
    for index, claim in structs(resources, "claims"):
        name = text(claim, "name")
        request = text(claim, "request") if kubernetes >= FLAT_RESOURCE_CLAIMS else ""
        if not name:
            yield missing((*path, index, "name"), "write a name of spec.resourceClaims")
            continue
        others = {part for other, part in seen if other == name}
        if "" not in others:
            yield from named_if_set({"request": request}, "request", (*path, index), names.check_dns_label)
        if "" in others or request in others or (others and not request):
            yield duplicate((*path, index, "name"), name, "claim")
        seen.add((name, request))
        if name not in known:
            message = f"there is no claim {shown(name)} in spec.resourceClaims"
            hint = f"write one of {', '.join(sorted(known))}" if known else "add it to spec.resourceClaims"
            yield Problem(BAD_CLAIM, message, (*path, index, "name"), hint=hint)


def check_resize(container: Struct, restart: str, path: Path, kubernetes: int, init: bool) -> Problems:
    policies = sequence(container, "resizePolicy")
    if not policies:
        return
    path = (*path, "resizePolicy")
    if init:
        message = "resizePolicy is not allowed for init containers"
        yield Problem(NOT_IN_INIT, message, path, "key", "drop resizePolicy")
        return
    seen: set[str] = set()
    for index, policy in structs(container, "resizePolicy"):
        resource = text(policy, "resourceName")
        if resource in seen:
            yield duplicate((*path, index, "resourceName"), resource)
        seen.add(resource)
        if resource not in ("cpu", "memory"):
            yield unsupported((*path, index, "resourceName"), resource, ("cpu", "memory"))
        if text(policy, "restartPolicy") not in _RESTARTS:
            yield unsupported((*path, index, "restartPolicy"), text(policy, "restartPolicy"), _RESTARTS)
        elif kubernetes >= CHECKED_RESIZE_RESTARTS and restart == "Never" and text(policy, "restartPolicy") != "NotRequired":
            message = "a pod with restartPolicy Never cannot restart a container for a resize"
            yield Problem(UNSUPPORTED, message, (*path, index, "restartPolicy"), hint="write NotRequired")


def check_resource_claims(spec: Struct, path: Path, kubernetes: int) -> Problems:
    """spec.resourceClaims. Up to Kubernetes 1.30 the names stand one level deeper."""
    seen: set[str] = set()
    keys = ("resourceClaimName", "resourceClaimTemplateName")
    for index, claim in structs(spec, "resourceClaims"):
        at = (*path, "resourceClaims", index)
        name = text(claim, "name")
        if not name:
            yield missing((*at, "name"))
        elif name in seen:
            yield duplicate((*at, "name"), name)
        else:
            yield from misnamed((*at, "name"), name, names.check_dns_label)
        seen.add(name)
        if kubernetes < FLAT_RESOURCE_CLAIMS:
            claim, at = mapping(claim, "source"), (*at, "source")
        written = [key for key in keys if isinstance(claim.get(key), str)]
        if len(written) != 1:
            message = "a claim needs resourceClaimName or resourceClaimTemplateName" + (", not both" if written else "")
            yield Problem(BAD_CLAIM, message, at, hint="write exactly one of them")
        for key in written:
            yield from misnamed((*at, key), text(claim, key), names.check_dns_subdomain)


def claim_names(spec: Struct) -> frozenset[str]:
    if not spec.get("resourceClaims"):
        return frozenset()
    return frozenset(text(claim, "name") for _, claim in structs(spec, "resourceClaims")) - {""}


def check_pod_resources(spec: Struct, path: Path) -> Problems:
    """spec.resources, where the webhook hands the gate PodLevelResources to Kubernetes' validation."""
    resources = struct(spec, "resources")
    if resources is None:
        return
    path = (*path, "resources")
    if text(mapping(spec, "os"), "name") == "windows":
        yield Problem(WRONG_OS, "resources of the whole pod cannot be set for os windows", path, "key", "set them per container")
        return
    if resources.get("claims") is not None:
        yield Problem(POD_RESOURCES, "claims cannot be set for the whole pod", (*path, "claims"), "key", "set them per container")
    yield from _requirements(resources, path, _pod_resource)
    yield from _less_than_containers(spec, resources, path)


def _less_than_containers(spec: Struct, resources: Struct, path: Path) -> Problems:
    requests, limits = mapping(resources, "requests"), mapping(resources, "limits")
    for name, total in _together(spec, "requests").items():
        yield from _too_little(requests, name, total, (*path, "requests", name))
    for name, total in _together(spec, "limits").items():
        if is_huge(name):
            yield from _too_little(limits, name, total, (*path, "limits", name))
    for index, container in structs(spec, "containers"):
        for name, value in mapping(mapping(container, "resources"), "limits").items():
            own, most = amount(value), amount(limits.get(name))
            if own is not None and most is not None and own > most:
                at = (*path[:-1], "containers", index, "resources", "limits", name)
                message = f"the limit of {name}, {value}, is more than the pod's, {limits[name]}"
                yield Problem(POD_RESOURCES, message, at, hint="lower it, or raise the pod's limit")


def _too_little(resources: Struct, name: str, total: int, path: Path) -> Problems:
    most = amount(resources.get(name))
    if most is not None and total > most:
        message = f"{name} {resources[name]} is less than what the containers ask for together"
        yield Problem(POD_RESOURCES, message, path, hint="raise it, or lower the containers' requests")


def _together(spec: Struct, key: str) -> dict[str, int]:
    """What the containers ask for at once: all regular ones and sidecars, or one init container beside the sidecars before it."""
    total: dict[str, int] = {}
    for _, container in structs(spec, "containers"):
        _add(total, _asked(container, key))
    sidecars: dict[str, int] = {}
    most: dict[str, int] = {}
    for _, container in structs(spec, "initContainers"):
        own = dict(_asked(container, key))
        if text(container, "restartPolicy") == "Always":
            _add(total, own.items())
            _add(sidecars, own.items())
            own = dict(sidecars)
        else:
            _add(own, sidecars.items())
        for name, value in own.items():
            most[name] = max(value, most.get(name, value))
    return {name: max(total.get(name, 0), most.get(name, 0)) for name in {**total, **most}}


def _asked(container: Struct, key: str) -> Iterator[tuple[str, int]]:
    for name, value in mapping(mapping(container, "resources"), key).items():
        if (nanos := amount(value)) is not None:
            yield name, nanos


def _add(total: dict[str, int], amounts: Iterable[tuple[str, int]]) -> None:
    for name, value in amounts:
        total[name] = total.get(name, 0) + value
