"""Every row of the table: what is measured, against what, and the goal."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from benchmarks import inputs
from benchmarks.run import NOTHING, TYPER, VCPLUG, Command, Usage, best, once

MANY, HUGE, FILES, IN_FOLDER = 5_000, 100_000, 1_000, 10_000
EVENTS = """\
import sys, _ruamel_yaml as library
parser = library.CParser(open(sys.argv[1]).read())
while type(parser.get_event()) is not library.StreamEndEvent:
    pass
"""
"""all that ruamel.yaml's C parser has to say of a file, and nothing done with it"""


@dataclass(frozen=True, slots=True)
class Row:
    """A measured row. `value` is the ratio or amount; `reached` is None where a peer is missing."""

    what: str
    against: str
    goal: str
    value: float | None
    unit: str
    reached: bool | None
    floor: str = ""
    """how far it is from what cannot be beaten"""
    at_least: bool = False
    """the peer was stopped before its end"""


class Care(NamedTuple):
    """How carefully to measure."""

    times: int
    patience: float
    """seconds after which a slow peer is stopped; none is stopped before the goal is reached with something to spare"""


Measure = Callable[[Path, Care], Iterator[Row]]


def vcplug(*arguments: str | Path, output: Path | None = None, fine: tuple[int, ...] = (0,), alone: bool = False) -> Command:
    return Command((*VCPLUG, *map(str, arguments)), output, fine, alone)


def kustomize(folder: Path, output: Path, limit: float | None = None) -> Command:
    return Command(("kubectl", "kustomize", str(folder)), output, limit=limit)


def ratio(what: str, against: str, limit: float, mine: Usage, peer: Usage, floor: str = "") -> Row:
    value = mine.seconds / peer.seconds
    return Row(what, against, f"≤ {limit:g} ×", value, "×", value <= limit, floor)


def faster(what: str, against: str, least: float, mine: Usage, peer: Usage, floor: str = "") -> Row:
    value = peer.seconds / mine.seconds
    goal = f"≥ {least:g} × faster" if least != 1 else "faster"
    return Row(what, against, goal, value, "× faster", value >= least, floor, peer.stopped)


def more_memory(what: str, mine: Usage, small: Usage) -> Row:
    more = mine.peak_mib - small.peak_mib
    return Row(what, "at 100 pods", "+ ≤ 16 MiB", more, "MiB more", more <= 16, f"{small.peak_mib:.0f} MiB at 100 pods")


def missing(what: str, peer: str, goal: str) -> Row:
    return Row(what, f"{peer} (not on the PATH)", goal, None, "", None)


def above(mine: Usage, floor: Usage, name: str = "python -c pass") -> str:
    return f"{mine.seconds / floor.seconds:.1f} × {name}"


def start(scratch: Path, care: Care) -> Iterator[Row]:
    job = inputs.write_job(scratch / "start.yaml", 3)
    render, help_, word, version, one, typer, nothing = best(
        [
            vcplug("render", "-q", job),
            vcplug("--help"),
            vcplug("--complete", "pods", job),
            vcplug("--version"),
            vcplug("lint", "-q", "--no-config", job, fine=(0, 1)),
            Command(TYPER),
            Command(NOTHING),
        ],
        care.times * 3,
    )
    for what, limit, mine in (
        ("start: render of 3 pods", 1.6, render),
        ("`--help`", 1.4, help_),
        ("a completed word", 1.4, word),
        ("`--version`", 0.3, version),
        ("lint of one file", 2, one),
    ):
        yield ratio(what, "import typer", limit, mine, typer, above(mine, nothing))


def start_kustomize(scratch: Path, care: Care) -> Iterator[Row]:
    what = "start: render of 3 pods"
    if not shutil.which("kubectl"):
        yield missing(what, "kubectl kustomize", "≤ 2 ×")
        return
    job = inputs.write_job(scratch / "peer.yaml", 3)
    folder = inputs.write_kustomization(scratch / "peer", job)
    mine, peer = best([vcplug("render", "-q", job), kustomize(folder, scratch / "peer.out")], care.times * 3)
    yield ratio(what, "kubectl kustomize of the same", 2, mine, peer)


def many(scratch: Path, care: Care) -> Iterator[Row]:
    what = f"render {MANY:,} pods (pytorch, svc, env)"
    job = inputs.write_job(scratch / "many.yaml", MANY)
    folder = inputs.write_kustomization(scratch / "many", job)
    mine, copy = best([vcplug("render", "-q", job, output=scratch / "many.out"), _cat(folder / "all.yaml", scratch)], care.times)
    if not shutil.which("kubectl"):
        yield missing(what, "kubectl kustomize", "≥ 50 × faster")
        return
    # its time grows with the square of the pods: over eight minutes for these
    peer = once(kustomize(folder, scratch / "peer.out", max(care.patience, 60 * mine.seconds)))
    yield faster(what, "kubectl kustomize of the same", 50, mine, peer, above(mine, copy, "cat"))


def huge(scratch: Path, care: Care) -> Iterator[Row]:
    jobs = [inputs.write_job(scratch / f"huge-{size}.yaml", size, "{env: []}") for size in (100, 1_000, HUGE)]
    output = scratch / "huge.out"
    small, thousand, large = best([vcplug("render", "-q", job, output=output) for job in jobs], care.times)
    (copy,) = best([_cat(output, scratch)], care.times)
    allowed = 5 * copy.seconds + small.seconds
    yield Row(
        f"render {HUGE:,} pods (env)", "5 × cat of the output, plus start", "≤ 1 ×",
        large.seconds / allowed, "×", large.seconds <= allowed,
        f"{(large.seconds - small.seconds) / copy.seconds:.1f} × cat beyond the start",
    )  # fmt: skip
    per_pod = (large.seconds / HUGE) / (thousand.seconds / 1_000)
    yield Row("growth from 1,000 to 100,000 pods", "linear", "time per pod ≤ 1 ×", per_pod, "×", per_pod <= 1)
    yield more_memory(f"peak memory at {HUGE:,} pods", large, small)
    as_json = once(vcplug("render", "-q", "-o", "json", jobs[2], output=output))
    yield more_memory(f"peak memory at {HUGE:,} pods, json", as_json, once(vcplug("render", "-q", "-o", "json", jobs[0])))
    few = inputs.write_job(scratch / "folder.yaml", IN_FOLDER, "{env: []}")
    filled = once(vcplug("render", "-q", "--output-dir", scratch / "large", few))
    yield more_memory(
        f"peak memory at {IN_FOLDER:,} pods, --output-dir",
        filled,
        once(vcplug("render", "-q", "--output-dir", scratch / "small", jobs[0])),
    )


def reading(scratch: Path, care: Care) -> Iterator[Row]:
    job = inputs.write_large(scratch / "large.yaml", 1_000_000)
    (mine, events) = best(
        [vcplug("render", "-q", "--stage", "admitted", "-o", "name", job), Command((sys.executable, "-c", EVENTS, str(job)))],
        care.times,
    )
    yield ratio("read and admit a job file of 1 MB", "its events by ruamel.yaml's C parser, unused", 3, mine, events)


def lint(scratch: Path, care: Care) -> Iterator[Row]:
    folder = scratch / "jobs"
    inputs.write_many(folder, FILES)
    goal = "≥ 3 × faster"
    yamllint = shutil.which("yamllint") or shutil.which("yamllint", path=str(Path(sys.executable).parent))
    if yamllint is None:
        yield missing(f"lint {FILES:,} files", "yamllint", goal)
        return
    (scratch / "yamllint.yaml").write_text("extends: relaxed\n")
    peer = once(Command((yamllint, "-c", str(scratch / "yamllint.yaml"), str(folder)), fine=(0, 1), alone=True))
    for what, alone in ((f"lint {FILES:,} files, one process", True), (f"lint {FILES:,} files, all processors", False)):
        (mine,) = best([vcplug("lint", "-q", "--no-config", folder, fine=(0, 1), alone=alone)], max(1, care.times // 2))
        yield faster(what, "yamllint of the same", 3, mine, peer)


def diff(scratch: Path, care: Care) -> Iterator[Row]:
    def pair(pods: int) -> Command:
        old = inputs.write_job(scratch / f"old-{pods}.yaml", pods)
        new = inputs.write_job(scratch / f"new-{pods}.yaml", pods, tag="2")
        return vcplug("diff", "--no-config", old, new, fine=(1,))

    small, large = best([pair(3), pair(MANY)], care.times * 2)
    yield ratio(f"diff of two {MANY:,}-pod jobs", "diff of two 3-pod jobs", 1.3, large, small)


def live(scratch: Path, care: Care) -> Iterator[Row]:
    what = f"diff against a dump of {MANY:,} live pods"
    job = inputs.write_job(scratch / "live.yaml", MANY)
    folder = scratch / "live"
    folder.mkdir()
    dump = inputs.write_dump(folder / "all.json", job)
    (mine,) = best([vcplug("diff", "--no-config", "--live", dump, job, fine=(0, 1))], max(1, care.times // 2))
    if not shutil.which("kubectl"):
        yield missing(what, "kubectl kustomize", "faster")
        return
    (folder / "kustomization.yaml").write_text("resources:\n- all.json\n")
    peer = once(kustomize(folder, scratch / "peer.out", max(care.patience, 3 * mine.seconds)))
    yield faster(what, "kubectl kustomize of that dump", 1, mine, peer)


def _cat(file: Path, scratch: Path) -> Command:
    return Command(("cat", str(file)), scratch / "copy.out")


MEASURES: tuple[Measure, ...] = (start, start_kustomize, many, huge, reading, lint, diff, live)
