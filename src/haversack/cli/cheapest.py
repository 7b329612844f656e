"""The command `haversack cheapest`."""

from __future__ import annotations

import functools
from typing import Annotated

import typer

from haversack.cli.arguments import (
    AnswersOption,
    ColumnsOption,
    ConstraintOption,
    CostOption,
    CostsOption,
    EnergyOption,
    FormatOption,
    JsonOption,
    OutOption,
    RunArgument,
    SeedOption,
    SetOption,
    TruthOption,
    VotesOption,
)
from haversack.cli.debugging import refusing_exits
from haversack.cli.inputs import RunOptions, parse_number, read_catalog, read_run
from haversack.cli.log_options import LogOptions
from haversack.cli.output import exit_interrupted, find_width, finish, report_answer
from haversack.cli.progress import ProgressDisplay, format_frontier_progress
from haversack.cli.signals import name_signal
from haversack.cli.streams import diverting_output
from haversack.errors import InfeasibleError
from haversack.frontiers.cheapest import cheapest as find_cheapest
from haversack.reports.selection import summarise_selection


def cheapest(
    context: typer.Context,
    source: RunArgument = None,
    accuracy: Annotated[str, typer.Option(metavar="NUMBER", help="The value to reach, e.g. 0.95.")] = "0.95",
    votes: VotesOption = None,
    truth: TruthOption = None,
    costs: CostsOption = None,
    columns: ColumnsOption = None,
    answers: AnswersOption = None,
    format: FormatOption = None,  # noqa: A002 - the name of the option
    energy: EnergyOption = None,
    cost: CostOption = None,
    constraints: ConstraintOption = None,
    confidence: Annotated[
        bool, typer.Option("--confidence", help="Reach it with the lower limit of what is expected on new items.")
    ] = False,
    seed: SeedOption = None,
    assignments: SetOption = None,
    as_json: JsonOption = False,
    out: OutOption = None,
) -> None:
    """Select the cheapest panel that reaches an accuracy."""
    catalog = read_catalog(context, source)
    options = RunOptions(energy=energy, cost=cost, constraints=constraints, seed=seed, assignments=assignments, out=out)
    log = LogOptions(votes=votes, truth=truth, costs=costs, columns=columns, answers=answers, format=format)
    config = read_run(source, options, catalog, log=log)
    try:
        with diverting_output(), ProgressDisplay(format_frontier_progress) as display, refusing_exits():
            selection = find_cheapest(
                config.pool,
                parse_number(accuracy, float),
                energy=config.energy,
                cost=config.cost,
                constraints=config.constraints,
                confidence=confidence,
                seed=config.seed,
                on_progress=display,
                catalog=catalog,
            )
    except KeyboardInterrupt:
        exit_interrupted("interrupted before any set was found")
    if config.budget is not None and selection.cost > config.budget * (1.0 + 1e-9):
        raise InfeasibleError(
            f"no panel was found within the budget of {config.budget:g} that reaches {accuracy}; the cheapest one that "
            f"does costs {selection.cost:.6g}"
        )
    selection = name_signal(selection)
    summary = functools.partial(summarise_selection, selection, width=find_width())
    report_answer(selection, summary, as_json=as_json, out=out)
    finish(selection)
