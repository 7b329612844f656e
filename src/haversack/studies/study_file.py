"""Study files: from TOML, or from arguments, to tasks."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from haversack.api.certify import MODES, WANTED
from haversack.config.build import PartBuilder
from haversack.config.describe import anchor_part
from haversack.config.input_files import read_text
from haversack.config.observers import build_observers
from haversack.config.recipe import RESULT_FILES, get_suffix, parse_recipes
from haversack.config.run_file import parse_toml
from haversack.errors import ConfigError
from haversack.spelling import explain_unknown_key
from haversack.studies.axes import AXES, combine_parts, resolve_axes
from haversack.studies.description import describe_study
from haversack.studies.sources import read_cases
from haversack.studies.tasks import list_tasks
from haversack.text import format_value
from haversack.validators import budget_check, seed_check, share_check, to_list, whole

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike

    from haversack.plugins import Catalog
    from haversack.studies.tasks import TaskList
    from haversack.validators import Check

STUDY_KEYS = ("pools", *AXES, "presets", "budgets", "budget_shares", "seeds", "certify", "observers", "disable")
"""The keys of a study file."""
_COUNT = whole(1, 10_000_000)


@attrs.frozen
class StudySource:
    """A study that is read, but not checked.

    Parameters
    ----------
    document
        The study as plain tables; pools and parts may be objects.
    place
        Put before every message.
    directory
        Paths are relative to this directory.
    versions
        Of the distributions that computed it, where it is that of an earlier result.
    """

    document: Mapping[str, Any] = attrs.field(repr=False)
    place: str = "study"
    directory: Path = Path()
    versions: Mapping[str, str] = attrs.field(factory=dict)


def read_study(path: str | PathLike[str]) -> StudySource:
    """Return the study of a study file, or that of an earlier result or a report on it.

    Raises
    ------
    ConfigError
        If it cannot be read, is not TOML, or records no study.
    """
    text, suffix = read_text(path), get_suffix(path)
    place, directory = str(path), Path(path).parent
    if suffix not in RESULT_FILES:
        return StudySource(parse_toml(text, path), place, directory)
    studies = [each for each in parse_recipes(text, path, suffix) if each.kind == "study"]
    if len(studies) != 1:
        raise ConfigError(
            f"{path}: expected a study file, in TOML, or the result of one study, "
            f"got the results of {len(studies)} studies"
        )
    return StudySource(studies[0].get_config(), place, directory, studies[0].versions)


def build_study(
    document: Mapping[str, Any], catalog: Catalog, *, source: str = "", directory: str | PathLike[str] = "."
) -> TaskList:
    """Check a study and return its tasks.

    Parameters
    ----------
    document
        The study as plain tables; pools and parts may be objects.
    catalog
        Where names are looked up.
    source
        The name of the file, put before every message.
    directory
        Paths are relative to this directory.

    Raises
    ------
    ConfigError
        With one message per problem.
    """
    place = f"{source}: " if source else ""
    problems = [explain_unknown_key(f"{place}{key}", key, STUDY_KEYS) for key in document if key not in STUDY_KEYS]
    budgets = _read_numbers(_read_no_limit(document.get("budgets")), budget_check, f"{place}budgets", problems)
    shares = _read_numbers(document.get("budget_shares"), share_check, f"{place}budget_shares", problems)
    seeds = _read_seeds(document.get("seeds"), f"{place}seeds", problems)
    certify = document.get("certify")
    if certify is not None and certify not in MODES:
        problems.append(f"{place}certify: must be {WANTED}, got {format_value(certify)}")
    builder = PartBuilder(catalog, problems)
    observers = build_observers(
        document.get("observers"), builder, where=f"{place}observers", directory=Path(directory)
    )
    if "pools" not in document:
        problems.append(f"{place}pools: missing; expected a list of files, or sections [[pools]]")
    combinations, cases = [], []
    try:
        parts = resolve_axes(document, catalog, directory)
        combinations = combine_parts(parts, document.get("presets"), catalog, place)
    except ConfigError as error:
        problems.extend(error.problems)
    if "pools" in document:
        try:
            cases = read_cases(
                document["pools"], catalog, place=place, directory=Path(directory), budgets=budgets, shares=shares
            )
        except ConfigError as error:
            problems.extend(error.problems)
    if problems:
        raise ConfigError(problems)
    tasks = list_tasks(cases, combinations, seeds, certify, catalog)
    digests = {labels[0]: digest for labels, (_, digest) in zip(tasks.rows, tasks.tasks, strict=True)}
    numbers = {"budgets": budgets, "budget_shares": shares, "seeds": seeds, "certify": certify}
    given = {**numbers, "disable": document.get("disable")}
    config = describe_study(cases, digests, combinations, given)
    # Workers may have other working directories.
    observers = tuple(anchor_part("observer", each, catalog) for each in observers)
    return attrs.evolve(tasks, observers=observers, config=config)


def _read_no_limit(given: Any) -> Any:
    """Return budgets in which None, JSON's word for no limit, is infinity."""
    several = to_list(given)
    return given if several is None else [math.inf if budget is None else budget for budget in several]


def _read_numbers(given: Any, check: Check, where: str, problems: list[str]) -> list[float] | None:
    if given is None:
        return None
    several = [given] if isinstance(given, (int, float)) else to_list(given)
    wrong = [given] if not several else [number for number in several if not check.accepts(number)]
    if wrong:
        problems.append(f"{where}: each must be {check.wanted}, got {format_value(wrong[0])}")
        return None
    return [float(number) for number in dict.fromkeys(several or ())]


def _read_seeds(given: Any, where: str, problems: list[str]) -> list[int] | None:
    if given is None:
        return None
    several = to_list(given)
    if several is None:
        if _COUNT.accepts(given):
            return list(range(int(given)))
        problems.append(f"{where}: must be {_COUNT.wanted}, or a list of seeds, got {format_value(given)}")
        return None
    wrong = [seed for seed in several if not seed_check.accepts(seed)]
    if wrong or not several:
        problems.append(f"{where}: each must be {seed_check.wanted}, got {format_value(wrong[0]) if wrong else 'none'}")
        return None
    return [int(seed) for seed in dict.fromkeys(several)]
