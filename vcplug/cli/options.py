"""Options that several commands share, declared once, and how they are settled with environment and config."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import typer

from vcplug.errors import VcplugError

if TYPE_CHECKING:
    from vcplug.cli.terminal import Terminal
    from vcplug.config import Config
    from vcplug.releases import Release

VARIABLE = "VCPLUG_VOLCANO_VERSION"

VolcanoVersion = Annotated[
    str,
    typer.Option("--volcano-version", metavar="RELEASE", help="Volcano release, such as 1.15 or v1.14.2.", show_default=False),
]
ConfigFile = Annotated[
    str, typer.Option("--config", metavar="FILE", help="Read this config file, not the nearest one.", show_default=False)
]
NoConfig = Annotated[bool, typer.Option("--no-config", help="Read no config file.")]
Compat = Annotated[
    bool, typer.Option("--compat", help="Read arguments and drop fields as the cluster does, instead of refusing them.")
]
Namespace = Annotated[str, typer.Option("--namespace", "-n", metavar="NAME", help="For jobs that name none.", show_default=False)]
Name = Annotated[str, typer.Option("--name", metavar="NAME", help="For a job that has only generateName.", show_default=False)]
SchedulerName = Annotated[
    str,
    typer.Option(
        "--scheduler-name",
        metavar="NAME",
        help="Scheduler of the pods; default-scheduler for a cluster without Volcano.",
        show_default=False,
    ),
]
JobPath = Annotated[str, typer.Argument(metavar="JOB", help="The job's file, a directory, or - for stdin.", show_default=False)]
PodName = Annotated[str, typer.Argument(metavar="POD", help="A name, task-index, or a task (its first pod).", show_default=False)]
WhichJob = Annotated[str, typer.Option("--job", metavar="NAME", help="Which job, of several.", show_default=False)]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Only errors on stderr.")]
Color = Annotated[Literal["auto", "always", "never"], typer.Option("--color", help="When to colour.")]
Debug = Annotated[bool, typer.Option("--debug", help="Show the traceback of a defect.")]


class Settings(NamedTuple):
    """What flags, environment and config say together."""

    release: Release
    assumed: bool
    """nobody chose the release"""
    config: Config


def settle(volcano_version: str, config_file: str, no_config: bool) -> Settings:
    """Flags win over environment, environment over config."""
    from vcplug import releases

    if config_file and no_config:
        raise VcplugError("--config and --no-config exclude each other")
    config = _config(config_file, no_config)
    chosen = (
        ("--volcano-version", volcano_version),
        (VARIABLE, os.environ.get(VARIABLE, "")),
        (f"{config.file}: volcano-version", config.volcano_version),
    )
    for source, text in chosen:
        if text:
            try:
                return Settings(releases.release(text), False, config)
            except releases.UnknownRelease as error:
                raise VcplugError(f"{source}: {error}") from None
    return Settings(releases.release(), True, config)


def _config(file: str, no_config: bool) -> Config:
    from vcplug import config

    if no_config:
        return config.Config()
    if file:
        return config.read(file)
    try:
        return config.find(os.getcwd(), os.path.expanduser("~"))
    except FileNotFoundError:
        # the working directory was removed under us
        return config.Config()


def announce(terminal: Terminal, settings: Settings) -> None:
    """What the user should know about the settings before anything else."""
    if settings.release.note:
        terminal.note(settings.release.note)
