"""Keys in the job (VCP601 to 605)."""

from __future__ import annotations

import pytest

from tests.lint.parts import found, loud, pointed, said

BOTH = """\
plugins:
  ssh:
  - |-
    --ssh-private-key=-----BEGIN {kind} PRIVATE KEY-----
    …
    -----END {kind} PRIVATE KEY-----
  - --ssh-public-key={public}
  svc: []
"""


def test_a_sound_pair_is_only_out_of_place() -> None:
    part = BOTH.format(kind="OPENSSH", public="ssh-ed25519 …")
    assert [code for code, _ in loud(part)] == ["VCP601"]


def test_halves_that_do_not_match_are_found_at_the_public_one() -> None:
    part = BOTH.format(kind="OPENSSH", public="ssh-rsa …")
    assert said(part, "VCP603") == ["the public key does not belong to the private one"]
    assert pointed(part, "VCP603")[0].startswith("--ssh-public-key=ssh-rsa")


@pytest.mark.parametrize("key", ["nonsense", "-----BEGIN RSA PRIVATE KEY-----"])
def test_what_is_no_key_is_found_and_never_shown(key: str) -> None:
    part = f'plugins:\n  ssh: ["--ssh-private-key={key}", "--ssh-public-key=ssh-rsa AAAA"]\n  svc: []\n'
    assert said(part, "VCP603") == ["the private key does not parse: ssh will refuse it"]
    assert all(key not in finding.message + finding.hint + finding.line_text for finding in found(part, "VCP603"))


def test_a_private_key_alone_lets_nobody_in() -> None:
    part = BOTH.format(kind="OPENSSH", public="x").replace("  - --ssh-public-key=x\n", "")
    assert "authorized_keys stays empty" in said(part, "VCP602")[0]


def running(ssh: str, pod: str = "", container: str = "") -> str:
    return (
        f"plugins:\n  ssh: {ssh}\n  svc: []\ntasks:\n- name: worker\n  replicas: 2\n  template:\n    spec:\n"
        + (f"      securityContext: {pod}\n" if pod else "")
        + "      containers:\n      - name: main\n        image: example/app:1.0\n"
        + (f"        securityContext: {container}\n" if container else "")
    )


HOME = '["--ssh-key-file-path=/home/me/.ssh"]'


@pytest.mark.parametrize(
    ("part", "word"),
    [
        (running("[]", "{runAsUser: 1000}"), "1000"),
        (running("[]", "", "{runAsUser: 1000}"), "1000"),
        (running("[]", "{runAsUser: 0}", "{runAsUser: 7}"), "7"),
        (running("[]", "{runAsNonRoot: true}"), "true"),
        (running(HOME, "{runAsUser: 0}"), '"--ssh-key-file-path=/home/me/.ssh"'),
        (running(HOME, "{runAsUser: 1000}", "{runAsUser: 0}"), '"--ssh-key-file-path=/home/me/.ssh"'),
        (running('["--ssh-key-file-path=/root/.ssh/"]'), '"--ssh-key-file-path=/root/.ssh/"'),
    ],
)
def test_users_who_cannot_use_the_keys(part: str, word: str) -> None:
    assert pointed(part, "VCP604") == [word]


@pytest.mark.parametrize(
    "part",
    [
        running("[]"),
        running("[]", "{runAsUser: 0}"),
        running("[]", "{runAsUser: 1000}", "{runAsUser: 0}"),
        running("[]", "{fsGroup: 1000}"),
        running(HOME),
        running(HOME, "{runAsUser: 1000}"),
        running(HOME, "{runAsNonRoot: true}"),
    ],
)
def test_users_who_can_use_the_keys(part: str) -> None:
    assert not loud(part)
