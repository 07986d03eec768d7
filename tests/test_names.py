"""The syntax checks follow Kubernetes' own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from vcplug import names

FINE: list[tuple[Callable[[str], str], list[str]]] = [
    (names.check_dns_label, ["a", "0", "a-b", "9-x9", "a" * 63]),
    (names.check_dns_subdomain, ["a", "a.b", "1.2-3.c", "a" * 253]),
    (names.check_wildcard_subdomain, ["*.a", "*.a.b"]),
    (names.check_service_name, ["a", "a-1", "a" * 63]),
    (names.check_qualified_name, ["a", "A_b.c-9", "example.com/A", "a" * 253 + "/" + "b" * 63]),
    (names.check_label_value, ["", "A_b.c-9", "1", "a" * 63]),
    (names.check_port_name, ["http", "8080-x", "a" * 15]),
    (names.check_env_name, ["A", "_a.b-c", "-a", ".a", "a1"]),
    (names.check_relaxed_env_name, ["1 a", "a b", "..", "~"]),
    (names.check_identifier, ["_a1"]),
    (names.check_config_key, ["a", ".a", "1", "a" * 253]),
    (names.check_header_name, ["X-Id"]),
    (names.check_path_segment, ["a", "a:b", "...", ""]),
]
WRONG: list[tuple[Callable[[str], str], list[str]]] = [
    (names.check_dns_label, ["", "A", "-a", "a-", "a.b", "a\n", "é", "a" * 64]),
    (names.check_dns_subdomain, ["", ".", "a.", "a..b", "a.-b", "a" * 254, "a\n"]),
    (names.check_wildcard_subdomain, ["a", "*", "*.", "*.*"]),
    (names.check_service_name, ["1a", "", "a" * 64]),
    (names.check_qualified_name, ["", "/a", "a/", "a/b/c", "A.b/c", "-a", "a" * 64, "a b", "a" * 254 + "/b"]),
    (names.check_label_value, ["-", "a b", "a\n", "a" * 64]),
    (names.check_port_name, ["", "8080", "a--b", "-a", "a-", "A", "a" * 16]),
    (names.check_env_name, ["", "1a", "a b", "..", "..a", ".", "a=b", "a\n"]),
    (names.check_relaxed_env_name, ["", "a=b", "é", "a\t"]),
    (names.check_identifier, ["", "1", "a-b"]),
    (names.check_config_key, ["", "..", ".", "..a", "a/b", "a" * 254]),
    (names.check_header_name, ["", "a b", "a_b"]),
    (names.check_path_segment, [".", "..", "a/b", "a%b"]),
]


@pytest.mark.parametrize(("check", "texts"), FINE, ids=lambda item: getattr(item, "__name__", ""))
def test_good_names_pass(check: Callable[[str], str], texts: list[str]) -> None:
    assert {text: check(text) for text in texts} == dict.fromkeys(texts, "")


@pytest.mark.parametrize(("check", "texts"), WRONG, ids=lambda item: getattr(item, "__name__", ""))
def test_bad_names_are_told_why(check: Callable[[str], str], texts: list[str]) -> None:
    assert [text for text in texts if not check(text)] == []


def test_a_name_that_is_too_long_says_by_how_much() -> None:
    assert names.check_dns_label("a" * 70) == "has 70 characters, 7 too many"
