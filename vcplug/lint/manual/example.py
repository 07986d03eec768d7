"""The examples of the manual as whole jobs, and what lint says of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from vcplug.lint.files import Settings, examine
from vcplug.lint.manual import Entry
from vcplug.model import Finding, Fix
from vcplug.releases import DEFAULT, release
from vcplug.source.reader import parse

Line = tuple[str, int]
"""text, and the line of the example that it is; 0: added"""
HEAD = ("apiVersion: batch.volcano.sh/v1alpha1", "kind: Job", "metadata:", "  name: train")
OF_JOB = frozenset(("apiVersion", "kind", "metadata", "spec"))
OF_SPEC = frozenset((
    "maxRetry", "minAvailable", "minSuccess", "networkTopology", "plugins", "policies", "priorityClassName", "queue",
    "runningEstimate", "schedulerName", "tasks", "ttlSecondsAfterFinished", "volumes", "minavailable",
))  # fmt: skip
"""what stands in a Job's spec; anything else is of the pod (and one spelling mistake)"""
ENDS = ("policies:", "- event: TaskCompleted", "  action: CompleteJob")
TASKS = {"pytorch": ("master", "worker"), "mpi": ("master", "worker"), "tensorflow": ("ps", "worker"), "ray": ("head", "worker")}
"""tasks that a job with this plugin has, where the example names none"""
POD = ("  template:", "    spec:")
CUT = "…"
"""stands for the body of a key"""


class Whole(NamedTuple):
    """An example as a job that can be applied."""

    text: str
    lines: tuple[int, ...]
    """of each line of the example, in order, its line in the text"""


def whole(part: str) -> Whole:
    """Put what is missing around a part of a job: of the whole object, of its spec, or of its pods."""
    lines: list[Line] = [(text, number) for number, text in enumerate(part.splitlines(), 1)]
    keys = _keys(lines)
    if "apiVersion" not in keys:
        if not keys & OF_JOB:
            spec = (
                _spec(lines)
                if keys <= OF_SPEC
                else _spec([*_added("tasks:", "- name: worker", "  replicas: 1", *POD), *_deeper(lines, 6)])
            )
            lines = [*_added(*HEAD, "spec:"), *_deeper(spec, 2)]
        else:
            lines = _job(lines)
    lines = list(_with_keys(lines))
    places = {number: place for place, (_, number) in enumerate(lines, 1) if number}
    return Whole("".join(f"{text}\n" for text, _ in lines), tuple(places[number] for number in sorted(places)))


def _added(*texts: str) -> list[Line]:
    return [(text, 0) for text in texts]


def _deeper(lines: list[Line], by: int) -> list[Line]:
    return [(" " * by + text if text else text, number) for text, number in lines]


def _keys(lines: list[Line]) -> set[str]:
    return {found[1] for text, _ in lines if (found := re.match(r"(\w+):", text))}


def _sections(lines: list[Line]) -> dict[str, list[Line]]:
    """The lines under each key that is not indented; comments go with what follows."""
    found: dict[str, list[Line]] = {}
    waiting: list[Line] = []
    name = ""
    for line in lines:
        key = re.match(r"(\w+):", line[0])
        if line[0].startswith("#"):
            waiting.append(line)
            continue
        name = key[1] if key else name
        found.setdefault(name, []).extend([*waiting, line])
        waiting = []
    return found


def _job(lines: list[Line]) -> list[Line]:
    sections = _sections(lines)
    head = _added(*HEAD[:2]) + sections.get("metadata", _added(*HEAD[2:]))
    title, *body = sections.get("spec", _added("spec:"))
    return [*head, title, *_deeper(_spec([(text[2:], number) for text, number in body]), 2)]


def _spec(lines: list[Line]) -> list[Line]:
    keys = _keys(lines)
    before = [] if "policies" in keys or any("policies:" in text for text, _ in lines) else _added(*ENDS)
    if "tasks" not in keys:
        return [*before, *lines, *_added("tasks:"), *_added(*(text for name in _roles(lines) for text in _task(name)))]
    sections = _sections(lines)
    tasks = sections.pop("tasks")
    return [*before, *(line for section in sections.values() for line in section), *_tasks(tasks)]


def _roles(lines: list[Line]) -> tuple[str, ...]:
    text = "\n".join(text for text, _ in lines)
    return next((tasks for plugin, tasks in TASKS.items() if re.search(rf"^  {plugin}:", text, re.MULTILINE)), ("worker",))


def _task(name: str) -> Iterator[str]:
    yield f"- name: {name}"
    yield f"  replicas: {2 if name == 'worker' else 1}"
    yield from POD
    yield from _container(name)


def _container(name: str) -> tuple[str, ...]:
    return "      restartPolicy: OnFailure", "      containers:", f"      - name: {name}", "        image: example/app:1.0"


def _tasks(lines: list[Line]) -> list[Line]:
    """Tasks with what their pods need at least."""
    done: list[Line] = lines[:1]
    starts = [place for place, (text, _) in enumerate(lines) if text.startswith("- ")]
    if not starts:
        return lines
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        task = lines[start:end]
        texts = [text for text, _ in task]
        name = next((found[1] for text in texts if (found := re.match(r"[- ] name: (\S+)", text))), "main")
        done += task
        policy, *containers = _container(name)
        if any(text.startswith("  template: *") for text in texts):
            continue
        if not any(text.startswith("  template:") for text in texts):
            done += _added(*POD)
        if not any(text.startswith("      restartPolicy:") for text in texts):
            done += _added(policy)
        if not any(text.startswith("      containers:") for text in texts):
            done += _added(*containers)
    return done


def _with_keys(lines: list[Line]) -> Iterator[Line]:
    """Lines with real keys where the example shows … for one: no private key lies in the source of vcplug."""
    kind = ""
    for text, number in lines:
        header = re.search(r"-----BEGIN (OPENSSH|RSA) PRIVATE KEY-----$", text)
        kind = header[1] if header else kind
        public = re.search(rf"(ssh-ed25519|ssh-rsa) {CUT}", text)
        if text.strip() == CUT:
            for body in _pair(kind)[0].splitlines()[1:-1]:
                yield text.replace(CUT, body), number
        elif public:
            yield text.replace(public[0], _pair("RSA" if public[1] == "ssh-rsa" else "OPENSSH")[1]), number
        else:
            yield text, number


@cache
def _pair(kind: str) -> tuple[str, str]:
    """A good key pair, or, of RSA, a weak one."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ed25519, rsa

    key: ed25519.Ed25519PrivateKey | rsa.RSAPrivateKey
    if kind == "RSA":
        key, form = rsa.generate_private_key(65537, 1024), serialization.PrivateFormat.TraditionalOpenSSL
    else:
        key, form = ed25519.Ed25519PrivateKey.generate(), serialization.PrivateFormat.OpenSSH
    private = key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption())
    public = key.public_key().public_bytes(serialization.Encoding.OpenSSH, serialization.PublicFormat.OpenSSH)
    return private.decode(), public.decode()


def findings(part: str, named: str = "") -> tuple[Finding, ...]:
    """What lint says of an example, in a release."""
    file = parse("job.yaml", whole(part).text.encode())
    return examine(file, Settings(release(named or DEFAULT))).findings


def finding(entry: Entry) -> Finding | None:
    """The finding that an entry's example is about; None for what only render and diff find."""
    if entry.before or entry.options:
        return None
    return next((found for found in findings(entry.bad, entry.release) if found.code == entry.code), None)


def fix(entry: Entry) -> Fix | None:
    """What `--fix`, or `--unsafe-fixes` where it is not safe, does to the example."""
    found = finding(entry)
    return found.fix if found else None
