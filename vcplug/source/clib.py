"""ruamel.yaml's C parser, in a command's own process without the rest of ruamel.yaml: 1 ms instead of 18.

The C module asks for a dozen of ruamel.yaml's modules, only to take classes from each: of exceptions, of tokens and nodes
that we do not ask for, and of events. In a process where nobody else uses ruamel.yaml they need not be loaded.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

_ONLY_FOR_CLASSES = (
    "error", "reader", "scanner", "parser", "composer", "constructor", "emitter", "serializer", "representer", "tokens", "nodes",
)  # fmt: skip

alone = False
"""set by the command line, never by the library: nothing but vcplug runs in this process"""


def load() -> Any:
    """The C module: CParser, the classes of its events, YAMLError. ImportError where it is missing."""
    found = sys.modules.get("_ruamel_yaml")
    if found is None and alone and "ruamel.yaml" not in sys.modules:
        found = _load_alone()
    if found is None:
        import _ruamel_yaml as found  # type: ignore[import-not-found, unused-ignore, no-redef]
    return found


def _load_alone() -> Any:
    """Load it among stand-ins, and take those away again: the pure parser, if it is needed later, comes whole."""
    from importlib.util import find_spec, module_from_spec

    spec = find_spec("ruamel.yaml")
    if spec is None:
        return None
    before = set(sys.modules)
    sys.modules["ruamel.yaml"] = module_from_spec(spec)
    try:
        from vcplug.source import events

        for name in _ONLY_FOR_CLASSES:
            sys.modules[f"ruamel.yaml.{name}"] = _stand_in(name)
        sys.modules["ruamel.yaml.events"] = events
        import _ruamel_yaml

        return _ruamel_yaml
    except ImportError:
        return None
    finally:
        for name in set(sys.modules) - before:
            if name.startswith("ruamel.yaml") and ".clib" not in name:
                del sys.modules[name]


class _YAMLError(Exception):
    """All errors of the parser: what is wrong and where, for refusals.explain."""

    def __init__(
        self, context: Any = None, context_mark: Any = None, problem: Any = None, problem_mark: Any = None, *_: Any
    ) -> None:
        super().__init__(problem)
        self.context_mark = context_mark
        self.problem = problem
        self.problem_mark = problem_mark


def _stand_in(name: str) -> ModuleType:
    module: Any = ModuleType(name)

    def find(attribute: str) -> type:
        if attribute == "YAMLError":
            return _YAMLError
        if not attribute.endswith(("Error", "Token", "Node")):
            raise AttributeError(attribute)
        return type(attribute, (_YAMLError,) if attribute.endswith("Error") else (), {})

    module.__getattr__ = find
    found: ModuleType = module
    return found
