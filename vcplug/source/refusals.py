"""Why a text cannot be read, in our own words. The parsers' messages are only looked up here, never shown."""

from __future__ import annotations

import re
from typing import Any


class Refused(Exception):
    """The text cannot be read: what is wrong between two offsets, and what to do."""

    def __init__(self, message: str, start: int, end: int, hint: str = "", notes: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.start = start
        self.end = end
        self.hint = hint
        self.notes = notes


def unreadable(found: re.Match[str]) -> Refused:
    """A character that no YAML file may hold."""
    character = ord(found[0])
    if character == 0:
        return Refused("a NUL byte: this is not a text file, or not UTF-8", found.start(), found.end(), "save it as UTF-8")
    name = f"U+{character:04X}"
    return Refused(
        f"control character {name}", found.start(), found.end(), f'remove it, or write "\\x{character:02x}" in double quotes'
    )


_TEMPLATE = (
    r"\{\{-?\s*(?:\.Values|\.Release|\.Chart|\.Capabilities|\.Files|include|if|else|range|with|end|template|toYaml|define"
    r"|block|\$|/\*)"
)

_INDENT = "check the indentation, with spaces"
_QUOTE = "quote the value"

# part of a parser's message -> (ours, hint, whether the place where the construct began says more)
_MEANINGS: tuple[tuple[str, str, str, bool], ...] = (
    (
        "mapping values are not allowed",
        "a key is not allowed here",
        'quote a value that holds ": ", or check the indentation',
        False,
    ),
    ("mapping keys are not allowed", "a key is not allowed here", _INDENT, False),
    (
        "sequence entries are not allowed",
        "a list item is not allowed here",
        "start the list on a line of its own, and " + _INDENT,
        False,
    ),
    ("could not find expected ':'", "neither a key nor a value: a `:` is missing", "write `key: value`, or " + _INDENT, True),
    ("found a tab character", "a tab in the indentation", "indent with spaces", False),
    ("unexpected end of stream", "the quote that opens here is never closed", "close it", True),
    ("unexpected document", "the quote that opens here is not closed before the document ends", "close it", True),
    ("expected ',' or ']'", "the [ that opens here is not closed, or a comma is missing", "close it with ]", True),
    ("expected ',' or '}'", "the { that opens here is not closed, or a comma is missing", "close it with }", True),
    ("did not find expected key", "this does not belong to the mapping around it", _INDENT, False),
    ("expected '-' indicator", "this does not belong to the list around it", _INDENT, False),
    ("expected <block end>", "this does not belong to what is around it", _INDENT, False),
    ("node content", "a value is missing here", "write one, or quote what stands there", False),
    ("document start", "more text after the end of the document", "separate documents with a line of `---`", False),
    ("undefined tag handle", "a tag whose handle is not declared", _QUOTE, False),
    ("unknown escape character", "an unknown escape in double quotes", "double the backslash, or use single quotes", False),
    ("escape code", "an escape that is no Unicode character", "write the character itself", False),
    ("hexdecimal", "an escape without its hexadecimal digits", "double the backslash, or use single quotes", False),
    ("hexadecimal", "an escape without its hexadecimal digits", "double the backslash, or use single quotes", False),
    ("incompatible YAML document", "a %YAML version that is not 1.1 or 1.2", "drop the %YAML line", False),
    ("directive", "a % line that YAML does not know", "drop it, or quote the value", False),
    ("alphabetic or numeric", "an anchor or alias without a name", "quote a value that starts with & or *", False),
    ("chomping or indentation", "a bad block scalar header", "write | or >, then start the text on the next line", False),
    ("indentation indicator", "a bad block scalar header", "write | or >, then start the text on the next line", False),
    ("a line break", "text behind | or >", "start the text on the next line", False),
    ("after document end", "more text after the end of the document", "separate documents with a line of `---`", False),
    ("comment or line break", "text behind | or >", "start the text on the next line", False),
    ("leading spaces", "the first lines of this block have too many spaces", _INDENT, False),
    ("tag", "a bad tag", "quote a value that starts with !", False),
)


def explain(text: str, error: Any) -> Refused:
    """A parser's error (ruamel's MarkedYAMLError, of either parser) in our own words."""
    problem = str(getattr(error, "problem", "") or "")
    mark = getattr(error, "problem_mark", None)
    context = getattr(error, "context_mark", None)
    at = min(mark.index if mark is not None else 0, len(text))
    message, hint = "this is not YAML", _INDENT
    for part, ours, cure, from_context in _MEANINGS:
        if part in problem:
            message, hint = ours, cure
            if from_context and context is not None:
                at = min(context.index, len(text))
            break
    else:
        if "cannot start any token" in problem:
            message, hint = _bad_start(text, at)
    if "node content" in problem and not text[at:].strip():
        message, hint = "the file ends in the middle of a value", "close the brackets and quotes that are open"
    return refuse(text, message, at, at + 1, hint)


def _bad_start(text: str, at: int) -> tuple[str, str]:
    character = text[at : at + 1]
    if character == "\t":
        return "a tab in the indentation", "indent with spaces"
    return f"a value cannot start with {character}", _QUOTE


def refuse(text: str, message: str, start: int, end: int, hint: str = "") -> Refused:
    """A refusal, unless the text is no YAML yet: then that is what has to be said."""
    line_start = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", start)
    here = text[line_start : line_end if line_end >= 0 else len(text)]
    if "{{" in here or re.search(_TEMPLATE, text):
        found = here.find("{{")
        if found >= 0:
            start, end = line_start + found, line_start + found + 2
        return Refused("this looks like a Helm template, not YAML", start, end, "run `helm template` first", (message,))
    return Refused(message, start, end, hint)
