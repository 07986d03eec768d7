"""Ordinary jobs give no alarm: the samples, the guides' jobs, what real clusters accepted, and jobs as people write them."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from tests.lint.parts import loud
from vcplug.lint.files import Settings, examine
from vcplug.model import Finding
from vcplug.releases import release
from vcplug.source.reader import parse

ROOT = Path(__file__).parent.parent.parent
SAMPLES = sorted((ROOT / "samples").glob("*.yaml"))
SEEDS = sorted((ROOT / "tests" / "seeds" / "jobs").glob("*.yaml"))
CASES = sorted(path for path in (ROOT / "tests" / "conformance" / "cases").glob("*/job.yaml"))
RELEASES = ("1.8", "1.11", "1.13", "1.15", "1.16")
WRONG_IN_SEEDS = {
    "004-2-tensorflow-dist-mnist.yaml": {"VCP207", "VCP760"},
    "004-4-tensorflow-dist-mnist.yaml": {"VCP760"},
    "004-8-ray-cluster-job.yaml": {"VCP501", "VCP752", "VCP760"},
}
WRONG_IN_CASES = {
    "flags-empty-value": {"VCP208"},
    "flags-value-with-equals": {"VCP208"},
    "pod-depends-on": {"VCP755"},
    "pytorch-no-master-task": {"VCP208"},
    "pytorch-own-hostname": {"VCP409"},
    "pytorch-two-masters": {"VCP209"},
    "ray-container-not-found": {"VCP212"},
    "ray-documented-client-port": {"VCP114"},
    "ssh-given-keys": {"VCP603"},
    "ssh-own-hostname": {"VCP408"},
    "ssh-private-only": {"VCP602", "VCP603"},
    "ssh-public-only": {"VCP602"},
    "svc-null-is-off": {"VCP201"},
    "svc-own-hostname": {"VCP408", "VCP409"},
    "tensorflow-own-hostname": {"VCP408"},
    "yaml-duplicate-key": {"VCP760"},
}
"""errors of jobs that were accepted, and that do not do what is written all the same"""


def found(path: Path, volcano: str = "1.15") -> tuple[Finding, ...]:
    return examine(parse(path.name, path.read_bytes()), Settings(release(volcano))).findings


def codes(findings: tuple[Finding, ...], *severities: str) -> set[str]:
    return {finding.code for finding in findings if finding.severity in severities}


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_samples_give_no_warning(path: Path) -> None:
    assert not codes(found(path), "error", "warning")


@pytest.mark.parametrize("path", SEEDS, ids=lambda path: path.stem)
def test_the_guides_jobs_give_what_is_truly_wrong_in_them(path: Path) -> None:
    assert codes(found(path), "error", "warning") == WRONG_IN_SEEDS.get(path.name, set())


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.parent.name)
def test_jobs_that_clusters_accept_give_no_error_but_what_is_truly_wrong(path: Path) -> None:
    for volcano in RELEASES:
        findings = found(path, volcano)
        if not any(finding.stops for finding in findings):
            assert codes(findings, "error") == WRONG_IN_CASES.get(path.parent.name, set())


ORDINARY = {
    "training with sidecars and envFrom": """\
        minAvailable: 5
        plugins:
          pytorch: ["--port=29500"]
          svc: []
          env: []
        tasks:
        - name: master
          replicas: 1
          template: &pod
            metadata:
              labels: {app: llm}
            spec:
              restartPolicy: OnFailure
              initContainers:
              - name: fetch
                image: amazon/aws-cli:2.17
                command: [sh, -c, "aws s3 sync s3://data/part-$VC_TASK_INDEX /data"]
                volumeMounts: [{name: data, mountPath: /data}]
              containers:
              - name: main
                image: pytorch/pytorch:2.4.1-cuda11.8-cudnn9-runtime
                envFrom: [{secretRef: {name: hub}}]
                env: [{name: NCCL_DEBUG, value: INFO}, {name: RUN, value: "$(POD)-1"}]
                command:
                - bash
                - -c
                - |
                  # RANK, WORLD_SIZE and MASTER_ADDR come from Volcano, VK_TASK_INDEX is not needed
                  torchrun --nnodes=$WORLD_SIZE --node-rank=$RANK --nproc-per-node=8 \\
                    --master-addr=$MASTER_ADDR --master-port=$MASTER_PORT train.py
                resources: {limits: {nvidia.com/gpu: 8}}
                volumeMounts: [{name: data, mountPath: /data}, {name: shm, mountPath: /dev/shm}]
              - name: metrics
                image: example/metrics:1.0
                ports: [{name: metrics, containerPort: 9400}]
              volumes:
              - name: data
                emptyDir: {}
              - name: shm
                emptyDir: {medium: Memory}
        - name: worker
          replicas: 4
          template: *pod
        """,
    "mpi with sshd of its own": """\
        minAvailable: 3
        plugins:
          ssh: ["--ssh-key-file-path=/home/mpi/.ssh"]
          svc: []
        tasks:
        - name: mpimaster
          replicas: 1
          policies: [{event: TaskCompleted, action: CompleteJob}]
          template:
            spec:
              securityContext: {runAsUser: 1000, fsGroup: 1000}
              containers:
              - name: main
                image: example/mpi:1.0
                command:
                - sh
                - -c
                - |
                  MPI_HOST=$(cat /etc/volcano/mpiworker.host | tr "\\n" ",")
                  mpiexec --host ${MPI_HOST} -np 2 hello
        - name: mpiworker
          replicas: 2
          template:
            spec:
              securityContext: {runAsUser: 1000}
              containers: [{name: main, image: "example/mpi:1.0", command: [/usr/sbin/sshd, -D, -p, "2022"]}]
        """,
    "ray with an init container that waits for the head": """\
        minAvailable: 3
        plugins:
          ray: []
          svc: ["--disable-network-policy"]
        policies: [{event: PodFailed, action: RestartJob}, {event: TaskCompleted, action: CompleteJob}]
        tasks:
        - name: head
          replicas: 1
          template:
            spec:
              containers:
              - name: head
                image: rayproject/ray:2.35.0
                readinessProbe: {tcpSocket: {port: 6379}}
        - name: worker
          replicas: 2
          template:
            spec:
              initContainers:
              - name: wait
                image: busybox:1.36
                command: [sh, -c, "until nc -z train-head-0.train 6379; do sleep 2; done"]
              containers: [{name: worker, image: "rayproject/ray:2.35.0"}]
        """,
    "tensorflow that reads TF_CONFIG": """\
        plugins:
          tensorflow: ["--ps=ps", "--worker=trainer"]
        tasks:
        - name: ps
          replicas: 2
        - name: trainer
          replicas: 4
          policies: [{event: TaskCompleted, action: CompleteJob}]
          template:
            spec:
              containers:
              - name: main
                image: tensorflow/tensorflow:2.16.1
                command: [python, -c, "import os, json; print(json.loads(os.environ['TF_CONFIG']))"]
        """,
    "a batch job without plugins": """\
        minAvailable: 1
        queue: batch
        maxRetry: 5
        ttlSecondsAfterFinished: 600
        priorityClassName: low
        policies: [{event: PodEvicted, action: RestartJob}, {exitCode: 137, action: RestartTask}]
        volumes: [{mountPath: /data, volumeClaimName: corpus}]
        tasks:
        - name: crunch
          replicas: 10
          minAvailable: 1
          template:
            spec:
              hostNetwork: true
              hostname: cruncher
              nodeSelector: {pool: spot}
              tolerations: [{operator: Exists}]
        """,
    "a headless Service of its own": """\
        plugins: {env: []}
        tasks:
        - name: node
          replicas: 1
          template:
            spec:
              hostname: node
              subdomain: cluster
              containers: [{name: main, image: "example/db:1.0", command: [serve, --peer, node.cluster]}]
        """,
    "Python that talks about names": """\
        tasks:
        - name: worker
          replicas: 2
          template:
            spec:
              containers:
              - name: main
                image: python:3.12-slim
                command:
                - python
                - -c
                - |
                  import os
                  # under Volcano VC_TASK_INDEX and VC_WORKER_HOSTS are set, see /etc/volcano/worker.host
                  index = int(os.environ.get("VC_TASK_INDEX", os.environ.get("RANK", "0")))
                  if "VC_WORKER_HOSTS" in os.environ:
                      hosts = os.environ["VC_WORKER_HOSTS"].split(",")
                  print("MPI_HOST is", os.getenv("MPI_HOST", "unset"), index)
        """,
}


@pytest.mark.parametrize("part", ORDINARY.values(), ids=list(ORDINARY))
def test_jobs_as_people_write_them_give_no_warning(part: str) -> None:
    assert not loud(dedent(part))
