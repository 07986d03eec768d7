"""Files that are wrong, or meant to hurt: one clear problem with its place, soon, on both parsers."""

from __future__ import annotations

import time

import pytest

from vcplug.source import reader

from .reading import read

PARSERS = pytest.mark.parametrize("pure", [False, True], ids=["c", "pure"])


def bomb(levels: int) -> str:
    rows = ["a0: &a0 [x]"]
    rows += [f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 10)}]" for level in range(1, levels)]
    return "\n".join(rows)


def merge_bomb(levels: int) -> str:
    rows = ["a0: &a0 {x: 1}"]
    rows += [f"a{level}: &a{level} {{<<: *a{level - 1}, y{level}: *a{level - 1}}}" for level in range(1, levels)]
    return "\n".join(rows)


CASES: dict[str, tuple[str | bytes, int, str, str]] = {
    "tab": ("a:\n\tb: 1\n", 2, "a tab in the indentation", "spaces"),
    "tab in a later line": ("a:\n  b: 1\n\tc: 2\n", 3, "a tab in the indentation", "spaces"),
    "double quote": ('a: "x\nb: 1\n', 1, "the quote that opens here is never closed", "close"),
    "single quote": ("a: 'x\nb: 1\n", 1, "the quote that opens here is never closed", "close"),
    "bracket": ("a: [1, 2\nb: 3\n", 1, "the [ that opens here is not closed", "]"),
    "brace": ("a: {b: 1\nc: 2\n", 1, "the { that opens here is not closed", "}"),
    "closing bracket": ("a: ]\n", 1, "a value is missing here", "quote"),
    "two colons": ("a: b: c\n", 1, "a key is not allowed here", "quote"),
    "no colon": ("a: 1\nfoo\nb: 2\n", 2, "a `:` is missing", "key: value"),
    "key out of line": ("a:\n  b: 1\n c: 2\n", 3, "does not belong to", "indentation"),
    "item out of line": ("a:\n  - b\n - c\n", 3, "does not belong to", "indentation"),
    "at sign": ("a: @b\n", 1, "a value cannot start with @", "quote"),
    "list behind a key": ("a: - b\n", 1, "a list item is not allowed here", "line of its own"),
    "unknown alias": ("a: *b\n", 1, "nothing is called &b", "quote"),
    "alias in itself": ("a: &a\n  b: [*a]\n", 2, "*a is used inside &a itself", ""),
    "alias bomb": (bomb(12), 7, "aliases that come to more than 400,000 values", ""),
    "bomb of one long text": (
        f"a: &a {'x' * 100_000}\nb:\n" + "- *a\n" * 300_000,
        514,
        "aliases that come to more than 400,000 values",
        "",
    ),
    "bomb of a list of long texts": (
        f"a: &a [&b {'x' * 100_000}, *b]\nb:\n" + "- *a\n" * 300_000,
        258,
        "aliases that come to more than 400,000 values",
        "",
    ),
    "merge bomb": (merge_bomb(40), 18, "aliases that come to more than 400,000 values", ""),
    "deep brackets": ("[" * 100_000, 1, "nested deeper than 200 levels", ""),
    "deep JSON": ('{"a":' * 100_000, 1, "nested deeper than 200 levels", ""),
    "deep dashes": ("- " * 3000 + "x\n", 1, "nested deeper than 200 levels", ""),
    "deep by aliases": (
        f"a: &a {'[' * 150}{']' * 150}\nb: {'[' * 100}*a{']' * 100}\n",
        2,
        "nested deeper than 200 levels when",
        "",
    ),
    "NUL": ("a: \0\n", 1, "a NUL byte", "UTF-8"),
    "escape character": ("a: 1\nb: \x1b[31m\n", 2, "control character U+001B", "\\x1b"),
    "binary": (b"\x89PNG\r\n\x1a\n\0\0\0\xff\xd8", 1, "the file is binary", ""),
    "latin-1": ("a:\n  café: x\n".encode("latin-1"), 2, "not UTF-8: byte 0xe9", "save it as UTF-8"),
    "half a UTF-16": (b"\xff\xfea\x00\x00\xd8a\x00", 1, "starts as UTF-16 but is not", "UTF-8"),
    "list as a key": ("? [a, b]\n: c\n", 1, "a list or mapping cannot be a key", "quote"),
    "null as a key": ("~: a\n", 1, "null cannot be a key", "quote"),
    "null as a key by an alias": ("a: &a ~\n*a : b\n", 2, "null cannot be a key", "quote"),
    "merge of a number": ("a: 1\n<<: 1\n", 2, "<< needs a mapping", ""),
    "merge of a list by an alias": ("a: &a [{b: c}]\nd:\n  <<: *a\n", 3, "<< needs a mapping", ""),
    "infinity": ("a: .inf\n", 1, "infinity and NaN cannot be written in JSON", "quote"),
    "tag that does not fit": ("a: !!int x\n", 1, "'x' is not a !!int", "drop"),
    "tag of nobody": ("a: !e!x y\n", 1, "a tag whose handle is not declared", "quote"),
    "helm value": ("a:\n  b: {{ .Values.x }}\n", 2, "looks like a Helm template", "helm template"),
    "helm control": ("a: 1\n{{- if .Values.x }}\nb: 1\n{{- end }}\n", 2, "looks like a Helm template", "helm template"),
    "helm include": (
        'metadata:\n  labels:\n    {{- include "x" . | nindent 4 }}\n',
        3,
        "looks like a Helm template",
        "helm template",
    ),
    "escape": ('a: "\\q"\n', 1, "an unknown escape in double quotes", "single quotes"),
    "escaped slash": ('a: "\\\\"\nb: "x\\\\\\/"\n', 2, "does not know the escape \\/", "without the backslash"),
    "half a surrogate pair": ('a: "\\ud800"\n', 1, "an escape that is no Unicode character", "itself"),
    "directive": ("%FOO\n---\na: 1\n", 1, "a % line that YAML does not know", "drop"),
    "version": ("%YAML 3.0\n---\na: 1\n", 1, "a %YAML version", "drop"),
    "text behind the end": ("a: 1\n... x\n", 2, "more text after the end of the document", "---"),
    "text behind a bar": ("a: | y\n", 1, "text behind | or >", "next line"),
    "anchor without a name": ("a: & x\n", 1, "an anchor or alias without a name", "quote"),
    "JSON with two commas": ('{"a": 1,, "b": 2}', 1, "a value is missing here", ""),
    "JSON cut off": ('{\n  "a": [1,', 2, "the file ends in the middle of a value", "close"),
}


@PARSERS
@pytest.mark.parametrize("name", CASES)
def test_a_bad_file_is_one_clear_problem_with_its_place(name: str, pure: bool) -> None:
    text, line, message, hint = CASES[name]
    started = time.process_time()
    file = read(text, pure)
    assert time.process_time() - started < 2
    (problem,) = file.problems
    assert problem.code == "VCP902"
    assert message in problem.message
    assert hint in problem.hint
    assert problem.span is not None
    assert problem.span.line == line
    assert file.documents == ()


def test_a_file_that_is_too_large_is_refused_before_it_is_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MAX_BYTES", 1 << 20)
    (problem,) = read(b"a" * ((1 << 20) + 1)).problems
    assert problem.message == "the file is larger than 1 MiB"


def test_too_many_documents_are_refused() -> None:
    (problem,) = read("---\n" * 100_001).problems
    assert problem.message == "more than 100,000 documents in one file"


def test_as_many_levels_as_allowed_are_read() -> None:
    (document,) = read("a: " + "[" * 199 + "]" * 199).documents
    assert document.root.plain()


def test_braces_in_a_script_are_no_helm_template() -> None:
    (problem,) = read("script: docker ps --format '{{.Names}}'\nb: [\n").problems
    assert "Helm" not in problem.message


def test_a_flood_of_duplicate_keys_is_told_of_up_to_a_limit() -> None:
    (document,) = read("a: 1\n" * 5000).documents
    assert len(document.problems) == 1000
