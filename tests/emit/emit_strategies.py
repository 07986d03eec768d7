"""What the emitter may be given: JSON-like objects full of awkward strings, with and without holes."""

from __future__ import annotations

from hypothesis import strategies as st

from vcplug.holes import Hole, text

AWKWARD = (
    "", " ", "\n", "\n\n", "\t", "-", "--", "---", "--- x", "...", "?", ":", "a:", "a: b", ":a", "a #b", "#", "# a",
    " a", "a ", "a\n", "a\n\n", " a\nb", "\ta\nb", "\n a", "a\n \nb", "a \nb", "a\nb ", "a\n  ", "a\r\nb", "a\rb",
    "a\x85b", "a\u2028b\nc", "\ufeffa", "a\x00b", "\x1b[31m", "\x7f", "\x80\n", "é\n日本\n", "💥", "a\xa0b", "\u200b",
    "'", '"', "\\", "\\n", "a\\\nb", "{a}", "[a]", "a, b", "&a", "*a", "!a", "!!str a", "|", ">", "%a", "@a", "`a",
    "~", "<<", "=", "y", "No", "oN", "NULL", "1", "-1", "+1", "0x1F", "0o17", "0b1", "1_0", "1e3", "1.5", ".5", "1.",
    ".inf", "-.INF", ".nan", "1:30", "1:30:59.5", "2001-12-14", "2001-12-14t21:59:43.10-05:00", "2001-1-1 1:1:1",
    "1,000", "_", "+", "-.", "._", "+_1", "8.8.8.8", "100m", "1Gi", "./x", "~/x", "--port=80", "- a", "? a",
    "key: |\n  x\n", "---\na: b\n", "a\n---\nb\n", "x" * 1500, "0" * 1500, "\U0001fffe", "\ufffe", "a: |2\n",
    "0_x1F", "1e_-3", "0b-1", "-_", "__", "-0x1_F",
)  # fmt: skip

strings = st.one_of(
    st.sampled_from(AWKWARD),
    st.text(st.sampled_from(" \n\t-:#ab01.e_x'\"\\{}[],&*!|>%@~?+=<\r\u2028é"), max_size=12),
    st.text(max_size=20),
).map(lambda found: found.encode("utf-8", "replace").decode())
numbers = st.one_of(st.integers(-(2**63), 2**64), st.floats(allow_nan=False, allow_infinity=False))
scalars = st.one_of(strings, strings, strings, numbers, st.booleans(), st.none())
holes = st.builds(Hole, plus=st.integers(0, 3), over=st.sampled_from((1, 1, 1, 8)))
texts = st.lists(st.one_of(strings, holes), min_size=1, max_size=5).map(lambda parts: text(*parts))


def objects(leaves: st.SearchStrategy[object]) -> st.SearchStrategy[dict[str, object]]:
    values = st.recursive(
        leaves,
        lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(strings, inner, max_size=4)),
        max_leaves=12,
    )
    return st.dictionaries(strings, values, max_size=5)
