"""The command `haversack select`."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import typer

from haversack.api.stopping import find_limits
from haversack.certificates.making import make_certificate
from haversack.cli.arguments import (
    AnswersOption,
    BudgetOption,
    CertificateOption,
    CertifyOption,
    ColumnsOption,
    ConstraintOption,
    CostOption,
    CostsOption,
    EnergyOption,
    EstimateOption,
    EstimateWorkersOption,
    FormatOption,
    FrugalOption,
    JsonOption,
    ObserverOption,
    OutOption,
    PlanOption,
    PoolArgument,
    PresetOption,
    SearcherOption,
    SeedOption,
    SetOption,
    StoppingOption,
    TruthOption,
    VoteOption,
    VotesOption,
)
from haversack.cli.debugging import read_on_failure, refusing_exits
from haversack.cli.inputs import RunOptions, find_source, parse_number, read_catalog, read_run_options
from haversack.cli.log_options import LogOptions
from haversack.cli.output import (
    exit_interrupted,
    find_width,
    finish,
    keeping_answer,
    report_answer,
    report_line,
)
from haversack.cli.progress import ProgressDisplay, format_progress
from haversack.cli.signals import name_signal
from haversack.cli.streams import diverting_output
from haversack.reports.selection import summarise_selection
from haversack.selection.planning import make_plan
from haversack.selection.run import select as run_selection

if TYPE_CHECKING:
    from haversack.api.forecast import Plan
    from haversack.config.run_file import RunConfig
    from haversack.plugins import Catalog
    from haversack.selection.options import OnFailure


def select(
    context: typer.Context,
    pool: PoolArgument = None,
    votes: VotesOption = None,
    truth: TruthOption = None,
    costs: CostsOption = None,
    columns: ColumnsOption = None,
    answers: AnswersOption = None,
    format: FormatOption = None,  # noqa: A002 - the name of the option
    budget: BudgetOption = None,
    energy: EnergyOption = None,
    searcher: SearcherOption = None,
    stopping: StoppingOption = None,
    cost: CostOption = None,
    seed: SeedOption = None,
    certify: CertifyOption = None,
    estimate: EstimateOption = None,
    estimate_workers: EstimateWorkersOption = None,
    preset: PresetOption = None,
    vote: VoteOption = None,
    frugal: FrugalOption = False,
    constraints: ConstraintOption = None,
    assignments: SetOption = None,
    observers: ObserverOption = None,
    with_plan: PlanOption = False,
    as_json: JsonOption = False,
    out: OutOption = None,
    certificate: CertificateOption = None,
) -> None:
    """Select a panel from a pool."""
    catalog = read_catalog(context)
    options = RunOptions(
        energy=energy,
        searcher=searcher,
        stopping=stopping,
        cost=cost,
        budget=budget,
        seed=seed,
        certify=certify,
        estimate=estimate,
        preset=preset,
        vote=vote,
        frugal=frugal,
        constraints=constraints,
        assignments=assignments,
        observers=observers,
        out=out,
    )
    log = LogOptions(votes=votes, truth=truth, costs=costs, columns=columns, answers=answers, format=format)
    source = find_source(pool, energy, catalog, log=log)
    config = read_run_options(source, options, catalog)
    on_failure = read_on_failure(context)
    workers = 1 if estimate_workers is None else parse_number(estimate_workers, int)
    select_and_report(
        config,
        catalog,
        workers=workers,
        on_failure=on_failure,
        with_plan=with_plan,
        as_json=as_json,
        out=out,
        certificate=certificate,
    )


def select_and_report(
    config: RunConfig,
    catalog: Catalog,
    *,
    workers: Any,
    on_failure: OnFailure,
    with_plan: bool,
    as_json: bool,
    out: Path | None,
    certificate: Path | None = None,
    source: str | None = None,
) -> None:
    """Select a panel, show progress on the way, and report the answer; as one line of JSON if a source is given.

    A certificate is written last: where there is none, the answer is not lost.
    """
    arguments = {**attrs.asdict(config, recurse=False), "on_failure": on_failure, "catalog": catalog}
    arguments["estimate_workers"] = workers
    # Before the search: not every energy has a plan.
    show = functools.partial(format_progress, limits=find_limits(config.stopping))
    with diverting_output():
        plan = _make_plan(config, catalog) if with_plan else None
    try:
        with diverting_output(), ProgressDisplay(show) as display, refusing_exits():
            selection = run_selection(**arguments, on_progress=display)
    except KeyboardInterrupt:
        # An interrupted search returns the best set so far, so there was none.
        exit_interrupted("interrupted before any set was found")
    selection = name_signal(selection)
    if selection.plan is None:
        selection = attrs.evolve(selection, plan=plan)
    if source is not None:
        report_line(source, selection)
    else:
        summary = functools.partial(summarise_selection, selection, plan=with_plan or None, width=find_width())
        report_answer(selection, summary, as_json=as_json, out=out)
    if certificate is not None:
        with keeping_answer("the certificate"):
            make_certificate(selection, catalog=catalog).write(certificate)
    finish(selection)


def _make_plan(config: RunConfig, catalog: Catalog) -> Plan:
    """Compute the plan of the paper's rule, as `haversack plan` does without a rule of its own."""
    return make_plan(
        config.pool,
        config.budget,
        energy=config.energy,
        cost=config.cost,
        constraints=config.constraints,
        seed=config.seed,
        catalog=catalog,
    )
