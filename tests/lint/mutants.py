"""Jobs that are broken in ways that nobody thought of: seeded, so that a failure can be looked at again."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import vcplug

ROOT = Path(__file__).parents[2]
WEIRD: tuple[Any, ...] = (
    None, "", 0, -1, 1, 2**31, 2**63, 2**70, 0.5, -1e300, True, False, [], {}, [None], [[]], {"": None}, {"name": {}},
    "-", "--", "---", "--x", "--x=", "–master=m", "--port 22", "--port=99999", "a b", "é", "🙂" * 9, "x" * 300, "\n", "\0",
    "{{ x }}", "$(A)", "*", "VC_TASK_INDEX $VK_TASK_INDEX /etc/volcano/a-b.host MPI_HOST", "1Gi", "0.1", "1e3", "null", "yes",
    "default.svc",
    ["--port=1", "--port=2"], ["--worker", "--master"], ["--x=y --z"], {"a": {"b": {"c": []}}}, "-----BEGIN RSA PRIVATE KEY-----",
)  # fmt: skip
PLUGINS = ("env", "svc", "ssh", "pytorch", "tensorflow", "mpi", "ray", "hcclrank", "pytroch", "")
FIELDS = (
    "replicas", "minAvailable", "maxRetry", "dependsOn", "policies", "volumes", "plugins", "tasks", "template", "spec",
    "metadata", "containers", "initContainers", "hostNetwork", "hostname", "subdomain", "restartPolicy", "env", "ports",
    "volumeMounts",
    "command", "args", "resources", "partitionPolicy", "networkTopology", "schedulerName", "queue", "securityContext", "name",
    "status",
)  # fmt: skip


def texts() -> list[str]:
    """Jobs to begin with."""
    files = [*(ROOT / "samples").glob("*.yaml"), *(ROOT / "tests/conformance/cases").glob("*/job.yaml")]
    return [path.read_text() for path in sorted(files)]


def mutants(number: int, seed: int = 4) -> Iterator[bytes]:
    """Half of them broken as data, half as text."""
    random = Random(seed)
    originals = texts()
    data = [document.root.plain() for text in originals for document in vcplug.loads(text).documents]
    for count in range(number):
        if count % 2:
            yield _break_text(random, random.choice(originals))
        else:
            broken = copy.deepcopy(random.choice(data))
            for _ in range(random.randint(1, 4)):
                _break_data(random, broken)
            yield json.dumps(broken, ensure_ascii=random.random() < 0.5, indent=random.choice((None, 2))).encode(
                "utf-8", "replace"
            )


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from _places(value[key])


def _break_data(random: Random, value: Any) -> None:
    places = list(_places(value))
    if not places:
        return
    holder, key = random.choice(places)
    what = random.randrange(7)
    if what == 0:
        del holder[key]
    elif what == 1 and isinstance(holder, dict):
        holder[random.choice(FIELDS)] = copy.deepcopy(random.choice(WEIRD))
    elif what == 2:
        holder[key] = copy.deepcopy(random.choice(places)[0])
    elif what == 3 and isinstance(holder, list):
        holder.append(copy.deepcopy(random.choice(WEIRD)))
    elif what == 4 and isinstance(value.get("spec"), dict):
        plugins = value["spec"].setdefault("plugins", {})
        if isinstance(plugins, dict):
            plugins[random.choice(PLUGINS)] = copy.deepcopy(random.choice((*WEIRD, [], [])))
    elif what == 5 and isinstance(holder[key], str) and holder[key]:
        at = random.randrange(len(holder[key]))
        holder[key] = holder[key][:at] + random.choice("-–= :.\n\"'{}[]_é0") + holder[key][at + random.randint(0, 1) :]
    else:
        holder[key] = copy.deepcopy(random.choice(WEIRD))


def _break_text(random: Random, text: str) -> bytes:
    raw = bytearray(text.encode())
    for _ in range(random.randint(1, 5)):
        at = random.randrange(len(raw) + 1)
        what = random.randrange(6)
        if what == 0:
            del raw[at : at + random.randint(1, 20)]
        elif what == 1:
            raw[at:at] = random.choice(
                (b":", b"-", b"&a ", b"*a", b"<<: *a\n", b"{", b"[", b"|", b">", b"'", b'"', b"#", b"%", b"\t", b"---\n")
            )
        elif what == 2:
            other = random.randrange(len(raw) + 1)
            raw[at:at] = raw[other : other + random.randint(1, 120)]
        elif what == 3:
            lines = raw.split(b"\n")
            line = random.randrange(len(lines))
            lines[line] = random.choice((b"", b" ", b"  ")) + lines[line] if random.random() < 0.5 else lines[line].strip()
            raw = bytearray(b"\n".join(lines))
        elif what == 4:
            raw[at:at] = random.choice(
                (b"\xff", b"\0", b"\r\n", "🙂".encode(), "–".encode(), b"{{ .Values.x }}", b"# vcplug: ignore[VCP1, x]")
            )
        else:
            raw = bytearray(
                raw.replace(random.choice((b": ", b"- ", b"[]", b"name")), random.choice((b":", b": ~ ", b"", b" - ")), 1)
            )
    return bytes(raw)
