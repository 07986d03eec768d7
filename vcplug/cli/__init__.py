"""Arguments -> one call -> exit code; one file per command."""

from __future__ import annotations

import sys


def main() -> int:
    """The console scripts `vcplug` and `kubectl-vcplug`, and `python -m vcplug`."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        # answered before Typer is loaded: shells and scripts ask for it often
        from vcplug import __version__

        print(f"vcplug {__version__}")
        return 0
    from vcplug.cli.boundary import run

    return run(sys.argv[1:])
