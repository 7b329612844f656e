"""The command `haversack plan`."""

from __future__ import annotations

import typer

from haversack.api.plain import plan_to_dict
from haversack.api.stopping import NeedsForecast
from haversack.cli.arguments import (
    AnswersOption,
    BudgetOption,
    ColumnsOption,
    ConstraintOption,
    CostOption,
    CostsOption,
    EnergyOption,
    FormatOption,
    JsonOption,
    PlanStoppingOption,
    RunArgument,
    SeedOption,
    SetOption,
    TruthOption,
    VotesOption,
)
from haversack.cli.inputs import RunOptions, read_catalog, read_run
from haversack.cli.log_options import LogOptions
from haversack.cli.output import find_width, print_json, print_text
from haversack.cli.streams import diverting_output
from haversack.reports.plan import describe_plan
from haversack.selection.planning import make_plan


def plan(
    context: typer.Context,
    source: RunArgument = None,
    votes: VotesOption = None,
    truth: TruthOption = None,
    costs: CostsOption = None,
    columns: ColumnsOption = None,
    answers: AnswersOption = None,
    format: FormatOption = None,  # noqa: A002 - the name of the option
    budget: BudgetOption = None,
    energy: EnergyOption = None,
    stopping: PlanStoppingOption = None,
    cost: CostOption = None,
    seed: SeedOption = None,
    constraints: ConstraintOption = None,
    assignments: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print the paper's STOP and MAXSTEP, without searching."""
    catalog = read_catalog(context, source)
    options = RunOptions(
        energy=energy,
        stopping=stopping,
        cost=cost,
        budget=budget,
        seed=seed,
        constraints=constraints,
        assignments=assignments,
    )
    log = LogOptions(votes=votes, truth=truth, costs=costs, columns=columns, answers=answers, format=format)
    config = read_run(source, options, catalog, log=log)
    # A rule of the run file that computes nothing has no plan; the paper's has.
    is_asked_for = stopping is not None or isinstance(config.stopping, NeedsForecast)
    with diverting_output():
        computed = make_plan(
            config.pool,
            config.budget,
            energy=config.energy,
            stopping=config.stopping if is_asked_for else None,
            cost=config.cost,
            constraints=config.constraints,
            seed=config.seed,
            catalog=catalog,
        )
    if as_json:
        print_json(plan_to_dict(computed))
    else:
        print_text(describe_plan(computed, width=find_width()))
