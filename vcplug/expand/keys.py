"""ssh keys as Volcano makes them: RSA 2048, PKCS#1 PEM, one OpenSSH line."""

from __future__ import annotations

import os
from contextlib import suppress
from errno import EEXIST

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


def read(directory: str) -> KeyPair | None:
    """The pair in this directory; None where there is none yet."""
    private, public = os.path.join(directory, PRIVATE), os.path.join(directory, PUBLIC)
    there = [os.path.lexists(path) for path in (private, public)]
    if any(there) and not all(there):
        lone, missing = (private, public) if there[0] else (public, private)
        raise VcplugError(f"{lone} is there but {missing} is not: vcplug would not overwrite half a key pair")
    try:
        pair = KeyPair(_read(private), _read(public)) if all(there) else None
    except (OSError, UnicodeDecodeError) as error:
        raise _cannot("read", directory, error) from None
    if pair is not None and "PRIVATE KEY-----" not in pair.private:
        raise VcplugError(f"{private} holds no private key")
    return pair


def keep(directory: str, pair: KeyPair) -> None:
    """Write a new pair: both files or, with an error, neither. What another run has made meanwhile is not overwritten."""
    private, public = os.path.join(directory, PRIVATE), os.path.join(directory, PUBLIC)
    try:
        os.makedirs(directory, mode=0o700, exist_ok=True)
        _create(public, pair.public, 0o644)
        try:
            _create(private, pair.private, 0o600)
        except OSError:
            os.unlink(public)
            raise
    except FileExistsError as error:
        if error.filename == directory:
            raise _cannot("keep", directory, error) from None
        raise VcplugError(f"another run has just made ssh keys in {directory}; run this one again to use them") from None
    except OSError as error:
        raise _cannot("keep", directory, error) from None


def _cannot(verb: str, directory: str, error: OSError | UnicodeDecodeError) -> VcplugError:
    reason = error.strerror if isinstance(error, OSError) else "not a text file"
    return VcplugError(f"cannot {verb} ssh keys in {directory}: {reason}")


def _read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def _create(path: str, content: str, mode: int) -> None:
    """The whole file or none of it."""
    part = f"{path}.{os.getpid()}.part"
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w", encoding="utf-8") as file:
            file.write(content)
        _move(part, path)
    finally:
        with suppress(OSError):
            os.unlink(part)


def _move(part: str, path: str) -> None:
    """A link, unlike a rename, never replaces what is there; but not every file system has links."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except (OSError, AttributeError, NotImplementedError):
        if os.path.lexists(path):
            raise FileExistsError(EEXIST, "it is there already", path) from None
        os.replace(part, path)
