"""Jobs for the tests of this room, and lint on them in memory."""

from __future__ import annotations

from vcplug.lint.choose import Choice
from vcplug.lint.files import Examined, Settings, examine
from vcplug.lint.fixing import apply
from vcplug.model import Finding
from vcplug.releases import release
from vcplug.source.reader import parse

HEAD = """\
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata:
  name: train
"""
TASKS = """\
  tasks:
  - name: master
    replicas: 1
    policies: [{event: TaskCompleted, action: CompleteJob}]
    template:
      spec:
        restartPolicy: Never
        containers:
        - name: main
          image: busybox:1.36
  - name: worker
    replicas: 1
    template:
      spec:
        restartPolicy: Never
        containers:
        - name: main
          image: busybox:1.36
"""
GOOD = f"{HEAD}spec:\n{TASKS}"


def job(plugins: str, tasks: str = TASKS) -> str:
    """A sound job with this text under spec."""
    return f"{HEAD}spec:\n{plugins}{tasks}"


def settings(select: tuple[str, ...] = (), ignore: tuple[str, ...] = (), volcano: str = "1.15.1") -> Settings:
    return Settings(release(volcano), choice=Choice(select, ignore))


def look(text: str | bytes, *select: str, name: str = "job.yaml", volcano: str = "1.15.1") -> Examined:
    raw = text.encode() if isinstance(text, str) else text
    return examine(parse(name, raw), settings(select, volcano=volcano))


def findings(text: str | bytes, *select: str, volcano: str = "1.15.1") -> tuple[Finding, ...]:
    return look(text, *select, volcano=volcano).findings


def codes(text: str | bytes, *select: str) -> list[str]:
    return [finding.code for finding in findings(text, *select)]


def fixed(text: str, *select: str, unsafe: bool = False, volcano: str = "1.15.1") -> str:
    """The text after --fix, or after --unsafe-fixes."""
    file = parse("job.yaml", text.encode())
    chosen = settings(select, volcano=volcano)
    return apply(file, examine(file, chosen), chosen, unsafe=unsafe).text
