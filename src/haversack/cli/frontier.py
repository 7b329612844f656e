"""The command `haversack frontier`."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from haversack.cli.arguments import (
    AddressOption,
    AnswersOption,
    BackendOption,
    ColumnsOption,
    ConstraintOption,
    CostOption,
    CostsOption,
    EnergyOption,
    FormatOption,
    FrontierSearcherOption,
    FrontierStoppingOption,
    JsonOption,
    PlotOption,
    RunArgument,
    SeedOption,
    SetOption,
    TableOutOption,
    TruthOption,
    VotesOption,
)
from haversack.cli.completion import complete_words
from haversack.cli.debugging import read_on_failure, refusing_exits
from haversack.cli.inputs import (
    COMMAND_LINE,
    RunOptions,
    parse_number,
    parse_numbers,
    read_catalog,
    read_run,
)
from haversack.cli.log_options import LogOptions
from haversack.cli.output import check_files, exit_interrupted, find_width, finish, keeping_answer, report_answer
from haversack.cli.progress import ProgressDisplay, format_frontier_progress
from haversack.cli.signals import name_signal
from haversack.cli.streams import diverting_output
from haversack.errors import ConfigError
from haversack.execution.workers import BACKENDS
from haversack.frontiers.certificates import write_certificates
from haversack.frontiers.search import frontier as find_frontier
from haversack.kinds import PART_KINDS
from haversack.reports.frontier import summarise_frontier
from haversack.selection.assembly import build_preset_parts, find_preset

if TYPE_CHECKING:
    from collections.abc import Mapping

    from haversack.config.run_file import RunConfig
    from haversack.frontiers.result import Frontier
    from haversack.plugins import Catalog


def frontier(
    context: typer.Context,
    source: RunArgument = None,
    votes: VotesOption = None,
    truth: TruthOption = None,
    costs: CostsOption = None,
    columns: ColumnsOption = None,
    answers: AnswersOption = None,
    format: FormatOption = None,  # noqa: A002 - the name of the option
    budgets: Annotated[
        str | None,
        typer.Option(
            metavar="all|N|A,B,C",
            help="All budgets at once, a number of them, or the budgets themselves.",
            show_default="by the size of the pool",
            autocompletion=complete_words("all"),
        ),
    ] = None,
    energy: EnergyOption = None,
    searcher: FrontierSearcherOption = None,
    stopping: FrontierStoppingOption = None,
    cost: CostOption = None,
    seed: SeedOption = None,
    constraints: ConstraintOption = None,
    assignments: SetOption = None,
    separate: Annotated[
        bool, typer.Option("--separate", help="Search each budget by itself, several at a time with --jobs.")
    ] = False,
    jobs: Annotated[str, typer.Option(metavar="N", help="Separate budgets at a time.")] = "1",
    backend: BackendOption = BACKENDS[0],
    address: AddressOption = None,
    as_json: JsonOption = False,
    out: TableOutOption = None,
    plot: PlotOption = None,
    certificate: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Also write a certificate of each budget, for haversack verify."),
    ] = None,
) -> None:
    """Show the best panel for every budget."""
    check_files(out, plot)
    catalog = read_catalog(context, source)
    options = RunOptions(
        energy=energy,
        searcher=searcher,
        stopping=stopping,
        cost=cost,
        seed=seed,
        constraints=constraints,
        assignments=assignments,
        out=out,
        plot=plot,
    )
    if "budget" in options.apply_to({}):
        raise ConfigError([f"{COMMAND_LINE}: budget: a frontier is for many budgets; use --budgets"])
    log = LogOptions(votes=votes, truth=truth, costs=costs, columns=columns, answers=answers, format=format)
    # The budget of a run file, or of an energy that brings one, is only marked in the plot.
    config = read_run(source, options, catalog, log=log)
    arguments = {"budgets": _parse_budgets(budgets), "separate": separate, "on_failure": read_on_failure(context)}
    arguments |= {"jobs": parse_number(jobs, int), "backend": backend, "address": address}
    found = search_with_progress(config, arguments, catalog)
    summary = functools.partial(summarise_frontier, found, width=find_width())
    report_answer(found, summary, as_json=as_json, out=out, to_csv=found.to_csv)
    if plot is not None:
        # Not at the top: matplotlib is optional, and slow to import.
        from haversack.plots.canvas import save
        from haversack.plots.frontier import plot_frontier

        # The budget of a run file is marked, unless it buys nothing.
        marked = config.budget if config.budget is not None and config.budget >= found.points[0].cost else None
        save(plot, lambda axes: plot_frontier(found, axes, budget=marked))
    if certificate is not None:
        with keeping_answer("a certificate of each budget"):
            write_certificates(found, certificate, catalog)
    finish(found)


def search_with_progress(config: RunConfig, arguments: Mapping[str, Any], catalog: Catalog) -> Frontier:
    """Search a frontier, show progress on the way, and end the command after Ctrl-C if nothing was found.

    Parameters
    ----------
    config
        The run whose pool and parts are used.
    arguments
        Further arguments of `haversack.frontier`.
    catalog
        Where names are looked up.
    """
    try:
        with diverting_output(), ProgressDisplay(format_frontier_progress) as display, refusing_exits():
            found = find_frontier(
                config.pool,
                **arguments,
                **_choose_parts(config, catalog),
                constraints=config.constraints,
                seed=config.seed,
                on_progress=display,
                catalog=catalog,
            )
    except KeyboardInterrupt:
        # An interrupted search returns what it has found, so that was nothing.
        exit_interrupted("interrupted before any set was found")
    return name_signal(found)


def _choose_parts(config: RunConfig, catalog: Catalog) -> dict[str, Any]:
    """Return the parts of a run, with those of its preset."""
    given: dict[str, Any] = {kind: getattr(config, kind) for kind in PART_KINDS if getattr(config, kind) is not None}
    preset = find_preset(config.preset, catalog)
    return given if preset is None else given | build_preset_parts(preset, config.pool, given, catalog)


def _parse_budgets(text: str | None) -> Any:
    """Return a number of budgets, or a list where there is a comma; anything else is validated later."""
    return parse_numbers(text, float) if text is not None and "," in text else parse_number(text, int)
