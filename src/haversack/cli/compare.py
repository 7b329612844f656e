"""The command that compares searchers."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import attrs
import typer

from haversack.cli.arguments import (
    BudgetOption,
    CostOption,
    EnergyOption,
    JsonOption,
    from_file,
    number,
    read_catalog,
    source_of,
)
from haversack.cli.contestants import named_parts
from haversack.cli.progress import ProgressDisplay, progress_line
from haversack.comparison.best_known import read_best_known
from haversack.comparison.cases import Case, budget_from_share
from haversack.comparison.experiment import compare as run_comparison
from haversack.comparison.paper_pools import paper_cases
from haversack.config.run_file import apply_overrides, build_run
from haversack.errors import ConfigError, HaversackError
from haversack.selection import defaults

if TYPE_CHECKING:
    from haversack.comparison.result import Comparison
    from haversack.comparison.runs import Stage
    from haversack.plugins import Catalog

_INTERRUPTED = 130  # What shells report after Ctrl-C.
_ENDINGS = (".csv", ".json")
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
        str | None, typer.Option(metavar="SIZES", help="Also make up pools as in the paper, e.g. 30,100.")
    ] = None,
    pools_per_size: Annotated[str, typer.Option(metavar="NUMBER", help="How many of each size.")] = "10",
    costs: Annotated[
        str, typer.Option(metavar="KIND", help="Of made-up pools: exponential, correlated or uniform.")
    ] = "exponential",
    budget: BudgetOption = None,
    budget_share: Annotated[
        str | None, typer.Option(metavar="SHARE", help="The budget as a share of each pool's total cost.")
    ] = None,
    energy: EnergyOption = None,
    cost: CostOption = None,
    assignments: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Change a setting, e.g. cost.size=mean with --cost additive."),
    ] = None,
    searchers: Annotated[
        list[str] | None,
        typer.Option(metavar="NAMES", help="e.g. sherlock,annealing:cooling=0.99; all that can be used if left out."),
    ] = None,
    stopping: Annotated[
        list[str] | None,
        typer.Option(metavar="NAMES", help="e.g. paper,max-step:limit=200000; as for a run if left out."),
    ] = None,
    parts: Annotated[
        Path | None,
        typer.Option(metavar="FILE.toml", help="More of both, in sections [searchers.LABEL] and [stopping.LABEL]."),
    ] = None,
    seconds: Annotated[str, typer.Option(metavar="NUMBER", help="Limit on each run; inf for none.")] = "10",
    seeds: Annotated[str, typer.Option(metavar="NUMBER", help="How many, or which, e.g. 3 or 0,5,7.")] = "3",
    reference: Annotated[
        str, typer.Option(metavar="NAME", help="The searcher that proves the optimum; none to go without.")
    ] = defaults.COMPARISON_REFERENCE,
    reference_seconds: Annotated[
        str, typer.Option(metavar="NUMBER", help="How long that may take for each pool.")
    ] = "60",
    best_known: Annotated[
        Path | None,
        typer.Option(metavar="FILE.csv", help="Best known values: columns pool, and value or error."),
    ] = None,
    group: Annotated[
        str | None,
        typer.Option(metavar="BY", help="Table by pool, size or all; made-up pools by size, others by pool."),
    ] = None,
    as_json: JsonOption = False,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Also write all runs, as .csv or .json.")] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also draw error over time, as .png, .svg or .pdf.")
    ] = None,
    plot_over: Annotated[str, typer.Option(metavar="WHAT", help="To the right: seconds or steps.")] = "seconds",
) -> None:
    """Compare searchers on several pools, against the proven optimum."""
    _check_choices(out, plot, group=group, plot_over=plot_over)
    catalog = read_catalog(context)
    settings = _settings(budget, {"energy": energy, "cost": cost}, assignments)
    share = number(budget_share, float)
    if budget is not None and share is not None:
        raise ConfigError(["--budget and --budget-share: give one of them, not both"])
    cases = _cases_of_files(sources or [], energy, settings, share, catalog)
    if paper_pools is not None:
        made_up = paper_cases(_numbers(paper_pools), number(pools_per_size, int), costs=costs, budget_share=share)  # type: ignore[arg-type]
        cases += [_changed(case, settings, catalog) for case in made_up]
    if not cases:
        raise ConfigError(["nothing to compare on: give pools, run files or --paper-pools"])
    limit = number(seconds, float)
    arguments = {
        "searchers": named_parts("searchers", searchers, parts),
        "stopping": named_parts("stopping", stopping, parts),
        "seconds": None if limit == float("inf") else limit,
        "seeds": _numbers(seeds) if "," in seeds else number(seeds, int),
        "reference": None if reference == "none" else reference,
        "reference_seconds": number(reference_seconds, float),
        "best_known": None if best_known is None else read_best_known(best_known),
    }
    outcome = _compared([_grouped(case, group) for case in cases], arguments, catalog)
    # The runs may have taken long: they are shown before anything else can fail.
    print(outcome.to_json() if as_json else outcome.summary())
    _write(outcome, out)
    if plot is not None:
        from haversack.plots.comparison import save_comparison

        save_comparison(outcome, plot, over=plot_over)  # type: ignore[arg-type]


def _check_choices(out: Path | None, plot: Path | None, *, group: str | None, plot_over: str) -> None:
    """Complain of what would only fail at the end."""
    if out is not None and out.suffix.lower() not in _ENDINGS:
        raise HaversackError(f"--out {out}: must end in one of {', '.join(_ENDINGS)}")
    if group is not None and group not in _GROUPINGS:
        raise HaversackError(f"--group {group}: must be one of {', '.join(_GROUPINGS)}")
    if plot_over not in _AXES:
        raise HaversackError(f"--plot-over {plot_over}: must be one of {', '.join(_AXES)}")
    if plot is not None:
        from haversack.plots.canvas import check_format

        check_format(plot)


def _settings(budget: str | None, parts: dict[str, str | None], assignments: list[str] | None) -> list[str]:
    """Return the options as assignments, which change a run file and a made-up case alike."""
    for assignment in assignments or ():
        section = assignment.partition("=")[0].partition(".")[0].strip()
        if section in _NOT_SET:
            raise ConfigError([f"--set {assignment}: has no effect on a comparison; use --{_NOT_SET[section]}"])
    given = {"budget": number(budget, float)} | {f"{kind}.kind": name for kind, name in parts.items()}
    return [*(f"{key}={value}" for key, value in given.items() if value is not None), *(assignments or ())]


def _cases_of_files(
    files: list[Path], energy: str | None, settings: list[str], share: Any, catalog: Catalog
) -> list[Case]:
    stems = [file.stem for file in files]
    cases = []
    for file in files:
        if file.suffix.lower() in (".toml", ".json"):
            config = from_file(file, settings, catalog)
        else:
            document = apply_overrides(source_of(file, energy, catalog), settings)
            config = build_run(document, catalog, source="command line")
        cases.append(
            Case(
                pool=config.pool,
                name=file.stem if stems.count(file.stem) == 1 else str(file),
                budget=config.budget if share is None else budget_from_share(config.pool, share),
                energy=config.energy,
                cost=config.cost,
            )
        )
    return cases


def _changed(case: Case, settings: list[str], catalog: Catalog) -> Case:
    """Return a made-up case with the settings of the command line."""
    if not settings:
        return case
    document = apply_overrides({"pool": case.pool.to_dict(), "budget": case.budget}, settings)
    config = build_run(document, catalog, source="command line")
    return attrs.evolve(case, budget=config.budget, energy=config.energy, cost=config.cost)


def _grouped(case: Case, group: str | None) -> Case:
    named = {"pool": case.name, "size": f"n={len(case.pool)}", "all": "all", None: case.group}
    return attrs.evolve(case, group=named[group])


def _numbers(text: str) -> list[Any]:
    return [number(word.strip(), int) for word in text.split(",")]


def _compared(cases: list[Case], arguments: dict[str, Any], catalog: Catalog) -> Comparison:
    with ProgressDisplay(_stage_line) as display:
        try:
            outcome = run_comparison(cases, **arguments, on_progress=display, catalog=catalog)
        except KeyboardInterrupt:
            outcome = None
    if outcome is None or not outcome.rows:
        print("interrupted before any run was complete", file=sys.stderr)
        raise typer.Exit(_INTERRUPTED)
    return outcome


def _stage_line(stage: Stage) -> str:
    return f"{stage.done:,} of {stage.planned:,} runs; {stage.what}: {progress_line(stage.progress, stage.plan)}"


def _write(outcome: Comparison, out: Path | None) -> None:
    if out is None:
        return
    text = outcome.to_csv() if out.suffix.lower() == ".csv" else outcome.to_json() + "\n"
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise HaversackError(f"--out {out}: cannot be written: {error.strerror or error}") from error
