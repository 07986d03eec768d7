"""vcplug diff: what changes, said once. Here are its options; diffing.py does the work."""

from typing import Annotated, Literal

import typer

from vcplug.cli import options

Option = typer.Option
EXAMPLES = (
    ("vcplug diff old.yaml new.yaml", "what changes for every object"),
    ("vcplug diff job.yaml", "what the plugins add"),
    ("vcplug diff --release 1.11..1.15 job.yaml", "what an upgrade of Volcano does to a job"),
    ("vcplug diff --git main train.yaml", "against what git has"),
    ("vcplug diff --git main train.yaml --update", "what happens when it replaces the running job"),
    ('KUBECTL_EXTERNAL_DIFF="vcplug diff" kubectl diff -f job.yaml', "as kubectl's own diff"),
)
GROUPS = {
    "What to compare with": ("release", "git", "live", "update", "context_name", "kubeconfig", "timeout"),
    "Report": ("output", "full"),
}
EXIT_CODES = (
    ("0", "nothing differs"),
    ("1", "something differs"),
    ("2", "bad usage, bad input, or a refused job"),
    ("3", "a defect of vcplug itself"),
    ("130", "interrupted"),
)


def diff(
    context: typer.Context,
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="[OLD] NEW", help="Jobs, renders or directories; - for stdin.", show_default=False),
    ] = None,
    release: Annotated[
        str | None,
        Option("--release", metavar="OLD..NEW", help="What an upgrade of Volcano does to a job.", show_default=False),
    ] = None,
    git: Annotated[
        str | None, Option("--git", metavar="REF", help="The old side is what git has there.", show_default=False)
    ] = None,
    live: Annotated[
        str | None,
        Option("--live", metavar="FILE|-|cluster", help="The old side is a kubectl get dump, or a cluster.", show_default=False),
    ] = None,
    update: Annotated[bool, Option("--update", help="What really happens when NEW replaces OLD in place.")] = False,
    output: Annotated[Literal["text", "json", "markdown"], Option("--output", "-o", help="How to report.")] = "text",
    full: Annotated[bool, Option("--full", help="Cut nothing short.")] = False,
    context_name: Annotated[
        str, Option("--context", metavar="NAME", help="With --live cluster: kubectl's context.", show_default=False)
    ] = "",
    kubeconfig: Annotated[
        str, Option("--kubeconfig", metavar="FILE", help="With --live cluster: kubectl's config.", show_default=False)
    ] = "",
    timeout: Annotated[
        int | None,
        Option("--timeout", metavar="SECONDS", min=1, help="With --live cluster: default 30.", show_default=False),
    ] = None,
    namespace: options.Namespace = "",
    name: options.Name = "",
    scheduler_name: options.SchedulerName = "",
    compat: options.Compat = False,
    volcano_version: options.VolcanoVersion = "",
    config: options.ConfigFile = "",
    no_config: options.NoConfig = False,
    quiet: options.Quiet = False,
    color: options.Color = "auto",
    debug: options.Debug = False,
) -> int:
    """Compare what two jobs, renders or directories become. One job alone: what its plugins add."""
    from vcplug import api
    from vcplug.cli import diffing

    context.obj.configure(color=color, quiet=quiet, debug=debug)
    settings = options.settle(volcano_version, config, no_config)
    options.announce(context.obj, settings)
    wanted = diffing.Wanted(
        tuple(paths or ()), release, git, live, update, output, full, context_name, kubeconfig, timeout, bool(volcano_version)
    )
    wanted.check()
    choices = api.Choices(
        settings.release, compat, settings.config.extra_plugins, namespace, name, True, "", scheduler_name, "placeholder"
    )
    return diffing.run(context.obj, wanted, choices, settings)
