"""What the controller would mis-read in plugin arguments is said, item by item; --compat reads as Go does."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vcplug import plugins
from vcplug.admission.arguments import check, nearest, read_call, shown
from vcplug.goflags import parse
from vcplug.releases import release

NEWEST = release("1.15.1")
PIECES = st.sampled_from(
    [
        "--",
        "-",
        "–",
        "=",
        " ",
        "port",
        "master",
        "--port=",
        "--master=m",
        "--on",
        "wait-master-enabled",
        "22",
        "true",
        "yes",
        "022",
        "'",
        ",",
    ]
)
ITEMS = st.lists(st.lists(PIECES, max_size=5).map("".join) | st.text(max_size=6), max_size=6)

# plugin, arguments, [(code, item, what should stand there instead)]
TABLE: list[tuple[str, list[str], list[tuple[str, int, list[str]]]]] = [
    ("pytorch", [], []),
    ("pytorch", ["--master=m", "-worker=w", "--port", "22", "--wait-master-enabled"], []),
    ("pytorch", ["--prot=1", "--worker=w"], [("VCP101", 0, ["--port=1"])]),
    ("pytorch", ["--Port=1"], [("VCP101", 0, ["--port=1"])]),
    ("pytorch", ["--wait_master_enabled"], [("VCP101", 0, ["--wait-master-enabled"])]),
    ("pytorch", ["--nothing=1"], [("VCP101", 0, [])]),
    ("pytorch", ["--help"], [("VCP101", 0, [])]),
    ("pytorch", ["--port:22"], [("VCP101", 0, [])]),
    ("pytorch", ["--prot=1", "--wroker=w"], [("VCP101", 0, ["--port=1"]), ("VCP101", 1, ["--worker=w"])]),
    ("pytorch", ["--master=m --worker=w"], [("VCP102", 0, ["--master=m", "--worker=w"])]),
    ("pytorch", ["--master m --port 22"], [("VCP102", 0, ["--master=m", "--port=22"])]),
    ("pytorch", ["--port=22, --worker=w"], [("VCP102", 0, ["--port=22", "--worker=w"])]),
    ("pytorch", ["--port 22"], [("VCP103", 0, ["--port=22"])]),
    ("pytorch", ["--port= 22"], [("VCP103", 0, ["--port=22"])]),
    ("pytorch", ["--master =m"], [("VCP103", 0, ["--master=m"])]),
    ("pytorch", [" --master=m"], [("VCP103", 0, ["--master=m"])]),
    ("pytorch", ["port=22", "9090"], [("VCP104", 0, ["--port=22"]), ("VCP104", 1, [])]),
    ("pytorch", ["---port=22"], [("VCP104", 0, ["--port=22"])]),
    ("pytorch", ["'--port=22'"], [("VCP104", 0, ["--port=22"])]),
    ("pytorch", ["wait-master-enabled"], [("VCP104", 0, ["--wait-master-enabled"])]),
    ("pytorch", ["", "-", "--=x"], [("VCP104", 0, []), ("VCP104", 1, []), ("VCP104", 2, [])]),
    ("pytorch", ["--", "--port=1"], [("VCP104", 0, [])]),
    ("pytorch", ["--port=1", "--"], []),
    ("pytorch", ["--wait-master-enabled", "false", "--port=1"], [("VCP105", 0, ["--wait-master-enabled=false"])]),
    ("pytorch", ["--port=abc"], [("VCP106", 0, [])]),
    ("pytorch", ["--port=08"], [("VCP106", 0, [])]),
    ("pytorch", ["--port=0"], [("VCP106", 0, [])]),
    ("pytorch", ["--port=65536"], [("VCP106", 0, [])]),
    ("pytorch", ["--port=99999999999999999999"], [("VCP106", 0, [])]),
    ("pytorch", ["--wait-master-timeout=0"], [("VCP106", 0, [])]),
    ("svc", ["--disable-network-policy=yes"], [("VCP107", 0, ["--disable-network-policy=true"])]),
    ("svc", ["--disable-network-policy=TRUe"], [("VCP107", 0, ["--disable-network-policy=true"])]),
    ("svc", ["--disable-network-policy=perhaps"], [("VCP107", 0, [])]),
    ("pytorch", ["--port=022"], [("VCP108", 0, ["--port=18"])]),
    ("pytorch", ["--port=1_000"], [("VCP108", 0, ["--port=1000"])]),
    ("pytorch", ["--port=0x16"], [("VCP108", 0, ["--port=22"])]),
    ("pytorch", ["--port=007", "--master=m"], []),
    ("pytorch", ["--port=1", "--port=2"], [("VCP109", 0, [])]),
    ("env", ["--x", "y"], [("VCP110", 0, []), ("VCP110", 1, [])]),
    ("svc", ["--inject-hosts-env=false"], [("VCP111", 0, [])]),
    ("ray", ["--clientServerPort=1", "--port=2"], [("VCP114", 0, ["--clientPort=1"])]),
    ("pytorch", ["–master=m"], [("VCP115", 0, ["--master=m"])]),
    ("pytorch", ["—port=1", "−worker=w"], [("VCP115", 0, ["--port=1"]), ("VCP115", 1, ["--worker=w"])]),
    ("pytorch", ["--master"], [("VCP116", 0, [])]),
    ("pytorch", ["--master", "--worker=w"], [("VCP116", 0, [])]),
    ("pytorch", ["--port", "--worker=w"], [("VCP116", 0, [])]),
    ("ssh", ["--ssh-public-key=ssh-rsa AAAA me@there -x\n"], []),
]


@pytest.mark.parametrize(("plugin", "arguments", "expected"), TABLE, ids=lambda value: json.dumps(value, ensure_ascii=False)[:60])
def test_each_mistake_has_its_code_its_item_and_its_cure(
    plugin: str, arguments: list[str], expected: list[tuple[str, int, list[str]]]
) -> None:
    found = [(problem.code, problem.path[-1], list(problem.instead)) for problem in check(plugin, arguments, NEWEST)]
    assert found == expected


@pytest.mark.parametrize(("plugin", "arguments", "expected"), TABLE, ids=lambda value: json.dumps(value, ensure_ascii=False)[:60])
def test_what_should_stand_there_instead_is_fine(
    plugin: str, arguments: list[str], expected: list[tuple[str, int, list[str]]]
) -> None:
    for _, _, instead in expected:
        if instead:
            assert list(check(plugin, instead, NEWEST)) == []


def test_an_unknown_flag_tells_what_is_lost_with_it() -> None:
    (problem,) = check("pytorch", ["--prot=29500", "--worker=follow"], NEWEST)
    assert problem.message == "pytorch has no flag --prot"
    assert problem.hint == "did you mean --port?"
    assert problem.notes == (
        "Volcano 1.15 only logs this, and drops it and what follows: --worker=follow is lost too",
        "vcplug explain pytorch.port",
    )


def test_a_flag_newer_than_the_release_says_since_when() -> None:
    (problem,) = check("pytorch", ["--wait-master-enabled=true"], release("1.13"))
    assert (problem.code, "1.14" in problem.hint) == ("VCP111", True)


def test_the_documented_client_port_counts_in_strict_mode_and_is_dropped_as_in_the_cluster_otherwise() -> None:
    arguments = ["--clientServerPort=7", "--port=8"]
    strict = read_call("ray", arguments, NEWEST)
    compat = read_call("ray", arguments, NEWEST, compat=True)
    assert (strict.values["clientPort"], strict.values["port"]) == (7, 8)
    assert (compat.values["clientPort"], compat.values["port"]) == (10001, 6379)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--ssh-private-key=SECRET", "--ssh-private-key=SECRET"],
        ["--ssh-private-key", "SECRET", "--nothing"],
        ["--nothing", "--ssh-private-key", "SECRET"],
        ["--ssh-private-kye=SECRET"],
        ["--ssh-private-kye", "SECRET", "x"],
        ["--ssh-private-key SECRET"],
        ["--ssh-private-key=SECRET --ssh-port=1"],
        ["ssh-private-key=SECRET"],
        ["–ssh-private-key=SECRET", "—x"],
        ["--ssh-port=x", "--ssh-private-key=SECRET"],
        ["--ssh-key-file-path", "--ssh-private-key=SECRET"],
        [" --ssh-private-key=SECRET"],
        ["-----BEGIN RSA PRIVATE KEY----- SECRET"],
    ],
)
def test_a_private_key_is_in_no_message(arguments: list[str]) -> None:
    problems = list(check("ssh", arguments, NEWEST))
    assert problems
    assert not [problem for problem in problems if "SECRET" in f"{problem.message}{problem.hint}{problem.notes}"]
    assert "SECRET" not in "".join(shown("ssh", arguments))


def test_names_are_guessed_past_case_and_separators() -> None:
    assert nearest("client_port", ("clientPort", "port")) == "clientPort"
    assert nearest("xyz", ("clientPort", "port")) == ""


@given(ITEMS)
def test_any_arguments_are_judged_and_compat_reads_them_as_go_does(arguments: list[str]) -> None:
    problems = list(check("pytorch", arguments, NEWEST))
    assert all(problem.message and isinstance(problem.path[-1], int) for problem in problems)
    parsed = parse(plugins.flags("pytorch", NEWEST), arguments)
    assert read_call("pytorch", arguments, NEWEST, compat=True).values == parsed.values
    if not problems:
        assert parsed.left == ()


@pytest.mark.parametrize(
    ("plugin", "arguments"),
    [
        ("env", ["--ssh-private-key=TOPSECRET"]),
        ("env", ["--ssh-private-key", "TOPSECRET"]),
        ("ssh", ["--ssh-port=--ssh-private-key=TOPSECRET"]),
        ("svc", ["--disable-network-policy=--ssh-private-key=TOPSECRET"]),
    ],
)
def test_a_private_key_in_the_wrong_place_is_in_no_message(plugin: str, arguments: list[str]) -> None:
    problems = list(check(plugin, arguments, release("1.15")))
    assert problems
    assert "TOPSECRET" not in repr([(one.message, one.hint, one.notes) for one in problems])
