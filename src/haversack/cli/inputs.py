"""How commands read a run: from a file, or from the words on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haversack.api.energy import BringsPool
from haversack.cli.output import print_errors
from haversack.config.options import list_options
from haversack.config.overrides import apply_overrides
from haversack.config.run_file import RunConfig, build_run, read_document
from haversack.errors import ConfigError, PluginError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    import typer

    from haversack.plugins import Catalog

COMMAND_LINE = "command line"
RUN_FILES = (".toml", ".json")
"""Endings of files that hold a run, not a pool."""


def read_catalog(context: typer.Context) -> Catalog:
    """Load the plugins that the global options allow, with a warning for each that is broken."""
    catalog: Catalog = context.obj()
    print_errors(f"warning: {complaint}" for complaint in catalog.list_problems())
    return catalog


def read_run_file(file: Path, assignments: Sequence[str], catalog: Catalog) -> RunConfig:
    """Read a run from a file, with the settings of the command line."""
    document = apply_overrides(read_document(file), assignments)
    return build_run(document, catalog, source=str(file), directory=file.parent)


def read_run_options(
    source: dict[str, Any],
    parts: Mapping[str, str | None],
    assignments: Sequence[str] | None,
    catalog: Catalog,
    *,
    budget: str | None = None,
    seed: str | None = None,
    certify: str | None = None,
) -> RunConfig:
    """Build a run from options; `source` is what `find_source` returned."""
    document: dict[str, Any] = source | {
        "budget": parse_number(budget, float),
        "seed": parse_number(seed, int),
        "certify": certify,
    }
    document |= {kind: source.get(kind, {}) | {"kind": name} for kind, name in parts.items() if name is not None}
    return build_run(apply_overrides(document, assignments or ()), catalog, source=COMMAND_LINE)


def find_source(
    pool: Path | None, energy: str | None, catalog: Catalog, *, votes: Path | None = None, truth: Path | None = None
) -> dict[str, Any]:
    """Return the section of a run that names its files: the pool, or an energy that reads one by itself.

    Raises
    ------
    ConfigError
        If there is neither a pool nor a file of answers.
    """
    if pool is not None and pool.suffix.lower() != ".csv" and energy is not None and _reads_pools(energy, catalog):
        return {"energy": {"kind": energy, "path": str(pool)}}
    if pool is None and votes is None:
        raise ConfigError([f"{COMMAND_LINE}: expected a pool, POOL.csv, or recorded answers, --votes FILE.csv"])
    files = {"path": pool, "votes": votes, "truth": truth}
    return {"pool": {key: str(file) for key, file in files.items() if file is not None}}


def list_assignments(
    parts: Mapping[str, str | None],
    assignments: Sequence[str] | None,
    *,
    budget: str | None = None,
    seed: str | None = None,
) -> list[str]:
    """Return options as assignments like those of ``--set``, which come last.

    Examples
    --------
    >>> list_assignments({"energy": "votes", "cost": None}, ["cost.size=mean"], budget="8.")
    ['budget=8.0', 'energy.kind=votes', 'cost.size=mean']
    """
    numbers = {"budget": parse_number(budget, float), "seed": parse_number(seed, int)}
    given = numbers | {f"{kind}.kind": name for kind, name in parts.items()}
    return [*(f"{key}={value}" for key, value in given.items() if value is not None), *(assignments or ())]


def parse_number(text: str | None, kind: type[float]) -> Any:
    """Return the number, or the text itself if it is not one: it is validated later, with its place.

    Examples
    --------
    >>> parse_number("8.", float), parse_number("8", int), parse_number("many", int), parse_number(None, int)
    (8.0, 8, 'many', None)
    """
    try:
        return None if text is None else kind(text)
    except ValueError:
        return text


def parse_numbers(text: str, kind: type[float]) -> list[Any]:
    """Return the numbers of a list with commas; texts that are not numbers are validated later.

    Examples
    --------
    >>> parse_numbers("3, 5,x", int), parse_numbers("2,", float), parse_numbers(",", int)
    ([3, 5, 'x'], [2.0], [])
    """
    return [parse_number(word.strip(), kind) for word in text.split(",") if word.strip()]


def _reads_pools(energy: str, catalog: Catalog) -> bool:
    """Return whether an energy makes a pool from a file, whose name it takes as its option `path`."""
    try:
        factory = catalog.find("energy", energy).factory
    except PluginError:  # Reported when the energy is built.
        return False
    brings = isinstance(factory, type) and issubclass(factory, BringsPool)
    return brings and any(option.name == "path" for option in list_options(factory))
