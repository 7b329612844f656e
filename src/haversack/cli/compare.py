"""The command `haversack compare`."""

from __future__ import annotations

import functools
import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import attrs
import typer

from haversack.api.stopping import Limits
from haversack.cli.arguments import (
    PART,
    AddressOption,
    BackendOption,
    BudgetOption,
    ConstraintOption,
    CostOption,
    EnergyOption,
    JsonOption,
    PlotOption,
    TableOutOption,
)
from haversack.cli.completion import complete_parts, complete_words
from haversack.cli.contestants import read_parts
from haversack.cli.debugging import read_on_failure, refusing_exits
from haversack.cli.inputs import (
    COMMAND_LINE,
    RunOptions,
    parse_number,
    parse_numbers,
    read_catalog,
    read_run,
)
from haversack.cli.output import check_files, exit_interrupted, find_width, finish, report_answer
from haversack.cli.progress import ProgressDisplay, format_progress
from haversack.cli.streams import diverting_output
from haversack.cli.study_progress import format_duration
from haversack.comparison.best_known import read_best_known
from haversack.comparison.cases import Case, compute_budget
from haversack.comparison.experiment import compare as run_comparison
from haversack.comparison.paper_pools import paper_cases
from haversack.config.run_file import build_run
from haversack.errors import ConfigError, HaversackError
from haversack.execution.workers import BACKENDS, estimate_seconds_left
from haversack.reports.comparison import summarise_comparison
from haversack.selection import defaults

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from haversack.comparison.engine import Stage
    from haversack.comparison.result import Comparison
    from haversack.plugins import Catalog

_GROUPINGS = ("pool", "size", "all")
_AXES = ("seconds", "steps")
_NOT_SET = {"searcher": "searchers", "stopping": "stopping", "seed": "seeds"}


def compare(
    context: typer.Context,
    sources: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="POOL.csv|RUN.toml",
            help="Pools, run files with energy, costs and budget, or files that the energy reads.",
        ),
    ] = None,
    paper_pools: Annotated[
        str | None, typer.Option(metavar="SIZES", help="Also synthetic pools as in the paper, e.g. 30,100.")
    ] = None,
    pools_per_size: Annotated[str, typer.Option(metavar="NUMBER", help="Synthetic pools of each size.")] = str(
        defaults.PAPER_POOLS_PER_SIZE
    ),
    costs: Annotated[
        str,
        typer.Option(
            metavar="KIND",
            help="Of synthetic pools: exponential, correlated or uniform.",
            autocompletion=complete_words("exponential", "correlated", "uniform"),
        ),
    ] = defaults.PAPER_POOL_COSTS,
    budget: BudgetOption = None,
    budget_share: Annotated[
        str | None, typer.Option(metavar="SHARE", help="The budget as a share of each pool's total cost.")
    ] = None,
    energy: EnergyOption = None,
    cost: CostOption = None,
    constraints: ConstraintOption = None,
    assignments: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Change a setting, e.g. cost.size=mean with --cost additive."),
    ] = None,
    searchers: Annotated[
        list[str] | None,
        typer.Option(
            "--searchers",
            "--searcher",
            metavar=f"{PART},...",
            help="E.g. sherlock,annealing:cooling=0.99,moves=5.",
            show_default="all that are applicable",
            autocompletion=complete_parts("searcher", several=True),
        ),
    ] = None,
    stopping: Annotated[
        list[str] | None,
        typer.Option(
            metavar=f"{PART},...",
            help="E.g. paper,max-step:limit=200000.",
            show_default="that of a run",
            autocompletion=complete_parts("stopping", several=True),
        ),
    ] = None,
    parts: Annotated[
        Path | None,
        typer.Option(metavar="FILE.toml", help="More of both, in sections [searchers.LABEL] and [stopping.LABEL]."),
    ] = None,
    seconds: Annotated[
        str, typer.Option(metavar="NUMBER", help="Limit on each run; inf for none.")
    ] = f"{defaults.COMPARISON_SECONDS:g}",
    seeds: Annotated[str, typer.Option(metavar="NUMBER", help="How many, or which, e.g. 3 or 0,5,7.")] = str(
        defaults.COMPARISON_SEEDS
    ),
    reference: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Searcher that proves the optimum, or none.",
            autocompletion=complete_parts("searcher", also=["none"]),
        ),
    ] = defaults.COMPARISON_REFERENCE,
    reference_seconds: Annotated[
        str, typer.Option(metavar="NUMBER", help="Its limit for each pool.")
    ] = f"{defaults.COMPARISON_REFERENCE_SECONDS:g}",
    best_known: Annotated[
        Path | None,
        typer.Option(metavar="FILE.csv", help="Best known values: columns pool, and value or error."),
    ] = None,
    group: Annotated[
        str | None,
        typer.Option(
            metavar="BY",
            help="Rows by pool, size or all.",
            show_default="synthetic pools by size, others by pool",
            autocompletion=complete_words(*_GROUPINGS),
        ),
    ] = None,
    jobs: Annotated[str, typer.Option(metavar="N", help="Runs at a time.")] = "1",
    backend: BackendOption = BACKENDS[0],
    address: AddressOption = None,
    store: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Keep every complete run there; what is there is not run again."),
    ] = None,
    as_json: JsonOption = False,
    out: TableOutOption = None,
    plot: PlotOption = None,
    plot_over: Annotated[
        str,
        typer.Option(
            metavar="WHAT", help="x axis of the plot: seconds or steps.", autocompletion=complete_words(*_AXES)
        ),
    ] = "seconds",
) -> None:
    """Compare searchers on several pools, against the proven optimum."""
    check_files(out, plot)
    _check_choices(group=group, plot_over=plot_over)
    catalog = read_catalog(context, *(sources or ()))
    _check_settings(assignments)
    settings = RunOptions(
        energy=energy,
        cost=cost,
        budget=budget,
        constraints=constraints,
        assignments=assignments,
        out=out,
        plot=plot,
    )
    settings.check_outputs(file for file in (parts, best_known) if file is not None)
    share = parse_number(budget_share, float)
    if budget is not None and share is not None:
        raise ConfigError(["--budget and --budget-share: give one of them, not both"])
    cases = _read_cases(sources or [], settings, share, catalog)
    if paper_pools is not None:
        sizes, count = parse_numbers(paper_pools, int), parse_number(pools_per_size, int)
        synthetic = paper_cases(sizes, count, costs=costs, budget_share=share)  # type: ignore[arg-type]
        cases += [_apply_settings(case, settings, catalog) for case in synthetic]
    if not cases:
        raise ConfigError(["nothing to compare on: give pools, run files or --paper-pools"])
    limit = parse_number(seconds, float)
    arguments = {
        "searchers": read_parts("searchers", searchers, parts),
        "stopping": read_parts("stopping", stopping, parts),
        "seconds": None if limit == float("inf") else limit,
        "seeds": parse_numbers(seeds, int) if "," in seeds else parse_number(seeds, int),
        "reference": None if reference == "none" else reference,
        "reference_seconds": parse_number(reference_seconds, float),
        "best_known": None if best_known is None else read_best_known(best_known),
    }
    arguments |= {"on_failure": read_on_failure(context), "store": store}
    arguments |= {"jobs": parse_number(jobs, int), "backend": backend, "address": address}
    comparison = compare_with_progress([_set_group(case, group) for case in cases], arguments, catalog)
    summary = functools.partial(summarise_comparison, comparison, width=find_width())
    report_answer(comparison, summary, as_json=as_json, out=out, to_csv=comparison.to_csv)
    if plot is not None:
        # Not at the top: matplotlib is optional, and slow to import.
        from haversack.plots.comparison import save_comparison

        save_comparison(comparison, plot, over=plot_over)  # type: ignore[arg-type]
    finish(comparison)


def _check_choices(*, group: str | None, plot_over: str) -> None:
    """Raise `HaversackError` for what would only fail at the end."""
    if group is not None and group not in _GROUPINGS:
        raise HaversackError(f"--group {group}: must be one of {', '.join(_GROUPINGS)}")
    if plot_over not in _AXES:
        raise HaversackError(f"--plot-over {plot_over}: must be one of {', '.join(_AXES)}")


def _check_settings(assignments: list[str] | None) -> None:
    for assignment in assignments or ():
        section = assignment.partition("=")[0].partition(".")[0].strip()
        if section in _NOT_SET:
            raise ConfigError([f"--set {assignment}: has no effect on a comparison; use --{_NOT_SET[section]}"])


def _read_cases(files: list[Path], settings: RunOptions, share: Any, catalog: Catalog) -> list[Case]:
    """Return a case for each file, named after it."""
    stems = [file.stem for file in files]
    cases = []
    for file in files:
        config = read_run(file, settings, catalog)
        cases.append(
            Case(
                pool=config.pool,
                name=file.stem if stems.count(file.stem) == 1 else str(file),
                budget=config.budget if share is None else compute_budget(config.pool, share),
                energy=config.energy,
                cost=config.cost,
                constraints=config.constraints,
            )
        )
    return cases


def _apply_settings(case: Case, settings: RunOptions, catalog: Catalog) -> Case:
    """Return a synthetic case with the settings of the command line."""
    if not settings.apply_to({}):
        return case
    document = settings.apply_to({"pool": case.pool.to_dict(), "budget": case.budget})
    config = build_run(document, catalog, source=COMMAND_LINE)
    return attrs.evolve(
        case, budget=config.budget, energy=config.energy, cost=config.cost, constraints=config.constraints
    )


def _set_group(case: Case, group: str | None) -> Case:
    groups = {"pool": case.name, "size": f"n={len(case.pool)}", "all": "all", None: case.group}
    return attrs.evolve(case, group=groups[group])


def compare_with_progress(cases: Sequence[Case], arguments: Mapping[str, Any], catalog: Catalog) -> Comparison:
    """Make a comparison, show progress on the way, and end the command after Ctrl-C if no run was complete."""
    limit = arguments["seconds"]
    limits = Limits(seconds=limit if isinstance(limit, float) else math.inf)
    with (
        diverting_output(),
        ProgressDisplay(functools.partial(_format_stage, limits=limits)) as display,
        refusing_exits(),
    ):
        try:
            comparison = run_comparison(cases, **arguments, on_progress=display, catalog=catalog)
        except KeyboardInterrupt:
            comparison = None
    if comparison is None or not comparison.rows:
        exit_interrupted("interrupted before any run was complete")
    return comparison


def _format_stage(stage: Stage, limits: Limits) -> str:
    runs = f"{stage.done:,} of {stage.planned:,} runs"
    if stage.progress is None:
        left = estimate_seconds_left(stage.computed, stage.computed + stage.planned - stage.done, stage.seconds)
        return runs if math.isinf(left) else f"{runs}, about {format_duration(left)} left"
    return f"{runs}; {stage.what}: {format_progress(stage.progress, stage.plan, limits)}"
