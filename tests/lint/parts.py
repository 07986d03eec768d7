"""Jobs from their parts, as the manual's examples are, and what lint finds in them."""

from __future__ import annotations

from textwrap import dedent

from vcplug.lint.manual import example
from vcplug.model import Finding


def found(part: str, code: str, release: str = "") -> list[Finding]:
    """The findings of one code."""
    return [finding for finding in example.findings(dedent(part), release) if finding.code == code]


def said(part: str, code: str, release: str = "") -> list[str]:
    return [finding.message for finding in found(part, code, release)]


def loud(part: str, release: str = "") -> list[tuple[str, str]]:
    """Everything above info: code and message."""
    return [(one.code, one.message) for one in example.findings(dedent(part), release) if one.severity != "info"]


def pointed(part: str, code: str, release: str = "") -> list[str]:
    """The very text that each finding of a code points at."""
    lines = example.whole(dedent(part)).text.splitlines()
    texts = []
    for finding in found(part, code, release):
        span = finding.span
        assert span is not None
        assert span.line == span.end_line, "a caret under several lines says nothing"
        texts.append(lines[span.line - 1][span.column - 1 : span.end_column - 1])
    return texts


def script(text: str, plugins: str = "", extra: str = "") -> str:
    """A job of one container that runs this script; `extra` are more lines of the container."""
    body = "\n".join(f"          {line}" for line in dedent(text).strip("\n").splitlines())
    more = "\n".join(f"        {line}" for line in dedent(extra).strip("\n").splitlines())
    return (
        (f"plugins:\n  {plugins}\n" if plugins else "")
        + "tasks:\n- name: worker\n  replicas: 3\n  template:\n    spec:\n      containers:\n      - name: main\n"
        + "        image: example/app:1.0\n"
        + (f"{more}\n" if more else "")
        + f"        command:\n        - sh\n        - -c\n        - |\n{body}\n"
    )
