"""vcplug show: what one would see inside a pod."""

from typing import Annotated, Literal

import typer

from vcplug.cli import options, pages

EXAMPLES = (
    ("vcplug show job.yaml worker-1 env", "the environment, as `env` in the pod would print it"),
    ("vcplug show job.yaml worker-1 env | grep VC_", "some of it"),
    ("vcplug show job.yaml master /etc/volcano/worker.host", "a file"),
    ("vcplug show job.yaml master /root/.ssh", "a directory"),
    ("vcplug show job.yaml worker hosts", "each name that resolves in the pod"),
    ("vcplug show job.yaml worker RANK", "one variable's value"),
    ("vcplug show job.yaml worker-1", "all of it, in short"),
)


def show(
    context: typer.Context,
    path: options.JobPath,
    pod: options.PodName,
    what: Annotated[
        str,
        typer.Argument(
            metavar="[WHAT]", help="env, hosts, ports, command, files, hostname, a path, or a variable.", show_default=False
        ),
    ] = "",
    job: options.WhichJob = "",
    container: Annotated[
        str, typer.Option("--container", "-c", metavar="NAME", help="Which container, init containers too.", show_default=False)
    ] = "",
    namespace: options.Namespace = "",
    output: Annotated[Literal["text", "json"], typer.Option("--output", "-o", help="What to print.")] = "text",
    compat: options.Compat = False,
    volcano_version: options.VolcanoVersion = "",
    config: options.ConfigFile = "",
    no_config: options.NoConfig = False,
    quiet: options.Quiet = False,
    color: options.Color = "auto",
    debug: options.Debug = False,
) -> int:
    """Show what is inside a pod, without a cluster: environment, files, names that resolve, ports, command.

    Private keys and other secrets are never shown. What the image and the container runtime add (PATH, HOME) is not known here.
    """
    from vcplug.cli.looking import look
    from vcplug.explain import pods, seen
    from vcplug.explain.inside import View

    terminal = context.obj
    terminal.configure(color=color, quiet=quiet, debug=debug)
    settings = options.settle(volcano_version, config, no_config)
    options.announce(terminal, settings)
    result = look(terminal, path, settings, compat, namespace)
    view = View(result, pods.find(result, pod, job))
    found = seen.answer(view, what, container) if what else seen.overview(view, container)
    if output == "json":
        pages.write_json(terminal, found.data)
    elif found.blocks:
        pages.write_blocks(terminal, found.blocks, "text")
    else:
        pages.write_raw(terminal, found.text)
    for note in found.notes:
        terminal.note(note)
    return 0
