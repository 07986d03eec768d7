"""explain knows every plugin, flag and injected name of every release, and says of them what is true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import vcplug
from vcplug.api import Choices
from vcplug.codes import CODES
from vcplug.errors import VcplugError
from vcplug.explain import explain, lookup, prose
from vcplug.explain.facts import CONTROLLER, everything, facts
from vcplug.explain.pages import Page, brings_along, prose_of
from vcplug.goflags import parse
from vcplug.model import Manifest
from vcplug.plugins import ORDER, flags, names, plugin
from vcplug.releases import CHANGES, KNOWN, Release, release

ROOT = Path(__file__).parents[2]
RELEASES = [Release(name) for name in KNOWN]
JOBS = sorted([*(ROOT / "samples").glob("*.yaml"), *(ROOT / "tests" / "conformance" / "cases").glob("*/job.yaml")])


def only(word: str, at: Release) -> Page:
    (page,) = explain(word, at)
    return page


@pytest.mark.parametrize("at", RELEASES, ids=lambda at: at.name)
def test_every_plugin_and_flag_is_explained_in_every_release_that_has_it(at: Release) -> None:
    for name in names(at):
        page = next(page for page in explain(name, at) if page.data["kind"] == "plugin")
        assert page.data["text"]
        assert page.data["whenToUse"]
        assert page.data["pitfalls"]
        assert [flag["name"] for flag in page.data["flags"]] == [flag.name for flag in flags(name, at)]
        for flag in flags(name, at):
            assert only(f"{name}.{flag.name}", at).data["text"], f"no prose for {name}.{flag.name}"
            assert (name, flag.name) in [(p.data.get("plugin"), p.data["name"]) for p in explain(f"--{flag.name}", at)]


@pytest.mark.parametrize("at", RELEASES, ids=lambda at: at.name)
def test_what_a_release_does_not_have_is_not_explained_there_but_pointed_to(at: Release) -> None:
    for name in ORDER:
        if name in names(at):
            missing = [f"{name}.{flag.name}" for flag in plugin(name).FLAGS if flag not in flags(name, at)]
        else:
            missing = [name]
        for word in missing:
            with pytest.raises(VcplugError, match="--volcano-version"):
                explain(word, at)


@pytest.mark.parametrize("at", RELEASES, ids=lambda at: at.name)
def test_every_name_that_a_symbolic_job_gets_is_explained_with_prose_of_its_own(at: Release) -> None:
    for fact in everything(at):
        pages = [page for page in explain(fact.name, at) if page.data["kind"] == "name"]
        assert fact.by in [page.data["by"] for page in pages]
        if fact.kind != "volume":
            assert all(page.data["text"] for page in pages), f"no prose for {fact.kind} {fact.name}"


def injected(manifests: tuple[Manifest, ...], adders: set[str]) -> Iterator[tuple[str, str]]:
    """(who, name) of everything in real manifests that has an origin."""
    for made in manifests:
        for path, origin in made.origins.items():
            if origin.by not in adders:
                continue
            value: Any = made.object
            for step in path:
                value = value[step]
            if path == ():
                yield origin.by, f"{made.kind} {made.object['metadata']['name']}"
            elif made.indexes is None:
                continue
            elif isinstance(value, dict):
                yield origin.by, str(value.get("mountPath") or value["name"])
            else:
                yield origin.by, str(path[-1])


@pytest.mark.parametrize(
    "at", [release(minor) for minor in ("1.8", "1.9", "1.11", "1.12", "1.13", "1.14", "1.15", "1.16")], ids=str
)
def test_every_name_that_real_jobs_get_is_explained(at: Release) -> None:
    """Over all samples and conformance jobs that the release admits."""
    seen: set[tuple[str, str]] = set()
    for file in JOBS:
        try:
            result = vcplug.render(vcplug.load(str(file)), Choices(at, compat=True, ssh_keys="placeholder"))
        except VcplugError:
            continue
        for rendered in result.jobs:
            own = [str(one["mountPath"]) for one in rendered.job.spec.get("volumes") or ()]
            key = [call.values["ssh-key-file-path"] for call in rendered.job.plugins.values() if call.name == "ssh"]
            found = set(injected(rendered.manifests, {*ORDER, CONTROLLER, "job"}))
            seen |= {one for one in found if one[1] not in own and one[1] not in key}
    assert len(seen) > 40
    for by, name in seen:
        pages = [page for page in explain(name, at) if page.data["kind"] == "name"]
        assert pages, f"{name} of {by}"
        assert {"job": CONTROLLER}.get(by, by) in [page.data["by"] for page in pages], f"{name} is ascribed to another than {by}"


def test_all_prose_belongs_to_something_that_exists_in_some_release() -> None:
    known = {(fact.by, name) for at in RELEASES for fact in everything(at) for name in (fact.name, f"{fact.kind} {fact.name}")}
    for by in (*ORDER, CONTROLLER):
        found = prose.sections(*prose_of(by))
        assert {(by, title) for title in found["Names"].parts} <= known
        if by != CONTROLLER:
            declared = {flag.name for flag in plugin(by).FLAGS}
            assert set(found["Flags"].parts if "Flags" in found else ()) == declared


def test_prose_speaks_of_codes_and_changes_that_exist() -> None:
    for by in (*ORDER, CONTROLLER, "lifecycle"):
        text = "\n".join(
            part for section in prose.sections(*prose_of(by)).values() for part in (section.text, *section.parts.values())
        )
        assert set(re.findall(r"VCP\d{3}", text)) <= set(CODES)
        assert {key for _, key in re.findall(r"\{(not )?([a-z-]+)\} ", text)} <= set(CHANGES)


@pytest.mark.parametrize("name", ORDER)
def test_the_example_of_every_plugin_renders_and_uses_the_plugin(name: str) -> None:
    example = prose.example(*prose_of(name))
    result = vcplug.render(vcplug.loads(example), Choices(ssh_keys="placeholder"))
    (rendered,) = result.jobs
    assert name in {origin.by for made in rendered.manifests for origin in made.origins.values()}
    assert not result.findings


@pytest.mark.parametrize("at", RELEASES, ids=lambda at: at.name)
def test_arguments_shown_in_flag_pages_are_read_by_the_plugin(at: Release) -> None:
    for name in names(at):
        for flag in flags(name, at):
            written = only(f"{name}.{flag.name}", at).data["write"]
            assert parse(flags(name, at), [written]).stop is None


def test_world_size_is_told_as_the_release_counts_it() -> None:
    before, after = (only("WORLD_SIZE", release(text)).data for text in ("1.11", "1.12"))
    assert "all tasks" in before["text"][0]
    assert before["forms"][0]["reason"] == "replicas of all tasks"
    assert "master and worker" in after["text"][0]
    assert after["forms"][0]["reason"] == "replicas of master + worker"


def test_an_instance_of_a_pattern_is_found_by_its_concrete_name() -> None:
    at = release()
    for word, name in (
        ("VC_WORKER_HOSTS", "VC_<TASK>_HOSTS"),
        ("VC_MY_TASK_NUM", "VC_<TASK>_NUM"),
        ("/etc/volcano/worker.host", "/etc/volcano/<task>.host"),
        ("worker.host", "/etc/volcano/<task>.host"),
        ("/etc/volcano/", "/etc/volcano"),
        ("/home/me/.ssh/config", "/root/.ssh/config"),
        ("train-head-svc", "<job>-head-svc"),
        ("rank", "RANK"),
        ("mpijob-port", "mpijob-port"),
        ("hccl/rankIndex", "hccl/rankIndex"),
    ):
        assert only(word, at).data["name"] == name, word


def test_a_name_of_several_plugins_shows_all() -> None:
    owners = [page.data["plugin"] for page in explain("port", release())]
    assert owners == ["pytorch", "tensorflow", "mpi", "ray"]
    assert {page.data["by"] for page in explain("Service", release())} == {"svc", "ray"}


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("MASTER_ADRR", "MASTER_ADDR"),
        ("pytroch", "pytorch"),
        ("pytorch.prot", "pytorch.port"),
        ("VCP1004", "VCP104"),
        ("lifecyle", "lifecycle"),
        ("HOSTS", "VC_<TASK>_HOSTS"),
    ],
)
def test_a_near_miss_is_answered_by_what_was_meant(word: str, meant: str) -> None:
    with pytest.raises(VcplugError) as refused:
        explain(word, release())
    assert meant in refused.value.message


def test_nothing_near_says_what_to_ask() -> None:
    with pytest.raises(VcplugError, match="vcplug explain lists the plugins"):
        explain("zzzzzzzz", release())


@pytest.mark.parametrize("code", CODES)
def test_every_finding_is_explained(code: str) -> None:
    page = only(code, release())
    assert (page.data["name"], page.data["severity"]) == (CODES[code].name, CODES[code].severity)
    assert code in [one.data["code"] for one in explain(CODES[code].name, release())]


def test_symbolic_facts_tell_where_things_go() -> None:
    """Checked against volcano.md, section 5."""
    found = {(fact.name, fact.tasks): fact for fact in facts("pytorch", release("1.14"))}
    assert found["MASTER_ADDR", ()].value == "<job>-<master>-0.<job>"
    assert found["MASTER_ADDR", ()].containers == ("<container>",)
    assert found["RANK", ("<worker>",)].value == "{index + 1}"
    assert found["wait-for-master", ("<worker>",)].when == "with --wait-master-enabled"
    (head,) = (fact for fact in facts("ray", release()) if fact.name == "command" and fact.tasks == ("<head>",))
    assert head.containers == ("<headContainer>",)
    optional = {fact.when for fact in facts("svc", release("1.16")) if fact.name.startswith("VC_")}
    assert optional == {"unless --inject-hosts-env=false"}
    assert {fact.when for fact in facts("svc", release("1.15")) if fact.name.startswith("VC_")} == {""}


def test_what_plugins_bring_along_follows_the_release() -> None:
    assert brings_along("mpi", release()) == ["svc", "ssh"]
    assert brings_along("ray", release("1.13")) == ["svc"]
    assert only("svc", release("1.8")).data["broughtAlongBy"] == ["pytorch", "tensorflow", "mpi"]


def test_words_for_suggestions_are_all_explained() -> None:
    at = release("1.16")
    for word in lookup.words(at):
        assert explain(word, at)
