"""What several commands share: their arguments, and how a run is read from them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from haversack.config import RunConfig, read_document, structured_run, with_overrides

if TYPE_CHECKING:
    from haversack.plugins import Catalog

PoolArgument = Annotated[Path, typer.Argument(metavar="POOL.csv", help="Pool: CSV with columns accuracy, cost, name.")]
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
    document = with_overrides(read_document(file), assignments or ())
    return structured_run(document, catalog, source=str(file), directory=file.parent)


def from_options(
    pool: Path,
    budget: str | None,
    seed: str | None,
    parts: dict[str, str | None],
    assignments: list[str] | None,
    catalog: Catalog,
    certify: str | None = None,
) -> RunConfig:
    """Make a run of the words on the command line."""
    document: dict[str, Any] = {
        "pool": {"path": str(pool)},
        "budget": number(budget, float),
        "seed": number(seed, int),
        "certify": certify,
    }
    document |= {kind: {"kind": name} for kind, name in parts.items() if name is not None}
    return structured_run(with_overrides(document, assignments or ()), catalog, source="command line")


def number(text: str | None, kind: type[float]) -> Any:
    """Return the number that a text stands for; the text itself, for others to complain of, if it stands for none."""
    try:
        return None if text is None else kind(text)
    except ValueError:
        return text
