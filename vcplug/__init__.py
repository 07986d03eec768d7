"""vcplug: what a Volcano Job becomes, offline, for the release you run.

From Python: `vcplug.render(vcplug.load("job.yaml"), vcplug.Choices(release="1.15"))`; see the README.
"""

import sys

TYPE_CHECKING = False  # typing's own costs more than all that `vcplug --version` needs
if TYPE_CHECKING:
    from types import ModuleType

    from vcplug.api import Choices, Rendered, Result, admit, diff, lint, load, loads, render
    from vcplug.errors import VcplugError
    from vcplug.model import Finding
else:
    ModuleType = type(sys)

__version__ = "0.1.0"
__all__ = [
    "Choices",
    "Finding",
    "Rendered",
    "Result",
    "VcplugError",
    "__version__",
    "admit",
    "diff",
    "lint",
    "load",
    "loads",
    "render",
]


def __getattr__(name: str) -> object:
    # loaded on first use: `vcplug --version` needs none of it
    if name not in __all__:
        raise AttributeError(f"module 'vcplug' has no attribute {name!r}")
    from importlib import import_module

    home = {"VcplugError": "vcplug.errors", "Finding": "vcplug.model"}.get(name, "vcplug.api")
    return getattr(import_module(home), name)


class _Package(ModuleType):
    """Python hangs every room that it loads onto the package, under the room's name. `lint` and `diff` stay the functions."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in __all__ and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
