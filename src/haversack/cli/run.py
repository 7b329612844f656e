"""The command `haversack run`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from haversack.cli.arguments import (
    ConstraintOption,
    EstimateWorkersOption,
    FileBudgetOption,
    FileCertifyOption,
    FileEstimateOption,
    FileSeedOption,
    FrugalOption,
    JsonOption,
    ObserverOption,
    OutOption,
    PlanOption,
    PresetOption,
    SetOption,
    VoteOption,
)
from haversack.cli.debugging import read_on_failure
from haversack.cli.inputs import RunOptions, parse_number, read_catalog, read_run_file
from haversack.cli.select import select_and_report


def run(
    context: typer.Context,
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="Run file (TOML), or an earlier result (JSON or report) to repeat."),
    ],
    budget: FileBudgetOption = None,
    seed: FileSeedOption = None,
    certify: FileCertifyOption = None,
    estimate: FileEstimateOption = None,
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
) -> None:
    """Select a panel as described by a run file."""
    catalog = read_catalog(context, file)
    options = RunOptions(
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
    config, on_failure = read_run_file(file, options, catalog), read_on_failure(context)
    workers = 1 if estimate_workers is None else parse_number(estimate_workers, int)
    select_and_report(
        config, catalog, workers=workers, on_failure=on_failure, with_plan=with_plan, as_json=as_json, out=out
    )
