"""vcplug schema: a JSON Schema of a Job, for editors."""

from typing import Annotated

import typer

from vcplug.cli import options, pages

EXAMPLES = (
    ("vcplug schema > volcano-job.schema.json", "write it to a file that editors can read"),
    (
        "# yaml-language-server: $schema=volcano-job.schema.json",
        "first line of a job: VS Code (YAML extension) and others",
    ),
    ("Settings > Languages & Frameworks > Schemas and DTDs > JSON Schema Mappings", "JetBrains: map the file to your jobs there"),
    ("vcplug schema --volcano-version 1.11", "the schema of the release that you run"),
)


def schema(
    context: typer.Context,
    strict: Annotated[
        bool, typer.Option("--strict", help="Fields that the release does not know are errors, not warnings.")
    ] = False,
    volcano_version: options.VolcanoVersion = "",
    config: options.ConfigFile = "",
    no_config: options.NoConfig = False,
    quiet: options.Quiet = False,
    color: options.Color = "auto",
    debug: options.Debug = False,
) -> int:
    """Print a JSON Schema (draft-07) of a Job with its plugins' arguments, for completion and checks in editors.

    draft-07 is the newest draft that VS Code's YAML extension and JetBrains IDEs both support in full.
    """
    from vcplug.explain.schema import schema as make

    terminal = context.obj
    terminal.configure(color=color, quiet=quiet, debug=debug)
    settings = options.settle(volcano_version, config, no_config)
    options.announce(terminal, settings)
    pages.write_json(terminal, make(settings.release, settings.config.extra_plugins, strict))
    return 0
