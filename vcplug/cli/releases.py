"""vcplug releases: which Volcano releases are known, and what they changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from vcplug.cli import options, pages

if TYPE_CHECKING:
    from vcplug.releases import Release

EXAMPLES = (
    ("vcplug releases", "all known releases, and what each changed for job authors"),
    ("vcplug releases --from 1.11 --to 1.15", "what an upgrade of Volcano brings"),
    ("vcplug releases -o json", "the same for scripts"),
)


def releases(
    context: typer.Context,
    first: Annotated[str, typer.Option("--from", metavar="RELEASE", help="Begin after this release.", show_default=False)] = "",
    last: Annotated[str, typer.Option("--to", metavar="RELEASE", help="End with this release.", show_default=False)] = "",
    output: Annotated[Literal["text", "json", "markdown"], typer.Option("--output", "-o", help="What to print.")] = "text",
    quiet: options.Quiet = False,
    color: options.Color = "auto",
    debug: options.Debug = False,
) -> int:
    """List the Volcano releases that vcplug knows, and what changed for job authors in each."""
    from vcplug.errors import VcplugError
    from vcplug.explain import history

    terminal = context.obj
    terminal.configure(color=color, quiet=quiet, debug=debug)
    oldest, newest = _release("--from", first), _release("--to", last)
    if oldest and newest and oldest.version > newest.version:
        raise VcplugError(f"--from {first} is newer than --to {last}")
    for one in (oldest, newest):
        if one and one.note:
            terminal.note(one.note)
    if output == "json":
        pages.write_json(terminal, history.data(oldest, newest))
    else:
        pages.write_blocks(terminal, history.blocks(oldest, newest), output)
    return 0


def _release(option: str, text: str) -> Release | None:
    from vcplug import releases as known
    from vcplug.errors import VcplugError

    try:
        return known.release(text) if text else None
    except known.UnknownRelease as error:
        raise VcplugError(f"{option}: {error}") from None
