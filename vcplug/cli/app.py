"""The commands, each loaded only when it is called."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from typer.core import TyperGroup

from vcplug.cli.manual import ManualCommand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vcplug.cli.terminal import Terminal


class Entry(NamedTuple):
    module: str
    """holds a function called as the command"""
    summary: str


COMMANDS: dict[str, Entry] = {
    "render": Entry("vcplug.cli.render", "Print the manifests that a job becomes."),
    "lint": Entry("vcplug.cli.lint", "Find mistakes before the cluster swallows them, and mend some."),
    "diff": Entry("vcplug.cli.diff", "Compare what jobs become: files, releases, commits, the cluster."),
    "explain": Entry("vcplug.cli.explain", "Tell what plugins, flags, variables and findings are."),
    "show": Entry("vcplug.cli.show", "Show what is inside a pod: environment, files, hosts, ports, command."),
    "why": Entry("vcplug.cli.why", "Tell where each thing in a pod comes from."),
    "releases": Entry("vcplug.cli.releases", "List the known Volcano releases and what each changed."),
    "schema": Entry("vcplug.cli.schema", "Print a JSON Schema of a Job, for editors."),
}

PLAIN = {"help_option_names": ["-h", "--help"]}


class Commands(TyperGroup):
    """A group that knows its commands' names and summaries, and imports one when it is called."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return command(cmd_name) if cmd_name in COMMANDS else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"there is no command {args[0]!r}{near(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMANDS.items()])


def near(word: str, known: Sequence[str] | dict[str, Any]) -> str:
    """`; did you mean …?`, or nothing."""
    from vcplug.near import nearest

    found = nearest(word, known)
    return f"; did you mean {found}?" if found else f"; there are {', '.join(known)}"


def command(name: str) -> Any:
    """The Click command of one entry of the table."""
    entry = COMMANDS[name]
    single = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=PLAIN)
    single.command(name, cls=ManualCommand)(getattr(import_module(entry.module), name))
    return typer.main.get_command(single)


def _print_version(asked: bool) -> None:
    if asked:
        from vcplug import __version__

        print(f"vcplug {__version__}")
        raise typer.Exit


Version = Annotated[
    bool, typer.Option("--version", "-V", callback=_print_version, is_eager=True, help="Print the version and exit.")
]


def group() -> Any:
    app = typer.Typer(cls=Commands, add_completion=False, rich_markup_mode=None, context_settings=PLAIN)

    @app.callback()
    def vcplug(version: Version = False) -> None:
        """What a Volcano Job becomes, offline, for the release you run."""

    return typer.main.get_command(app)


def program() -> str:
    """How the user called us, for usage lines."""
    called = os.path.basename(sys.argv[0])
    return "kubectl vcplug" if called.startswith("kubectl-") else "vcplug"


def dispatch(arguments: Sequence[str], terminal: Terminal) -> int:
    """Run the command that the arguments name. Click's own exceptions pass through."""
    root = group()
    try:
        with root.make_context(program(), list(arguments), obj=terminal) as context:
            if not arguments:
                terminal.say(root.get_help(context))
                return 2
            return int(root.invoke(context) or 0)
    except typer.Exit as stop:
        return stop.exit_code
