"""Arguments -> one call -> exit code; one file per command."""

from __future__ import annotations

import sys


def main() -> int:
    """The console scripts `vcplug` and `kubectl-vcplug`, and `python -m vcplug`."""
    import gc

    # loading a command and reading a job makes many objects and hardly a cycle: looking for some is a tenth of the time
    gc.set_threshold(100_000, 50, 50)
    try:
        return _main()
    finally:
        # the process ends here: its memory goes back as a whole, without a last look at every object
        gc.freeze()


def _main() -> int:
    if sys.argv[1:] in (["--version"], ["-V"]):
        # answered before Typer is loaded: shells and scripts ask for it often
        from vcplug import __version__

        try:
            print(f"vcplug {__version__}", flush=True)
            return 0
        except OSError:
            pass  # a closed pipe or a full disk is the boundary's business
    if sys.argv[1:2] == ["--complete"]:
        # asked by the scripts in completions/ at every Tab: no Typer either
        from vcplug.cli.complete import complete
        from vcplug.source import clib

        clib.alone = True
        return complete(sys.argv[2:])
    try:
        from vcplug.cli.boundary import run
        from vcplug.source import clib

        clib.alone = True
        return run(sys.argv[1:])
    except KeyboardInterrupt:
        return 130  # before the boundary was there to say so, or while it did
