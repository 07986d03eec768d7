"""The jobs that are measured, written to a scratch directory."""

from __future__ import annotations

import subprocess
from pathlib import Path

from benchmarks.run import VCPLUG

JOB = """\
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata:
  name: {name}
spec:
  minAvailable: {replicas}
  plugins: {plugins}
  policies:
  - event: PodEvicted
    action: RestartJob
  tasks:
  - name: master
    replicas: 1
    policies:
    - event: TaskCompleted
      action: CompleteJob
    template:
      spec:
        restartPolicy: OnFailure
        containers:
        - name: main
          image: registry.example/train:{tag}
          command: [python, train.py, --epochs, "{epochs}"]
          resources:
            requests:
              cpu: 500m
              memory: 1Gi
  - name: worker
    replicas: {workers}
    template:
      metadata:
        labels:
          team: research
      spec:
        restartPolicy: OnFailure
        containers:
        - name: main
          image: registry.example/train:{tag}
          command: [python, train.py, --epochs, "{epochs}"]
          env:
          - name: MODE
            value: train
          resources:
            requests:
              cpu: 500m
              memory: 1Gi
"""
TRAINING = '{pytorch: ["--port=29500"], svc: [], env: []}'


def write_job(file: Path, pods: int, plugins: str = TRAINING, tag: str = "1", epochs: int = 10, name: str = "train") -> Path:
    file.write_text(JOB.format(name=name, replicas=pods, workers=pods - 1, plugins=plugins, tag=tag, epochs=epochs))
    return file


def write_kustomization(folder: Path, job: Path) -> Path:
    """What the job renders to, as the resources of a kustomization."""
    folder.mkdir()
    with open(folder / "all.yaml", "wb") as output:
        subprocess.run([*VCPLUG, "render", "-q", str(job)], stdout=output, check=True)
    (folder / "kustomization.yaml").write_text("resources:\n- all.yaml\n")
    return folder


def write_many(folder: Path, count: int) -> list[Path]:
    folder.mkdir()
    return [write_job(folder / f"job-{number:04}.yaml", 4 + number % 5, name=f"train-{number}") for number in range(count)]


def write_large(file: Path, size: int) -> Path:
    """A job whose file is as large as asked for: a container with very many variables, as a generator writes it."""
    write_job(file, 3)
    entry = '          - name: SETTING_{:06}\n            value: "some text, such as settings have: {:06}"\n'
    count = size // len(entry.format(0, 0))
    variables = "".join(entry.format(number, number) for number in range(count))
    file.write_text(file.read_text().replace("          env:\n", "          env:\n" + variables))
    return file


def write_dump(file: Path, job: Path) -> Path:
    """A `kubectl get -o json` dump of the pods, with what a cluster adds to them."""
    import json

    rendered = subprocess.run([*VCPLUG, "render", "-q", "-o", "json", str(job)], capture_output=True, check=True)
    dump = json.loads(rendered.stdout)
    for position, item in enumerate(dump["items"]):
        item["metadata"] |= {"uid": f"00000000-0000-0000-0000-{position:012}", "resourceVersion": str(1000 + position)}
        if item["kind"] == "Pod":
            item["spec"] |= {"nodeName": f"node-{position % 50}", "dnsPolicy": "ClusterFirst", "serviceAccountName": "default"}
            item["status"] = {"phase": "Running", "podIP": "10.0.0.1"}
    file.write_text(json.dumps(dump))
    return file
