"""The rules that many fields of a pod share, and the words for breaking them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from vcplug import names
from vcplug.admission.pod.reading import Struct, mapping, pairs, structs, text, texts
from vcplug.model import Path, Problem

Check = Callable[[str], str]
Problems = Iterator[Problem]

MISSING = "VCP803"
UNSUPPORTED = "VCP804"
BAD_NAME = "VCP805"
BAD_PORT = "VCP806"
BAD_QUANTITY = "VCP807"
DUPLICATE = "VCP808"
UNKNOWN_VOLUME = "VCP809"
OVER_LIMIT = "VCP810"
WHOLE_RESOURCE = "VCP811"
UNKNOWN_RESOURCE = "VCP812"
HUGE_PAGES = "VCP813"
ENV_SOURCE = "VCP814"
BAD_FIELD_REF = "VCP815"
HANDLERS = "VCP816"
OUT_OF_RANGE = "VCP817"
VOLUME_SOURCES = "VCP818"
BAD_SOURCE = "VCP819"
BAD_PATH = "VCP820"
BAD_MODE = "VCP821"
MOUNT_CONFLICT = "VCP822"
HOST_NETWORK_PORT = "VCP823"
BAD_SELECTOR = "VCP824"
BAD_TOLERATION = "VCP825"
BAD_LABEL = "VCP826"
BAD_ANNOTATION = "VCP827"
SECURITY_CONFLICT = "VCP828"
BAD_PROFILE = "VCP829"
BAD_SYSCTL = "VCP830"
WRONG_OS = "VCP831"
BAD_WINDOWS_OPTION = "VCP832"
BAD_DNS = "VCP833"
BAD_ADDRESS = "VCP834"
BAD_SPREAD = "VCP835"
BAD_CLAIM = "VCP836"
NOT_IN_TEMPLATE = "VCP837"
NOT_IN_INIT = "VCP838"
HOST_NAMESPACE = "VCP839"
POD_RESOURCES = "VCP840"

PROBES = ("livenessProbe", "readinessProbe", "startupProbe")
ID_MOST = 2**31 - 1
_SHOWN = 60


def check_annotation_key(value: str) -> str:
    """Keys of annotations are checked in lower case: their domain may have capitals."""
    return names.check_qualified_name(value.lower())


def check_driver_name(value: str) -> str:
    return names.check_dns_subdomain(value.lower())


def check_prefix_name(value: str) -> str:
    """Names in envFrom are checked as if something came behind them: a last - is taken for the middle of a name."""
    goes_on = value.isascii() and len(value) > 1 and value.endswith("-")
    return names.check_dns_subdomain(value[:-2] + "a" if goes_on else value)


_ENDS = "with a letter or digit at both ends"
_WORDS: dict[Check, str] = {
    names.check_dns_label: f"at most 63 lower-case letters, digits and -, {_ENDS}",
    names.check_dns_subdomain: f"at most 253 lower-case letters, digits, - and ., {_ENDS} and around each .",
    names.check_qualified_name: f"at most 63 letters, digits, -, _ and ., {_ENDS}, perhaps behind a domain and /",
    check_annotation_key: f"at most 63 letters, digits, -, _ and ., {_ENDS}, perhaps behind a domain and /",
    check_driver_name: f"at most 253 lower-case letters, digits, - and ., {_ENDS} and around each .",
    check_prefix_name: f"at most 253 lower-case letters, digits, - and ., {_ENDS} and around each .",
    names.check_label_value: f"at most 63 letters, digits, -, _ and ., {_ENDS}",
    names.check_env_name: "letters, digits, _, - and ., with no digit first",
    names.check_config_key: "at most 253 letters, digits, -, _ and .",
    names.check_port_name: "at most 15 lower-case letters, digits and single -, with at least one letter",
}


def shown(value: Any) -> str:
    """A value for people: quoted, on one line, cut where it is long."""
    plain = value if isinstance(value, str) else str(value)
    plain = plain if plain.isprintable() else plain.encode("unicode_escape").decode("ascii")
    short = plain if len(plain) <= _SHOWN else plain[: _SHOWN - 1] + "…"
    return f'"{short}"' if isinstance(value, str) else short


def field(path: Path) -> str:
    """The field that a path ends in, for people: `container name`, `label app`, `cpu request`, `configMap.name`."""
    from vcplug.admission.wording import MAPS, label

    last, holder = (path[-1:] or ("template",))[0], path[-2:-1]
    if isinstance(last, str) and holder and isinstance(holder[0], str) and holder[0] not in MAPS and holder[0] != "spec":
        return f"{holder[0]}.{last}"
    return label(path) if holder else str(last)


def listed(options: tuple[str, ...]) -> str:
    return " or ".join((", ".join(options[:-1]), options[-1])) if len(options) > 1 else options[0]


def missing(path: Path, hint: str = "") -> Problem:
    return Problem(MISSING, f"{field(path)} is missing", path, hint=hint or f"write {path[-1]}")


def duplicate(path: Path, value: Any, what: str = "") -> Problem:
    message = f"{what or field(path)} {shown(value)} is there twice"
    return Problem(DUPLICATE, message, path, hint="give each its own, or drop one")


def unsupported(path: Path, value: Any, options: tuple[str, ...]) -> Problem:
    near = next((option for option in options if isinstance(value, str) and option.lower() == value.lower()), "")
    hint = f"did you mean {near}?" if near else f"write {listed(options)}"
    return Problem(UNSUPPORTED, f"{field(path)} {shown(value)} is not known to Kubernetes", path, hint=hint)


def misnamed(path: Path, value: str, check: Check, code: str = BAD_NAME, at_key: bool = False) -> Problems:
    """A problem where the check finds one. The check's own words become message or hint."""
    wrong = check(value)
    if not wrong:
        return
    what = "key" if at_key else field(path)
    imperative = wrong.startswith("use ")
    message = f"{what} {shown(value)} {'is not well formed' if imperative else wrong}"
    hint = wrong if imperative else f"use {_WORDS[check]}" if check in _WORDS else ""
    yield Problem(code, message, path, "key" if at_key else "value", hint)


def named(owner: Struct, key: str, path: Path, check: Check) -> Problems:
    """A field that must be there and well formed."""
    value = text(owner, key)
    if value:
        yield from misnamed((*path, key), value, check)
    else:
        yield missing((*path, key))


def named_if_set(owner: Struct, key: str, path: Path, check: Check) -> Problems:
    if value := text(owner, key):
        yield from misnamed((*path, key), value, check)


def required(owner: Struct, path: Path, *keys: str) -> Problems:
    for key in keys:
        if not owner.get(key):
            yield missing((*path, key))


def one_of(owner: Struct, key: str, path: Path, options: tuple[str, ...]) -> Problems:
    """An enum that may be absent or empty, because it has a default."""
    value = text(owner, key)
    if value and value not in options:
        yield unsupported((*path, key), value, options)


def one_of_if_written(owner: Struct, key: str, path: Path, options: tuple[str, ...]) -> Problems:
    """An enum that may be absent but, once written, not empty."""
    value = owner.get(key)
    if isinstance(value, str) and value not in options:
        yield unsupported((*path, key), value, options)


def within(owner: Struct, key: str, path: Path, least: int, most: int | None = None, code: str = OUT_OF_RANGE) -> Problems:
    """A number that, where it is written, lies between two bounds."""
    value = owner.get(key)
    if isinstance(value, int) and not isinstance(value, bool):
        yield from bounded((*path, key), value, least, most, code)


def bounded(path: Path, value: int, least: int, most: int | None = None, code: str = OUT_OF_RANGE) -> Problems:
    if value < least or (most is not None and value > most):
        span = f"a number from {least} to {most}" if most is not None else f"{least} or more"
        yield Problem(code, f"{field(path)} {value} is out of range", path, hint=f"write {span}")


def port_number(path: Path, value: int) -> Problems:
    if not 1 <= value <= 65535:
        yield Problem(BAD_PORT, f"{field(path)} {value} is not a port", path, hint="write a number from 1 to 65535")


def mode(owner: Struct, key: str, path: Path) -> Problems:
    """Permission bits, which YAML 1.1 reads as octal only behind a leading 0."""
    value = owner.get(key)
    if isinstance(value, int) and not 0 <= value <= 0o777:
        octal = str(value) if set(str(value)) <= set("01234567") and len(str(value)) <= 3 else "644"
        message = f"{field((*path, key))} {value} is not a file mode: the largest is 511, in octal 0777"
        yield Problem(BAD_MODE, message, (*path, key), hint=f"write it in octal, with a leading 0, such as 0{octal}")


def no_backsteps(path: Path, value: str) -> Problems:
    if ".." in value.split("/"):
        yield Problem(BAD_PATH, f"{field(path)} {shown(value)} has a .. in it", path, hint="write the path without ..")


def descending(path: Path, value: str) -> Problems:
    """A path that stays below where it starts."""
    if value.startswith("/"):
        yield Problem(BAD_PATH, f"{field(path)} {shown(value)} is not relative", path, hint="write it without the leading /")
    yield from no_backsteps(path, value)


def file_name(path: Path, value: str) -> Problems:
    """A descending path that does not begin with two dots, which Kubernetes keeps for itself."""
    yield from descending(path, value)
    if value.startswith("..") and not value.startswith("../"):
        yield Problem(BAD_PATH, f"{field(path)} {shown(value)} starts with ..", path, hint="use another name")


def labels(owner: Struct, key: str, path: Path) -> Problems:
    """Labels, or a nodeSelector: qualified names and label values."""
    for name, value in pairs(owner, key):
        yield from misnamed((*path, key, name), name, names.check_qualified_name, BAD_LABEL, at_key=True)
        yield from misnamed((*path, key, name), value, names.check_label_value, BAD_LABEL)


def label_key(path: Path, value: str) -> Problems:
    yield from misnamed(path, value, names.check_qualified_name, BAD_LABEL)


def label_selector(owner: Struct, key: str, path: Path) -> Problems:
    """A metav1.LabelSelector."""
    selector = mapping(owner, key)
    if not selector:
        return
    path = (*path, key)
    yield from labels(selector, "matchLabels", path)
    for index, expression in structs(selector, "matchExpressions"):
        at = (*path, "matchExpressions", index)
        yield from expression_values(expression, at)
        yield from label_key((*at, "key"), text(expression, "key"))
        for place, value in texts(expression, "values"):
            yield from misnamed((*at, "values", place), value, names.check_label_value, BAD_LABEL)


def expression_values(expression: Struct, path: Path, numeric: bool = False) -> Problems:
    """Does the operator exist, and does it have the values that it needs?"""
    operator = text(expression, "operator")
    values = expression.get("values") or ()
    if operator in ("In", "NotIn"):
        if not values:
            yield Problem(BAD_SELECTOR, f"{operator} needs values", path, hint="write values: [...]")
    elif operator in ("Exists", "DoesNotExist"):
        if values:
            hint = "drop values, or use In or NotIn"
            yield Problem(BAD_SELECTOR, f"{operator} takes no values", (*path, "values"), hint=hint)
    elif numeric and operator in ("Gt", "Lt"):
        if len(values) != 1:
            yield Problem(BAD_SELECTOR, f"{operator} needs exactly one value", path, hint='write one number: values: ["1"]')
    else:
        known = ("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt") if numeric else ("In", "NotIn", "Exists", "DoesNotExist")
        hint = f"write {listed(known)}"
        what = f"operator {shown(operator)} is not known" if operator else "operator is missing"
        yield Problem(BAD_SELECTOR, what, (*path, "operator"), hint=hint)
