"""The command `haversack schema`."""

from __future__ import annotations

import typer

from haversack.cli.inputs import read_catalog
from haversack.cli.output import print_json
from haversack.config.schema import build_run_schema


def schema(context: typer.Context) -> None:
    """Print the JSON Schema of run files.

    It has the options of all parts, those of plugins too.
    """
    print_json(build_run_schema(read_catalog(context)))
