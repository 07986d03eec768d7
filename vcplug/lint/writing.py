"""Files written whole or not at all, and what would be written shown as a diff."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping
from contextlib import suppress
from errno import EACCES

from vcplug.errors import VcplugError
from vcplug.printer import visible

# behind a flag's name however it is spelt, behind a key's own first words, and the lines of a key
_KEY = re.compile(
    r"(?i)(?P<kept>private[-_]?\w*[\"']?\s*[=:,\s]\s*[\"']?)[^\s\"'][^\"'\n]*"
    r"|(?<=PRIVATE KEY-----)[^\"'\n]+"
    r"|(?<![\w/+])[A-Za-z0-9+/]{40,}={0,2}"
)
RED, GREEN, BOLD, OFF = "\x1b[31m", "\x1b[32m", "\x1b[1m", "\x1b[0m"


def replace_files(contents: Mapping[str, bytes]) -> None:
    """All are staged beside their targets before the first is moved into place. Links stay links, modes stay."""
    staged: list[tuple[str, str]] = []
    name = ""
    try:
        for name, data in contents.items():
            if os.path.exists(name) and not os.path.isfile(name):
                # a pipe or a device is written to, not replaced; behind /dev/stdout stands no path
                with open(name, "wb") as stream:
                    stream.write(data)
                continue
            target = os.path.realpath(name)
            staged.append((_stage(target, data), target))
        while staged:
            temporary, name = staged[0]
            os.replace(temporary, name)
            del staged[0]
    except OSError as error:
        raise VcplugError(f"cannot write to {name}: {error.strerror or 'unknown reason'}") from error
    finally:
        for temporary, _ in staged:
            with suppress(OSError):
                os.unlink(temporary)


def _stage(target: str, data: bytes) -> str:
    folder, base = os.path.split(target)
    temporary = os.path.join(folder, f".{base[:200]}.{os.getpid()}.vcplug")
    there = os.stat(target) if os.path.exists(target) else None
    if there and not os.access(target, os.W_OK):
        # a rename asks the directory only
        raise PermissionError(EACCES, "it is read-only", target)
    try:
        with open(temporary, "xb", opener=_for_owner if there else None) as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if there:
            with suppress(OSError, AttributeError):
                os.chown(temporary, there.st_uid, there.st_gid)
            os.chmod(temporary, stat.S_IMODE(there.st_mode))
    except OSError:
        with suppress(OSError):
            os.unlink(temporary)
        raise
    return temporary


def _for_owner(path: str, flags: int) -> int:
    """Until it has its mode, nobody else reads what may be meant for few."""
    return os.open(path, flags, 0o600)


def diff(name: str, before: str, after: str, *, color: bool = False) -> str:
    """A unified diff, with private keys made unreadable."""
    from difflib import unified_diff

    shown = visible(name)
    lines = unified_diff(_lines(before), _lines(after), shown, shown)
    secret = "private" in before.lower()
    return "".join(_paint(_ended(_conceal(line) if secret else line), color) for line in lines)


def _conceal(line: str) -> str:
    return _KEY.sub(lambda found: (kept := found["kept"] or "") + "*" * (len(found[0]) - len(kept)), line)


def _lines(text: str) -> list[str]:
    found = text.split("\n")
    lines = [line + "\n" for line in found[:-1]]
    return [*lines, found[-1]] if found[-1] else lines


def _ended(line: str) -> str:
    return line if line.endswith("\n") else line + "\n\\ No newline at end of file\n"


def _paint(line: str, color: bool) -> str:
    if not color:
        return line
    start = BOLD if line.startswith(("---", "+++")) else {"-": RED, "+": GREEN}.get(line[:1], "")
    text = line.rstrip("\n")
    return f"{start}{text}{OFF}\n" if start else line
