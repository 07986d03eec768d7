"""vcplug: what a Volcano Job becomes, offline, for the release you run.

From Python: `vcplug.render(vcplug.load("job.yaml"), vcplug.Choices(release="1.15"))`; see the README.
"""

TYPE_CHECKING = False  # typing's own costs more than all that `vcplug --version` needs
if TYPE_CHECKING:
    from vcplug.api import Choices, Rendered, Result, admit, diff, lint, load, loads, render
    from vcplug.errors import VcplugError
    from vcplug.model import Finding

__version__ = "0.1.0"
__all__ = ["Choices", "Finding", "Rendered", "Result", "VcplugError", "__version__", "admit", "diff", "lint", "load", "loads", "render"]


def __getattr__(name: str) -> object:
    # loaded on first use: `vcplug --version` needs none of it
    if name not in __all__:
        raise AttributeError(f"module 'vcplug' has no attribute {name!r}")
    from importlib import import_module

    home = {"VcplugError": "vcplug.errors", "Finding": "vcplug.model"}.get(name, "vcplug.api")
    return getattr(import_module(home), name)
