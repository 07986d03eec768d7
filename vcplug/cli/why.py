"""vcplug why: where each thing in a pod comes from."""

from typing import Annotated, Literal

import typer

from vcplug.cli import options, pages

EXAMPLES = (
    ("vcplug why job.yaml worker-1", "everything that was added to a pod, and by whom"),
    ("vcplug why job.yaml worker-1 RANK", "one variable: plugin, argument or default, line, release"),
    ("vcplug why job.yaml worker /etc/volcano", "a mount, or a file in it"),
    ("vcplug why job.yaml worker labels", "all labels; also env, annotations, ports, volumes, mounts, files"),
)


def why(
    context: typer.Context,
    path: options.JobPath,
    pod: options.PodName,
    what: Annotated[
        str,
        typer.Argument(
            metavar="[WHAT]",
            help="A variable, path, label, annotation, port, volume; or env, labels, annotations, ports, volumes, mounts, files.",
            show_default=False,
        ),
    ] = "",
    job: options.WhichJob = "",
    container: Annotated[
        str, typer.Option("--container", "-c", metavar="NAME", help="Only what is in this container.", show_default=False)
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
    """Tell for one pod where each added thing comes from: plugin, argument or default, source line, release."""
    from vcplug.cli.looking import look
    from vcplug.explain import because, pods
    from vcplug.explain import why as reasons
    from vcplug.explain.inside import View

    terminal = context.obj
    terminal.configure(color=color, quiet=quiet, debug=debug)
    settings = options.settle(volcano_version, config, no_config)
    options.announce(terminal, settings)
    result = look(terminal, path, settings, compat, namespace)
    view = View(result, pods.find(result, pod, job))
    if container:
        pods.one_container(view.pod, container)
    found = [thing for thing in reasons.find(view, what) if container in ("", thing.container)]
    if output == "json":
        pages.write_json(terminal, [reasons.as_data(view, thing) for thing in found])
    else:
        pages.write_blocks(terminal, (because.answers if what else because.overview)(view, found), "text")
    return 0
