"""Reading and rendering a job for the commands that look into a pod: show and why."""

from __future__ import annotations

from vcplug import api
from vcplug.cli.options import Settings
from vcplug.cli.terminal import Terminal


def look(terminal: Terminal, path: str, settings: Settings, compat: bool, namespace: str) -> api.Result:
    """All jobs of the input, those inside CronJobs and JobTemplates too. Keys are stand-ins: they are never shown."""
    choices = api.Choices(
        settings.release,
        compat,
        settings.config.extra_plugins,
        namespace,
        from_template=True,
        ssh_keys="placeholder",
    )
    result = api.render(api.load(path), choices)
    terminal.findings([finding for finding in result.findings if finding.code in api.LET_GO])
    return result
