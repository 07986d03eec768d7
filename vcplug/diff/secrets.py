"""What no report shows: the content of Secrets, private keys, and the key that a job gives to ssh."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from vcplug.expand import placeholder_keys
from vcplug.holes import Text
from vcplug.model import Job

MASK = "<hidden>"
KEY_FILES = frozenset(("id_rsa", "id_rsa.pub", "authorized_keys"))
_SSH_FILES = KEY_FILES | {"config"}
_PRIVATE = re.compile(r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----")
_SHORT = 8
"""characters below which a given key is no key, but a word that may stand anywhere"""


class Hidden:
    """The private keys that the jobs themselves give, wherever else they stand."""

    def __init__(self, jobs: Iterable[Job] = (), more: Iterable[str] = ()) -> None:
        given = [job.plugins["ssh"].values.get("ssh-private-key") for job in jobs if "ssh" in job.plugins]
        self.keys = tuple({key.strip() for key in (*given, *more) if isinstance(key, str) and len(key.strip()) >= _SHORT})

    def mask(self, value: Any) -> Any:
        if not self.keys:
            return value
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Text):
            return MASK if any(key in str(value) for key in self.keys) else value
        if isinstance(value, dict):
            return {self.text(key): self.mask(item) for key, item in value.items()}
        return [self.mask(item) for item in value] if isinstance(value, list) else value

    def text(self, value: str) -> str:
        return MASK if any(key in value for key in self.keys) else value


def masked(value: Any) -> Any:
    """The value with every text that holds a private key hidden."""
    if isinstance(value, (str, Text)):
        return MASK if "PRIVATE KEY" in (text := str(value)) and _PRIVATE.search(text) else value
    if isinstance(value, dict):
        return {key: masked(item) for key, item in value.items()}
    return [masked(item) for item in value] if isinstance(value, list) else value


def settle_keys(
    old: dict[str, Any], new: dict[str, Any], old_rendered: bool, new_rendered: bool
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two Secrets with stand-ins for the keys that Volcano made: the next run makes others, and that is no change."""
    if not (_is_made(old, old_rendered) and _is_made(new, new_rendered)) or old["data"]["id_rsa"] == new["data"]["id_rsa"]:
        return old, new
    return _with_stand_ins(old), _with_stand_ins(new)


def _is_made(secret: dict[str, Any], rendered: bool) -> bool:
    """Whether the keys are generated ones. In what is rendered here these are stand-ins; any other key was given."""
    data = secret.get("data")
    if not isinstance(data, dict) or not data.keys() <= _SSH_FILES or "id_rsa" not in data:
        return False
    from base64 import b64decode

    try:
        key = b64decode(str(data["id_rsa"])).decode("utf-8", "replace")
    except ValueError:
        return False
    return key == placeholder_keys().private or (not rendered and key.startswith("-----BEGIN RSA PRIVATE KEY-----"))


def _with_stand_ins(secret: dict[str, Any]) -> dict[str, Any]:
    """That a key is there still counts, and whether the public one is what authorized_keys holds."""
    data = secret["data"]
    made = {key: MASK for key in KEY_FILES if key in data}
    if data.get("authorized_keys") != data.get("id_rsa.pub"):
        made.pop("authorized_keys", None)
    return {**secret, "data": {**data, **made}}
