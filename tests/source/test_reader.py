"""Bytes to documents: values as kubectl reads them, every place right, on both parsers."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from vcplug.model import Span
from vcplug.source import reader, scalars
from vcplug.source.document import Document

from .reading import cut, only, read, value, walk

PARSERS = pytest.mark.parametrize("pure", [False, True], ids=["c", "pure"])

JOB = """\
# a job
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata: {name: shared, image: registry.example/app:1}
spec:
  plugins: {env: [], svc: ["--a", 'b']}
  nothing:
  tasks:
    - name: a   # the first
      template: &template
        labels: &labels {tier: x}
        containers:
          - &main
            name: main
            script: |
              echo one

              # not a comment
              echo two

    # about the second
    - name: "b\\u00e9"
      template: *template
    -
    - labels:
        <<: *labels
        extra: "1"
"""


@PARSERS
def test_a_job_is_read_with_all_its_ways_of_writing(pure: bool) -> None:
    template = {
        "labels": {"tier": "x"},
        "containers": [{"name": "main", "script": "echo one\n\n# not a comment\necho two\n"}],
    }
    assert value(JOB, pure) == {
        "apiVersion": "batch.volcano.sh/v1alpha1",
        "kind": "Job",
        "metadata": {"name": "shared", "image": "registry.example/app:1"},
        "spec": {
            "plugins": {"env": [], "svc": ["--a", "b"]},
            "nothing": None,
            "tasks": [
                {"name": "a", "template": template},
                {"name": "bé", "template": template},
                None,
                {"labels": {"tier": "x", "extra": "1"}},
            ],
        },
    }


@PARSERS
@pytest.mark.parametrize(
    ("path", "at", "text"),
    [
        (("kind",), "value", "Job"),
        (("kind",), "key", "kind"),
        (("metadata",), "value", "{name: shared, image: registry.example/app:1}"),
        (("metadata", "image"), "value", "registry.example/app:1"),
        (("spec", "plugins", "svc", 0), "value", '"--a"'),
        (("spec", "plugins", "svc", 1), "value", "'b'"),
        (("spec", "nothing"), "value", ""),
        (("spec", "tasks", 0, "template", "labels"), "value", "{tier: x}"),
        (("spec", "tasks", 0, "template", "containers", 0, "name"), "value", "main"),
        (
            ("spec", "tasks", 0, "template", "containers", 0, "script"),
            "value",
            "|\n              echo one\n\n              # not a comment\n              echo two",
        ),
        (("spec", "tasks", 1, "name"), "value", '"b\\u00e9"'),
        (("spec", "tasks", 1, "template"), "value", "*template"),
        (("spec", "tasks", 1, "template", "labels", "tier"), "value", "x"),
        (("spec", "tasks", 3), "value", 'labels:\n        <<: *labels\n        extra: "1"'),
        (("spec", "tasks", 3, "labels", "tier"), "key", "tier"),
        (("spec", "tasks", 0, "missing"), "value", "n"),
        (("spec", "missing", "deeper"), "value", "spec"),
        (("spec", "tasks", 9), "value", "tasks"),
    ],
    ids=str,
)
def test_each_value_knows_its_place(path: Any, at: Any, text: str, pure: bool) -> None:
    file = read(JOB, pure)
    assert cut(file, file.documents[0].span(path, at)) == text


@PARSERS
def test_what_is_reached_through_an_alias_or_a_merge_is_marked(pure: bool) -> None:
    document = only(JOB, pure)
    marked = {path: document.node(path).alias for path, _ in walk(document.root)}  # type: ignore[union-attr]
    assert not marked[("spec", "tasks", 0, "template", "labels", "tier")]
    assert marked[("spec", "tasks", 1, "template")]
    assert marked[("spec", "tasks", 1, "template", "containers", 0, "name")]
    assert marked[("spec", "tasks", 3, "labels", "tier")]
    assert not marked[("spec", "tasks", 3, "labels", "extra")]


def test_a_node_says_how_it_is_written() -> None:
    document = only("a: 'x'\nb: \"y\"\nc: |\n  z\nd: >\n  w\ne: [v]\nf:\n- u\n")
    written = {path: (node.quoted, node.flow) for path, node in walk(document.root) if len(path) == 1}
    assert written == {
        ("a",): ("'", False),
        ("b",): ('"', False),
        ("c",): ("|", False),
        ("d",): (">", False),
        ("e",): ("", True),
        ("f",): ("", False),
    }


@PARSERS
def test_columns_count_characters_also_behind_astral_ones(pure: bool) -> None:
    document = only("# 🚀🚀\n🚀é: [🚀, x]\n", pure)
    assert document.span(("🚀é", 1)) == Span(2, 9, 2, 10)
    assert document.span(("🚀é",), "key") == Span(2, 1, 2, 3)


@PARSERS
def test_a_byte_order_mark_and_line_ends_of_any_kind_do_not_move_anything(pure: bool) -> None:
    for raw in (
        b"\xef\xbb\xbfa: 1\r\nb: two\r\n",
        "a: 1\r\nb: two\r\n".encode("utf-16"),
        b"\xfe\xff" + "a: 1\nb: two\n".encode("utf-16-be"),
        b"a: 1\rb: two\r",
    ):
        document = only(raw, pure)
        assert document.root.plain() == {"a": 1, "b": "two"}
        assert document.span(("b",)) == Span(2, 4, 2, 7)


@PARSERS
def test_merged_keys_replace_those_before_them_and_give_way_to_those_after(pure: bool) -> None:
    """Asked of kubectl: go-yaml v2 merges where << stands, and of several mappings the first one counts."""
    text = "b: &b {a: 1, z: 9}\nc: &c {a: 3, q: 4}\nbefore: {a: 2, <<: *b}\nafter: {<<: *b, a: 2}\nlist: {<<: [*b, *c]}\n"
    document = only(text, pure)
    found = document.root.plain()
    assert found["before"] == {"a": 1, "z": 9}
    assert found["after"] == {"a": 2, "z": 9}
    assert found["list"] == {"a": 1, "z": 9, "q": 4}
    (problem,) = document.problems
    assert (problem.code, problem.path, problem.severity) == ("VCP760", ("before", "a"), "error")
    assert value('"<<": 1\n', pure) == {"<<": 1}


@PARSERS
def test_of_two_equal_keys_the_last_counts_and_the_first_is_told_of(pure: bool) -> None:
    document = only("spec:\n  queue: a\n  queue: b\n  x: 1\n  x: 1\n  yes: 1\n  true: 1\n", pure)
    assert document.root.plain() == {"spec": {"queue": "b", "x": 1, "true": 1}}
    told = [(problem.path, problem.severity, problem.span, problem.hint) for problem in document.problems]
    assert told == [
        (("spec", "queue"), "error", Span(2, 3, 2, 8), "the last one counts, line 3: remove this one"),
        (("spec", "x"), None, Span(4, 3, 4, 4), "remove this one, or the one in line 5"),
        (("spec", "true"), None, Span(6, 3, 6, 6), "remove this one, or the one in line 7"),
    ]


@PARSERS
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{image: registry/app:1, u: http://x}", {"image": "registry/app:1", "u": "http://x"}),
        ("[b:c, http://x:80/y, a]", ["b:c", "http://x:80/y", "a"]),
        ("{b:c}", {"b:c": None}),
        ("[a:,b]", ["a:", "b"]),
        ('{"a":1, \'b\':x:y, c: "d:e"} # f:g', {"a": 1, "b": "x:y", "c": "d:e"}),
        ("!<tag:yaml.org,2002:seq> [b:c]", ["b:c"]),
        ("[a,\n\tb]", ["a", "b"]),
    ],
)
def test_colons_and_tabs_in_brackets_are_read_as_kubectl_reads_them(text: str, expected: Any, pure: bool) -> None:
    assert value(f"d: {text}\n", pure) == {"d": expected}


@PARSERS
def test_documents_keep_their_own_text(pure: bool) -> None:
    text = "# licence\n---\na: 1 # one\n\n# still the first\n---\n# only a comment\n--- # two\nb: 2\n...\n# three\n---\nc: 3"
    documents = read(text, pure).documents
    assert [document.root.plain() for document in documents] == [{"a": 1}, {"b": 2}, {"c": 3}]
    assert [document.text for document in documents] == [
        "# licence\na: 1 # one\n\n# still the first\n",
        "# only a comment\n# two\nb: 2\n",
        "# three\nc: 3\n",
    ]


@PARSERS
@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", "---\n", "---\n---\n...\n", "~\n", "\ufeff"])
def test_empty_files_and_documents_are_no_documents(text: str, pure: bool) -> None:
    file = read(text, pure)
    assert (file.documents, file.problems) == ((), ())


@PARSERS
def test_directives_and_crlf_are_no_part_of_a_document(pure: bool) -> None:
    (document,) = read("%YAML 1.1\r\n---\r\na: 1\r\n", pure).documents
    assert document.text == "a: 1\r\n"


def test_json_is_read_as_json() -> None:
    text = (
        '{\n\t"a": "\\ud83d\\ude00\\/",\t"n": [1, 1.0, 1e3, -0, 9223372036854775808, true, null],\n\t"a": "\\ud800x"}\n{"b": {}}'
    )
    first, second = read(text).documents
    assert first.root.plain() == {"a": "\ufffdx", "n": [1, 1, 1000, 0, 9223372036854776000, True, None]}
    assert second.root.plain() == {"b": {}}
    assert first.json
    assert first.span(("n", 1)) == Span(2, 34, 2, 37)
    assert [problem.path for problem in first.problems] == [("a",)]


def test_what_only_starts_like_json_is_yaml() -> None:
    assert value("{a: b, c: [d]} # e\n") == {"a": "b", "c": ["d"]}
    assert [document.root.plain() for document in read('{"a": 1}\n---\n{"b": 2}\n').documents] == [{"a": 1}, {"b": 2}]


TEXT = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs"), exclude_characters="\ufeff\u2028\u2029"), max_size=12
)
LEAVES = st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False) | TEXT
TREES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4), max_leaves=12)


@settings(max_examples=150, deadline=None)
@given(TREES.filter(lambda tree: tree is not None), st.booleans())
def test_json_comes_back_as_it_was(tree: Any, pure: bool) -> None:
    text = json.dumps({"a": tree}, ensure_ascii=False)
    agree(value(text, pure), {"a": tree})
    agree(value(f"b: {text}\n", pure), {"b": {"a": tree}})


def agree(found: Any, expected: Any) -> None:
    """Equal, but for whole floats, which JSON brings back as integers of the same worth."""
    if isinstance(expected, dict):
        assert list(found) == list(expected)
        for key in expected:
            agree(found[key], expected[key])
    elif isinstance(expected, list):
        assert len(found) == len(expected)
        for one, other in zip(found, expected, strict=True):
            agree(one, other)
    elif isinstance(expected, float):
        assert float(found) == expected
    else:
        assert (type(found), found) == (type(expected), expected)


@settings(max_examples=150, deadline=None)
@given(TREES, st.booleans(), st.sampled_from([None, True, False]), st.sampled_from([None, '"', "'"]))
def test_what_pyyaml_writes_comes_back(tree: Any, pure: bool, flow: bool | None, style: str | None) -> None:
    tree = readable(tree)
    text = yaml.safe_dump({"a": tree}, default_flow_style=flow, default_style=style, allow_unicode=True, sort_keys=False)
    agree(value(text, pure), {"a": tree})


def readable(tree: Any) -> Any:
    """Without what PyYAML and kubectl do not agree on: y and n, numbers that YAML 1.1 spells otherwise, odd keys."""
    if isinstance(tree, dict):
        return {"k" + key: readable(item) for key, item in tree.items()}
    if isinstance(tree, list):
        return [readable(item) for item in tree]
    return "x" + tree if isinstance(tree, str) else tree


@settings(max_examples=150, deadline=None)
@given(TREES, st.booleans(), st.sampled_from([None, True, False]))
def test_the_text_under_a_scalar_means_the_scalar_and_both_parsers_agree(tree: Any, json_text: bool, flow: bool | None) -> None:
    data = {"a": readable(tree)}
    text = (
        json.dumps(data, indent=2, ensure_ascii=False)
        if json_text
        else yaml.safe_dump(data, default_flow_style=flow, allow_unicode=True)
    )
    file = read(text)
    spans: list[dict[Any, Any]] = []
    for pure in (False, True):
        (document,) = read(text, pure).documents
        spans.append({path: (node.span, node.keys) for path, node in walk(document.root)})
    assert spans[0] == spans[1]
    for path, node in walk(file.documents[0].root):
        if not isinstance(node.value, dict | list):
            means(cut(file, node.span), node.value, node.quoted)
        assert file.documents[0].node(path) is node


def means(text: str, expected: Any, quoted: str) -> None:
    if not quoted and "\n" not in text:
        assert scalars.value(text) == expected
    elif "\n" not in text:
        assert only(f"a: {text}\n").root.plain() == {"a": expected}


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from(list("ab:-?,[]{}#&*!|>'\"%@`\t\n\r <~.0\\\0é🚀\ufeff")), max_size=40), st.booleans())
def test_no_text_makes_the_reader_fail(text: str, pure: bool) -> None:
    # without a line end, a block scalar at the very end would gain one
    file = read(text + "\n", pure)
    for problem in file.problems:
        assert problem.code == "VCP902"
        assert problem.message
        assert problem.span is not None
        assert 1 <= problem.span.line <= len(file.lines.starts)
    for document in file.documents:
        document.root.plain()
        check_text(document, pure)


def check_text(document: Document, pure: bool) -> None:
    """A document's own text is the same document."""
    again = read(document.text, pure)
    assert not again.problems
    assert [other.root.plain() for other in again.documents] == [document.root.plain()]


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60), st.booleans())
def test_no_bytes_make_the_reader_fail(raw: bytes, pure: bool) -> None:
    assert all(problem.span for problem in read(raw, pure).problems)


def test_the_pure_parser_stands_in_where_the_c_one_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "_ruamel_yaml", None)
    assert value(JOB) == value(JOB, True)


def test_a_command_loads_the_c_parser_without_the_rest_of_ruamel_and_can_still_fall_back() -> None:
    """In a process of its own: what is loaded here already would hide it."""
    script = """
import subprocess
import sys
from vcplug.source import clib
clib.alone = True
from vcplug.source.reader import parse
assert parse("x", b"a: [b:c]").documents[0].root.plain() == {"a": ["b:c"]}
assert parse("x", b"a: @").problems[0].message == "a value cannot start with @"
assert not [name for name in sys.modules if name.startswith("ruamel.yaml") and "clib" not in name]
assert parse("x", b"a: !<tag:yaml.org,2002:seq> [b:c]").documents[0].root.plain() == {"a": ["b:c"]}
assert "ruamel.yaml.scanner" in sys.modules
assert parse("x", b"a: [b:c]").documents[0].root.plain() == {"a": ["b:c"]}
"""
    subprocess.run([sys.executable, "-c", script], check=True)


@pytest.mark.parametrize("raw", [b"\xef\xbb\xbf\xef\xbb\xbfa: 1\nb: 2\n", "\ufeff\ufeffa: 1\n".encode("utf-16-le")])
def test_a_second_byte_order_mark_is_refused(raw: bytes) -> None:
    (problem,) = reader.parse("x.yaml", raw).problems
    assert (problem.code, problem.message) == ("VCP902", "a second byte order mark at the start of the file")
