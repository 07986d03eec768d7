"""ruamel.yaml's C parser, in a command's own process without the rest of ruamel.yaml: 3 ms instead of 18.

The C module asks for eight of ruamel.yaml's modules, only to take an exception class from each. In a process
where nobody else uses ruamel.yaml they need not be loaded.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

_ONLY_FOR_ERRORS = ("reader", "scanner", "parser", "composer", "constructor", "emitter", "serializer", "representer")

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
        from ruamel.yaml.error import MarkedYAMLError

        for name in _ONLY_FOR_ERRORS:
            sys.modules[f"ruamel.yaml.{name}"] = _stand_in(name, MarkedYAMLError)
        import _ruamel_yaml

        return _ruamel_yaml
    except ImportError:
        return None
    finally:
        for name in set(sys.modules) - before:
            if name.startswith("ruamel.yaml") and ".clib" not in name:
                del sys.modules[name]


def _stand_in(name: str, base: type[Exception]) -> ModuleType:
    module: Any = ModuleType(name)

    def find(attribute: str) -> type[Exception]:
        if not attribute.endswith("Error"):
            raise AttributeError(attribute)
        return type(attribute, (base,), {})

    module.__getattr__ = find
    found: ModuleType = module
    return found
