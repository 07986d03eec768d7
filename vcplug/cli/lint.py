"""vcplug lint: every mistake that the cluster swallows. Here are its options; linting.py does the work."""

from typing import Annotated, Literal

import typer

from vcplug.cli import options

Option = typer.Option
Words = list[str]
EXAMPLES = (
    ("vcplug lint", "everything under this directory"),
    ("vcplug lint --fix jobs/", "mend what can be mended"),
    ("vcplug lint --diff jobs/", "only show what would be mended"),
    ("vcplug lint --select VCP1,VCP208 job.yaml", "some rules only; vcplug explain VCP208 tells about one"),
    ("vcplug lint -o sarif --output-file lint.sarif", "for code scanning"),
)
GROUPS = {
    "Mending": ("fix", "unsafe_fixes", "diff"),
    "Report": ("output", "output_file", "fail_on", "statistics"),
}
EXIT_CODES = (
    ("0", "nothing found, or nothing that bad (--fail-on)"),
    ("1", "something found"),
    ("2", "bad usage, or a path or config that is not there"),
    ("3", "a defect of vcplug itself"),
    ("130", "interrupted"),
)


def lint(
    context: typer.Context,
    paths: Annotated[
        Words | None,
        typer.Argument(metavar="[PATH]...", help="Files, directories, - for stdin; none: this directory.", show_default=False),
    ] = None,
    select: Annotated[
        Words | None, Option("--select", metavar="CODES", help="Only these, such as VCP1,VCP208.", show_default=False)
    ] = None,
    ignore: Annotated[Words | None, Option("--ignore", metavar="CODES", help="All but these.", show_default=False)] = None,
    fix: Annotated[bool, Option("--fix", help="Mend what can be mended without changing what the job does.")] = False,
    unsafe_fixes: Annotated[
        bool, Option("--unsafe-fixes", help="Mend what changes what the job does, too: a missing plugin, a null.")
    ] = False,
    diff: Annotated[bool, Option("--diff", help="Show what would be mended, and write nothing.")] = False,
    output: Annotated[
        Literal["text", "json", "github", "sarif", "junit"], Option("--output", "-o", help="How to report.")
    ] = "text",
    output_file: Annotated[
        str, Option("--output-file", metavar="FILE", help="Write the report there; - is stdout.", show_default=False)
    ] = "",
    fail_on: Annotated[
        Literal["error", "warning", "info"] | None,
        Option("--fail-on", help="Exit with 1 from this severity on; default: warning.", show_default=False),
    ] = None,
    statistics: Annotated[bool, Option("--statistics", help="Count the findings of each code.")] = False,
    volcano_version: options.VolcanoVersion = "",
    config: options.ConfigFile = "",
    no_config: options.NoConfig = False,
    quiet: Annotated[bool, Option("--quiet", "-q", help="Findings only: no summary, no notes.")] = False,
    color: options.Color = "auto",
    debug: options.Debug = False,
) -> int:
    """Find what admission refuses, what the controller mis-reads, and what does not work once rendered."""
    from vcplug.cli import linting

    context.obj.configure(color=color, quiet=quiet, debug=debug)
    settings = options.settle(volcano_version, config, no_config)
    options.announce(context.obj, settings)
    fixing: linting.Fixing = "unsafe" if unsafe_fixes else "safe" if fix or diff else "no"
    wanted = linting.Wanted(
        output,
        "" if output_file == "-" else output_file,
        fixing,
        diff,
        fail_on or settings.config.fail_on or "warning",
        statistics,
        select,
        ignore,
    )
    return linting.run(context.obj, paths or ["."], wanted, settings)
