"""The command that shows what every budget buys."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from haversack.cli.arguments import (
    CostOption,
    EnergyOption,
    JsonOption,
    PoolArgument,
    SearcherOption,
    SeedOption,
    SetOption,
    StoppingOption,
    TruthOption,
    VotesOption,
    from_options,
    number,
    read_catalog,
    source_of,
)
from haversack.cli.progress import ProgressDisplay, frontier_line
from haversack.errors import ConfigError, HaversackError
from haversack.frontiers.search import frontier as find_frontier

if TYPE_CHECKING:
    from haversack.frontiers.result import Frontier

_INTERRUPTED = 130  # What shells report after Ctrl-C.
_FORMATS = (".json", ".csv")


def frontier(
    context: typer.Context,
    pool: PoolArgument = None,
    votes: VotesOption = None,
    truth: TruthOption = None,
    budgets: Annotated[
        str | None,
        typer.Option(
            metavar="all|N|A,B,C",
            help="All budgets at once, a number of them, or the budgets themselves; chosen by size if left out.",
        ),
    ] = None,
    energy: EnergyOption = None,
    searcher: SearcherOption = None,
    stopping: StoppingOption = None,
    cost: CostOption = None,
    seed: SeedOption = None,
    assignments: SetOption = None,
    as_json: JsonOption = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write everything to a file: .json or .csv.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also draw it: .png, .svg or .pdf. Needs matplotlib.")
    ] = None,
) -> None:
    """Show the best panel for every budget."""
    _check_files(out, plot)
    catalog = read_catalog(context)
    parts = {"energy": energy, "searcher": searcher, "stopping": stopping, "cost": cost}
    source = source_of(pool, energy, catalog, votes=votes, truth=truth)
    config = from_options(source, None, seed, parts, assignments, catalog)
    # An energy that brings its own budget is asked for all of them nevertheless.
    if config.budget is not None and "pool" in source:
        raise ConfigError(["command line: budget: a frontier is for many budgets; use --budgets"])
    try:
        with ProgressDisplay(frontier_line) as display:
            found = find_frontier(
                config.pool,
                budgets=_budgets(budgets),
                energy=config.energy,
                searcher=config.searcher,
                stopping=config.stopping,
                cost=config.cost,
                seed=config.seed,
                on_progress=display,
                catalog=catalog,
            )
    except KeyboardInterrupt as error:
        # An interrupted search gives what it has found, so that was nothing; typer would exit without a word.
        print("interrupted before any set was found", file=sys.stderr)
        raise typer.Exit(_INTERRUPTED) from error
    # The search may have taken long; its answer is shown before any complaint about files.
    print(found.to_json() if as_json else found.summary())
    _write(found, out, plot)


def _budgets(text: str | None) -> Any:
    """Return a number of budgets, or a list where there is a comma; what is neither, for others to complain of."""
    if text is None or "," not in text:
        return number(text, int)
    words = [word.strip() for word in text.split(",")]
    return [number(word, float) for word in words if word]


def _check_files(out: Path | None, plot: Path | None) -> None:
    """Complain of what cannot be written before a long search, not after it."""
    if out is not None and out.suffix.lower() not in _FORMATS:
        raise HaversackError(f"--out {out}: must end in one of {', '.join(_FORMATS)}")
    if plot is not None:
        from haversack.plots.canvas import check_format

        check_format(plot)


def _write(found: Frontier, out: Path | None, plot: Path | None) -> None:
    if out is not None:
        text = found.to_csv() if out.suffix.lower() == ".csv" else found.to_json() + "\n"
        try:
            out.write_text(text, encoding="utf-8")
        except OSError as error:
            raise HaversackError(f"--out {out}: cannot be written: {error.strerror or error}") from error
    if plot is not None:
        # Not at the top: matplotlib is optional, and slow to import.
        from haversack.plots.canvas import save
        from haversack.plots.frontier import plot_frontier

        save(plot, lambda axes: plot_frontier(found, axes))
