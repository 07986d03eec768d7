"""What `why` prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vcplug.explain.inside import View
from vcplug.explain.layout import Block, Heading, Table, Text, Title
from vcplug.explain.why import Reason, Thing, is_written, place, reasons


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
    return f"{thing.kind} {thing.name}" + (f" ({value})" if value and value != thing.name else "")


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
    groups: dict[str, list[Thing]] = {}
    for thing in found:
        if thing.kind != "file":
            groups.setdefault(f"Container {thing.container}" if thing.container else "The pod itself", []).append(thing)
    for where, group in groups.items():
        yield Heading(where)
        yield Table([_line(view, thing) for thing in group], ("name", "value", "by", "why"))
    yield Text(f"More about one of them: vcplug why JOB {pod.series.task}-{pod.number} NAME")


def _line(view: View, thing: Thing) -> tuple[str, str, str, str]:
    value = thing.value if len(thing.value) <= 40 else f"{thing.value[:38]}…"
    label = thing.name if thing.kind in ("variable", "field", "command") else f"{thing.kind} {thing.name}"
    if thing.origin is None:
        return label, value, "author", f"the job's own, overridden ({reasons(view, thing)[0].place})"
    where = thing.origin.path
    line = f" ({place(view, where)})" if where and is_written(view, where) else ""
    return label, value, thing.origin.by, thing.origin.reason + line
