"""Every row of the table: what is measured, against what, and the goal."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks import inputs
from benchmarks.run import NOTHING, TYPER, VCPLUG, Command, best

MANY, HUGE, FILES = 5_000, 100_000, 1_000


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


Measure = Callable[[Path, int], Iterator[Row]]


def vcplug(*arguments: str | Path, output: Path | None = None, fine: tuple[int, ...] = (0,)) -> Command:
    return Command((*VCPLUG, *map(str, arguments)), output, fine)


def ratio(what: str, against: str, limit: float, mine: float, peer: float, floor: str = "") -> Row:
    return Row(what, against, f"≤ {limit:g} ×", mine / peer, "×", mine / peer <= limit, floor)


def faster(what: str, against: str, least: float, mine: float, peer: float, floor: str = "") -> Row:
    return Row(what, against, f"≥ {least:g} × faster", peer / mine, "× faster", peer / mine >= least, floor)


def missing(what: str, peer: str, goal: str) -> Row:
    return Row(what, f"{peer} (not on the PATH)", goal, None, "", None)


def start(scratch: Path, times: int) -> Iterator[Row]:
    job = inputs.write_job(scratch / "start.yaml", 3)
    commands = [vcplug("render", "-q", job), vcplug("--help"), vcplug("--version"), Command(TYPER), Command(NOTHING)]
    completion = Command((*VCPLUG, "--complete", "render", "--ssh-keys", ""), fine=(0,))
    render, help_, version, typer, nothing, word = best([*commands, completion], times * 3)
    above = f"{render.seconds / nothing.seconds:.1f} × python -c pass"
    yield ratio("start: render of 3 pods", "import typer", 1.6, render.seconds, typer.seconds, above)
    yield ratio(
        "--help", "import typer", 1.4, help_.seconds, typer.seconds, f"{help_.seconds / nothing.seconds:.1f} × python -c pass"
    )
    yield ratio(
        "a completed word",
        "import typer",
        1.4,
        word.seconds,
        typer.seconds,
        f"{word.seconds / nothing.seconds:.1f} × python -c pass",
    )
    yield ratio(
        "--version",
        "import typer",
        0.3,
        version.seconds,
        typer.seconds,
        f"{version.seconds / nothing.seconds:.1f} × python -c pass",
    )


def start_kustomize(scratch: Path, times: int) -> Iterator[Row]:
    what = "start: render of 3 pods"
    if not shutil.which("kubectl"):
        yield missing(what, "kubectl kustomize", "≤ 2 ×")
        return
    job = inputs.write_job(scratch / "peer.yaml", 3)
    folder = inputs.write_kustomization(scratch / "peer", job)
    mine, peer = best([vcplug("render", "-q", job), Command(("kubectl", "kustomize", str(folder)))], times * 3)
    yield ratio(what, "kubectl kustomize of the same", 2, mine.seconds, peer.seconds)


def many(scratch: Path, times: int) -> Iterator[Row]:
    what = f"render {MANY:,} pods (pytorch, svc, env)"
    job = inputs.write_job(scratch / "many.yaml", MANY)
    (mine,) = best([vcplug("render", "-q", job, output=scratch / "many.out")], times)
    if not shutil.which("kubectl"):
        yield missing(what, "kubectl kustomize", "≥ 50 × faster")
        return
    folder = inputs.write_kustomization(scratch / "many", job)
    (peer,) = best([Command(("kubectl", "kustomize", str(folder)), scratch / "peer.out")], 1)
    (copy,) = best([Command(("cat", str(folder / "all.yaml")), scratch / "copy.out")], times)
    yield faster(
        what, "kubectl kustomize of the same", 50, mine.seconds, peer.seconds, f"{mine.seconds / copy.seconds:.1f} × cat"
    )


def huge(scratch: Path, times: int) -> Iterator[Row]:
    sizes = (100, 1_000, HUGE)
    jobs = [inputs.write_job(scratch / f"huge-{size}.yaml", size, "{env: []}") for size in sizes]
    output = scratch / "huge.out"
    renders = [vcplug("render", "-q", job, output=output) for job in jobs]
    small, thousand, large = best(renders, times)
    (copy,) = best([Command(("cat", str(output)), scratch / "copy.out")], times)
    (begin,) = best([vcplug("render", "-q", jobs[0])], times)
    allowed = 5 * copy.seconds + begin.seconds
    floor = f"{(large.seconds - begin.seconds) / copy.seconds:.1f} × cat beyond the start"
    yield Row(
        f"render {HUGE:,} pods (env)", "5 × cat of the output, plus start", "≤ 1 ×",
        large.seconds / allowed, "×", large.seconds <= allowed, floor,
    )  # fmt: skip
    per_pod = (large.seconds / HUGE) / (thousand.seconds / 1_000)
    yield Row("growth from 1,000 to 100,000 pods", "linear", "time per pod ≤ 1 ×", per_pod, "×", per_pod <= 1)
    more = large.peak_mib - small.peak_mib
    yield Row(
        f"peak memory at {HUGE:,} pods",
        "at 100 pods",
        "+ ≤ 16 MiB",
        more,
        "MiB more",
        more <= 16,
        f"{small.peak_mib:.0f} MiB at 100",
    )


def lint(scratch: Path, times: int) -> Iterator[Row]:
    files = inputs.write_many(scratch / "jobs", FILES)
    (scratch / "jobs" / ".yamllint").write_text("extends: relaxed\n")
    one, typer = best([vcplug("lint", "-q", "--no-config", files[0], fine=(0, 1)), Command(TYPER)], times * 3)
    yield ratio("lint of one file", "import typer", 2, one.seconds, typer.seconds)
    what = f"lint {FILES:,} files"
    yamllint = shutil.which("yamllint") or shutil.which("yamllint", path=str(Path(sys.executable).parent))
    if yamllint is None:
        yield missing(what, "yamllint", "≥ 3 × faster")
        return
    folder = str(scratch / "jobs")
    (mine,) = best([vcplug("lint", "-q", "--no-config", folder, fine=(0, 1))], times)
    (peer,) = best([Command((yamllint, "-c", f"{folder}/.yamllint", folder), fine=(0, 1))], 1)
    yield faster(what, "yamllint of the same", 3, mine.seconds, peer.seconds)


def diff(scratch: Path, times: int) -> Iterator[Row]:
    def pair(pods: int) -> Command:
        old = inputs.write_job(scratch / f"old-{pods}.yaml", pods)
        new = inputs.write_job(scratch / f"new-{pods}.yaml", pods, tag="2")
        return vcplug("diff", "--no-config", old, new, fine=(1,))

    small, large = best([pair(3), pair(MANY)], times * 3)
    yield ratio(f"diff of two {MANY:,}-pod jobs", "diff of two 3-pod jobs", 1.3, large.seconds, small.seconds)


def live(scratch: Path, times: int) -> Iterator[Row]:
    what = f"diff against a dump of {MANY:,} live pods"
    job = inputs.write_job(scratch / "live.yaml", MANY)
    dump = inputs.write_dump(scratch / "dump.json", job)
    (mine,) = best([vcplug("diff", "--no-config", "--live", dump, job, fine=(0, 1))], max(1, times // 2))
    if not shutil.which("kubectl"):
        yield missing(what, "kubectl kustomize", "faster")
        return
    folder = scratch / "live"
    folder.mkdir()
    shutil.copy(dump, folder / "all.json")
    (folder / "kustomization.yaml").write_text("resources:\n- all.json\n")
    (peer,) = best([Command(("kubectl", "kustomize", str(folder)), scratch / "peer.out")], 1)
    yield faster(what, "kubectl kustomize of that dump", 1, mine.seconds, peer.seconds)


MEASURES: tuple[Measure, ...] = (start, start_kustomize, many, huge, lint, diff, live)
