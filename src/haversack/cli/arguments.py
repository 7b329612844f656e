"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from haversack.pools.columns import list_headers

PoolArgument = Annotated[
    Path | None,
    typer.Argument(
        metavar="POOL.csv",
        help=f"Pool: CSV with columns {', '.join(sorted(list_headers()))}; or a file that the energy reads.",
    ),
]
VotesOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE.csv", help="Recorded answers, for --energy votes; beside a pool or alone."),
]
TruthOption = Annotated[
    Path | None, typer.Option(metavar="FILE.csv", help="The right answers, if the file of answers has none.")
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="KEY=VALUE", help="Change a setting, e.g. cost.size=mean or searcher.kind=annealing."
    ),
]
# Read as text, so that a mistake in them is reported in the same words as one in a run file.
BudgetOption = Annotated[str | None, typer.Option(metavar="NUMBER", help="Largest cost of a set. Default: no limit.")]
EnergyOption = Annotated[str | None, typer.Option(help="What makes a set good.")]
SearcherOption = Annotated[str | None, typer.Option(help="How to search.")]
StoppingOption = Annotated[str | None, typer.Option(help="When to stop.")]
CostOption = Annotated[str | None, typer.Option(help="What a set costs.")]
SeedOption = Annotated[
    str | None, typer.Option(metavar="NUMBER", help="Same seed, same answer. Default: drawn at random, and recorded.")
]
CertifyOption = Annotated[
    str | None, typer.Option(metavar="off|quick|prove", help="Effort spent on bounding the optimality gap.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
OutOption = Annotated[Path | None, typer.Option(metavar="FILE", help="Also write the result as JSON.")]
TableOutOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Also write everything to a file: .csv or .json.")
]
PlotOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Also draw a plot: .png, .svg or .pdf. Needs matplotlib.")
]
