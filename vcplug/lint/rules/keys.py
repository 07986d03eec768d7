"""Room 6: keys given in the job. No message ever shows one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from vcplug.lint.engine import Case, Rule
from vcplug.model import Path, PluginCall, Problem, Task
from vcplug.plugins.ssh import ROOT_PATH

WEAKEST = 2048


def _given(case: Case) -> tuple[PluginCall, str, str] | None:
    job = case.job
    call = job.plugins.get("ssh")
    if call is None:
        return None
    return call, call.values["ssh-private-key"], call.values["ssh-public-key"]


def key_in_job(case: Case) -> Iterator[Problem]:
    found = _given(case)
    if found and found[1]:
        yield Problem(
            "VCP601",
            "a private key stands in the Job: whoever may read Jobs can read it",
            found[0].path("ssh-private-key"),
            hint="leave it out: Volcano makes a key pair of its own",
        )


def half_a_key(case: Case) -> Iterator[Problem]:
    found = _given(case)
    if found is None:
        return
    call, private, public = found
    if private and not public:
        yield Problem(
            "VCP602",
            "a private key without its public half: authorized_keys stays empty and nobody can log in",
            call.path("ssh-private-key"),
            hint="add --ssh-public-key",
        )
    if public and not private:
        yield Problem(
            "VCP602",
            "a public key alone is ignored: Volcano makes a pair of its own",
            call.path("ssh-public-key"),
            hint="add --ssh-private-key, or leave both out",
        )


def bad_key(case: Case) -> Iterator[Problem]:
    found = _given(case)
    if found is None or not found[1]:
        return
    call, private, public = found
    where = call.path("ssh-private-key")
    if "\\n" in private:
        yield Problem(
            "VCP603", "the private key has \\n as two characters where lines end", where, hint="use real line ends (a | block)"
        )
        return
    key = _load_private(private)
    if key is None:
        yield Problem("VCP603", "the private key does not parse: ssh will refuse it", where)
    elif public and _public_line(key) != public.split()[:2]:
        yield Problem("VCP603", "the public key does not belong to the private one", call.path("ssh-public-key"))


def weak_key(case: Case) -> Iterator[Problem]:
    found = _given(case)
    if found is None or not found[1]:
        return
    call, private, _ = found
    key = _load_private(private)
    size = getattr(key, "key_size", WEAKEST)
    kind = type(key).__name__
    if "DSA" in kind and "EC" not in kind:
        yield Problem(
            "VCP605", "a DSA key: today's ssh servers refuse it", call.path("ssh-private-key"), hint="use RSA 2048 or Ed25519"
        )
    elif "RSA" in kind and size < WEAKEST:
        yield Problem("VCP605", f"an RSA key of {size} bits is weak", call.path("ssh-private-key"), hint="use 2048 bits or more")


def _load_private(text: str) -> Any:
    """The key, or None where it is none. Keys with a passphrase count as none: nobody is there to type it."""
    import warnings

    from cryptography.hazmat.primitives import serialization

    data = text.encode()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for load in (serialization.load_pem_private_key, serialization.load_ssh_private_key):
            try:
                return load(data, None)
            except Exception:  # cryptography raises many kinds, and any of them means: no key
                continue
    return None


def _public_line(key: Any) -> list[str]:
    from cryptography.hazmat.primitives import serialization

    line: bytes = key.public_key().public_bytes(serialization.Encoding.OpenSSH, serialization.PublicFormat.OpenSSH)
    return line.decode().split()[:2]


def key_path_and_user(case: Case) -> Iterator[Problem]:
    job = case.job
    call = job.plugins.get("ssh")
    if call is None:
        return
    path = call.values["ssh-key-file-path"]
    for task in job.tasks:
        who, where = _user(task)
        if path == ROOT_PATH and who not in ("", "root"):
            yield Problem(
                "VCP604",
                f"the pods of {task.name} run as {who}, who cannot read {ROOT_PATH}",
                where,
                hint='write ssh: ["--ssh-key-file-path=/home/<user>/.ssh"]',
            )
        elif path != ROOT_PATH and (who == "root" or (not who and path.startswith("/root/"))):
            yield Problem(
                "VCP604",
                f"root uses {path}, but outside {ROOT_PATH} the keys are readable by all, which ssh refuses",
                call.path("ssh-key-file-path"),
                hint="leave --ssh-key-file-path out",
            )
            return


def _user(task: Task) -> tuple[str, Path]:
    """As whom the pods run, by the template, and where that is written; nothing: the image decides, or containers differ."""
    base: Path = (*task.path, "template", "spec")
    inherited = _said(task.pod_spec, base)
    found: dict[str, Path] = {}
    for position, container in enumerate(task.pod_spec.get("containers") or ()):
        who, where = _said(container, (*base, "containers", position))
        found.setdefault(*((who, where) if who else inherited))
    return next(iter(found.items())) if len(found) == 1 else ("", ())


def _said(holder: Mapping[str, Any], path: Path) -> tuple[str, Path]:
    context = holder.get("securityContext") or {}
    user = context.get("runAsUser")
    if isinstance(user, int):
        return "root" if user == 0 else f"user {user}", (*path, "securityContext", "runAsUser")
    if context.get("runAsNonRoot"):
        return "a user other than root", (*path, "securityContext", "runAsNonRoot")
    return "", ()


RULES = (
    Rule("VCP601", key_in_job, "job"),
    Rule("VCP602", half_a_key, "job"),
    Rule("VCP603", bad_key, "job"),
    Rule("VCP604", key_path_and_user, "job"),
    Rule("VCP605", weak_key, "job"),
)
