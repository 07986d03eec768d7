"""What a person reads when something is wrong."""

from __future__ import annotations

import pytest

from vcplug.model import Finding, Fix, Span
from vcplug.printer import cells, describe, summarise, visible


def finding(line: str, start: int, end: int, **more: object) -> Finding:
    values: dict[str, object] = {
        "code": "VCP101",
        "name": "unknown-flag",
        "severity": "error",
        "message": "pytorch has no flag --prot",
        "file": "train.yaml",
        "span": Span(9, start, 9, end),
        "line_text": line,
    }
    return Finding(**(values | more))  # type: ignore[arg-type]


def test_a_finding_shows_place_line_caret_cure_and_notes() -> None:
    shown = describe(
        finding(
            '    pytorch: ["--prot=29500", "--worker=follow"]',
            15,
            29,
            hint="did you mean --port?",
            notes=("Volcano 1.15 only logs this, and drops it and what follows", "vcplug explain pytorch.port"),
        )
    )
    assert shown == (
        "train.yaml:9:15: error VCP101: pytorch has no flag --prot\n"
        "   |\n"
        ' 9 |     pytorch: ["--prot=29500", "--worker=follow"]\n'
        "   |               ^^^^^^^^^^^^^^ did you mean --port?\n"
        "   |\n"
        "   = Volcano 1.15 only logs this, and drops it and what follows\n"
        "   = vcplug explain pytorch.port"
    )


def test_without_a_place_the_cure_becomes_a_note() -> None:
    shown = describe(finding("", 1, 1, span=None, hint="write it", notes=("because",)))
    assert shown == "train.yaml: error VCP101: pytorch has no flag --prot\n  = write it\n  = because"


@pytest.mark.parametrize(
    ("line", "start", "end", "text", "carets"),
    [
        ("name: x", 7, 8, "name: x", "      ^"),
        ("name: 训练x", 9, 10, "name: 训练x", "          ^"),
        ("name: 训练x", 7, 9, "name: 训练x", "      ^^^^"),
        ("a: 🚀 b", 6, 7, "a: 🚀 b", "      ^"),
        ("a: ❤️ b", 7, 8, "a: ❤️ b", "      ^"),
        ("a: e\u0301 b", 7, 8, "a: e\u0301 b", "     ^"),
        ("\tname: x", 2, 6, "    name: x", "    ^^^^"),
        ("a\tb", 3, 4, "a   b", "    ^"),
        ("a: \x1b[31mred", 4, 5, "a: \\x1b[31mred", "   ^^^^"),
        ("a: \u202eb", 5, 6, "a: \\u202eb", "         ^"),
        ("short", 40, 50, "short", "     ^"),
        ("empty:", 7, 7, "empty:", "      ^"),
    ],
    ids=["ascii", "after wide", "wide", "after emoji", "after emoji form", "combining", "tab", "tab inside",
         "escape", "direction", "past the end", "nothing there"],
)  # fmt: skip
def test_carets_stand_under_what_they_mean(line: str, start: int, end: int, text: str, carets: str) -> None:
    lines = describe(finding(line, start, end)).split("\n")
    assert lines[2] == f" 9 | {text}"
    assert lines[3] == f"   | {carets}"


def test_a_span_of_several_lines_is_marked_to_the_end_of_the_first() -> None:
    lines = describe(finding("spec: |  ", 7, 3, span=Span(9, 7, 12, 3))).split("\n")
    assert lines[3] == "   |       ^"


@pytest.mark.parametrize("at", [1, 50, 500, 5000, 9990])
def test_a_long_line_is_cut_around_the_caret(at: int) -> None:
    line = "x" * (at - 1) + "HERE" + "y" * (10_000 - at)
    shown, carets = describe(finding(line, at, at + 4), width=80).split("\n")[2:4]
    assert len(shown) <= 80
    start, end = carets.index("^"), carets.rindex("^") + 1
    assert shown[start:end] == "HERE"


def test_a_span_longer_than_the_screen_is_cut() -> None:
    shown, carets = describe(finding("k: " + "v" * 500, 4, 504), width=60).split("\n")[2:4]
    assert len(shown) <= 60
    assert len(carets) <= 60


def test_nothing_from_the_input_reaches_the_terminal_as_a_command() -> None:
    evil = "\x1b]0;owned\x07\r\n\x9b31m\u2066"
    shown = describe(finding(evil, 1, 2, message=evil, file=evil, hint=evil, notes=(evil,)), color=False)
    assert not set(shown) & {"\x1b", "\x07", "\r", "\x9b", "\u2066"}
    assert visible("\x1b[2J\n") == "\\x1b[2J\\n"
    assert visible("[red]no markup[/red] and 中文") == "[red]no markup[/red] and 中文"


def test_colour_is_only_added_around_the_same_text() -> None:
    import re

    plain = describe(finding("a: b", 4, 5, hint="c"))
    colored = describe(finding("a: b", 4, 5, hint="c"), color=True)
    assert "\x1b[" in colored
    assert re.sub(r"\x1b\[[\d;]*m", "", colored) == plain


def test_cells_are_as_wide_as_what_they_show() -> None:
    assert [width for _, width in cells("a中\t\x00é")] == [1, 2, 1, 4, 1]


def test_the_summary_counts_by_severity_job_and_file() -> None:
    fix = Fix("rename", ())
    found = [
        finding("x", 1, 2, job="train", fix=fix),
        finding("x", 1, 2, job="train"),
        finding("x", 1, 2, job="train", severity="warning"),
    ]
    assert summarise(found) == "2 errors, 1 warning in 1 job (train.yaml)"
    assert summarise(found, "--fix") == "2 errors, 1 warning in 1 job (train.yaml); 1 can be fixed with --fix"
    assert summarise([*found, finding("x", 1, 2, file="b.yaml", job="b", severity="info")]) == (
        "2 errors, 1 warning, 1 info in 2 jobs (2 files)"
    )
