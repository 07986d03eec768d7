"""What `--help` of a command looks like: options in groups, examples, exit codes."""

from __future__ import annotations

import sys
from typing import Any

from typer.core import TyperCommand

GROUPS: dict[str, tuple[str, ...]] = {
    "Release and reading": ("volcano_version", "compat", "config", "no_config"),
    "General": ("quiet", "color", "debug", "help"),
}
"""the groups of options that commands share"""

EXIT_CODES: tuple[tuple[str, str], ...] = (
    ("0", "fine"),
    ("2", "bad usage, bad input, or a refused job"),
    ("3", "a defect of vcplug itself"),
    ("130", "interrupted"),
)


class ManualCommand(TyperCommand):
    """A command whose module may say `EXAMPLES` (command, what it does), `GROUPS` of options, and its own `EXIT_CODES`."""

    def declared(self, name: str, default: Any) -> Any:
        module = sys.modules[self.callback.__module__] if self.callback else None
        return getattr(module, name, default)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """JOB, where typer writes {JOB}: what must be given needs no brackets."""
        return [piece.removeprefix("{").removesuffix("}") for piece in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        members = {option: name for name, options in (self.declared("GROUPS", {}) | GROUPS).items() for option in options}
        order = ("Arguments", "Options", *dict.fromkeys(members.values()))
        groups: dict[str, list[tuple[str, str]]] = {name: [] for name in order}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None:
                name = "Arguments" if param.param_type_name == "argument" else members.get(param.name or "", "Options")
                groups[name].append(record)
        for name, records in groups.items():
            if records:
                with formatter.section(name):
                    formatter.write_dl(records)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        examples = self.declared("EXAMPLES", ())
        if examples:
            with formatter.section("Examples"):
                for line, what in examples:
                    # not write_dl: it would break a command line that is to be copied
                    formatter.write(f"{' ' * formatter.current_indent}{line}\n{' ' * (formatter.current_indent + 4)}{what}\n")
        with formatter.section("Exit codes"):
            formatter.write_dl(list(self.declared("EXIT_CODES", EXIT_CODES)))
