"""vcplug render: a job as the manifests that it becomes. Here are its options; rendering.py does the work."""

from typing import Annotated, Literal

import typer

from vcplug.cli import options

Option = typer.Option
Words = list[str]
EXAMPLES = (
    ("vcplug render job.yaml | kubectl apply -f -", "run a job on a cluster"),
    ("helm template chart | vcplug render - | kubectl apply -f -", "the same, in the middle of a pipe"),
    ("vcplug render job.yaml --task worker --index 0", "one pod"),
    ("vcplug render job.yaml --origin", "each added line with who added it"),
    ("vcplug render job.yaml --stage admitted", "the Job as the webhook leaves it"),
    ("vcplug render job.yaml --delete | kubectl delete -f -", "take it all away again"),
)
GROUPS = {
    "What to print": ("output", "output_dir", "stage", "origin", "show_secrets", "delete", "claims"),
    "Which objects": ("only", "exclude", "task", "index", "jobs_only", "from_template"),
}


def render(
    context: typer.Context,
    paths: Annotated[
        Words | None, typer.Argument(metavar="[PATH]...", help="Files, directories, - for stdin.", show_default=False)
    ] = None,
    output: Annotated[Literal["yaml", "json", "name"], Option("--output", "-o", help="What to print.")] = "yaml",
    output_dir: Annotated[
        str | None, Option("--output-dir", "-d", metavar="DIR", help="Write one file per object.", show_default=False)
    ] = None,
    namespace: options.Namespace = "",
    name: options.Name = "",
    only: Annotated[
        Words | None, Option("--only", metavar="KINDS", help="Only these, such as po,svc.", show_default=False)
    ] = None,
    exclude: Annotated[Words | None, Option("--exclude", metavar="KINDS", help="All but these.", show_default=False)] = None,
    task: Annotated[Words | None, Option("--task", metavar="NAME", help="Only pods of this task.", show_default=False)] = None,
    index: Annotated[
        Words | None, Option("--index", metavar="INDEXES", help="Only pods of these indexes: 0,2 or 4-7.", show_default=False)
    ] = None,
    owner_uid: Annotated[
        str, Option("--owner-uid", metavar="UID", help="The stored Job's uid: add owner references.", show_default=False)
    ] = "",
    scheduler_name: options.SchedulerName = "",
    ssh_keys: Annotated[
        str, Option("--ssh-keys", metavar="generate|placeholder|DIR", help="Where ssh keys come from.")
    ] = "generate",
    show_secrets: Annotated[bool, Option("--show-secrets", help="Show private keys on a terminal.")] = False,
    stage: Annotated[
        Literal["rendered", "admitted"], Option("--stage", help="admitted: the Job as the webhook leaves it.")
    ] = "rendered",
    origin: Annotated[bool, Option("--origin", help="Say behind each added line who added it.")] = False,
    delete: Annotated[bool, Option("--delete", help="Print what to pipe into kubectl delete -f -.")] = False,
    claims: Annotated[bool, Option("--claims", help="With --delete: claims (data) too.")] = False,
    from_template: Annotated[bool, Option("--from-template", help="Render the job inside a CronJob or JobTemplate.")] = False,
    jobs_only: Annotated[bool, Option("--jobs-only", help="Drop documents that are no Volcano Job.")] = False,
    compat: options.Compat = False,
    volcano_version: options.VolcanoVersion = "",
    config: options.ConfigFile = "",
    no_config: options.NoConfig = False,
    quiet: options.Quiet = False,
    color: options.Color = "auto",
    debug: options.Debug = False,
) -> int:
    """Print the manifests that Volcano Jobs become: helper objects first, pods last."""
    from vcplug import api
    from vcplug.cli import pick, rendering

    context.obj.configure(color=color, quiet=quiet, debug=debug)
    picked = pick.Pick(
        pick.kinds("--only", only or ()), pick.kinds("--exclude", exclude or ()), tuple(task or ()), pick.indexes(index or ())
    )
    wanted = rendering.Wanted(output, output_dir, origin, show_secrets, stage, delete, claims, jobs_only, picked)
    wanted.check()
    settings = options.settle(volcano_version, config, no_config)
    options.announce(context.obj, settings)
    choices = api.Choices(
        settings.release,
        compat,
        settings.config.extra_plugins,
        namespace,
        name,
        from_template,
        pick.uid(owner_uid),
        scheduler_name,
        ssh_keys if wanted.needs_keys() else "placeholder",
    )
    rendering.run(context.obj, paths or [], choices, wanted, settings)
    return 0
