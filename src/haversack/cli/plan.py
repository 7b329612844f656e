"""The command `haversack plan`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from haversack.api.selection import plan_to_dict
from haversack.cli.arguments import (
    BudgetOption,
    CostOption,
    EnergyOption,
    JsonOption,
    SeedOption,
    SetOption,
    StoppingOption,
    TruthOption,
    VotesOption,
)
from haversack.cli.inputs import (
    RUN_FILES,
    find_source,
    list_assignments,
    read_catalog,
    read_run_file,
    read_run_options,
)
from haversack.cli.output import find_width, print_json, print_text
from haversack.reports.plan import describe_plan
from haversack.selection.planning import make_plan


def plan(
    context: typer.Context,
    source: Annotated[Path | None, typer.Argument(metavar="POOL.csv|FILE.toml", help="A pool, or a run file.")] = None,
    votes: VotesOption = None,
    truth: TruthOption = None,
    budget: BudgetOption = None,
    energy: EnergyOption = None,
    stopping: StoppingOption = None,
    cost: CostOption = None,
    seed: SeedOption = None,
    assignments: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print the stochastic model, STOP and MAXSTEP, without searching."""
    catalog = read_catalog(context)
    parts = {"energy": energy, "stopping": stopping, "cost": cost}
    if source is not None and source.suffix.lower() in RUN_FILES:
        settings = list_assignments(parts, assignments, budget=budget, seed=seed)
        config = read_run_file(source, settings, catalog)
    else:
        files = find_source(source, energy, catalog, votes=votes, truth=truth)
        config = read_run_options(files, parts, assignments, catalog, budget=budget, seed=seed)
    computed = make_plan(
        config.pool,
        config.budget,
        energy=config.energy,
        stopping=config.stopping,
        cost=config.cost,
        seed=config.seed,
        catalog=catalog,
    )
    if as_json:
        print_json(plan_to_dict(computed))
    else:
        print_text(describe_plan(computed, width=find_width()))
