"""A rendered Secret used as the pods would use it: the files, `ssh -G`, and a login without a password."""

from __future__ import annotations

import base64
import getpass
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from vcplug.expand.keys import generate, keep, read
from vcplug.model import Job, PluginCall, Task
from vcplug.plugins import plugin
from vcplug.releases import release

VALUES = {"ssh-key-file-path": "/root/.ssh", "ssh-private-key": "", "ssh-public-key": "", "ssh-port": 2200}


@pytest.fixture
def ssh_files(tmp_path: Path) -> Path:
    """The four files of the Secret in a directory, with the mode that the volume gives them."""
    template = {"spec": {"containers": [{"name": "main"}]}}
    task = Task(0, "hand", 2, 2, template, {})
    job = Job("shell", "default", (task,), {}, {"metadata": {}, "spec": {}}, release("1.15"))
    (secret,) = plugin("ssh").helpers(job, PluginCall("ssh", values=VALUES), generate)
    (volume, *_) = plugin("ssh").dress(job, task, PluginCall("ssh", values=VALUES), {"spec": {}})
    folder = tmp_path / ".ssh"
    folder.mkdir(mode=0o700)
    for item in volume.item["secret"]["items"]:  # type: ignore[union-attr]
        file = tmp_path / item["path"]
        file.write_bytes(base64.b64decode(secret.object["data"][item["key"]]))
        file.chmod(volume.item["secret"]["defaultMode"])  # type: ignore[union-attr]
    return folder


def needed(program: str) -> str:
    found = shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin")
    return found or pytest.skip(f"{program} is not installed")


def test_the_keys_are_pkcs1_and_one_openssh_line_that_belong_together(ssh_files: Path) -> None:
    private = (ssh_files / "id_rsa").read_text()
    public = (ssh_files / "id_rsa.pub").read_text()
    assert private.startswith("-----BEGIN RSA PRIVATE KEY-----\n")
    assert private.endswith("-----END RSA PRIVATE KEY-----\n")
    assert public == (ssh_files / "authorized_keys").read_text()
    derived = subprocess.run([needed("ssh-keygen"), "-y", "-f", ssh_files / "id_rsa"], capture_output=True, text=True, check=True)
    assert derived.stdout.split()[:2] == public.split()
    size = subprocess.run(
        [needed("ssh-keygen"), "-l", "-f", ssh_files / "id_rsa.pub"], capture_output=True, text=True, check=True
    )
    assert size.stdout.startswith("2048 ")


def test_ssh_reads_host_name_and_port_from_the_config(ssh_files: Path) -> None:
    asked = subprocess.run(
        [needed("ssh"), "-G", "-F", ssh_files / "config", "shell-hand-1"], capture_output=True, text=True, check=True
    )
    settings = dict(line.split(" ", 1) for line in asked.stdout.splitlines() if " " in line)
    assert settings["hostname"] == "shell-hand-1.shell"
    assert settings["port"] == "2200"
    assert settings["stricthostkeychecking"] in ("false", "no")
    assert settings["userknownhostsfile"] == "/dev/null"


@pytest.fixture
def server(ssh_files: Path, tmp_path: Path) -> Iterator[int]:
    """A throw-away sshd on loopback that knows only the rendered authorized_keys."""
    sshd = needed("sshd")
    if os.getuid() == 0:
        Path("/run/sshd").mkdir(exist_ok=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    host_key = tmp_path / "host_key"
    subprocess.run([needed("ssh-keygen"), "-q", "-t", "ed25519", "-N", "", "-f", host_key], check=True)
    config = tmp_path / "sshd_config"
    config.write_text(
        f"Port {port}\nListenAddress 127.0.0.1\nHostKey {host_key}\nPidFile {tmp_path}/pid\nStrictModes no\nUsePAM no\n"
        f"PasswordAuthentication no\nKbdInteractiveAuthentication no\nPermitRootLogin yes\n"
        f"AuthorizedKeysFile {ssh_files}/authorized_keys\n"
    )
    with subprocess.Popen([sshd, "-D", "-e", "-f", config], stderr=subprocess.PIPE) as process:
        wait_for(port)
        yield port
        process.terminate()


def wait_for(port: int) -> None:
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError("sshd did not start")


def test_a_login_needs_no_password(ssh_files: Path, server: int) -> None:
    result = subprocess.run(
        [
            *(needed("ssh"), "-F", str(ssh_files / "config"), "-i", str(ssh_files / "id_rsa")),
            *("-o", "BatchMode=yes", "-o", "HostName=127.0.0.1", "-o", f"Port={server}", "-o", "IdentitiesOnly=yes"),
            *("-l", getpass.getuser(), "shell-hand-0", "echo", "logged in"),
        ],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert result.stdout == "logged in\n", result.stderr


def test_kept_keys_are_made_once_and_private(tmp_path: Path) -> None:
    folder = tmp_path / "keys"
    assert read(str(folder)) is None
    first = generate()
    keep(str(folder), first)
    assert read(str(folder)) == first
    assert (folder / "id_rsa").stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700
    assert sorted(file.name for file in folder.iterdir()) == ["id_rsa", "id_rsa.pub"]
