"""The small markdown that prose is written in."""

from __future__ import annotations

from vcplug.explain.layout import Code, Heading, Items, Table, Text, Title, as_markdown, as_text
from vcplug.explain.prose import paragraphs
from vcplug.releases import release


def test_lines_of_a_paragraph_are_joined_and_items_stand_alone() -> None:
    text = "one\ntwo\n\nthree\n- first\n  goes on\n- second"
    assert paragraphs(text, release()) == ["one two", "three", "- first goes on", "- second"]


def test_marked_text_holds_only_in_releases_that_have_the_change() -> None:
    text = "always.\n{wait-master} Since then.\n{not wait-master} Before.\n\n- {ssh-port} item\n  goes on\n- {not ssh-port} other"
    assert paragraphs(text, release("1.13")) == ["always. Before.", "- other"]
    assert paragraphs(text, release("1.15")) == ["always. Since then.", "- item goes on"]


BLOCKS = (
    Title("name", "what it is", "since 1.14"),
    Text("Some `code` in a text that is long enough to be wrapped on a narrow terminal."),
    Heading("Head"),
    Items(["an item that is long enough to be wrapped, too"]),
    Table([("a", "b", "a cell that is long enough to be wrapped as well"), ("aaa", "", "short")], ("x", "y", "z")),
    Code("code:\n  stays"),
)


def test_text_wraps_to_the_terminal_and_never_off_it() -> None:
    assert max(map(len, as_text(BLOCKS, 40).split("\n"))) <= 40
    assert "Some code in a text that is long enough to be wrapped on a narrow terminal.\n" in as_text(BLOCKS)


def test_text_is_plain_unless_colour_is_asked_for() -> None:
    assert "\x1b" not in as_text(BLOCKS, 80)
    assert "\x1b[1mHead\x1b[0m" in as_text(BLOCKS, 80, color=True)


def test_columns_stand_under_each_other() -> None:
    lines = as_text([Table([("a", "bb", "c"), ("aaaa", "b", "d")])]).split("\n")
    assert lines[:2] == ["a     bb  c", "aaaa  b   d"]


def test_markdown_hides_no_placeholder_from_the_reader() -> None:
    made = as_markdown([Title("x", "of <job>"), Table([("<a>|", "`<b>`")], ("k", "v"))])
    assert "of &lt;job&gt;" in made
    assert "| &lt;a&gt;\\| | `<b>` |" in made


def test_what_a_terminal_would_obey_is_shown_instead() -> None:
    made = as_text([Title("a\x1b[2J", "b"), Table([("\x1b]0;x\x07", "two\nlines")]), Code("c\x1b[1m")], 80)
    assert "\x1b" not in made
    assert "\x07" not in made
    assert "two\\nlines" in made
