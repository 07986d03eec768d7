"""Streams, exit codes and signals, as a shell sees them."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.running import JOB, SAMPLES, process

MANY = JOB.replace("replicas: 2", "replicas: 200000").replace("    svc: []\n", "")


def on_terminal(*arguments: str | Path, stdin: str = "", env: dict[str, str] | None = None, wait: float = 0) -> tuple[str, str]:
    """stdout and stderr, each a terminal of its own."""
    ends = [pty.openpty() for _ in range(2)]
    run = subprocess.Popen(
        [sys.executable, "-m", "vcplug", *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=ends[0][1],
        stderr=ends[1][1],
        env={**os.environ, "TERM": "xterm", **(env or {})},
    )
    for _, inner in ends:
        os.close(inner)
    assert run.stdin is not None
    time.sleep(wait)
    run.stdin.write(stdin.encode())
    run.stdin.close()
    texts = []
    for outer, _ in ends:
        text = b""
        while True:
            try:
                piece = os.read(outer, 65536)
            except OSError:  # how Linux says that the other end is closed
                break
            if not piece:
                break
            text += piece
        os.close(outer)
        texts.append(text.decode().replace("\r\n", "\n"))
    assert run.wait(60) == 0
    return texts[0], texts[1]


def test_a_closed_pipe_ends_quietly(tmp_path: Path) -> None:
    (tmp_path / "many.yaml").write_text(MANY)
    run = subprocess.Popen(
        [sys.executable, "-m", "vcplug", "render", str(tmp_path / "many.yaml")], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert run.stdout is not None
    assert run.stderr is not None
    run.stdout.read(10)
    run.stdout.close()
    assert run.stderr.read() == b""
    run.stderr.close()
    assert run.wait(60) == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [("render", "-"), ("--help",), ("render", "--help"), ("--version",)])
def test_a_full_disk_ends_with_2_and_says_so(arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        ran = process(*arguments, input=JOB.encode(), capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert ran.returncode == 2
    assert b"cannot write to stdout: No space left on device" in ran.stderr
    assert b"Traceback" not in ran.stderr
    assert b"ignored" not in ran.stderr


def test_ctrl_c_in_mid_stream_ends_with_130_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "many.yaml").write_text(MANY)
    run = subprocess.Popen(
        [sys.executable, "-m", "vcplug", "render", str(tmp_path / "many.yaml")], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert run.stdout is not None
    run.stdout.read(10)
    run.send_signal(signal.SIGINT)
    _, err = run.communicate(timeout=60)
    assert run.returncode == 130
    assert err == b"interrupted; what was written to stdout is incomplete\n"


def test_ctrl_c_while_waiting_for_stdin_ends_with_130() -> None:
    run = subprocess.Popen(
        [sys.executable, "-m", "vcplug", "render"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    time.sleep(1.5)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=60)
    assert (run.returncode, out, err) == (130, b"", b"interrupted\n")


def test_closed_streams_are_no_defect(tmp_path: Path) -> None:
    (tmp_path / "job.yaml").write_text(JOB)
    command = f"'{sys.executable}' -m vcplug render '{tmp_path}/job.yaml'"
    ran = subprocess.run(["sh", "-c", f"{command} >&-"], capture_output=True, check=False)
    assert ran.returncode == 2
    assert b"stdout is closed" in ran.stderr
    ran = subprocess.run(["sh", "-c", f"{command} 2>&- <&-"], capture_output=True, check=False)
    assert ran.returncode == 0
    assert ran.stdout == process("render", tmp_path / "job.yaml").stdout
    ran = subprocess.run(["sh", "-c", f"'{sys.executable}' -m vcplug render - <&-"], capture_output=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, b"", b"error: -: stdin is closed\n")


def test_a_removed_working_directory_is_no_defect(tmp_path: Path) -> None:
    (tmp_path / "job.yaml").write_text(JOB)
    command = (
        f"mkdir '{tmp_path}/gone' && cd '{tmp_path}/gone' && rmdir '{tmp_path}/gone' && exec '{sys.executable}' -m vcplug render"
    )
    for path, expected in (
        (f"{tmp_path}/job.yaml", (0, b"")),
        ("job.yaml", (2, b"error: job.yaml: no such file or directory\n")),
    ):
        ran = subprocess.run(["sh", "-c", f"{command} -q '{path}'"], capture_output=True, check=False)
        assert (ran.returncode, ran.stderr) == expected


@pytest.mark.parametrize("locale", [{"LC_ALL": "C"}, {"LC_ALL": "POSIX"}, {"LC_ALL": "C", "PYTHONIOENCODING": "latin-1"}])
def test_utf8_goes_in_and_out_whatever_the_locale(locale: dict[str, str]) -> None:
    env = {**os.environ, "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", **locale}
    told = JOB.replace("restartPolicy: Never", "restartPolicy: Never\n        nodeSelector: {zone: z}").replace(
        "image: busybox:1.36", "image: busybox:1.36\n          args: [训练 ✓]"
    )
    ran = process("render", input=told.encode(), env=env)
    assert ran.returncode == 0, ran.stderr
    assert "训练 ✓" in ran.stdout.decode()
    wrong = process("render", input=JOB.replace("env: []", "训: []").encode(), env=env)
    assert "there is no plugin 训" in wrong.stderr.decode()


def test_a_failed_command_leaves_stdout_empty_and_files_untouched(tmp_path: Path) -> None:
    good = process("render", "-d", tmp_path / "out", input=JOB.encode())
    assert good.returncode == 0
    before = {file.name: file.read_bytes() for file in (tmp_path / "out").iterdir()}
    bad = JOB.replace("name: train", "name: other", 1).replace("image:", "imgae:")
    ran = process("render", "-d", tmp_path / "out", input=f"{JOB}---\n{bad}".encode())
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert {file.name: file.read_bytes() for file in (tmp_path / "out").iterdir()} == before


def test_a_directory_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    # root writes everywhere but there
    folder = tmp_path / "out" if os.geteuid() else Path("/proc/out")
    ran = process("render", "-d", folder, input=JOB.encode())
    tmp_path.chmod(0o700)
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert f"error: cannot write to {folder}: " in ran.stderr.decode()


def test_an_output_directory_that_is_a_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    ran = process("render", "-d", tmp_path / "out", input=JOB.encode())
    assert ran.returncode == 2
    assert f"cannot write to {tmp_path}/out" in ran.stderr.decode()


def test_a_terminal_gets_colours_and_masked_keys() -> None:
    out, err = on_terminal("render", SAMPLES / "ssh.yaml")
    plain = re.sub(r"\x1b\[[\d;]*m", "", out)
    assert "\x1b[" in out
    assert "id_rsa: <private key, printed with --show-secrets>" in plain
    assert "\x1b[" in err
    assert "LS0tLS1CRUdJTi" in on_terminal("render", "--show-secrets", SAMPLES / "ssh.yaml")[0]


def test_work_of_more_than_a_second_is_seen_on_a_terminal_and_nowhere_else() -> None:
    _, err = on_terminal("render", stdin=JOB, wait=3)
    assert err.startswith(f"\rrendering …\r{' ' * 11}\rtrain: ")
    assert "rendering" not in on_terminal("render", stdin=JOB)[1]
    assert "rendering" not in on_terminal("render", "-q", stdin=JOB, wait=3)[1]


def test_comments_are_dimmed_whatever_they_quote_and_values_are_not() -> None:
    from vcplug.cli.highlight import COMMENT, OFF, highlight

    for line, comment in (
        ('a: "0"  # the job\'s name', "# the job's name"),
        ("a: b  # the job's name", "# the job's name"),
        ("a: 'x # y'  # \"z\"", '# "z"'),
        ('a: "x # y"', ""),
        ("a: 'it''s # y'", ""),
        ("a: b#c", ""),
        ("# it's", "# it's"),
        ("- b  # it's", "# it's"),
    ):
        shown = b"".join(highlight([f"{line}\n".encode()])).decode()
        assert re.sub(r"\x1b\[[\d;]*m", "", shown) == f"{line}\n"
        assert (f"{COMMENT}{comment}{OFF}\n" in shown) if comment else (COMMENT not in shown), line


def test_highlighting_changes_no_text(tmp_path: Path) -> None:
    piped = process("render", SAMPLES / "pytorch-wait-master.yaml").stdout.decode()
    out, _ = on_terminal("render", SAMPLES / "pytorch-wait-master.yaml")
    assert re.sub(r"\x1b\[[\d;]*m", "", out) == piped


@pytest.mark.parametrize(
    ("options", "env"), [((), {"NO_COLOR": "1"}), (("--color", "never"), {}), ((), {"TERM": "dumb"})], ids=["env", "flag", "dumb"]
)
def test_colour_can_be_switched_off(options: tuple[str, ...], env: dict[str, str]) -> None:
    out, err = on_terminal("render", *options, SAMPLES / "ssh.yaml", env=env)
    assert "\x1b[" not in out + err


def test_progress_needs_no_escapes() -> None:
    _, err = on_terminal("render", stdin=JOB, wait=3, env={"TERM": "dumb"})
    assert "rendering" in err
    assert "\x1b" not in err


def test_yaml_on_a_pipe_is_never_coloured() -> None:
    ran = process("render", "--color", "always", SAMPLES / "pytorch.yaml")
    assert b"\x1b" not in ran.stdout
    assert b"\x1b" in ran.stderr


def test_without_a_path_on_a_terminal_the_user_is_told_what_to_do() -> None:
    outer, inner = pty.openpty()
    ran = process("render", stdin=inner)
    os.close(inner)
    os.close(outer)
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert b"name a file or directory, or pipe a job in" in ran.stderr


def test_a_defect_says_so_and_shows_its_traceback_only_when_asked(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import vcplug.expand\n"
        "def broken(*arguments, **options):\n"
        "    raise ValueError('sec' + 'ret')\n"
        "vcplug.expand.expand = broken\n"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(Path.cwd())])}
    ran = process("render", input=JOB.encode(), env=env)
    assert (ran.returncode, ran.stdout) == (3, b"")
    assert b"this is a defect of vcplug, not of your job (ValueError)" in ran.stderr
    assert b"please report it" in ran.stderr
    assert b"Traceback" not in ran.stderr
    told = process("render", "--debug", input=JOB.encode(), env=env)
    assert told.returncode == 3
    assert b"in broken" in told.stderr
    assert b"secret" not in told.stderr


def test_the_kubectl_plugin_is_called_as_kubectl_calls_it(tmp_path: Path) -> None:
    script = Path(sys.executable).with_name("kubectl-vcplug")
    ran = subprocess.run([script, "render", "--nope"], capture_output=True, check=False)
    assert ran.returncode == 2
    assert b"Usage: kubectl vcplug render" in ran.stderr


def loaded(arguments: list[str], modules: tuple[str, ...]) -> bytes:
    """Which of the modules are loaded after a call."""
    code = (
        f"import sys; sys.argv[1:] = {arguments!r}; from vcplug.cli import main; main();"
        f"print([module for module in {modules!r} if module in sys.modules])"
    )
    return subprocess.run([sys.executable, "-c", code], input=JOB.encode(), capture_output=True, check=True).stdout.splitlines()[
        -1
    ]


def test_version_does_not_load_typer() -> None:
    assert loaded(["--version"], ("typer", "typing", "re")) == b"[]"


def test_help_loads_no_command_and_no_work() -> None:
    assert loaded(["--help"], ("vcplug.cli.render", "vcplug.api", "rich")) == b"[]"
    assert loaded(["render", "--help"], ("vcplug.api", "vcplug.model", "rich")) == b"[]"


def test_render_loads_nothing_heavy() -> None:
    heavy = ("rich", "jsonschema", "cryptography", "tomllib", "vcplug.explain", "vcplug.diff", "asyncio", "http")
    assert loaded(["render", "--no-config"], heavy) == b"[]"
