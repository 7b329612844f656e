"""The command `haversack select`."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import typer

from haversack.cli.arguments import (
    BudgetOption,
    CertifyOption,
    CostOption,
    EnergyOption,
    JsonOption,
    OutOption,
    PoolArgument,
    SearcherOption,
    SeedOption,
    SetOption,
    StoppingOption,
    TruthOption,
    VotesOption,
)
from haversack.cli.inputs import find_source, read_catalog, read_run_options
from haversack.cli.output import exit_interrupted, find_width, report_answer
from haversack.cli.progress import ProgressDisplay
from haversack.reports.selection import summarise_selection
from haversack.selection.run import select as run_selection

if TYPE_CHECKING:
    from haversack.config.run_file import RunConfig
    from haversack.plugins import Catalog


def select(
    context: typer.Context,
    pool: PoolArgument = None,
    votes: VotesOption = None,
    truth: TruthOption = None,
    budget: BudgetOption = None,
    energy: EnergyOption = None,
    searcher: SearcherOption = None,
    stopping: StoppingOption = None,
    cost: CostOption = None,
    seed: SeedOption = None,
    certify: CertifyOption = None,
    assignments: SetOption = None,
    as_json: JsonOption = False,
    out: OutOption = None,
) -> None:
    """Select a panel from a pool."""
    catalog = read_catalog(context)
    parts = {"energy": energy, "searcher": searcher, "stopping": stopping, "cost": cost}
    source = find_source(pool, energy, catalog, votes=votes, truth=truth)
    config = read_run_options(source, parts, assignments, catalog, budget=budget, seed=seed, certify=certify)
    select_and_report(config, catalog, as_json=as_json, out=out)


def select_and_report(config: RunConfig, catalog: Catalog, *, as_json: bool, out: Path | None) -> None:
    """Select a panel, show progress on the way, and report the answer."""
    try:
        with ProgressDisplay() as display:
            selection = run_selection(**attrs.asdict(config, recurse=False), catalog=catalog, on_progress=display)
    except KeyboardInterrupt:
        # An interrupted search returns the best set so far, so there was none.
        exit_interrupted("interrupted before any set was found")
    summary = functools.partial(summarise_selection, selection, width=find_width())
    report_answer(selection, summary, as_json=as_json, out=out)
