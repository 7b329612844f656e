"""What several commands share: their arguments, and how a run is read from them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from haversack.api.energy import BringsPool
from haversack.config.options import list_options
from haversack.config.run_file import RunConfig, apply_overrides, build_run, read_document
from haversack.errors import ConfigError, PluginError

if TYPE_CHECKING:
    from haversack.plugins import Catalog

PoolArgument = Annotated[
    Path | None,
    typer.Argument(metavar="POOL.csv", help="Pool: CSV with columns accuracy, cost, name; or what the energy reads."),
]
VotesOption = Annotated[
    Path | None, typer.Option(metavar="FILE.csv", help="Recorded answers, for --energy votes; beside a pool or alone.")
]
TruthOption = Annotated[
    Path | None, typer.Option(metavar="FILE.csv", help="The right answers, if the file of answers has none.")
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="KEY=VALUE", help="Change a setting, e.g. cost.size=mean or searcher.kind=annealing."
    ),
]
# Read as text, so that a mistake in them is told in the same words as one in a run file.
BudgetOption = Annotated[
    str | None, typer.Option(metavar="NUMBER", help="What the set may cost; no limit if left out.")
]
EnergyOption = Annotated[str | None, typer.Option(help="What makes a set good.")]
SearcherOption = Annotated[str | None, typer.Option(help="How to search.")]
StoppingOption = Annotated[str | None, typer.Option(help="When to stop.")]
CostOption = Annotated[str | None, typer.Option(help="What a set costs.")]
SeedOption = Annotated[str | None, typer.Option(metavar="NUMBER", help="Same seed, same answer.")]
CertifyOption = Annotated[
    str | None,
    typer.Option(
        metavar="off|quick|prove", help="How much to spend on saying how far from the best the answer is at most."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
OutOption = Annotated[Path | None, typer.Option(metavar="FILE", help="Also write the result as JSON.")]


def read_catalog(context: typer.Context) -> Catalog:
    """Load the plugins that the global options allow, and tell of those that are broken."""
    loaded: Catalog = context.obj()
    for complaint in loaded.complaints():
        print(f"warning: {complaint}", file=sys.stderr)
    return loaded


def from_file(file: Path, assignments: list[str] | None, catalog: Catalog) -> RunConfig:
    """Read a run from a file."""
    document = apply_overrides(read_document(file), assignments or ())
    return build_run(document, catalog, source=str(file), directory=file.parent)


def source_of(
    pool: Path | None, energy: str | None, catalog: Catalog, *, votes: Path | None = None, truth: Path | None = None
) -> dict[str, Any]:
    """Return the beginning of a run: its pool, or an energy that reads one by itself.

    Raises
    ------
    ConfigError
        If there is neither a pool nor a file of answers.
    """
    if pool is not None and pool.suffix.lower() != ".csv" and energy is not None and _reads_pools(energy, catalog):
        return {"energy": {"kind": energy, "path": str(pool)}}
    files = {"path": pool, "votes": votes, "truth": truth}
    section = {key: str(file) for key, file in files.items() if file is not None}
    if pool is None and votes is None:
        raise ConfigError(["command line: expected a pool, POOL.csv, or recorded answers, --votes FILE.csv"])
    return {"pool": section}


def _reads_pools(energy: str, catalog: Catalog) -> bool:
    """Tell whether an energy makes a pool of a file, whose name it takes as its option `path`."""
    try:
        factory = catalog.find("energy", energy).factory
    except PluginError:  # Told when the energy is made.
        return False
    brings = isinstance(factory, type) and issubclass(factory, BringsPool)
    return brings and any(option.name == "path" for option in list_options(factory))


def from_options(
    source: dict[str, Any],
    budget: str | None,
    seed: str | None,
    parts: dict[str, str | None],
    assignments: list[str] | None,
    catalog: Catalog,
    certify: str | None = None,
) -> RunConfig:
    """Make a run of the words on the command line."""
    document: dict[str, Any] = source | {
        "budget": number(budget, float),
        "seed": number(seed, int),
        "certify": certify,
    }
    document |= {kind: source.get(kind, {}) | {"kind": name} for kind, name in parts.items() if name is not None}
    return build_run(apply_overrides(document, assignments or ()), catalog, source="command line")


def number(text: str | None, kind: type[float]) -> Any:
    """Return the number that a text stands for; the text itself, for others to complain of, if it stands for none."""
    try:
        return None if text is None else kind(text)
    except ValueError:
        return text
