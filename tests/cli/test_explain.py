"""vcplug explain, as a shell sees it."""

from __future__ import annotations

import json

import pytest

from tests.cli.running import ROOT, vcplug
from vcplug.cli.app import COMMANDS


def test_the_list_names_every_plugin_and_how_to_ask_further() -> None:
    ran = vcplug("explain")
    assert (ran.code, ran.err) == (0, "")
    for name in ("env", "svc", "ssh", "pytorch", "tensorflow", "mpi", "ray", "hcclrank"):
        assert f"  {name} " in ran.out
    assert "vcplug explain lifecycle" in ran.out


def test_a_plugin_that_the_release_lacks_is_listed_as_missing() -> None:
    ran = vcplug("explain", "--volcano-version", "1.8")
    assert "Not in this release: ray (since 1.13), hcclrank (since 1.12.3)" in ran.out


def test_a_plugin_tells_all_its_sections() -> None:
    out = vcplug("explain", "pytorch").out
    sections = [line[2:] for line in out.split("\n") if line.startswith("  ") and line[2:3].isupper() and not line.endswith(".")]
    assert sections == [
        "When to use it",
        "When the job is added",
        "To each pod",
        "On update",
        "On delete",
        "Flags",
        "Brings along",
        "Pitfalls",
        "Example",
        "Try it",
    ]
    assert "      MASTER_ADDR           <job>-<master>-0.<job>  host of <master>-0 (--master)\n" in out
    assert "    --wait-master-enabled bool  false " in out
    assert "(VCP209)" in out


def test_a_flag_is_shown_without_those_of_later_releases() -> None:
    assert "wait-master" not in vcplug("explain", "pytorch", "--volcano-version", "1.13").out
    assert "--ssh-port" not in vcplug("explain", "ssh", "--volcano-version", "1.14").out


def test_the_example_can_be_piped_into_render() -> None:
    example = vcplug("explain", "mpi", "--example").out
    ran = vcplug("render", "-", "--ssh-keys", "placeholder", stdin=example)
    assert ran.code == 0
    assert "MPI_HOST" in ran.out


def test_example_of_what_has_none_is_refused() -> None:
    ran = vcplug("explain", "RANK", "--example")
    assert (ran.code, ran.out) == (2, "")
    assert "--example is for plugins" in ran.err


@pytest.mark.parametrize("word", ["", "svc", "svc.disable-network-policy", "RANK", "VCP104", "lifecycle", "controller"])
def test_json_is_a_list_of_pages_that_say_what_they_are(word: str) -> None:
    pages = json.loads(vcplug("explain", *([word] if word else []), "-o", "json").out)
    assert all(page["kind"] in ("plugins", "plugin", "flag", "name", "rule", "topic") for page in pages)


def test_json_of_a_plugin_holds_its_declarations() -> None:
    (page,) = json.loads(vcplug("explain", "ssh", "-o", "json", "--volcano-version", "1.15").out)
    port = next(flag for flag in page["flags"] if flag["name"] == "ssh-port")
    assert (port["type"], port["default"], port["since"], port["role"]) == ("int", 22, "1.15", "port")
    assert [made["name"] for made in page["creates"]] == ["<job>-ssh"]


def test_markdown_has_headings_and_tables() -> None:
    out = vcplug("explain", "svc", "-o", "markdown").out
    assert out.startswith("# svc\n")
    assert "## Flags\n\n| flag | default | meaning |\n| --- | --- | --- |" in out
    assert "```yaml\napiVersion:" in out


def test_what_nobody_knows_is_refused_with_a_suggestion() -> None:
    ran = vcplug("explain", "MASTER_ADRR")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "error: nothing is called 'MASTER_ADRR'; did you mean MASTER_ADDR?\n"


def test_what_only_another_release_has_is_said_so() -> None:
    ran = vcplug("explain", "ray", "--volcano-version", "1.8")
    assert ran.code == 2
    assert "Volcano 1.8.2 has no ray; 1.13 has: vcplug explain ray --volcano-version 1.13" in ran.err


def test_a_pre_release_is_noted_on_stderr_only() -> None:
    ran = vcplug("explain", "svc", "--volcano-version", "1.16")
    assert "pre-release" in ran.err
    assert "--inject-hosts-env" in ran.out


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_every_command_has_groups_examples_and_exit_codes(command: str) -> None:
    ran = vcplug(command, "--help", cwd=ROOT)
    assert (ran.code, ran.err) == (0, "")
    for section in ("\nOptions:\n", "\nGeneral:\n", "\nExamples:\n", "\nExit codes:\n"):
        assert section in ran.out, section
    assert f"  vcplug {command}" in ran.out.partition("\nExamples:\n")[2]
    assert ran.out.index("\nGeneral:\n") < ran.out.index("\nExamples:\n") < ran.out.index("\nExit codes:\n")


@pytest.mark.parametrize(
    ("code", "fix", "words"),
    [
        ("VCP104", "--fix", "vcplug lint --fix\n"),
        ("VCP205", "--unsafe-fixes", "vcplug lint --unsafe-fixes, since it changes what the job does\n"),
        ("VCP112", "", "hand\n"),
    ],
)
def test_a_finding_says_what_fixes_it(code: str, fix: str, words: str) -> None:
    assert json.loads(vcplug("explain", code, "-o", "json").out)[0]["fix"] == fix
    assert f"    Fixed by      {words}" in vcplug("explain", code).out


def test_a_name_that_two_flags_decide_leads_to_both() -> None:
    out = vcplug("explain", "RANK").out
    assert "    vcplug explain pytorch.master\n    vcplug explain pytorch.worker\n" in out


@pytest.mark.parametrize("name", COMMANDS)
def test_help_names_what_an_option_wants_and_fits_a_terminal(name: str) -> None:
    out = vcplug(name, "--help", env={"COLUMNS": "80"}).out
    assert not [line for line in out.split("\n") if len(line) > 80 or "<str>" in line or "{" in line]
