"""Reports as people see them, one golden file per way to ask. `pytest --regenerate` writes them anew; read them then."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import vcplug
from tests.diff.cluster import lived
from vcplug import api
from vcplug.diff import Report, markdown, text
from vcplug.diff import json as machine

HERE = Path(__file__).parent
CHOICES = vcplug.Choices(ssh_keys="placeholder")


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    # reasons name files as they were given
    monkeypatch.chdir(HERE / "inputs")


def two(old: str, new: str) -> Report:
    return vcplug.diff(vcplug.load(old), vcplug.load(new), CHOICES)


def drifted() -> Report:
    """A cluster in which someone changed the image of three pods, and a pod is missing."""
    found = lived(list(api.render(vcplug.load("old.yaml"), CHOICES).objects()))
    for pod in found:
        if pod["metadata"]["name"] in ("train-worker-0", "train-worker-7", "train-worker-8", "train-worker-9"):
            pod["spec"]["containers"][0]["image"] = "example/train:hotfix"
    found = [one for one in found if one["metadata"]["name"] != "train-worker-63"]
    return vcplug.diff(None, vcplug.load("old.yaml"), CHOICES, live=found)


def report(which: str) -> Report:
    load, release = vcplug.load, CHOICES._replace
    return {
        "two-jobs": lambda: two("old.yaml", "new.yaml"),
        "plugins": lambda: vcplug.diff(None, load("scaled.yaml"), CHOICES),
        "release": lambda: vcplug.diff(None, load("upgraded.yaml"), release(release="1.15"), was=release(release="1.8")),
        "release-refused": lambda: vcplug.diff(
            None, load("../../../samples/ray.yaml"), release(release="1.15"), was=release(release="1.11")
        ),
        "renamed": lambda: two("old.yaml", "renamed.yaml"),
        "live": drifted,
        "update": lambda: vcplug.diff(load("old.yaml"), load("scaled.yaml"), CHOICES, update=True),
        "update-refused": lambda: vcplug.diff(load("old.yaml"), load("new.yaml"), CHOICES, update=True),
    }[which]()


WAYS = ("two-jobs", "plugins", "release", "release-refused", "renamed", "live", "update", "update-refused")


def hold(request: pytest.FixtureRequest, name: str, written: str) -> None:
    golden = HERE / "goldens" / name
    if request.config.getoption("--regenerate"):
        golden.write_text(written)
    assert written == golden.read_text()


@pytest.mark.parametrize("way", WAYS)
def test_the_text_reads_well(way: str, request: pytest.FixtureRequest) -> None:
    hold(request, f"{way}.txt", text.write(report(way), width=100))


@pytest.mark.parametrize("way", ["two-jobs", "update"])
def test_colours_only_add_to_the_text(way: str, request: pytest.FixtureRequest) -> None:
    import re

    colored = text.write(report(way), color=True, width=100)
    hold(request, f"{way}.color.txt", colored.replace("\x1b", "␛"))
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == text.write(report(way), width=100)


@pytest.mark.parametrize("way", ["two-jobs", "update-refused"])
def test_the_comment_on_a_pull_request(way: str, request: pytest.FixtureRequest) -> None:
    hold(request, f"{way}.md", markdown.write(report(way)))


@pytest.mark.parametrize("way", ["two-jobs", "update-refused"])
def test_the_machine_form(way: str, request: pytest.FixtureRequest) -> None:
    written = machine.write(report(way))
    hold(request, f"{way}.json", written)
    assert json.loads(written)["same"] is False


def test_what_else_changed_in_a_renamed_job_is_told_as_it_was() -> None:
    old = Path("old.yaml").read_text()
    new = (
        old.replace("name: train\n", "name: retrain\n").replace("epochs 10", "epochs 30").replace("replicas: 64", "replicas: 63")
    )
    new = new.replace("minAvailable: 65", "minAvailable: 64").replace(
        "minAvailable: 64\n      max", "minAvailable: 63\n      max"
    )
    written = text.write(vcplug.diff(vcplug.loads(old), vcplug.loads(new), CHOICES))
    assert written.startswith("Job train → retrain  renamed")
    assert "- python train.py --epochs 10\n    + python train.py --epochs 30\n" in written
    assert "- retrain-worker-63.retrain" in written


def test_full_cuts_nothing() -> None:
    whole = text.write(two("old.yaml", "scaled.yaml"), full=True)
    assert all(f"- train-worker-{index}.train" in whole for index in range(32, 64))
    assert "…" not in whole


TENSORFLOW = """
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata: {name: mnist}
spec:
  minAvailable: 2
  queue: default
  schedulerName: volcano
  maxRetry: 3
  plugins: {tensorflow: [], svc: []}
  tasks:
  - {name: ps, replicas: 1, minAvailable: 1, maxRetry: 3, template: {spec: {containers: [{name: main, image: "a:1"}]}}}
  - {name: worker, replicas: 2, minAvailable: 1, maxRetry: 3, template: {spec: {containers: [{name: main, image: "a:1"}]}}}
"""


@pytest.mark.parametrize(
    ("update", "said"),
    [
        (False, '[TF_CONFIG] + "mnist-worker-2.mnist:2222" tensorflow: all roles\' addresses Pod mnist-worker-2'),
        (True, '[TF_CONFIG] stays as it is; a new pod has tensorflow: all roles\' addresses + "mnist-worker-2.mnist:2222"'),
    ],
)
def test_one_host_more_in_every_role_is_said_once(update: bool, said: str) -> None:
    old, new = TENSORFLOW, TENSORFLOW.replace("replicas: 2", "replicas: 3")
    found = vcplug.diff(vcplug.loads(old), vcplug.loads(new), CHOICES, update=update)
    (block,) = [one for one in found.blocks if one.pods and one.changes]
    assert block.name == "mnist-ps-0, mnist-worker-[0-1]"
    assert [change.alike for change in block.changes] == [True]
    written = " ".join(text.write(found).split())
    assert said in written


def test_names_in_a_comment_are_neither_mentions_nor_links() -> None:
    name = "x</details>@all `c` [l](http://e)"
    found = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}}
    written = markdown.write(vcplug.diff(vcplug.loads(json.dumps(found)), vcplug.loads("")))
    assert "x&lt;/details&gt;&#64;all &#96;c&#96; [l]&#40;http:&#47;/e)" in written


@pytest.mark.parametrize(
    ("spec", "releases", "path", "said"),
    [
        ('plugins: {svc: ["--inject-hosts-env=false"]}', ("1.15", "1.16"), "env", "since 1.16: svc: --inject-hosts-env"),
        ("minAvailable: 0", ("1.8", "1.15"), "minMember", "since 1.14: tasks can be cut into partitions (partitionPolicy)"),
    ],
)
def test_what_a_release_newly_understands_is_the_reason(spec: str, releases: tuple[str, str], path: str, said: str) -> None:
    policy = "partitionPolicy: {totalPartitions: 2, partitionSize: 2, minPartitions: 1}, " if path == "minMember" else ""
    job = f"""
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata: {{name: train}}
spec:
  {spec}
  tasks:
  - {{name: a, replicas: 4, {policy}template: {{spec: {{containers: [{{name: main, image: "a:1"}}]}}}}}}
"""
    was, now = (CHOICES._replace(release=release, compat=True) for release in releases)
    found = vcplug.diff(None, vcplug.loads(job), now, was=was)
    reasons = [change.reason for one in found.blocks for change in one.changes if path in change.path]
    assert reasons
    assert set(reasons) == {said}
