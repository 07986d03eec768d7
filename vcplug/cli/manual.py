"""What `--help` of a command looks like: options in groups, examples, exit codes."""

from __future__ import annotations

import sys
from typing import Any

from typer.core import TyperCommand

GROUPS: dict[str, tuple[str, ...]] = {
    "Release and reading": ("volcano_version", "compat", "config", "no_config"),
    "General": ("quiet", "color", "debug", "help"),
}
"""the groups of options that commands share; a command's own stand in `rich_help_panel`, or under Options"""

EXIT_CODES: tuple[tuple[str, str], ...] = (
    ("0", "fine"),
    ("2", "bad usage, bad input, or a refused job"),
    ("3", "a defect of vcplug itself"),
    ("130", "interrupted"),
)


class ManualCommand(TyperCommand):
    """A command whose module may say `EXAMPLES` (command, what it does) and its own `EXIT_CODES`."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        groups: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None:
                groups.setdefault(_group(param), []).append(record)
        shared = [name for name in GROUPS if name in groups]
        for name in [name for name in groups if name not in GROUPS] + shared:
            if groups[name]:
                with formatter.section(name):
                    formatter.write_dl(groups[name])

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        module = sys.modules[self.callback.__module__] if self.callback else None
        examples = getattr(module, "EXAMPLES", ())
        if examples:
            with formatter.section("Examples"):
                for line, what in examples:
                    # not write_dl: it would break a command line that is to be copied
                    formatter.write(f"{' ' * formatter.current_indent}{line}\n{' ' * (formatter.current_indent + 4)}{what}\n")
        with formatter.section("Exit codes"):
            formatter.write_dl(list(getattr(module, "EXIT_CODES", EXIT_CODES)))


def _group(param: Any) -> str:
    if param.param_type_name == "argument":
        return "Arguments"
    own = getattr(param, "rich_help_panel", None)
    return own or next((name for name, members in GROUPS.items() if param.name in members), "Options")
