"""A comparison as plain tables, from which it can be made again."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from haversack.api.plain import to_plain
from haversack.comparison.cases import Case
from haversack.comparison.reference import Reference
from haversack.config.dependencies import find_versions
from haversack.config.describe import describe_with_absolute_paths
from haversack.config.options import parse_type
from haversack.config.paths import resolve_paths
from haversack.config.run_file import build_run
from haversack.errors import ConfigError
from haversack.spelling import explain_unknown_key
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

    from haversack.kinds import Kind
    from haversack.plugins import Catalog

_PARTS: dict[str, Kind] = {"searchers": "searcher", "stopping": "stopping"}
_OPTIONS = ("seconds", "seeds", "reference", "reference_seconds")
_OPTIONAL = ("reference", "best_known")
_KEYS = ("cases", *_PARTS, *_OPTIONS, "best_known")
_REFERENCES = parse_type(dict[str, Reference])
_UNNAMED = "has no registered name, or an option that plain data cannot express"


def describe_comparison(
    cases: Sequence[Case],
    parts: Mapping[str, Mapping[str, Any]],
    options: Mapping[str, Any],
    best_known: Mapping[str, Reference],
    catalog: Catalog,
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the arguments of a comparison as plain tables, and the versions of the distributions that take part.

    None stands for a part that has no registered name.

    Parameters
    ----------
    cases
        Its cases, their parts built.
    parts
        The searchers and the stopping rules, each by label.
    options
        The other arguments of `haversack.compare`; the reference is built.
    best_known
        References by name of the case.
    catalog
        Where names are looked up.
    """
    specs: list[tuple[Kind, Any]] = []

    def describe(kind: Kind, part: object) -> Any:
        spec = describe_with_absolute_paths(kind, part, catalog)
        if spec is not None:
            specs.append((kind, spec))
        return spec

    config: dict[str, Any] = {"cases": [_describe_case(case, describe) for case in cases]}
    for key, kind in _PARTS.items():
        config[key] = {label: describe(kind, part) for label, part in parts[key].items()}
    config |= {key: value for key, value in options.items() if key != "reference"}
    if options["reference"] is not None:
        config["reference"] = describe("searcher", options["reference"])
    names = {case.name for case in cases}
    known = {name: attrs.asdict(reference) for name, reference in best_known.items() if name in names}
    if known:
        config["best_known"] = known
    return to_plain(config), find_versions(specs, None, catalog)


def list_unnamed_parts(config: Mapping[str, Any]) -> list[str]:
    """Return the places of the parts of a recorded comparison that have no registered name."""
    unnamed = []
    for key in _PARTS:
        labelled = config.get(key)
        if isinstance(labelled, Mapping):
            unnamed += [f"{key}.{label}" for label, spec in labelled.items() if spec is None]
    cases = config.get("cases")
    for number, case in enumerate(cases if isinstance(cases, list) else ()):
        if isinstance(case, Mapping):
            unnamed += [f"cases[{number}].{kind}" for kind in ("energy", "cost") if case.get(kind, "") is None]
            constraints = case.get("constraints")
            if isinstance(constraints, list) and None in constraints:
                unnamed.append(f"cases[{number}].constraints")
    if config.get("reference", "") is None:
        unnamed.append("reference")
    return unnamed


def _describe_case(case: Case, describe: Callable[[Kind, Any], Any]) -> dict[str, Any]:
    config: dict[str, Any] = {"name": case.name, "group": case.group, "pool": case.pool.to_dict()}
    if case.budget is not None and math.isfinite(case.budget):
        config["budget"] = float(case.budget)
    if case.energy is not None:
        config["energy"] = describe("energy", case.energy)
    if case.cost is not None:
        config["cost"] = describe("cost", case.cost)
    if case.constraints:
        config["constraints"] = [describe("constraint", each) for each in case.constraints]
    return config


def read_comparison_config(
    config: Mapping[str, Any], catalog: Catalog, place: str, *, directory: str | PathLike[str] = "."
) -> dict[str, Any]:
    """Return the arguments of `haversack.compare` that make a recorded comparison again.

    Parameters
    ----------
    config
        The tables that `describe_comparison` returned.
    catalog
        Where names are looked up.
    place
        Put before every message.
    directory
        Paths that someone made relative are relative to this directory, that of the file.

    Raises
    ------
    ConfigError
        If the tables are not those of a comparison, or leave a part open that has no registered name.
    """
    problems = [f"{place}: {key}: missing" for key in _KEYS if key not in (*_OPTIONAL, *config)]
    problems += [explain_unknown_key(f"{place}: {key}", key, _KEYS) for key in config if key not in _KEYS]
    problems += [f"{place}: {where}: {_UNNAMED}" for where in list_unnamed_parts(config)]
    if problems:
        raise ConfigError(problems)
    given = config["cases"]
    if not isinstance(given, Sequence) or not all(isinstance(case, Mapping) for case in given):
        raise ConfigError(f"{place}: cases: must be a list of tables, got {format_value(given)}")
    cases = [_read_case(case, catalog, f"{place}: cases[{number}]", directory) for number, case in enumerate(given)]
    try:
        known = _REFERENCES.structure(config.get("best_known", {}))
    except ValueError as error:
        raise ConfigError(f"{place}: best_known: {error}") from error
    options = {key: config[key] for key in (*_PARTS, *_OPTIONS) if key in config}
    kinds: dict[str, Kind] = {**_PARTS, "reference": "searcher"}
    parts = {key: resolve_paths(kind, config[key], catalog, directory) for key, kind in kinds.items() if key in config}
    return {"pools": cases, "reference": None, **options, **parts, "best_known": known or None}


def _read_case(case: Mapping[str, Any], catalog: Catalog, place: str, directory: str | PathLike[str]) -> Case:
    document = {key: value for key, value in case.items() if key not in ("name", "group")}
    run = build_run(document, catalog, source=place, directory=directory)
    name = str(case.get("name", place))
    return Case(
        pool=run.pool,
        name=name,
        budget=run.budget,
        energy=run.energy,
        cost=run.cost,
        constraints=run.constraints,
        group=str(case.get("group", name)),
    )
