"""A report for people: object headings, then paths with what was and what is, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from vcplug.diff import Block, Change, Item, Report
from vcplug.diff.indexes import union
from vcplug.diff.values import Line, Mode, block, lines, pair, path, pieces, show
from vcplug.printer import visible

WIDTH = 120
PATH_COLUMN = 50
HEAD_COLUMN = 58
VALUE_COLUMN = 26
_COLORS = {"+": "32", "-": "31", "head": "1", "reason": "2", "warning": "1;33", "refused": "1;31"}


def write(report: Report, *, color: bool = False, width: int = WIDTH, full: bool = False) -> str:
    """The whole report; nothing where nothing differs."""
    if not report and not report.warnings:
        return ""
    writer = _Writer(report, color, width, full)
    return "\n".join(writer.lines()) + "\n"


def summary(report: Report) -> str:
    """`2 objects changed, 32 pods removed, 2 unchanged`."""
    words = []
    for how, verb in (("changed", "changed"), ("added", "added"), ("removed", "removed"), ("stale", "left stale")):
        pods: dict[tuple[str, str], Sequence[int]] = {}
        objects = 0
        for one in report.blocks:
            if one.how == how and one.pods:
                for some in one.pods:
                    who = (one.namespace, some.stem)
                    pods[who] = union(pods.get(who, ()), some.indexes)
            elif one.how == how:
                objects += 1
        number = sum(map(len, pods.values()))
        said = [f"{count:,} {noun}{'s' * (count != 1)}" for count, noun in ((objects, "object"), (number, "pod")) if count]
        if said:
            words.append(f"{' and '.join(said)} {verb}")
    if report.unchanged:
        words.append(f"{report.unchanged:,} unchanged")
    return ", ".join(words)


def reason_of(one: Block) -> str:
    """Why the object changes: its own reason, or the one that all its changes share, which is then said once."""
    reasons = {change.reason for change in one.changes}
    return one.reason or (reasons.pop() if len(reasons) == 1 and len(one.changes) > 1 else "")


class _Writer:
    def __init__(self, report: Report, color: bool, width: int, full: bool) -> None:
        self.report, self.color, self.width, self.full = report, color, width, full
        self.spaces = len({one.namespace for one in report.blocks}) > 1

    def paint(self, text: str, color: str) -> str:
        return f"\x1b[{_COLORS[color]}m{text}\x1b[0m" if self.color and text else text

    def lines(self) -> Iterator[str]:
        report = self.report
        if report.title:
            yield self.paint(visible(report.title), "head")
        for rename in report.renames:
            said = f"{rename.kind} {visible(rename.old)} → {visible(rename.new)}"
            yield f"{self.paint(said, 'head')}  renamed, and all its objects with it"
        yield from self.refusals()
        for one in report.blocks:
            yield from self.block(one)
        for warning in report.warnings:
            yield f"{self.paint('warning', 'warning')}: {visible(warning)}"
        said = summary(report)
        if said:
            yield ""
            yield said

    def refusals(self) -> Iterator[str]:
        by = ""
        for position, refusal in enumerate(self.report.refusals):
            if refusal.by != by:
                by = refusal.by
                yield self.paint(f"refused by {visible(by)}", "refused")
            place = f"   {self.paint(visible(refusal.place), 'reason')}" if refusal.place else ""
            yield f"  {visible(refusal.message)}{place}"
            after = self.report.refusals[position + 1 : position + 2]
            if refusal.hint and not (after and after[0].hint == refusal.hint):
                yield f"      {self.paint(visible(refusal.hint), 'reason')}"

    def block(self, one: Block) -> Iterator[str]:
        name = f"{one.namespace}/{one.name}" if self.spaces else one.name
        head = visible(f"{one.kind} {name}")
        mark = {"added": "+", "removed": "-"}.get(one.how, "")
        counted = f"{one.count:,} pod{'s' * (one.count != 1)}" if one.pods and (one.count > 1 or mark) else ""
        if one.how == "stale":
            counted = f"{one.count:,} running pod{'s' * (one.count != 1)} as before" if one.pods else "not rewritten"
        said = f"{mark} {counted or one.how}" if mark else counted
        shown = self.paint(said, mark) if mark else said
        reason = reason_of(one)
        yield self.row("", head, len(head), shown, len(said), reason, HEAD_COLUMN, self.paint(head, "head"))
        column = min(PATH_COLUMN, max((len(path(change.path)) for change in one.changes), default=0) + 2)
        said_once = [replace(change, reason="") if change.reason == reason else change for change in one.changes]
        widths = [len(f"{inline.sign} {inline.text}".strip()) for inline, _ in map(self.values, said_once)]
        values = min(VALUE_COLUMN, max(widths, default=0))
        for change in said_once:
            yield from self.change(change, column, values)

    def row(
        self, indent: str, left: str, size: int, middle: str, middle_size: int, reason: str, column: int, painted: str
    ) -> str:
        line = indent + painted
        used = len(indent) + size
        if middle:
            gap = max(2, column - used)
            line, used = line + " " * gap + middle, used + gap + middle_size
        if not reason:
            return line.rstrip()
        said = visible(reason)
        if used + 3 + len(said) > self.width and middle:
            return f"{line.rstrip()}\n{' ' * (len(indent) + 4)}{self.paint(said, 'reason')}"
        return f"{line}{' ' * 3}{self.paint(said, 'reason')}"

    def change(self, change: Change, column: int, values: int) -> Iterator[str]:
        where = path(change.path)
        inline, below = self.values(change)
        plain = f"{inline.sign} {inline.text}".strip()
        shown = self.paint(plain, inline.sign) if inline.sign else plain
        filled = " " * max(0, values - len(plain)) if plain and change.reason else ""
        yield self.row("  ", where, len(where), shown + filled, len(plain + filled), change.reason, column + 2, where)
        for line in below:
            yield "    " + self.paint(f"{line.sign} {line.text}".rstrip(), line.sign)

    def values(self, change: Change) -> tuple[Line, list[Line]]:
        """What stands behind the path, and what below it."""
        if change.path[-1] in ("defaultMode", "mode"):
            change = replace(change, old=Mode.of(change.old), new=Mode.of(change.new))
        if change.secret:
            sign = {"added": "+", "removed": "-"}.get(change.how, "")
            return Line(sign, "stale" if change.how == "stale" else change.how), []
        if change.how == "changed":
            return self.changed(change)
        key = change.path[-1].key if isinstance(change.path[-1], Item) else ""
        if change.how == "stale":
            split = pieces(change.old, change.new)
            if split is not None:
                return Line("", "stays as it is; a new pod has"), lines(*split, full=self.full)
            return Line("", f"stays {show(change.old, full=self.full)}, a new pod has {show(change.new, full=self.full)}"), []
        sign, value = ("+", change.new) if change.how == "added" else ("-", change.old)
        split = pieces("", value)
        if split is not None:
            found = lines(*((split[1], [], split[2]) if sign == "-" else ([], split[1], split[2])), full=self.full)
            return (found[0], []) if len(found) == 1 else (Line("", ""), found)
        if isinstance(value, dict):
            whole = show(value, key=key, full=True)
            if len(whole) > self.width - PATH_COLUMN or "\\n" in whole:
                return Line("", ""), block(value, sign, full=self.full)
        return Line(sign, show(value, key=key, full=self.full)), []

    def changed(self, change: Change) -> tuple[Line, list[Line]]:
        split = pieces(change.old, change.new)
        if split is None:
            return Line("", pair(change.old, change.new, full=self.full)), []
        found = lines(*split, full=self.full)
        return (found[0], []) if len(found) == 1 else (Line("", ""), found)
