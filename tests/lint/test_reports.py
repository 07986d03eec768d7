"""Each format by the rules of those who read it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.lint.jobs import TASKS, job, look
from vcplug.codes import CODES
from vcplug.lint import reports
from vcplug.lint.reports import text
from vcplug.lint.run import Outcome, Report
from vcplug.model import Severity

BAD = job('  plugins:\n    pytorch: ["--prot=1", "a%b:c,d"]\n    pytroch: []\n')
NASTY = 'dir,with:odd %chars\n/"<é🙂>&.yaml'
WIDE = job('  plugins:\n    pytorch: ["--master=训练🙂", "--prot=1"]\n')
INFO = job("", TASKS.replace("busybox:1.36", "busybox"))


def report(*texts: str, name: str = "job.yaml") -> Report:
    looked = [look(text, name=name) for text in texts]
    outcomes = tuple(Outcome(name, examined) for examined in looked)
    return Report(outcomes, tuple(finding for examined in looked for finding in examined.findings))


def write(made: Report, format: reports.Format, fail_on: Severity = "warning") -> str:
    return reports.write(made, format, fail_on)


def sarif(made: Report) -> dict[str, Any]:
    log: dict[str, Any] = json.loads(write(made, "sarif"))
    return log


def test_columns_count_characters_and_carets_line_up_under_wide_ones() -> None:
    (finding,) = (found for found in report(WIDE).findings if found.code == "VCP101")
    assert finding.span is not None
    assert finding.span[:2] == (7, 31)
    lines = write(report(WIDE), "text").splitlines()
    at = next(number for number, line in enumerate(lines) if line.lstrip(" |").startswith("^") and "--port" in line)
    before = lines[at - 1].partition('"--prot')[0]
    assert lines[at].index("^") == len(before) + 3  # three characters that are two columns wide


def test_github_commands_are_one_line_each_and_escape_what_would_end_a_value() -> None:
    lines = write(report(BAD, name=NASTY), "github").splitlines()
    assert len(lines) == len(report(BAD).findings)
    for line in lines:
        assert re.fullmatch(r"::(error|warning|notice) title=[^:,]+(,\w+=[^:,]*)+::.+", line)
    assert "%2C" in lines[0]
    assert "%3A" in lines[0]
    assert any("a%25b:c,d" in line for line in lines)
    assert write(report(INFO), "github").startswith("::notice title=VCP758 image-without-tag,file=job.yaml,line=")
    assert write(report(), "github") == ""


def test_junit_has_a_suite_per_file_and_a_failure_per_finding_that_counts() -> None:
    made = report(BAD, name=NASTY)
    root = ElementTree.fromstring(write(made, "junit"))
    (suite,) = root
    assert root.tag == "testsuites"
    assert suite.get("tests") == suite.get("failures") == str(len(made.findings))
    failures = [case.find("failure") for case in suite]
    assert [failure.get("type") for failure in failures if failure is not None] == ["error"] * len(made.findings)
    good = ElementTree.fromstring(write(report(job("")), "junit"))
    assert (good.get("tests"), good.get("failures")) == ("1", "0")
    quiet = ElementTree.fromstring(write(report(INFO), "junit"))
    assert quiet.get("failures") == "0"
    assert quiet.find("testsuite/testcase/system-out") is not None
    assert ElementTree.fromstring(write(report(INFO), "junit", "info")).get("failures") == "2"


def test_sarif_keeps_to_the_standard() -> None:
    """The constraints of SARIF 2.1.0's schema on what we write: required members, enums, minima, and no member beyond."""
    log = sarif(report(BAD, name=NASTY))
    assert set(log) == {"$schema", "version", "runs"}
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert set(run) <= {"tool", "results", "columnKind", "originalUriBaseIds", "artifacts", "invocations"}
    assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
    driver = run["tool"]["driver"]
    assert driver["name"] == "vcplug"
    assert re.fullmatch(r"\d+\.\d+\.\d+.*", driver["semanticVersion"])
    for base in run["originalUriBaseIds"].values():
        assert set(base) <= {"uri", "uriBaseId", "description"}
    _check_rules(driver["rules"])
    assert run["results"]
    for result in run["results"]:
        _check_result(result, driver["rules"])


def _check_rules(rules: list[dict[str, Any]]) -> None:
    assert len({rule["id"] for rule in rules}) == len(rules)
    for rule in rules:
        assert set(rule) == {"id", "name", "shortDescription", "help", "defaultConfiguration"}
        assert rule["id"] in CODES
        assert re.fullmatch(r"([A-Z][a-z0-9]*)+", rule["name"])
        assert rule["shortDescription"]["text"]
        assert rule["help"]["text"]
        assert rule["defaultConfiguration"]["level"] in ("none", "note", "warning", "error")


def _check_result(result: dict[str, Any], rules: list[dict[str, Any]]) -> None:
    allowed = {"ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints", "fixes"}
    assert set(result) <= allowed
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    assert result["level"] in ("none", "note", "warning", "error")
    assert result["message"]["text"]
    assert all(isinstance(value, str) for value in result["partialFingerprints"].values())
    (location,) = result["locations"]
    _check_artifact(location["physicalLocation"]["artifactLocation"])
    _check_region(location["physicalLocation"]["region"])
    for fix in result.get("fixes", ()):
        assert set(fix) == {"description", "artifactChanges"}
        for change in fix["artifactChanges"]:
            _check_artifact(change["artifactLocation"])
            assert change["replacements"]
            for replacement in change["replacements"]:
                _check_region(replacement["deletedRegion"])
                assert isinstance(replacement["insertedContent"]["text"], str)


def _check_artifact(artifact: dict[str, str]) -> None:
    assert set(artifact) == {"uri", "uriBaseId"}
    # RFC 3986, relative
    assert re.fullmatch(r"(?:[A-Za-z0-9\-._~!$&'()*+,;=@/]|%[0-9A-F]{2})+", artifact["uri"])
    assert not artifact["uri"].startswith("/")


def _check_region(region: dict[str, int]) -> None:
    assert set(region) == {"startLine", "startColumn", "endLine", "endColumn"}
    assert min(region.values()) >= 1
    assert (region["startLine"], region["startColumn"]) <= (region["endLine"], region["endColumn"])


def test_sarif_uris_are_relative_to_where_vcplug_was_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def uri(name: str) -> dict[str, str]:
        (result, *_) = sarif(report(BAD, name=name))["runs"][0]["results"]
        found: dict[str, str] = result["locations"][0]["physicalLocation"]["artifactLocation"]
        return found

    assert uri("./a/job.yaml") == uri(str(tmp_path / "a" / "job.yaml")) == {"uri": "a/job.yaml", "uriBaseId": "%SRCROOT%"}
    assert uri("/elsewhere/é.yaml") == {"uri": "file:///elsewhere/%C3%A9.yaml"}


def test_fingerprints_hold_when_lines_above_change_and_tell_findings_apart() -> None:
    def prints(text: str) -> list[str]:
        return [result["partialFingerprints"]["vcplug/v1"] for result in sarif(report(text))["runs"][0]["results"]]

    assert prints(BAD) == prints("# a comment\n\n" + BAD)
    assert len(set(prints(BAD))) == len(prints(BAD))
    twice = BAD.replace('"--prot=1"', '"--prot=1", "--prot=1"')
    assert len(set(prints(twice))) == len(prints(twice))


def test_reports_are_the_same_on_every_run() -> None:
    for format in reports.FORMATS:
        assert write(report(BAD), format) == write(report(BAD), format)


def test_statistics_count_each_code_by_the_severity_that_was_found() -> None:
    alone = job("  plugins:\n    pytorch: []\n", TASKS[: TASKS.index("  - name: worker")])
    rows = text.statistics(report(alone, alone)).splitlines()
    assert "2  VCP210  info     task-outside-roles" in rows
    assert text.statistics(report(BAD)).splitlines()[0] == "1  VCP101  error    unknown-flag  (1 with --fix)"
