"""Problems become findings: with their place in a file, their name, their severity, and whether they stop render."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from vcplug.codes import CODES, stops
from vcplug.model import Finding, Problem, Span

if TYPE_CHECKING:
    from vcplug.source.document import Document, JobSource, Lines, SourceFile

LONGEST = 1000
"""characters of a message, a hint or a note"""
_KEY = r"(ssh-private-key[\"']?\s*[=:,\s]\s*[\"']?)([^\s\"',*]+)"
_KEY_FOLLOWS = r"ssh-private-key[\"']?\s*[=:,]?\s*[|>]?[-+]?\s*$"
_KEY_EDGE = r"-----(BEGIN|END) [A-Z ]*PRIVATE KEY"
_KEY_LINES = 200
"""how far back the first line of a private key is looked for: RSA 8192 has 100"""


def locate(problem: Problem, source: JobSource | Document | SourceFile, *, compat: bool = False) -> Finding:
    """A problem of a job, of a document (paths from its root) or of a whole file, ready for printing."""
    document: Any = getattr(source, "document", source)
    span = problem.span or _span(problem, source)
    code = CODES[problem.code]
    return Finding(
        code=problem.code,
        name=code.name,
        severity=problem.severity or code.severity,
        message=_brief(problem.message),
        file=str(getattr(document, "file", "") or getattr(document, "name", "")),
        span=span,
        line_text=_hide_keys(show(document.lines.line(span.line)), source, span.line) if span is not None else "",
        hint=_brief(problem.hint),
        notes=tuple(_brief(note) for note in problem.notes),
        fix=problem.fix,
        stops=stops(problem, compat=compat),
        job=_job_name(source),
    )


def _brief(text: str) -> str:
    """A message's text as it is shown; of one that quotes a book, its beginning and its end."""
    return show(text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} … {text[-LONGEST // 2 :]}")


def show(text: str) -> str:
    """Text that a terminal prints as it is, column by column: what would move its cursor, or hide something, does neither."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() or each in "\t\xa0" else "�" for each in text)


def _hide_keys(line: str, source: Any, number: int) -> str:
    """A source line without private keys, as long as it was, so that columns hold."""
    from vcplug.admission.arguments import secret_lines

    data = getattr(source, "data", None)
    for text in secret_lines(data) if isinstance(data, dict) else ():
        line = line.replace(text, "*" * len(text))
    # where there is no job to ask: duplicate keys, text that is no YAML
    lines: Lines = getattr(source, "document", source).lines
    if "ssh-private-key" not in lines.text and "PRIVATE KEY" not in lines.text:
        return line
    if _is_inside_key(lines, number):
        return re.sub(r"\S", "*", line)
    return re.sub(_KEY, lambda found: found[1] + "*" * len(found[2]), line)


def _is_inside_key(lines: Lines, number: int) -> bool:
    """Whether the lines before say that this one is a private key's."""
    if number > 1 and re.search(_KEY_FOLLOWS, lines.line(number - 1)):
        return True
    for before in range(number - 1, max(0, number - _KEY_LINES), -1):
        edges = re.findall(_KEY_EDGE, lines.line(before))
        if edges:
            return bool(edges[-1] == "BEGIN") and "-----END" not in lines.line(number)
    return False


def _span(problem: Problem, source: Any) -> Span | None:
    find = getattr(source, "span", None)
    return find(problem.path, problem.at) if find is not None else None


def _job_name(source: Any) -> str:
    metadata = getattr(source, "data", {}).get("metadata")
    name = metadata.get("name") if isinstance(metadata, dict) else ""
    return name if isinstance(name, str) else ""
