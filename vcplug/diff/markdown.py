"""A report as a comment on a pull request: a headline, a collapsible part per object, and never too long to post."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape

from vcplug.diff import Block, Report
from vcplug.diff import text as plain
from vcplug.printer import visible

_LIVELY = re.compile(r"[@`*_~|\\]|(?<=\])\(|(?<=:)/(?=/)")
"""what would be a mention, code, emphasis, a table or a link outside of HTML blocks"""
LIMIT = 60_000
"""characters; GitHub takes 65,536"""
_SIGN = re.compile(r"(    |  \S+(?: \S+)*?  +)([+-])(?: |$)")
"""of a line below a path, or behind the path"""
_MARKS = re.compile(r"([\\`*_{}\[\]()<>#+!|~@&-])")


def write(report: Report, *, full: bool = False, limit: int = LIMIT) -> str:
    head = [f"### vcplug diff{': ' + _escape(report.title) if report.title else ''}", ""]
    if not report:
        head.append("No differences.")
    elif plain.summary(report):
        head.append(f"**{plain.summary(report)}**")
    head += ["", *(f"- renamed: {one.kind} {_code(one.old)} → {_code(one.new)}" for one in report.renames)]
    head += [f"- :no_entry: refused by {_escape(one.by)}: {_escape(one.message)}" for one in report.refusals]
    head += [f"- :warning: {_escape(warning)}" for warning in report.warnings]
    written = "\n".join(head).replace("\n\n\n", "\n\n").strip()[:limit] + "\n"
    for position, one in enumerate(report.blocks):
        part = _part(one, full)
        left = len(report.blocks) - position
        if len(written) + len(part) > limit - 100:
            return written + f"\n… and {left} more object{'s' * (left != 1)}: the comment would be too long.\n"
        written += part
    return written


def _part(one: Block, full: bool) -> str:
    reason = plain.reason_of(one)
    changes = tuple(replace(change, reason="") if change.reason == reason else change for change in one.changes)
    lines = plain.write(Report((replace(one, reason="", changes=changes),)), full=full).split("\n")
    body = [_signed(line) for line in lines[1:] if line][:-1]
    mark = {"added": " (added)", "removed": " (removed)", "stale": " (left as it is)"}.get(one.how, "")
    many = f", {one.count:,} pods" if one.pods and one.count > 1 else ""
    why = f": {_escape_html(reason)}" if reason else ""
    summary = f"<code>{_escape_html(f'{one.kind} {one.name}')}</code>{many}{mark}{why}"
    if not body:
        return f"\n- {summary}\n"
    fence = "`" * max(3, 1 + max((len(run) for line in body for run in re.findall("`+", line)), default=0))
    inside = "\n".join(body)
    return f"\n<details><summary>{summary}</summary>\n\n{fence}diff\n{inside}\n{fence}\n\n</details>\n"


def _signed(line: str) -> str:
    """A line of a ```diff block: what comes or goes has its sign in the first column, and only there."""
    found = _SIGN.match(line)
    return f"{found[2]}{found[1][1:]}{line[found.end(2) + 1 :]}".rstrip() if found else line


def _escape(text: str) -> str:
    return _MARKS.sub(r"\\\1", visible(text))


def _escape_html(text: str) -> str:
    return _LIVELY.sub(lambda found: f"&#{ord(found[0])};", escape(visible(text)))


def _code(text: str) -> str:
    return f"<code>{_escape_html(text)}</code>"
