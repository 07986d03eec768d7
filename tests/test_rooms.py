"""Imports point only towards earlier stages, and plugins know nothing of each other or of what comes after them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "vcplug"
FOUNDATION = (
    "holes",
    "model",
    "releases",
    "goflags",
    "codes",
    "errors",
    "names",
    "quantity",
    "hosts",
    "duration",
    "near",
    "printer",
    "config",
)
ROOMS = ("plugins", "source", "admission", "findings", "expand", "emit", "lint", "diff", "api", "explain", "cli")
STAGES = (*FOUNDATION, *ROOMS)
FREE = ("__init__", "__main__")
MODULES = sorted(PACKAGE.rglob("*.py"))


def room(dotted: str) -> str:
    parts = dotted.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def imports(file: Path) -> Iterator[str]:
    """What a module imports of vcplug, wherever in it; what only type checkers see does not count."""
    tree = ast.parse(file.read_text())
    unseen = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in unseen:
            continue
        if isinstance(node, ast.ImportFrom) and node.module == "vcplug":
            yield from (
                f"vcplug.{name.name}"
                for name in node.names
                if (PACKAGE / f"{name.name}.py").exists() or (PACKAGE / name.name).is_dir()
            )
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("vcplug."):
            yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name.startswith("vcplug."))


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_a_module_imports_only_earlier_stages(file: Path) -> None:
    own = room("vcplug." + ".".join(file.relative_to(PACKAGE).with_suffix("").parts))
    if own in FREE:
        return
    for found in imports(file):
        assert STAGES.index(room(found)) <= STAGES.index(own), f"{own} imports {found}"


@pytest.mark.parametrize("file", sorted((PACKAGE / "plugins").glob("[a-z]*.py")), ids=lambda file: file.stem)
def test_plugins_do_not_import_each_other(file: Path) -> None:
    assert not [found for found in imports(file) if found.startswith("vcplug.plugins.")]


def test_no_room_is_called_by_what_it_is_not() -> None:
    assert not [file for file in MODULES if file.stem in ("utils", "util", "helpers", "common", "misc")]
