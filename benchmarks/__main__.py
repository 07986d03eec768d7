"""`python -m benchmarks [--quick] [--only NAME]`: print the table with goal and verdict, write results.json."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from benchmarks.rows import MEASURES, Care, Row

QUICK, CAREFUL = Care(2, patience=1), Care(5, patience=60)


def line(row: Row) -> str:
    digits = 2 if row.value is not None and row.value < 10 else 0
    value = "—" if row.value is None else f"{'> ' * row.at_least}{row.value:.{digits}f} {row.unit}"
    verdict = {True: "reached", False: "**missed**", None: "not measured"}[row.reached]
    return f"| {row.what} | {row.against} | {row.goal} | {value} | {verdict} | {row.floor} |"


def main() -> int:
    ask = argparse.ArgumentParser(prog="python -m benchmarks", description="vcplug's speed and memory, beside its peers")
    ask.add_argument(
        "--quick", action="store_true", help="fewer runs, and slow peers stopped once the goal is reached: under a minute"
    )
    ask.add_argument("--only", action="append", choices=[measure.__name__ for measure in MEASURES], help="no results.json then")
    options = ask.parse_args()
    print("| what | against | goal | measured | verdict | from the floor |\n|---|---|---|---|---|---|", flush=True)
    rows: list[Row] = []
    for measure in MEASURES:
        if options.only and measure.__name__ not in options.only:
            continue
        with tempfile.TemporaryDirectory() as scratch:
            for row in measure(Path(scratch), QUICK if options.quick else CAREFUL):
                rows.append(row)
                print(line(row), flush=True)
    if not options.only:
        load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
        machine = {"python": platform.python_version(), "cores": os.cpu_count(), "load": load, "quick": options.quick}
        results = {"machine": machine, "rows": [asdict(row) for row in rows]}
        (Path(__file__).parent / "results.json").write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")
    return 1 if any(row.reached is False for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
