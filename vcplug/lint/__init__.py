"""Rules about jobs, the engine that asks them, fixes and reports.

`vcplug.lint` is both this room and, from Python, a function: Python itself hangs a package under its name onto the
one that holds it, over whatever stood there. So the room can be called, and does what `vcplug.api.lint` does.
"""

import sys
from types import ModuleType
from typing import Any


class _Room(ModuleType):
    def __call__(self, *inputs: Any, **options: Any) -> Any:
        from vcplug.api import lint

        return lint(*inputs, **options)


sys.modules[__name__].__class__ = _Room
