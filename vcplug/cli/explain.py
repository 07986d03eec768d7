"""vcplug explain: what plugins do, in words."""

from typing import Annotated

import typer

from vcplug.cli import options, pages

EXAMPLES = (
    ("vcplug explain", "the plugins"),
    ("vcplug explain pytorch", "what a plugin does, its flags, what it adds, its pitfalls"),
    ("vcplug explain svc --volcano-version 1.8", "the same for the release that you run"),
    ("vcplug explain pytorch.port", "a flag"),
    ("vcplug explain VC_WORKER_HOSTS", "anything that a pod finds: a variable, file, label, port, object"),
    ("vcplug explain VCP104", "a finding"),
    ("vcplug explain mpi --example | vcplug render -", "what the example becomes"),
)


def explain(
    context: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="A plugin, flag, injected name, finding, or topic.", show_default=False)
    ] = "",
    output: Annotated[pages.Format, typer.Option("--output", "-o", help="What to print.")] = "text",
    example: Annotated[bool, typer.Option("--example", help="Only the plugin's example, as YAML.")] = False,
    volcano_version: options.VolcanoVersion = "",
    config: options.ConfigFile = "",
    no_config: options.NoConfig = False,
    quiet: options.Quiet = False,
    color: options.Color = "auto",
    debug: options.Debug = False,
) -> int:
    """Tell what a plugin does, what a flag decides, who sets a variable, what a finding means.

    Topics: lifecycle (how a Job becomes pods), controller (what every pod gets without any plugin).
    """
    from vcplug.errors import VcplugError
    from vcplug.explain import explain as find_pages

    terminal = context.obj
    terminal.configure(color=color, quiet=quiet, debug=debug)
    settings = options.settle(volcano_version, config, no_config)
    options.announce(terminal, settings)
    found = find_pages(name, settings.release)
    if example:
        texts = [page.data["example"] for page in found if page.data.get("example")]
        if not texts:
            raise VcplugError(f"--example is for plugins; {name or 'the list'} has none")
        pages.write_text(terminal, texts[0])
    elif output == "json":
        pages.write_json(terminal, [page.data for page in found])
    else:
        pages.write_blocks(terminal, (block for page in found for block in page.blocks), output)
    return 0
