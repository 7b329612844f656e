"""The command `haversack run`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from haversack.cli.arguments import JsonOption, OutOption, SetOption
from haversack.cli.inputs import read_catalog, read_run_file
from haversack.cli.select import select_and_report


def run(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Run file (TOML), or an earlier result (JSON) to repeat.")
    ],
    assignments: SetOption = None,
    as_json: JsonOption = False,
    out: OutOption = None,
) -> None:
    """Select a panel as described by a run file."""
    catalog = read_catalog(context)
    select_and_report(read_run_file(file, assignments or (), catalog), catalog, as_json=as_json, out=out)
