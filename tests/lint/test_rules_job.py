"""Jobs that are accepted and then do not do what was meant (VCP751 to 759)."""

from __future__ import annotations

import pytest

from tests.lint.parts import found, loud, pointed, said

LED = """\
    {head}
    plugins:
      {plugin}: []
      svc: ["--disable-network-policy=true"]
    policies: {policies}
    tasks:
    - name: {leader}
      replicas: 1
      policies: {own}
    - name: worker
      replicas: {workers}
    """


def led(plugin: str = "mpi", policies: str = "[]", own: str = "[]", workers: int = 2, head: str = "maxRetry: 3") -> str:
    leader = "head" if plugin == "ray" else "master"
    return LED.format(head=head, plugin=plugin, policies=policies, own=own, leader=leader, workers=workers)


@pytest.mark.parametrize("plugin", ["mpi", "ray", "pytorch"])
def test_a_job_must_end_when_its_leading_task_does(plugin: str) -> None:
    assert pointed(led(plugin), "VCP752") == ["head" if plugin == "ray" else "master"]


@pytest.mark.parametrize(
    "part",
    [
        led(policies="[{event: TaskCompleted, action: CompleteJob}]"),
        led(own="[{event: TaskCompleted, action: CompleteJob}]"),
        led(own="[{events: [TaskCompleted, PodFailed], action: TerminateJob}]"),
        led(own='[{event: "*", action: CompleteJob}]'),
        led(head="minSuccess: 1"),
        led("pytorch", workers=0),
    ],
    ids=["of the job", "of the task", "among events", "any event", "minSuccess", "nobody else"],
)
def test_a_job_that_ends_is_fine(part: str) -> None:
    assert not loud(part)


def test_replicas_that_are_not_written_are_none() -> None:
    assert pointed("tasks:\n- name: a\n  replicas: 1\n- name: b\n", "VCP753") == ["b"]
    assert not found("tasks:\n- name: a\n  replicas: 1\n- name: b\n  replicas: 0\n", "VCP753")


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("minAvailable: 0\n", ["0"]),
        ("maxRetry: 0\ntasks:\n- name: a\n  replicas: 1\n  maxRetry: 0\n", ["0", "0"]),
        ("tasks:\n- name: a\n  replicas: 1\n  minAvailable: 0\n", []),
        ("minAvailable: 1\nmaxRetry: 1\n", []),
    ],
)
def test_a_zero_that_means_something_else(part: str, words: list[str]) -> None:
    assert pointed(part, "VCP754") == words


DEPENDENT = "{head}tasks:\n- name: load\n  replicas: 2\n- name: train\n  replicas: 3\n  dependsOn:\n    name: [load]\n"


@pytest.mark.parametrize(
    ("head", "word"),
    [
        ("", "dependsOn"),
        ("minAvailable: 5\n", "5"),
        ("minAvailable: 3\n", "3"),
        ("minAvailable: 2\n", ""),
        ("minAvailable: 1\n", ""),
    ],
)
def test_a_dependent_task_must_not_be_counted_on(head: str, word: str) -> None:
    assert pointed(DEPENDENT.format(head=head), "VCP755") == ([word] if word else [])


INIT = """\
    volumes:
    - mountPath: /data
      volumeClaimName: corpus
    tasks:
    - name: worker
      replicas: 1
      template:
        spec:
          initContainers:
          - name: fetch
            image: example/fetch:1.0
            {more}
          volumes: [{{name: corpus, persistentVolumeClaim: {{claimName: corpus}}}}]
    """


@pytest.mark.parametrize(
    ("more", "severity", "word"),
    [
        ("command: [fetch, --to, /data/raw]", "warning", "/data"),
        ("workingDir: /data", "warning", "/data"),
        ("command: [fetch, --to, /database]", "info", "fetch"),
        ("command: [fetch, --to, /mnt/data]", "info", "fetch"),
        ("command: [sysctl, -w, vm.max_map_count=262144]", "info", "fetch"),
    ],
)
def test_an_init_container_that_uses_a_job_volume_is_warned_of(more: str, severity: str, word: str) -> None:
    part = INIT.format(more=more)
    assert [finding.severity for finding in found(part, "VCP756")] == [severity]
    assert pointed(part, "VCP756") == [word]


def test_an_init_container_that_mounts_the_claim_itself_is_fine() -> None:
    part = INIT.format(more="volumeMounts: [{name: corpus, mountPath: /data}]\n            command: [fetch, /data]")
    assert not found(part, "VCP756")


PARTED = """\
    tasks:
    - name: worker
      replicas: 8
      partitionPolicy:
        totalPartitions: 2
        partitionSize: 4
    """


@pytest.mark.parametrize(
    ("release", "wrong"),
    [("1.14.0", True), ("1.14.2", True), ("1.14.3", False), ("1.15.0", True), ("1.15.1", False), ("1.16", False)],
)
def test_partitions_without_minimum_in_each_release(release: str, wrong: bool) -> None:
    assert pointed(PARTED, "VCP757", release) == (["partitionPolicy"] if wrong else [])


@pytest.mark.parametrize(
    ("image", "wrong"),
    [
        ("busybox", True),
        ("busybox:latest", True),
        ("localhost:5000/busybox", True),
        ("busybox:1.36", False),
        ("localhost:5000/busybox:1", False),
        ("busybox@sha256:0123456789012345678901234567890123456789012345678901234567890123", False),
    ],
)
def test_images_and_their_tags(image: str, wrong: bool) -> None:
    assert pointed(f"containers:\n- name: main\n  image: {image}\n", "VCP758") == ([image] if wrong else [])


GPUS = """\
    plugins: {{pytorch: []}}
    tasks:
    - name: master
      replicas: 1
      template:
        spec:
          containers: [{{name: main, image: "a:1", command: [{command}], resources: {{limits: {{nvidia.com/gpu: {gpus}}}}}}}]
    - name: worker
      replicas: 1
    """


@pytest.mark.parametrize(
    ("command", "gpus", "noted"),
    [
        ("python, train.py", 8, True),
        ("python, train.py", 1, False),
        ("torchrun, --nproc-per-node=8, train.py", 8, False),
        ("accelerate, launch, train.py", 8, False),
        ("deepspeed, train.py", 8, False),
        ("python, -m, torch.distributed.run, train.py", 8, False),
    ],
)
def test_gpus_and_ranks(command: str, gpus: int, noted: bool) -> None:
    assert bool(said(GPUS.format(command=command, gpus=gpus), "VCP759")) is noted
