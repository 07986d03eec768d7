"""Private keys in rendered objects: found, and hidden from onlookers."""

from __future__ import annotations

import re
from typing import Any

from vcplug.holes import Text
from vcplug.model import Manifest

MARKER = "<private key, printed with --show-secrets>"
_FILES = frozenset(("id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "ssh-privatekey", "tls.key"))
_FLAG = re.compile(r"(--?ssh-private-key)(?:=.*)?", re.DOTALL)


def mask(manifest: Manifest) -> Manifest:
    """The manifest with a marker in place of private keys: in a Secret's data, or in a Job's ssh arguments."""
    found = manifest.object
    if is_secret(found):
        hidden = {part: {**found[part], **dict.fromkeys(private_keys(found, part), MARKER)} for part in _parts(found)}
        changed = {**found, **hidden}
    elif found.get("kind") == "Job":
        changed = _mask_arguments(found)
    else:
        return manifest
    return Manifest(changed, manifest.origins, manifest.indexes, manifest.task)


def is_secret(value: Any) -> bool:
    return isinstance(value, dict) and value.get("kind") == "Secret" and str(value.get("apiVersion", "v1")) == "v1"


def holds_private_key(value: Any) -> bool:
    return is_secret(value) and any(private_keys(value, part) for part in _parts(value))


def private_keys(secret: dict[str, Any], part: str) -> list[str]:
    """The entries of a Secret's data or stringData that hold a private key, by content or by name."""
    return [name for name, value in secret[part].items() if _is_private(name, value, encoded=part == "data")]


def _parts(secret: dict[str, Any]) -> list[str]:
    return [part for part in ("data", "stringData") if isinstance(secret.get(part), dict)]


def _is_private(name: str, value: Any, *, encoded: bool) -> bool:
    if not value or not isinstance(value, (str, Text)):
        return False
    content = str(value)
    if encoded:
        content = _decoded(content)
    # a stand-in such as <private key made by Volcano> is for people to see
    return "PRIVATE KEY" in content or (name in _FILES and not content.startswith("<"))


def _decoded(content: str) -> str:
    from base64 import b64decode

    try:
        return b64decode(content).decode("utf-8", "replace")
    except ValueError:
        return content


def _mask_arguments(job: dict[str, Any]) -> dict[str, Any]:
    spec = job.get("spec")
    plugins = spec.get("plugins") if isinstance(spec, dict) else None
    if not isinstance(spec, dict) or not isinstance(plugins, dict) or not isinstance(plugins.get("ssh"), list):
        return job
    hidden: list[Any] = []
    is_value = False
    for item in plugins["ssh"]:
        flag = _FLAG.fullmatch(item) if isinstance(item, str) else None
        if is_value:
            hidden.append(MARKER)
        elif flag and "=" in item:
            hidden.append(f"{flag[1]}={MARKER}")
        else:
            hidden.append(item)
        is_value = bool(flag) and not is_value and "=" not in item
    return {**job, "spec": {**spec, "plugins": {**plugins, "ssh": hidden}}}
