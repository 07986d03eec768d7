"""Probes and lifecycle hooks."""

from __future__ import annotations

from typing import Any

from vcplug import names
from vcplug.admission.pod.reading import Struct, mapping, number, sequence, struct, structs, text
from vcplug.admission.pod.rules import (
    BAD_PORT,
    HANDLERS,
    OUT_OF_RANGE,
    PROBES,
    WRONG_OS,
    Problems,
    misnamed,
    missing,
    one_of,
    port_number,
    unsupported,
    within,
)
from vcplug.admission.pod.versions import STOP_SIGNALS
from vcplug.model import Path, Problem

GRACE = 30
"""terminationGracePeriodSeconds where the template has none"""
_NUMBERS = ("initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold")
_LINUX_SIGNALS = (
    "ABRT", "ALRM", "BUS", "CHLD", "CLD", "CONT", "FPE", "HUP", "ILL", "INT", "IO", "IOT", "KILL", "PIPE", "POLL", "PROF",
    "PWR", "QUIT", "SEGV", "STKFLT", "STOP", "SYS", "TERM", "TRAP", "TSTP", "TTIN", "TTOU", "URG", "USR1", "USR2", "VTALRM",
    "WINCH", "XCPU", "XFSZ", "RTMIN", "RTMAX",
)  # fmt: skip
SIGNALS = {
    "windows": frozenset(("SIGKILL", "SIGTERM")),
    "linux": frozenset(f"SIG{name}" for name in _LINUX_SIGNALS)
    | {f"SIGRTMIN+{step}" for step in range(1, 16)}
    | {f"SIGRTMAX-{step}" for step in range(1, 15)},
}


def check_probes(container: Struct, path: Path) -> Problems:
    for key in PROBES:
        probe = struct(container, key)
        if probe is None:
            continue
        at = (*path, key)
        yield from _one_handler(probe, at, ("exec", "httpGet", "tcpSocket", "grpc"), GRACE)
        for name in _NUMBERS:
            yield from within(probe, name, at, 0)
        yield from within(probe, "terminationGracePeriodSeconds", at, 1)
        # 0 is read as absent, and then as 1
        if key != "readinessProbe" and (number(probe, "successThreshold") or 1) > 1:
            message = f"successThreshold of a {key} can only be 1"
            yield Problem(OUT_OF_RANGE, message, (*at, "successThreshold"), hint="write 1, or drop it")
        if key == "readinessProbe" and probe.get("terminationGracePeriodSeconds") is not None:
            message = "a readinessProbe has no terminationGracePeriodSeconds"
            yield Problem(
                HANDLERS, message, (*at, "terminationGracePeriodSeconds"), "key", "drop it: readiness never ends a container"
            )


def check_lifecycle(container: Struct, spec: Struct, path: Path, kubernetes: int) -> Problems:
    lifecycle = mapping(container, "lifecycle")
    grace = number(spec, "terminationGracePeriodSeconds")
    kinds = ("exec", "httpGet", "tcpSocket", "sleep")
    for key in ("postStart", "preStop"):
        if (hook := struct(lifecycle, key)) is not None:
            yield from _one_handler(hook, (*path, "lifecycle", key), kinds, GRACE if grace is None else grace)
    signal = lifecycle.get("stopSignal")
    if isinstance(signal, str) and kubernetes >= STOP_SIGNALS:
        yield from _stop_signal(signal, spec, (*path, "lifecycle", "stopSignal"))


def _stop_signal(signal: str, spec: Struct, path: Path) -> Problems:
    system = text(mapping(spec, "os"), "name")
    if struct(spec, "os") is None:
        yield Problem(WRONG_OS, "stopSignal needs spec.os", path, "key", "write os: {name: linux} in the pod's spec")
    elif system in SIGNALS and signal not in SIGNALS[system]:
        yield unsupported(path, signal, ("SIGTERM", "SIGKILL") if system == "windows" else ("SIGTERM", "SIGINT", "SIGUSR1", "…"))


def _one_handler(owner: Struct, path: Path, kinds: tuple[str, ...], grace: int) -> Problems:
    written = [kind for kind in kinds if struct(owner, kind) is not None]
    choice = f"write exactly one of {', '.join(kinds)}"
    if not written:
        yield Problem(HANDLERS, f"{path[-1]} has no handler", path, hint=choice)
        return
    for extra in written[1:]:
        yield Problem(HANDLERS, f"{path[-1]} has both {written[0]} and {extra}", (*path, extra), "key", choice)
    kind = written[0]
    handler, at = mapping(owner, kind), (*path, kind)
    if kind == "exec":
        if not sequence(handler, "command"):
            yield missing((*at, "command"), "write the command and its arguments as a list")
    elif kind == "httpGet":
        yield from _port(handler.get("port"), (*at, "port"))
        yield from one_of(handler, "scheme", at, ("HTTP", "HTTPS"))
        for index, header in structs(handler, "httpHeaders"):
            yield from misnamed((*at, "httpHeaders", index, "name"), text(header, "name"), names.check_header_name)
    elif kind == "sleep":
        yield from _sleep(number(handler, "seconds") or 0, grace, (*at, "seconds"))
    elif kind == "grpc":
        yield from port_number((*at, "port"), number(handler, "port") or 0)
    else:
        yield from _port(handler.get("port"), (*at, "port"))


def _sleep(seconds: int, grace: int, path: Path) -> Problems:
    if not 0 < seconds <= grace:
        hint = f"write 1 to {grace} (terminationGracePeriodSeconds)"
        yield Problem(OUT_OF_RANGE, f"a sleep of {seconds} seconds is out of range", path, hint=hint)


def _port(value: Any, path: Path) -> Problems:
    """A port by number, or by the name of one of the container's ports."""
    if isinstance(value, str):
        if value.isdecimal() and value.isascii():
            yield Problem(
                BAD_PORT, f'port "{value}" is text, which is taken for a name', path, hint=f"write {value} without quotes"
            )
        else:
            yield from misnamed(path, value, names.check_port_name, BAD_PORT)
    elif isinstance(value, int) or value is None:
        yield from port_number(path, value or 0)
