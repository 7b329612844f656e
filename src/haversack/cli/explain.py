"""The command `haversack explain`."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Annotated

import typer

from haversack.api.selection import Selection
from haversack.cli.arguments import JsonOption
from haversack.cli.inputs import read_catalog
from haversack.cli.output import exit_interrupted, find_width, print_text
from haversack.cli.streams import diverting_output
from haversack.explanations.explain import explain as explain_selection
from haversack.reports.explanation import summarise_explanation


def explain(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(metavar="RESULT.json", help="A result, as --out writes it, or a report on it.")
    ],
    as_json: JsonOption = False,
) -> None:
    """Show what members, constraints and more budget are worth."""
    catalog = read_catalog(context, file)
    selection = Selection.from_json(file)
    try:
        with diverting_output():
            found = explain_selection(selection, catalog=catalog)
    except KeyboardInterrupt:
        exit_interrupted("interrupted before everything was compared")
    print_text(found.to_json() if as_json else functools.partial(summarise_explanation, found, width=find_width())())
