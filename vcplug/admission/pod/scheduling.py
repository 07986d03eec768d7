"""Where a pod may run: nodeSelector, affinity, tolerations, topology spread, gates."""

from __future__ import annotations

from vcplug import names
from vcplug.admission.pod.reading import Struct, mapping, number, sequence, struct, structs, text, texts
from vcplug.admission.pod.rules import (
    BAD_LABEL,
    BAD_SELECTOR,
    BAD_SPREAD,
    BAD_TOLERATION,
    Problems,
    bounded,
    duplicate,
    expression_values,
    label_key,
    label_selector,
    labels,
    misnamed,
    missing,
    one_of,
    one_of_if_written,
    shown,
    unsupported,
)
from vcplug.admission.pod.versions import AFFINITY_LABEL_KEYS, CHECKED_NODE_VALUES
from vcplug.model import Path, Problem

_REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
_PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"
_EFFECTS = ("NoSchedule", "PreferNoSchedule", "NoExecute")
_UNSATISFIABLE = ("DoNotSchedule", "ScheduleAnyway")


def check_scheduling(spec: Struct, path: Path, kubernetes: int) -> Problems:
    yield from labels(spec, "nodeSelector", path)
    if affinity := mapping(spec, "affinity"):
        at = (*path, "affinity")
        yield from _node_affinity(mapping(affinity, "nodeAffinity"), (*at, "nodeAffinity"), kubernetes)
        for kind in ("podAffinity", "podAntiAffinity"):
            yield from _pod_affinity(mapping(affinity, kind), (*at, kind), kubernetes)
    for index, toleration in structs(spec, "tolerations"):
        yield from check_toleration(toleration, (*path, "tolerations", index))
    if spec.get("topologySpreadConstraints"):
        yield from _spread(spec, (*path, "topologySpreadConstraints"))
    for index, gate in structs(spec, "readinessGates"):
        yield from label_key((*path, "readinessGates", index, "conditionType"), text(gate, "conditionType"))
    yield from _scheduling_gates(spec, (*path, "schedulingGates"))


def _node_affinity(affinity: Struct, path: Path, kubernetes: int) -> Problems:
    needed = struct(affinity, _REQUIRED)
    if needed is not None:
        at = (*path, _REQUIRED, "nodeSelectorTerms")
        if not sequence(needed, "nodeSelectorTerms"):
            yield missing(at, "write at least one term, or drop the affinity")
        for index, term in structs(needed, "nodeSelectorTerms"):
            yield from _node_term(term, (*at, index), kubernetes >= CHECKED_NODE_VALUES)
    for index, item in structs(affinity, _PREFERRED):
        at = (*path, _PREFERRED, index)
        yield from _weight(item, at)
        yield from _node_term(mapping(item, "preference"), (*at, "preference"), False)


def _weight(item: Struct, path: Path) -> Problems:
    yield from bounded((*path, "weight"), number(item, "weight") or 0, 1, 100)


def _node_term(term: Struct, path: Path, strict_values: bool) -> Problems:
    for index, expression in structs(term, "matchExpressions"):
        at = (*path, "matchExpressions", index)
        yield from expression_values(expression, at, numeric=True)
        yield from label_key((*at, "key"), text(expression, "key"))
        if strict_values:
            for place, value in texts(expression, "values"):
                yield from misnamed((*at, "values", place), value, names.check_label_value, BAD_LABEL)
    for index, expression in structs(term, "matchFields"):
        yield from _match_field(expression, (*path, "matchFields", index))


def _match_field(expression: Struct, path: Path) -> Problems:
    operator, values = text(expression, "operator"), sequence(expression, "values")
    if operator not in ("In", "NotIn"):
        yield Problem(
            BAD_SELECTOR, f"operator {shown(operator)} is not known for fields", (*path, "operator"), hint="write In or NotIn"
        )
    elif len(values) != 1:
        yield Problem(BAD_SELECTOR, f"{operator} of a field needs exactly one value", path, hint="write one node name in values")
    if text(expression, "key") != "metadata.name":
        message = f"key {shown(text(expression, 'key'))} is not a field that can be matched"
        yield Problem(BAD_SELECTOR, message, (*path, "key"), hint="write metadata.name")
    else:
        for place, value in texts(expression, "values"):
            yield from misnamed((*path, "values", place), value, names.check_dns_subdomain)


def _pod_affinity(affinity: Struct, path: Path, kubernetes: int) -> Problems:
    for index, term in structs(affinity, _REQUIRED):
        yield from _pod_term(term, (*path, _REQUIRED, index), kubernetes)
    for index, item in structs(affinity, _PREFERRED):
        at = (*path, _PREFERRED, index)
        yield from _weight(item, at)
        yield from _pod_term(mapping(item, "podAffinityTerm"), (*at, "podAffinityTerm"), kubernetes)


def _pod_term(term: Struct, path: Path, kubernetes: int) -> Problems:
    yield from label_selector(term, "labelSelector", path)
    yield from label_selector(term, "namespaceSelector", path)
    for index, namespace in texts(term, "namespaces"):
        yield from misnamed((*path, "namespaces", index), namespace, names.check_dns_label)
    if kubernetes >= AFFINITY_LABEL_KEYS:
        yield from _label_keys(term, "matchLabelKeys", path)
        yield from _label_keys(term, "mismatchLabelKeys", path)
        yield from _label_key_clashes(term, path)
    key = text(term, "topologyKey")
    if key:
        yield from label_key((*path, "topologyKey"), key)
    else:
        yield missing((*path, "topologyKey"), "write a node label, such as kubernetes.io/hostname")


def _label_keys(owner: Struct, key: str, path: Path) -> Problems:
    if not sequence(owner, key):
        return
    if struct(owner, "labelSelector") is None:
        yield Problem(BAD_SELECTOR, f"{key} needs a labelSelector", (*path, key), "key", "write labelSelector, or drop it")
        return
    for index, name in texts(owner, key):
        yield from label_key((*path, key, index), name)


def _label_key_clashes(term: Struct, path: Path) -> Problems:
    """ValidateMatchLabelKeysAndMismatchLabelKeys: a key in one list only, and once in the selector where it is matched."""
    matched = {name for _, name in texts(term, "matchLabelKeys")}
    for index, name in texts(term, "mismatchLabelKeys"):
        if name in matched:
            message = f"{shown(name)} is in matchLabelKeys and in mismatchLabelKeys"
            yield Problem(BAD_SELECTOR, message, (*path, "mismatchLabelKeys", index), hint="keep it in one of them")
    selector = mapping(term, "labelSelector")
    seen = set(mapping(selector, "matchLabels"))
    for index, expression in structs(selector, "matchExpressions"):
        key = text(expression, "key")
        if key in seen and key in matched:
            message = f"{shown(key)} is in matchLabelKeys and twice in labelSelector"
            yield Problem(BAD_SELECTOR, message, (*path, "labelSelector", "matchExpressions", index, "key"), hint="name it once")
        seen.add(key)


def check_toleration(toleration: Struct, path: Path) -> Problems:
    key, operator, value = text(toleration, "key"), text(toleration, "operator"), text(toleration, "value")
    if key:
        yield from label_key((*path, "key"), key)
    elif operator != "Exists":
        message = "a toleration without a key needs the operator Exists"
        yield Problem(BAD_TOLERATION, message, path, hint="write key, or operator: Exists to tolerate everything")
    if toleration.get("tolerationSeconds") is not None and text(toleration, "effect") != "NoExecute":
        message = "tolerationSeconds works only with effect NoExecute"
        yield Problem(BAD_TOLERATION, message, (*path, "tolerationSeconds"), "key", "write effect: NoExecute, or drop it")
    if operator in ("", "Equal"):
        yield from misnamed((*path, "value"), value, names.check_label_value, BAD_LABEL)
    elif operator == "Exists":
        if value:
            hint = "drop value, or write operator: Equal"
            yield Problem(BAD_TOLERATION, "operator Exists takes no value", (*path, "value"), hint=hint)
    else:
        yield unsupported((*path, "operator"), operator, ("Equal", "Exists"))
    yield from one_of(toleration, "effect", path, _EFFECTS)


def _spread(spec: Struct, path: Path) -> Problems:
    seen: set[tuple[str, str]] = set()
    for index, item in structs(spec, "topologySpreadConstraints"):
        at = (*path, index)
        key, unsatisfiable = text(item, "topologyKey"), text(item, "whenUnsatisfiable")
        yield from bounded((*at, "maxSkew"), number(item, "maxSkew") or 0, 1)
        if not key:
            yield missing((*at, "topologyKey"), "write a node label, such as kubernetes.io/hostname")
        if unsatisfiable not in _UNSATISFIABLE:
            yield unsupported((*at, "whenUnsatisfiable"), unsatisfiable, _UNSATISFIABLE)
        if (key, unsatisfiable) in seen:
            yield duplicate(at, f"{key}, {unsatisfiable}", "a constraint on")
        seen.add((key, unsatisfiable))
        yield from _minimum_domains(item, at)
        for policy in ("nodeAffinityPolicy", "nodeTaintsPolicy"):
            yield from one_of_if_written(item, policy, at, ("Honor", "Ignore"))
        yield from _label_keys(item, "matchLabelKeys", at)
        yield from _spread_key_clashes(item, at)
        yield from label_selector(item, "labelSelector", at)


def _minimum_domains(item: Struct, path: Path) -> Problems:
    least = number(item, "minDomains")
    if least is None:
        return
    yield from bounded((*path, "minDomains"), least, 1)
    if text(item, "whenUnsatisfiable") != "DoNotSchedule":
        message = "minDomains works only with whenUnsatisfiable: DoNotSchedule"
        yield Problem(BAD_SPREAD, message, (*path, "minDomains"), "key", "write DoNotSchedule, or drop minDomains")


def _spread_key_clashes(item: Struct, path: Path) -> Problems:
    selector = struct(item, "labelSelector")
    if selector is None:
        return
    keys = set(mapping(selector, "matchLabels"))
    keys.update(text(expression, "key") for _, expression in structs(selector, "matchExpressions"))
    for index, key in texts(item, "matchLabelKeys"):
        if key in keys:
            message = f"{shown(key)} is in matchLabelKeys and in labelSelector"
            yield Problem(BAD_SPREAD, message, (*path, "matchLabelKeys", index), hint="keep it in one of them")


def _scheduling_gates(spec: Struct, path: Path) -> Problems:
    seen: set[str] = set()
    for index, gate in structs(spec, "schedulingGates"):
        name = text(gate, "name")
        yield from label_key((*path, index, "name"), name)
        if name in seen:
            yield duplicate((*path, index, "name"), name)
        seen.add(name)
