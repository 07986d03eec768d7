"""The wait-for-master script in the shells it may meet, against ports that open late, never, or are open."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import threading
import time
from pathlib import Path

import pytest

from vcplug.plugins.pytorch import wait_script

NEEDED = ("date", "sleep")
PROBES = {"nc": ("nc",), "timeout": ("timeout", "bash"), "direct": ("bash",)}
SHELLS = {"busybox": ["busybox", "sh"], "dash": ["dash"], "bash": ["bash"]}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def path_with(tmp_path: Path, *programs: str) -> str:
    """A PATH that holds just these programs, so that the script finds only the probe under test."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for program in (*NEEDED, *programs):
        found = shutil.which(program)
        if found is None and program == "nc":
            (folder / "nc").symlink_to(shutil.which("busybox") or pytest.skip("neither nc nor busybox is installed"))
        elif found is None:
            pytest.skip(f"{program} is not installed")
        else:
            (folder / program).symlink_to(found)
    return str(folder)


def run(shell: str, script: str, path: str) -> subprocess.CompletedProcess[str]:
    program = shutil.which(SHELLS[shell][0])
    if program is None:
        pytest.skip(f"{shell} is not installed")
    environment = {"PATH": path, "HOME": os.environ.get("HOME", "/")}
    return subprocess.run(
        [program, *SHELLS[shell][1:], "-c", script], env=environment, capture_output=True, text=True, timeout=60, check=False
    )


def open_after(port: int, seconds: float, done: threading.Event) -> None:
    time.sleep(seconds)
    with socket.create_server(("127.0.0.1", port)) as server:
        server.settimeout(0.2)
        while not done.is_set():
            try:
                server.accept()[0].close()
            except TimeoutError:
                continue


@pytest.mark.parametrize("probe", PROBES)
@pytest.mark.parametrize("shell", SHELLS)
def test_waits_for_a_port_that_opens_late(shell: str, probe: str, tmp_path: Path) -> None:
    port, done = free_port(), threading.Event()
    late = threading.Thread(target=open_after, args=(port, 1.0, done))
    late.start()
    try:
        result = run(shell, wait_script("127.0.0.1", port, 30), path_with(tmp_path, *PROBES[probe]))
    finally:
        done.set()
        late.join()
    assert result.returncode == 0, result.stderr
    assert f"waiting for master 127.0.0.1:{port}" in result.stdout
    assert result.stdout.endswith(f"master 127.0.0.1:{port} is reachable\n")


@pytest.mark.parametrize("probe", PROBES)
@pytest.mark.parametrize("shell", SHELLS)
def test_fails_with_a_message_when_the_port_never_opens(shell: str, probe: str, tmp_path: Path) -> None:
    port = free_port()
    begin = time.monotonic()
    result = run(shell, wait_script("127.0.0.1", port, 3), path_with(tmp_path, *PROBES[probe]))
    assert result.returncode == 1
    assert result.stderr == f"error: master 127.0.0.1:{port} was not reachable within 3 seconds\n"
    assert time.monotonic() - begin < 15


def test_a_name_that_does_not_resolve_is_waited_for_until_the_end(tmp_path: Path) -> None:
    result = run("bash", wait_script("no-such-host.invalid", 23456, 2), path_with(tmp_path, *PROBES["timeout"]))
    assert result.returncode == 1
    assert "no-such-host.invalid:23456 was not reachable within 2 seconds" in result.stderr
