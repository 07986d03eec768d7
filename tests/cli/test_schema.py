"""vcplug schema: takes what the cluster takes, refuses what the CRD refuses."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

import vcplug as api
from tests.cli.running import JOB, ROOT, vcplug
from vcplug.admission import admit
from vcplug.explain.schema import schema
from vcplug.plugins import flags, names
from vcplug.releases import KNOWN, Release, release
from vcplug.source import jobs
from vcplug.source.document import JobSource

CASES = sorted(path.parent for path in (ROOT / "tests" / "conformance" / "cases").glob("*/expected.json"))
UNSOUND = {f"VCP{number}" for number in (101, 102, 103, 104, 105, 106, 107, 111, 114, 115)}
"""codes of arguments that the controller mis-reads"""
BEYOND = {"refused-same-container-twice", "template-env-twice"}
"""two items of one key that differ elsewhere: no JSON Schema can say that"""


@cache
def validator(name: str, strict: bool = False) -> Draft7Validator:
    made = schema(Release(name), strict=strict)
    Draft7Validator.check_schema(made)
    return Draft7Validator(made)


def sources(file: Path) -> list[JobSource]:
    loaded = api.load(str(file))
    return [item for document in loaded.documents for item in jobs.items(document) if isinstance(item, JobSource)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_conformance_jobs_are_taken_and_refused_as_the_api_server_does(case: Path) -> None:
    expected = json.loads((case / "expected.json").read_text())
    (source,) = sources(case / "job.yaml")
    for name, key in expected["releases"].items():
        errors = [f"{list(error.path)}: {error.message}" for error in validator(name).iter_errors(source.data)]
        refused = expected[key].get("refused", {})
        if refused.get("by") == "schema":
            assert errors or case.name in BEYOND, (name, refused)
        elif not refused and not UNSOUND & {problem.code for problem in admit(source.data, release(name)).problems}:
            assert not errors, (name, errors)


@pytest.mark.parametrize("file", sorted((ROOT / "samples").glob("*.yaml")), ids=lambda file: file.stem)
def test_every_sample_is_taken_even_strictly(file: Path) -> None:
    for source in sources(file):
        assert not list(validator("1.16.0-alpha.1", strict=True).iter_errors(source.data))


def job(plugins: dict[str, Any]) -> dict[str, Any]:
    (document,) = api.loads(JOB).documents
    data: dict[str, Any] = document.root.plain()
    data["spec"]["plugins"] = plugins
    return data


@pytest.mark.parametrize(
    ("plugin", "argument", "taken"),
    [
        ("pytorch", "--port=29500", True),
        ("pytorch", "-port=0x16", True),
        ("pytorch", "--prot=1", False),
        ("pytorch", "--port=abc", False),
        ("pytorch", "--port=1 --master=m", False),
        ("pytorch", "port=22", False),
        ("pytorch", "–port=22", False),
        ("pytorch", "--wait-master-enabled", True),
        ("pytorch", "--wait-master-enabled=yes", False),
        ("pytorch", "", False),
        ("svc", "--publish-not-ready-addresses=true", True),
        ("svc", "false", False),
        ("ray", "--clientServerPort=1", False),
        ("ssh", "--ssh-private-key=a\nb", True),
    ],
)
def test_arguments_are_checked_by_pattern(plugin: str, argument: str, taken: bool) -> None:
    assert validator("1.15.1").is_valid(job({plugin: [argument]})) is taken


def test_a_value_may_be_an_item_of_its_own() -> None:
    assert validator("1.15.1").is_valid(job({"pytorch": ["--port", "29500", "--master", "master"]}))


def test_unknown_plugins_are_refused_and_those_of_the_config_taken(tmp_path: Path) -> None:
    assert not validator("1.15.1").is_valid(job({"pytroch": []}))
    config = tmp_path / ".vcplug.toml"
    config.write_text('extra-plugins = ["ours"]\n')
    made = json.loads(vcplug("schema", "--config", config).out)
    assert Draft7Validator(made).is_valid(job({"ours": ["anything"]}))


def test_unknown_fields_are_a_warning_for_editors_and_an_error_when_strict() -> None:
    data = job({})
    data["spec"]["tusks"] = []
    assert validator("1.15.1").is_valid(data)
    assert not validator("1.15.1", strict=True).is_valid(data)
    assert "drops it" in schema(release())["definitions"]["JobSpec"]["additionalProperties"]["deprecationMessage"]


@pytest.mark.parametrize("name", KNOWN)
def test_every_flag_of_the_release_has_a_description_and_a_default(name: str) -> None:
    plugins = schema(Release(name))["definitions"]["JobSpec"]["properties"]["plugins"]["properties"]
    assert list(plugins) == list(names(Release(name)))
    for plugin in plugins:
        known = flags(plugin, Release(name))
        items = plugins[plugin]["items"].get("anyOf", [])
        assert [one["title"] for one in items if one["title"] != "value"] == [f"--{flag.name}" for flag in known]
        for one, flag in zip(items, known, strict=False):
            assert flag.summary in one["description"]
            assert ("default" in one) is (flag.name not in ("ssh-private-key", "ssh-public-key"))


def test_every_field_of_volcanos_own_has_a_description() -> None:
    definitions = schema(release())["definitions"]
    for name in ("JobSpec", "TaskSpec", "LifecyclePolicy", "VolumeSpec", "DependsOn", "NetworkTopology", "PartitionPolicy"):
        for field, made in definitions[name]["properties"].items():
            assert made.get("description"), f"{name}.{field}"


def test_the_command_prints_the_schema_of_the_release() -> None:
    ran = vcplug("schema", "--volcano-version", "1.11")
    made = json.loads(ran.out)
    assert (ran.code, made["$schema"], made["title"]) == (0, "http://json-schema.org/draft-07/schema#", "Volcano 1.11.2 Job")
    assert "networkTopology" not in made["definitions"]["JobSpec"]["properties"]
