"""Run files: from TOML to checked parts."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from haversack.api.certify import MODES, WANTED
from haversack.api.cost import SetsBudget
from haversack.api.energy import BringsPool
from haversack.api.expected import ESTIMATES, WANTED_ESTIMATE
from haversack.config.build import PartBuilder
from haversack.config.input_files import read_text
from haversack.config.nesting import check_nesting
from haversack.config.observers import build_observers
from haversack.config.options import parse_type
from haversack.config.part_lists import build_list
from haversack.config.paths import resolve_paths
from haversack.config.pool_section import build_pool, list_sufficient_keys
from haversack.config.recipe import RESULT_FILES, choose_run, get_suffix, parse_recipes
from haversack.config.sections import SECTIONS
from haversack.errors import ConfigError, PluginError
from haversack.kinds import PART_KINDS
from haversack.plugins.disabling import read_names
from haversack.pools.pool import Pool
from haversack.selection import defaults
from haversack.selection.options import SelectOptions
from haversack.spelling import explain_unknown_key
from haversack.text import format_value
from haversack.validators import budget_check, seed_check

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike

    from haversack.config.pool_section import OnLog
    from haversack.plugins import Catalog, Disabling
    from haversack.validators import Check


RUN_KEYS = (
    *("budget", "seed", "certify", "estimate", "preset", "frugal", "disable", "pool"),
    *PART_KINDS,
    *("vote", "constraints", "observers"),
)
"""The keys of a run file."""


@attrs.frozen(kw_only=True)
class RunConfig(SelectOptions):
    """A checked run: the arguments of `haversack.select`, with parts that are built.

    Parameters
    ----------
    pool
        The pool.
    budget
        As given, or None.
    observers
        Who watches the run.
    """

    pool: Pool
    budget: float | None = None
    observers: tuple[Any, ...] = ()


def read_document(path: str | PathLike[str]) -> dict[str, Any]:
    """Read a run file: TOML, or an earlier result, whose run it then repeats: its JSON, or a page that reports it.

    The run of a frontier has its pool and its parts, and no budget.

    Raises
    ------
    ConfigError
        If the file cannot be read or is none of them.
    """
    return parse_document(read_text(path), path, get_suffix(path))


def parse_document(text: str, path: str | PathLike[str], suffix: str) -> dict[str, Any]:
    """Return the run that a text describes.

    Parameters
    ----------
    text
        TOML, the JSON of a result, or a page that reports it.
    path
        Its place in messages.
    suffix
        The ending of files of its form: one of `RESULT_FILES`, or any other for TOML.
    """
    if suffix in RESULT_FILES:
        return choose_run(parse_recipes(text, path, suffix), path)
    return parse_toml(text, path)


def parse_toml(text: str, path: str | PathLike[str]) -> dict[str, Any]:
    """Return a run file, or another file of tables; raise `ConfigError` if it is not TOML."""
    try:
        document = tomllib.loads(text)
    except ValueError as error:  # TOMLDecodeError, or a number with too many digits.
        hint = f"; `haversack select {path}` selects from a pool" if Path(path).suffix.lower() == ".csv" else ""
        raise ConfigError(f"{path}: is not TOML: {error}{hint}") from error
    except RecursionError as error:
        raise ConfigError(f"{path}: nested too deeply to be read") from error
    check_nesting(document, str(path))
    return document


def read_disabled(document: Mapping[str, Any], source: str) -> Disabling:
    """Return the plugins that a run leaves out, which is needed before the catalog for it is loaded.

    Raises
    ------
    ConfigError
        If its key ``disable`` is not a list of names.
    """
    disabled = document.get("disable")
    return read_names([] if disabled is None else disabled, f"{source}: disable")


def build_run(
    document: Mapping[str, Any],
    catalog: Catalog,
    *,
    source: str,
    directory: str | PathLike[str] = ".",
    places: Mapping[str, str] | None = None,
    on_log: OnLog | None = None,
) -> RunConfig:
    """Check a run and build its parts.

    Parameters
    ----------
    document
        The run as plain tables; the pool and the parts may be objects.
    catalog
        Where names are looked up. `read_disabled` says what it must leave out.
    source
        The name of the file, put before every message.
    directory
        Paths in the run are relative to this directory.
    places
        For keys that come from elsewhere, the place to name instead of the file.
    on_log
        Called with what was understood of a log of answers.

    Raises
    ------
    ConfigError
        With one message per problem.
    """
    problems: list[str] = []
    where = {key: f"{(places or {}).get(key, source)}: {key}" for key in RUN_KEYS}
    problems.extend(explain_unknown_key(f"{source}: {key}", key, RUN_KEYS) for key in document if key not in RUN_KEYS)
    values: dict[str, Any] = {
        "budget": _read_number(document.get("budget"), float, budget_check, where["budget"], problems),
        "seed": _read_number(document.get("seed"), int, seed_check, where["seed"], problems),
        "certify": _read_word(document.get("certify"), MODES, WANTED, defaults.CERTIFY, where["certify"], problems),
        "estimate": _read_word(
            document.get("estimate"), ESTIMATES, WANTED_ESTIMATE, defaults.ESTIMATE, where["estimate"], problems
        ),
        "preset": _read_preset(document.get("preset"), catalog, where["preset"], problems),
        "frugal": _read_flag(document.get("frugal", False), where["frugal"], problems),
    }
    try:
        read_disabled(document, source)
    except ConfigError as error:
        problems.extend(error.problems)
    pool = document.get("pool")
    if pool is not None:
        values["pool"] = (
            pool
            if isinstance(pool, Pool)
            else build_pool(pool, where["pool"], Path(directory), problems, catalog=catalog, on_log=on_log)
        )
    builder = PartBuilder(catalog, problems)
    for key, part_kind in SECTIONS.items():
        if key in document:
            spec = document[key]
            if isinstance(spec, dict):
                spec = resolve_paths(part_kind.name, spec, catalog, directory)
            if isinstance(spec, dict) or part_kind.accepts(spec):
                values[key] = builder.build(part_kind.name, spec, where[key])
            else:
                problems.append(
                    f"{where[key]}: must be a section with the key 'kind', got {format_value(document[key])}"
                )
    values["constraints"] = build_list(
        "constraint", document.get("constraints"), builder, where=where["constraints"], directory=directory
    )
    values["observers"] = build_observers(
        document.get("observers"), builder, where=where["observers"], directory=directory
    )
    if pool is None:
        values |= _take_from_energy(values, f"{source}: pool", problems)
    if problems:
        raise ConfigError(problems)
    return RunConfig(**values)


def _take_from_energy(values: Mapping[str, Any], where: str, problems: list[str]) -> dict[str, Any]:
    """Return the pool that the energy provides, and its budget if the run has none."""
    energy = values.get("energy")
    if not isinstance(energy, BringsPool):
        # An energy that could not be built might have provided one.
        if energy is not None or "energy" not in values:
            problems.append(
                f"{where}: missing; expected a section with a path, or with one of {', '.join(list_sufficient_keys())}"
            )
        return {"pool": None}
    provided: dict[str, Any] = {"pool": energy.own_pool()}
    if values["budget"] is None and isinstance(energy, SetsBudget):
        provided["budget"] = energy.own_budget()
    return provided


def _read_number(given: Any, kind: type, check: Check, where: str, problems: list[str]) -> Any:
    if given is None:
        return None
    try:
        value = parse_type(kind).structure(given)
    except ValueError as error:
        problems.append(f"{where}: {error}")
        return None
    if not check.accepts(value):
        problems.append(f"{where}: must be {check.wanted}, got {format_value(value)}")
    return value


def _read_flag(value: Any, where: str, problems: list[str]) -> bool:
    if not isinstance(value, bool):
        problems.append(f"{where}: must be true or false, got {format_value(value)}")
    return bool(value)


def _read_word(value: Any, words: tuple[str, ...], wanted: str, default: str, where: str, problems: list[str]) -> Any:
    """Return one of a few words, the default where there is none."""
    if value is None:
        return default
    if not isinstance(value, str) or value not in words:
        problems.append(f"{where}: must be {wanted}, got {format_value(value)}")
    return value


def _read_preset(value: Any, catalog: Catalog, where: str, problems: list[str]) -> Any:
    if value is None:
        return None
    if not isinstance(value, str):
        problems.append(f"{where}: must be text, got {format_value(value)}")
        return None
    try:
        catalog.find("preset", value)
    except PluginError as error:
        problems.append(f"{where}: {error}")
    return value
