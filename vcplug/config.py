"""The project's own settings: .vcplug.toml, or [tool.vcplug] in pyproject.toml."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, NoReturn, cast

from vcplug.errors import VcplugError
from vcplug.model import Finding, Severity, Span

LARGEST = 4 << 20
"""characters of a config file"""
OWN, SHARED = ".vcplug.toml", "pyproject.toml"
Kind = Literal["text", "texts", "severity", "texts by pattern", "table"]
KEYS: dict[str, Kind] = {"volcano-version": "text", "extra-plugins": "texts", "lint": "table"}
LINT_KEYS: dict[str, Kind] = {"select": "texts", "ignore": "texts", "fail-on": "severity", "per-file-ignores": "texts by pattern"}
EXPECTED = {
    "text": 'a text, such as "1.15"',
    "texts": 'a list of texts, such as ["one", "two"]',
    "severity": '"error", "warning" or "info"',
    "texts by pattern": 'a table of lists, such as { "samples/*.yaml" = ["VCP758"] }',
    "table": "a table",
}


class Config(NamedTuple):
    """What a config file says; empty where it says nothing."""

    file: str = ""
    volcano_version: str = ""
    extra_plugins: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    fail_on: Severity | None = None
    per_file_ignores: Mapping[str, tuple[str, ...]] = MappingProxyType({})


def find(start: str, home: str) -> Config:
    """The nearest config, from `start` upwards to the repository's root or the home directory."""
    folder = os.path.abspath(start)
    while True:
        own = os.path.join(folder, OWN)
        if os.path.isfile(own):
            return read(own)
        shared = os.path.join(folder, SHARED)
        if os.path.isfile(shared):
            found = _read_shared(shared)
            if found is not None:
                return found
        parent = os.path.dirname(folder)
        if parent == folder or folder == home or os.path.exists(os.path.join(folder, ".git")):
            return Config()
        folder = parent


def read(file: str) -> Config:
    """This very file: a pyproject.toml's [tool.vcplug], or a whole file of ours."""
    if os.path.basename(file) == SHARED:
        return _read_shared(file) or Config(file)
    text = _text(file)
    return _Reader(file, text, "").config(_parse(file, text))


def _read_shared(file: str) -> Config | None:
    text = _text(file)
    if "vcplug" not in text:
        return None
    tool = _parse(file, text).get("tool")
    table = tool.get("vcplug") if isinstance(tool, dict) else None
    return _Reader(file, text, "tool.vcplug").config(table) if table is not None else None


def _text(file: str) -> str:
    try:
        with open(file, encoding="utf-8") as stream:
            text = stream.read(LARGEST + 1)
    except UnicodeDecodeError:
        raise VcplugError(f"{file}: the config file is not UTF-8") from None
    except OSError as error:
        raise VcplugError(f"{file}: cannot read the config file: {error.strerror}") from None
    if len(text) > LARGEST:
        raise VcplugError(f"{file}: the config file is larger than {LARGEST >> 20} MiB")
    return text


def _parse(file: str, text: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"^(.*) \(at line (\d+), column (\d+)\)$", str(error), re.DOTALL)
        line, column = (int(found[2]), int(found[3])) if found else (text.count("\n") + 1, 1)
        reason = found[1] if found else re.sub(r" \(at end of document\)$", ", and the file ends", str(error))
        _refuse(file, text, f"the config file is not TOML: {reason}", Span(line, column, line, column + 1))
    except (RecursionError, ValueError):
        # tomllib's own limits: nesting, and numbers of thousands of digits
        raise VcplugError(f"{file}: the config file is nested too deeply, or holds a number that is too long") from None


def _refuse(file: str, text: str, message: str, span: Span, hint: str = "", notes: tuple[str, ...] = ()) -> NoReturn:
    lines = text.splitlines()
    shown = lines[span.line - 1] if span.line <= len(lines) else ""
    finding = Finding("", "", "error", message, file, span, shown, hint, notes, stops=True)
    raise VcplugError(f"{file}:{span.line}: {message}", (finding,))


class _Reader:
    """Checks the keys and types of one table and the tables in it."""

    def __init__(self, file: str, text: str, root: str) -> None:
        self.file, self.text, self.root = file, text, root

    def config(self, table: Any) -> Config:
        if not isinstance(table, dict):
            self.refuse("vcplug", "tool", "[tool.vcplug] must be a table")
        self.check(table, KEYS, self.root)
        lint = table.get("lint", {})
        self.check(lint, LINT_KEYS, f"{self.root}.lint".lstrip("."))
        return Config(
            self.file,
            table.get("volcano-version", ""),
            tuple(table.get("extra-plugins", ())),
            tuple(lint.get("select", ())),
            tuple(lint.get("ignore", ())),
            cast("Severity | None", lint.get("fail-on")),
            {pattern: tuple(codes) for pattern, codes in lint.get("per-file-ignores", {}).items()},
        )

    def check(self, table: Mapping[str, Any], keys: Mapping[str, Kind], inside: str) -> None:
        for key, value in table.items():
            if key not in keys:
                from vcplug.near import nearest

                close = nearest(key, keys)
                hint = f"did you mean {close}?" if close else ""
                self.refuse(key, inside, f"unknown key {key!r} in the config file", hint, (f"known here: {', '.join(keys)}",))
            if not _fits(value, keys[key]):
                self.refuse(key, inside, f"{key} must be {EXPECTED[keys[key]]}")

    def refuse(self, key: str, inside: str, message: str, hint: str = "", notes: tuple[str, ...] = ()) -> NoReturn:
        _refuse(self.file, self.text, message, _place(self.text, key, inside), hint, notes)


def _fits(value: Any, kind: Kind) -> bool:
    if kind == "text":
        return isinstance(value, str)
    if kind == "texts":
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    if kind == "severity":
        return value in ("error", "warning", "info")
    return isinstance(value, dict) and (kind == "table" or all(_fits(item, "texts") for item in value.values()))


def _place(text: str, key: str, inside: str) -> Span:
    """Where a key is written: tomllib keeps no places, so look for it in its table, or as a table's own name."""
    table = ""
    wanted = f"{inside}.{key}".lstrip(".")
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[+\s*([^\]]+?)\s*\]", line)
        if header:
            table = re.sub(r"[\"'\s]", "", header[1])
        for found in re.finditer(r"[\w-]+", line.partition("#")[0]):
            if found[0] == key and (table in (inside, wanted) or f"{inside}.".startswith(f"{table}." if table else "")):
                return Span(number, found.start() + 1, number, found.end() + 1)
    return Span(1, 1, 1, 1)
