"""What `why` prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vcplug.explain.inside import View
from vcplug.explain.layout import Block, Heading, Table, Text, Title
from vcplug.explain.why import Reason, Thing, in_job, is_written, line, reasons

HEADINGS = {
    "variable": "Environment",
    "label": "Labels",
    "annotation": "Annotations",
    "port": "Ports",
    "mount": "Mounts",
    "volume": "Volumes",
    "init container": "Init containers",
}


def answers(view: View, found: Sequence[Thing]) -> Iterator[Block]:
    """Each thing with its reasons; what several containers have is said once."""
    groups: dict[tuple[object, ...], list[Thing]] = {}
    for thing in found:
        key = (thing.kind, thing.name, thing.value, thing.origin, thing.counts)
        groups.setdefault(key, []).append(thing)
    for group in groups.values():
        thing = group[0]
        yield Title(_called(thing), "", f"in {_where(view, group)}")
        yield Table([_row(one) for one in reasons(view, thing)], ("who", "where", "why"))


def _called(thing: Thing) -> str:
    value = thing.value if len(thing.value) <= 60 else f"{thing.value[:56]}…"
    if thing.kind in ("variable", "label", "annotation", "field"):
        return f'{thing.name} = "{value}"' if thing.kind == "variable" else f'{thing.kind} {thing.name} = "{value}"'
    label = thing.name if thing.kind == thing.name else f"{thing.kind} {thing.name}"
    return label + (f" ({value})" if value and value != thing.name else "")


def _where(view: View, group: Sequence[Thing]) -> str:
    inside = list(dict.fromkeys(thing.container for thing in group if thing.container))
    pod = f"Pod {view.pod.name}"
    if not inside:
        return pod
    return f"container{'s' if len(inside) > 1 else ''} {' and '.join(inside)} of {pod}"


def _row(reason: Reason) -> tuple[str, str]:
    return f"{reason.who}, {reason.place}" if reason.place else reason.who, reason.text


def overview(view: View, found: Sequence[Thing]) -> Iterator[Block]:
    """Everything that was added, one line each."""
    pod = view.pod
    yield Title(f"Pod {pod.name}", f"what was added to task {pod.series.task}'s template, and by whom")
    yield Text(f"Lines are those of {pod.rendered.source.document.file}.")
    groups: dict[str, dict[str, list[Thing]]] = {}
    for thing in found:
        if thing.kind != "file":
            where = f"Container {thing.container}" if thing.container else "The pod itself"
            groups.setdefault(where, {}).setdefault(HEADINGS.get(thing.kind, "Fields"), []).append(thing)
    for where, kinds in groups.items():
        yield Heading(where)
        for kind, group in kinds.items():
            yield Heading(kind, 2)
            yield Table([_line(view, thing) for thing in group], ("name", "value", "by"))
    yield Heading("More")
    yield Text(f"vcplug why JOB {pod.series.task}-{pod.number} NAME tells all about one of them.")


def _line(view: View, thing: Thing) -> tuple[str, str, str]:
    value = thing.value if len(thing.value) <= 24 else f"{thing.value[:23]}…"
    if thing.origin is None:
        return thing.name, value, f"the job's own, overridden (line {line(view, in_job(view, thing.path))})"
    where = thing.origin.path
    place = f" (line {line(view, where)})" if where and is_written(view, where) else ""
    return thing.name, value, f"{thing.origin.by}: {thing.origin.reason}{place}"
