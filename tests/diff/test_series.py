"""Series found again in concrete pods, and how little work a comparison of series is."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import vcplug
from tests.diff.cluster import lived
from vcplug import api
from vcplug.diff import Report, compare, indexes, markdown, match, normal, series, text, values
from vcplug.diff import json as machine
from vcplug.diff.sides import Side
from vcplug.holes import fill

CHOICES = vcplug.Choices(ssh_keys="placeholder")
JOB = """
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata: {name: train}
spec:
  minAvailable: 1
  plugins: {pytorch: ["--port=%(port)s"], svc: [], env: []}
  tasks:
  - {name: master, replicas: 1, template: {spec: {containers: [{name: main, image: "a:1"}]}}}
  - {name: worker, replicas: %(replicas)s, template: {spec: {containers: [{name: main, image: "a:1"}]}}}
"""


def job(replicas: int, port: int = 29500) -> Any:
    return vcplug.loads(JOB % {"replicas": replicas, "port": port}, "job.yaml")


def pods(replicas: int) -> dict[str, dict[str, Any]]:
    made = lived(list(api.render(job(replicas), CHOICES).objects()))
    return {found["metadata"]["name"]: found for found in made if found["kind"] == "Pod"}


def against(found: list[dict[str, Any]], replicas: int) -> str:
    """The report's lines about pods, for a cluster that has these pods and nothing else."""
    written = text.write(vcplug.diff(None, job(replicas), CHOICES, live=found))
    return written.partition("NetworkPolicy")[0].removeprefix("cluster → job\n")


@pytest.mark.parametrize(
    ("found", "said"),
    [((0,), "0"), (range(64), "0-63"), ((0, 2, 5, 6, 7, 8, 9), "0,2,5-9"), ((3, 4), "3-4"), ((1, 3, 5), "1,3,5")],
)
def test_indexes_are_spelt_as_runs(found: Any, said: str) -> None:
    assert indexes.spell(indexes.canonical(found)) == said


INDEXES = st.one_of(st.builds(lambda a, b: range(a, a + b), st.integers(0, 20), st.integers(0, 20)), st.sets(st.integers(0, 30)))


@given(INDEXES, INDEXES)
def test_sets_of_indexes_are_sets(one: Any, other: Any) -> None:
    one, other = indexes.canonical(one), indexes.canonical(other)
    assert set(indexes.both(one, other)) == set(one) & set(other)
    assert set(indexes.without(one, other)) == set(one) - set(other)
    assert set(indexes.union(one, other)) == set(one) | set(other)


def test_pods_of_a_task_become_one_pod_with_holes() -> None:
    made = [{"name": f"w-{index}", "rank": str(index + 1), "part": str(index // 4), "same": "7"} for index in range(12)]
    for one, index in zip(made, range(12), strict=True):
        one["metadata"] = {"labels": {series.PARTITION: str(index // 4)}}
    found = list(series.find(enumerate(made)))
    assert [one.indexes for one in found] == [range(12)]
    assert [fill(found[0].object, index) for index in range(12)] == made


@given(st.dictionaries(st.integers(0, 40), st.tuples(st.sampled_from("ab"), st.text("0123x-", max_size=6)), min_size=1))
def test_series_hold_exactly_the_pods_they_were_found_in(given_pods: dict[int, tuple[str, str]]) -> None:
    made = {index: {"name": f"w-{index}", "kind": kind, "odd": odd, "n": index} for index, (kind, odd) in given_pods.items()}
    found = list(series.find(made.items()))
    assert {index: fill(one.object, index) for one in found for index in one.indexes or ()} == made
    assert sum(len(one) for one in found) == len(made)


def test_a_change_of_some_live_pods_is_said_once_with_the_pods() -> None:
    found = pods(10)
    for index in (0, 2, 5, 6, 7):
        found[f"train-worker-{index}"]["spec"]["containers"][0]["image"] = "a:2"
    said = against(list(found.values()), 10)
    assert said == (
        "Pod train-worker-[0,2,5-7]                                5 pods\n"
        '  spec.containers[main].image  "a:2" → "a:1"   job.yaml:10\n'
    )


def test_a_value_that_differs_in_every_pod_is_counted() -> None:
    found = pods(50)
    for index in range(50):
        found[f"train-worker-{index}"]["metadata"]["labels"]["odd"] = str(hash((index, "odd")))
    said = against(list(found.values()), 50)
    assert said.count("metadata.labels.odd") == 1
    assert "50 different values" in said
    assert "train-worker-[0-49]" in said


def test_pods_of_two_kinds_in_one_task_stay_apart() -> None:
    """As after an update in place: half of the pods have the old WORLD_SIZE."""
    found = pods(8)
    for index in range(4):
        env = found[f"train-worker-{index}"]["spec"]["containers"][0]["env"]
        next(entry for entry in env if entry["name"] == "WORLD_SIZE")["value"] = "5"
    said = against(list(found.values()), 8)
    assert "Pod train-worker-[0-3]" in said
    assert 'env[WORLD_SIZE]  "5" → "9"' in said


class Count:
    """How often a function was called."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> None:
        self.calls = 0
        whole = getattr(module, name)

        def counted(*arguments: Any, **options: Any) -> Any:
            self.calls += 1
            return whole(*arguments, **options)

        monkeypatch.setattr(module, name, counted)


def test_comparing_5000_replicas_is_as_much_work_as_comparing_3(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = [
        Count(monkeypatch, compare, "_compare"),
        Count(monkeypatch, compare, "_same_for"),
        Count(monkeypatch, normal, "_walk"),
    ]
    counts.append(Count(monkeypatch, values, "visible"))
    work = []
    for few, many in ((3, 4), (5000, 4000)):
        before = [count.calls for count in counts]
        text.write(vcplug.diff(job(few), job(many, 29501), CHOICES))
        work.append([count.calls - start for count, start in zip(counts, before, strict=True)])
    assert all(large <= 1.1 * small + 10 for small, large in zip(*work, strict=True)), work


def test_the_report_of_many_pods_is_as_short_as_that_of_few() -> None:
    few, many = (text.write(vcplug.diff(job(size), job(size, 29501), CHOICES)) for size in (3, 5000))
    assert len(many.splitlines()) == len(few.splitlines())


def test_a_dump_is_compared_in_series(monkeypatch: pytest.MonkeyPatch) -> None:
    found = list(pods(400).values())
    count = Count(monkeypatch, compare, "_compare")
    against(found, 400)
    assert count.calls < 2000


def test_a_comment_is_never_too_long() -> None:
    objects = [
        {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": f"c{number}"}, "data": {"k": "````\n" + "x\n" * 9}}
        for number in range(2000)
    ]
    report: Report = vcplug.diff(
        vcplug.loads(""), vcplug.loads(json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}))
    )
    written = markdown.write(report)
    assert len(written) <= 65_536
    assert "more objects: the comment would be too long" in written
    assert "`````diff" in written


JUNK: tuple[Any, ...] = (None, True, 0, "", "x", [], {}, [1], [None], {"a": 1}, {"name": 5}, [{"name": None}], [[1]], [{}], 1.5)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, (dict, list)):
        for step in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[step], (*path, step))


def spoilt(found: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """A copy with something else at a random place."""
    found = copy.deepcopy(found)
    *way, last = chance.choice([path for path in places(found) if len(path) > 1])
    holder: Any = found
    for step in way:
        holder = holder[step]
    holder[last] = copy.deepcopy(chance.choice(JUNK))
    return found


def sound_objects() -> list[dict[str, Any]]:
    samples = Path(__file__).parents[2] / "samples"
    names = ("volumes.yaml", "mpi.yaml", "pytorch-wait-master.yaml")
    made = [one for name in names for one in api.render(vcplug.load(str(samples / name)), CHOICES).objects()]
    return lived(made)


@settings(max_examples=300)
@given(st.integers(0, 10**9))
def test_objects_of_any_shape_are_compared_without_a_crash(seed: int) -> None:
    chance = random.Random(seed)
    good = chance.choice(SOUND)
    bad = spoilt(good, chance)
    for old, new in ((good, bad), (bad, good)):
        report = match.match(Side([], [old]), Side([], [new]), from_cluster=chance.random() < 0.5)
        for write in (text.write, machine.write, markdown.write):
            assert isinstance(write(report), str)
    assert not match.match(Side([], [bad]), Side([], [copy.deepcopy(bad)]))
    vcplug.diff(None, job(2), CHOICES, live=[bad])


SOUND = sound_objects()


def test_random_order_of_pods_does_not_matter() -> None:
    found = list(pods(30).values())
    for pod in found[::3]:
        pod["spec"]["containers"][0]["image"] = "a:2"
    said = against(found, 30)
    assert "Pod train-master-0, train-worker-[2,5," in said
    random.Random(3).shuffle(found)
    assert sorted(against(found, 30).splitlines()) == sorted(said.splitlines())


def test_a_billion_replicas_are_compared_without_being_counted_out() -> None:
    plain = JOB.replace('pytorch: ["--port=%(port)s"], svc: [], ', "")
    old, new = (vcplug.loads(plain % {"replicas": replicas}, "job.yaml") for replicas in (10**9, 10**9 - 1))
    said = text.write(vcplug.diff(old, new, CHOICES))
    assert "Pod train-worker-999999999 " in said
    edited = vcplug.loads((plain % {"replicas": 10**9}).replace("a:1", "a:2"), "job.yaml")
    assert "1,000,000,001 pods changed" in text.write(vcplug.diff(old, edited, CHOICES))
    assert "1,000,000,001 pods changed" in text.write(vcplug.diff(None, old, CHOICES))
