"""The command `haversack frontier`."""

from __future__ import annotations

import functools
from typing import Annotated, Any

import typer

from haversack.cli.arguments import (
    CostOption,
    EnergyOption,
    JsonOption,
    PlotOption,
    PoolArgument,
    SearcherOption,
    SeedOption,
    SetOption,
    StoppingOption,
    TableOutOption,
    TruthOption,
    VotesOption,
)
from haversack.cli.inputs import (
    COMMAND_LINE,
    find_source,
    parse_number,
    parse_numbers,
    read_catalog,
    read_run_options,
)
from haversack.cli.output import check_files, exit_interrupted, find_width, report_answer
from haversack.cli.progress import ProgressDisplay, format_frontier_progress
from haversack.errors import ConfigError
from haversack.frontiers.search import frontier as find_frontier
from haversack.reports.frontier import summarise_frontier


def frontier(
    context: typer.Context,
    pool: PoolArgument = None,
    votes: VotesOption = None,
    truth: TruthOption = None,
    budgets: Annotated[
        str | None,
        typer.Option(
            metavar="all|N|A,B,C",
            help="All budgets at once, a number of them, or the budgets themselves. Default: by the size of the pool.",
        ),
    ] = None,
    energy: EnergyOption = None,
    searcher: SearcherOption = None,
    stopping: StoppingOption = None,
    cost: CostOption = None,
    seed: SeedOption = None,
    assignments: SetOption = None,
    as_json: JsonOption = False,
    out: TableOutOption = None,
    plot: PlotOption = None,
) -> None:
    """Show the best panel for every budget."""
    check_files(out, plot)
    catalog = read_catalog(context)
    parts = {"energy": energy, "searcher": searcher, "stopping": stopping, "cost": cost}
    source = find_source(pool, energy, catalog, votes=votes, truth=truth)
    config = read_run_options(source, parts, assignments, catalog, seed=seed)
    # An energy that brings its own budget is asked for all of them nevertheless.
    if config.budget is not None and "pool" in source:
        raise ConfigError([f"{COMMAND_LINE}: budget: a frontier is for many budgets; use --budgets"])
    try:
        with ProgressDisplay(format_frontier_progress) as display:
            found = find_frontier(
                config.pool,
                budgets=_parse_budgets(budgets),
                energy=config.energy,
                searcher=config.searcher,
                stopping=config.stopping,
                cost=config.cost,
                seed=config.seed,
                on_progress=display,
                catalog=catalog,
            )
    except KeyboardInterrupt:
        # An interrupted search returns what it has found, so that was nothing.
        exit_interrupted("interrupted before any set was found")
    summary = functools.partial(summarise_frontier, found, width=find_width())
    report_answer(found, summary, as_json=as_json, out=out, to_csv=found.to_csv)
    if plot is not None:
        # Not at the top: matplotlib is optional, and slow to import.
        from haversack.plots.canvas import save
        from haversack.plots.frontier import plot_frontier

        save(plot, lambda axes: plot_frontier(found, axes))


def _parse_budgets(text: str | None) -> Any:
    """Return a number of budgets, or a list where there is a comma; anything else is validated later."""
    return parse_numbers(text, float) if text is not None and "," in text else parse_number(text, int)
