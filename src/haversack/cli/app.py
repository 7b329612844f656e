"""The commands."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import attrs
import typer

from haversack import __version__
from haversack.api.selection import Selection, plan_to_dict
from haversack.cli import compare, frontier, plugins
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
    from_file,
    from_options,
    number,
    read_catalog,
    source_of,
)
from haversack.cli.plugin_commands import CommandGroup, catalog_loader
from haversack.cli.progress import ProgressDisplay
from haversack.config.schema import run_schema
from haversack.errors import HaversackError
from haversack.reports.plan import describe_plan
from haversack.selection.planning import make_plan
from haversack.selection.run import select as run_selection

if TYPE_CHECKING:
    from haversack.config.run_file import RunConfig
    from haversack.plugins import Catalog

_INTERRUPTED = 130  # What shells report after Ctrl-C.

app = typer.Typer(
    cls=CommandGroup,
    help="Pick the best panel a budget can buy.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(plugins.app, name="plugins")
app.command()(compare.compare)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"haversack {__version__}")
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    no_plugins: Annotated[  # noqa: ARG001
        # Eager, as --help is: the commands that help lists depend on it.
        bool, typer.Option("--no-plugins", is_eager=True, help="Leave third-party plugins out.")
    ] = False,
    strict_plugins: Annotated[  # noqa: ARG001
        bool, typer.Option("--strict-plugins", help="Fail if any plugin is broken.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show a traceback for errors.")] = False,  # noqa: ARG001
    version: Annotated[  # noqa: ARG001
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Pick the best panel a budget can buy. These options may stand anywhere on the line."""
    catalog_loader(context)


@app.command()
def run(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Run file (TOML), or an earlier result (JSON) to repeat.")
    ],
    assignments: SetOption = None,
    as_json: JsonOption = False,
    out: OutOption = None,
) -> None:
    """Select a panel as a run file says."""
    catalog = read_catalog(context)
    _report(_selected(from_file(file, assignments, catalog), catalog), as_json=as_json, out=out)


@app.command()
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
    source = source_of(pool, energy, catalog, votes=votes, truth=truth)
    config = from_options(source, budget, seed, parts, assignments, catalog, certify)
    _report(_selected(config, catalog), as_json=as_json, out=out)


@app.command()
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
    if source is not None and source.suffix.lower() in (".toml", ".json"):
        given = {"budget": number(budget, float), "seed": number(seed, int)} | {
            f"{kind}.kind": name for kind, name in parts.items()
        }
        options = [f"{key}={value}" for key, value in given.items() if value is not None]
        config = from_file(source, [*options, *(assignments or ())], catalog)
    else:
        start = source_of(source, energy, catalog, votes=votes, truth=truth)
        config = from_options(start, budget, seed, parts, assignments, catalog)
    made = make_plan(
        config.pool,
        config.budget,
        energy=config.energy,
        stopping=config.stopping,
        cost=config.cost,
        seed=config.seed,
        catalog=catalog,
    )
    print(json.dumps(plan_to_dict(made), indent=2) if as_json else describe_plan(made))


app.command()(frontier.frontier)


@app.command()
def schema(context: typer.Context) -> None:
    """Print the JSON Schema of run files, with the options of all installed plugins."""
    print(json.dumps(run_schema(read_catalog(context)), indent=2))


def _selected(config: RunConfig, catalog: Catalog) -> Selection:
    try:
        with ProgressDisplay() as display:
            return run_selection(**attrs.asdict(config, recurse=False), catalog=catalog, on_progress=display)
    except KeyboardInterrupt as error:
        # An interrupted search gives the best set so far, so there was none; typer would exit without a word.
        print("interrupted before any set was found", file=sys.stderr)
        raise typer.Exit(_INTERRUPTED) from error


def _report(selection: Selection, *, as_json: bool, out: Path | None) -> None:
    text = selection.to_json()
    if out is not None:
        try:
            out.write_text(text + "\n", encoding="utf-8")
        except OSError as error:
            # The answer may have taken long; it is shown before the complaint.
            print(text if as_json else selection.summary())
            raise HaversackError(f"--out {out}: cannot be written: {error.strerror or error}") from error
    print(text if as_json else selection.summary())
