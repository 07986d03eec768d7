"""Arguments -> one call -> exit code; one file per command."""

from __future__ import annotations


def main() -> None:
    raise SystemExit(3)
