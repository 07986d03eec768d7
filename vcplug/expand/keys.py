"""ssh keys as Volcano makes them: RSA 2048, PKCS#1 PEM, one OpenSSH line."""

from __future__ import annotations

import os
from contextlib import suppress

from vcplug.errors import VcplugError
from vcplug.plugins import KeyPair

PRIVATE, PUBLIC = "id_rsa", "id_rsa.pub"


def generate() -> KeyPair:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.TraditionalOpenSSL,
        serialization.NoEncryption(),
    )
    public = key.public_key().public_bytes(serialization.Encoding.OpenSSH, serialization.PublicFormat.OpenSSH)
    return KeyPair(private.decode(), public.decode() + "\n")


def kept(directory: str) -> KeyPair:
    """The pair in this directory, made there on first use."""
    private, public = os.path.join(directory, PRIVATE), os.path.join(directory, PUBLIC)
    there = [os.path.exists(path) for path in (private, public)]
    try:
        if all(there):
            return KeyPair(_read(private), _read(public))
        if any(there):
            lone, missing = (private, public) if there[0] else (public, private)
            raise VcplugError(f"{lone} is there but {missing} is not: vcplug would not overwrite half a key pair")
        pair = generate()
        os.makedirs(directory, mode=0o700, exist_ok=True)
        _create(public, pair.public, 0o644)
        _create(private, pair.private, 0o600)
        return pair
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a text file"
        raise VcplugError(f"cannot keep ssh keys in {directory}: {reason}") from None


def _read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def _create(path: str, content: str, mode: int) -> None:
    """The whole file or none of it."""
    part = f"{path}.{os.getpid()}.part"
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w", encoding="utf-8") as file:
            file.write(content)
        os.replace(part, path)
    except OSError:
        with suppress(OSError):
            os.unlink(part)
        raise
