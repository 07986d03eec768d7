"""The scripts in completions/, tried in the real shells."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SAMPLE = "samples/pytorch.yaml"

LINES: list[tuple[str, set[str], set[str]]] = [
    ("vcplug ex", {"explain"}, {"render"}),
    ("vcplug ", {"render", "explain", "show", "why", "releases", "schema"}, set()),
    ("vcplug render --vol", {"--volcano-version"}, {"--output"}),
    ("vcplug render --volcano-version 1.14", {"1.14", "1.14.2"}, {"1.15"}),
    ("vcplug render -o ", {"yaml", "json", "name"}, {"text"}),
    ("vcplug explain pytorch.", {"pytorch.port", "pytorch.wait-master-image"}, {"mpi.port"}),
    ("vcplug explain MASTER", {"MASTER_ADDR", "MASTER_PORT"}, {"RANK"}),
    ("vcplug explain VCP10", {"VCP101", "VCP109"}, {"VCP201"}),
    ("vcplug explain hccl", {"hcclrank", "hccl/rankIndex"}, {"ray"}),
    (f"vcplug show {SAMPLE} w", {"worker", "worker-0", "worker-2"}, {"master", "worker-3"}),
    (f"vcplug show {SAMPLE} worker-1 en", {"env"}, {"ports"}),
    (f"vcplug why {SAMPLE} worker-1 RA", {"RANK"}, {"WORLD_SIZE"}),
    (f"vcplug render {SAMPLE} --task ", {"master", "worker"}, {"env"}),
    ("vcplug render samples/pytorch", {"samples/pytorch.yaml", "samples/pytorch-wait-master.yaml"}, {"samples/mpi.yaml"}),
    ("vcplug releases --from 1.8", {"1.8", "1.8.2"}, {"1.9"}),
    ("kubectl-vcplug sch", {"schema"}, {"show"}),
]


def environment() -> dict[str, str]:
    scripts = Path(sys.executable).parent
    return {**os.environ, "PATH": f"{scripts}:{os.environ['PATH']}", "TERM": "dumb"}


def needs(shell: str) -> str:
    found = shutil.which(shell)
    if not found:
        pytest.skip(f"{shell} is not installed: its completion script is not tried")
    return found


def check(found: set[str], there: set[str], absent: set[str]) -> None:
    assert there <= found, f"missing {there - found} in {found}"
    assert not absent & found


def test_the_scripts_are_made_from_the_commands_as_they_are_now() -> None:
    made = subprocess.run(
        [sys.executable, "scripts/make_completions.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stderr


@pytest.mark.parametrize(("line", "there", "absent"), LINES, ids=[line for line, _, _ in LINES])
def test_bash_completes(line: str, there: set[str], absent: set[str]) -> None:
    words = line.split(" ")
    script = (
        'source completions/vcplug.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _vcplug; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        [needs("bash"), "-c", script, "bash", *words], cwd=ROOT, env=environment(), capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    check(set(done.stdout.split("\n")), there, absent)


@pytest.mark.parametrize(("given", "there"), [(["--output", "=", "j"], "json"), (["--output", "="], "yaml")])
def test_bash_completes_the_value_after_an_equals_sign(given: list[str], there: str) -> None:
    script = (
        'source completions/vcplug.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _vcplug; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        [needs("bash"), "-c", script, "bash", "vcplug", "render", *given],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert there in done.stdout.split()


def test_bash_takes_a_typed_tab() -> None:
    """A real readline, driven over a terminal."""
    rc = "source completions/vcplug.bash; PS1='> '; bind 'set bell-style none'"
    seen = drive(
        [needs("bash"), "--norc", "--noprofile", "-i"], [rc, "vcplug expl\tpytorch.wait-master-i\t"], until="wait-master-image"
    )
    assert "vcplug explain pytorch.wait-master-image" in seen


@pytest.mark.parametrize(("line", "there", "absent"), LINES, ids=[line for line, _, _ in LINES])
def test_fish_completes(line: str, there: set[str], absent: set[str], tmp_path: Path) -> None:
    script = "source completions/vcplug.fish; complete -C $argv[1]"
    done = subprocess.run(
        [needs("fish"), "--no-config", "-c", script, "--", line],
        cwd=ROOT,
        env={**environment(), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    check({found.split("\t")[0] for found in done.stdout.split("\n")}, there, absent)


CAPTURE = r"""
PS1='> '; fpath=($PWD/completions $fpath); autoload -Uz compinit; compinit -u -D
compadd() {
    if [[ ${@[1,(i)(-|--)]} == *(-O|-A|-D)* ]]; then builtin compadd "$@"; return; fi
    local -a hits; builtin compadd -A hits "$@"; print -rl -- $hits >> $OUT
    builtin compadd "$@"
}
zstyle ':completion:*' verbose no; unsetopt list_beep
finish() { zle list-choices; print DONE >> $OUT }
zle -N finish; bindkey '^I' finish
"""


@pytest.mark.parametrize(("line", "there", "absent"), LINES, ids=[line for line, _, _ in LINES])
def test_zsh_completes(line: str, there: set[str], absent: set[str], tmp_path: Path) -> None:
    shell = needs("zsh")
    out, rc = tmp_path / "hits", tmp_path / "rc"
    rc.write_text(CAPTURE)
    out.touch()
    drive([shell, "-f", "-i"], [f"OUT={out}; source {rc}; print REA''DY", f"{line}\t"], until="READY", then=out)
    found = set(out.read_text().split("\n"))
    if "samples/pytorch.yaml" in there:
        found = {f"samples/{name}" for name in found}
    check(found, there, absent)


def drive(command: list[str], lines: list[str], until: str, then: Path | None = None) -> str:
    """Type lines into a shell on a terminal; what it showed. The last one is not ended by a return."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(ROOT)
        os.execve(command[0], command, environment())
    seen = ""
    try:
        os.write(terminal, f"{lines[0]}\r".encode())
        seen += _read(terminal, "READY" if until == "READY" else "> ")
        os.write(terminal, lines[1].encode())
        deadline = time.monotonic() + 20
        if then is None:
            seen += _read(terminal, until)
        while then is not None and time.monotonic() < deadline and "DONE\n" not in then.read_text():
            _read(terminal, "", 0.1)
        return seen
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)
        os.close(terminal)


def _read(terminal: int, until: str, patience: float = 20) -> str:
    seen = ""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline and (not until or until not in seen):
        ready, _, _ = select.select([terminal], [], [], 0.1)
        if ready:
            try:
                seen += os.read(terminal, 65536).decode("utf-8", "replace")
            except OSError:
                break
    return seen


@pytest.mark.parametrize(
    "arguments", [["pods"], ["pods", "no-such-file"], ["tasks", "-"], [], ["pods", "README.md"], ["what", "x"]]
)
def test_a_question_that_has_no_answer_is_silent(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "vcplug", "--complete", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("", "")


def test_asking_for_pods_loads_neither_typer_nor_the_plugins() -> None:
    code = (
        "import sys; sys.argv = ['vcplug', '--complete', 'pods', 'samples/pytorch.yaml']; from vcplug.cli import main; main(); "
        "print([name for name in sys.modules if name.split('.')[0] in ('typer', 'click', 'rich') or 'vcplug.plugins' in name])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[-2] == "[]"
