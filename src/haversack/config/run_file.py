"""Run files: from TOML to checked parts."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from haversack.api.certify import MODES, WANTED
from haversack.api.cost import SetsBudget
from haversack.api.energy import BringsPool
from haversack.config.build import PartBuilder
from haversack.config.options import list_options, parse_type
from haversack.config.pool_section import build_pool, list_sufficient_keys
from haversack.errors import ConfigError, PluginError
from haversack.kinds import PART_KINDS
from haversack.selection import defaults
from haversack.spelling import explain_unknown_key
from haversack.validators import budget_check, seed_check

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike

    from haversack.api.certify import Certify
    from haversack.kinds import Kind
    from haversack.plugins import Catalog
    from haversack.pools.pool import Pool
    from haversack.validators import Check


@attrs.frozen
class RunConfig:
    """A checked run: the arguments of `haversack.select`.

    Parameters
    ----------
    pool
        The pool.
    budget, seed
        As given, or None.
    certify
        How much to spend on a bound.
    energy, searcher, stopping, cost
        The parts; None if the file leaves the choice to the default.
    """

    pool: Pool
    budget: float | None = None
    seed: int | None = None
    certify: Certify = defaults.CERTIFY
    energy: Any = None
    searcher: Any = None
    stopping: Any = None
    cost: Any = None


def read_document(path: str | PathLike[str]) -> dict[str, Any]:
    """Read a run file: TOML, or the JSON of an earlier result, whose run it then repeats.

    Raises
    ------
    ConfigError
        If the file cannot be read or is neither of them.
    """
    try:
        # utf-8-sig: some editors put a byte order mark first.
        text = Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ConfigError([f"{path}: cannot be read: {error.strerror or error}"]) from error
    except UnicodeDecodeError as error:
        raise ConfigError([f"{path}: is not text in UTF-8: {error}"]) from error
    if Path(path).suffix.lower() == ".json":
        return _read_result(path, text)
    try:
        return tomllib.loads(text)
    except ValueError as error:  # TOMLDecodeError, or a number with too many digits.
        raise ConfigError([f"{path}: is not TOML: {error}"]) from error


def build_run(
    document: Mapping[str, Any], catalog: Catalog, *, source: str, directory: str | PathLike[str] = "."
) -> RunConfig:
    """Check a run and build its parts.

    Parameters
    ----------
    document
        The run as plain tables.
    catalog
        Where names are looked up.
    source
        The name of the file, put before every message.
    directory
        Paths in the run are relative to this directory.

    Raises
    ------
    ConfigError
        With one message per problem.
    """
    problems: list[str] = []
    known = ("budget", "seed", "certify", "pool", *PART_KINDS)
    problems.extend(explain_unknown_key(f"{source}: {key}", key, known) for key in document if key not in known)
    values: dict[str, Any] = {
        "budget": _read_number(document, "budget", float, budget_check, source, problems),
        "seed": _read_number(document, "seed", int, seed_check, source, problems),
        "certify": _read_certify(document.get("certify"), source, problems),
    }
    if document.get("pool") is not None:
        values["pool"] = build_pool(document["pool"], f"{source}: pool", Path(directory), problems)
    builder = PartBuilder(catalog, problems)
    for kind in PART_KINDS:
        if kind in document:
            if isinstance(document[kind], dict):
                spec = _resolve_paths(kind, document[kind], catalog, Path(directory))
                values[kind] = builder.build(kind, spec, f"{source}: {kind}")
            else:
                problems.append(f"{source}: {kind}: must be a section with the key 'kind', got {document[kind]!r:.80}")
    if document.get("pool") is None:
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


def _resolve_paths(kind: Kind, spec: Mapping[str, Any], catalog: Catalog, directory: Path) -> dict[str, Any]:
    """Return a section in which the names of files are relative to the directory of the run file."""
    try:
        options = list_options(catalog.find(kind, spec["kind"]).factory)
    except (KeyError, PluginError, TypeError):  # Reported when the part is built.
        return dict(spec)
    files = {option.name for option in options if option.type.takes_path}
    return {
        key: str(directory / value) if key in files and isinstance(value, str) else value for key, value in spec.items()
    }


def _read_number(
    document: Mapping[str, Any], key: str, kind: type, check: Check, source: str, problems: list[str]
) -> Any:
    if document.get(key) is None:
        return None
    try:
        value = parse_type(kind).structure(document[key])
    except ValueError as error:
        problems.append(f"{source}: {key}: {error}")
        return None
    if not check.accepts(value):
        problems.append(f"{source}: {key}: must be {check.wanted}, got {value}")
    return value


def _read_certify(value: Any, source: str, problems: list[str]) -> Any:
    if value is None:
        return defaults.CERTIFY
    if value not in MODES:
        problems.append(f"{source}: certify: must be {WANTED}, got {value!r:.80}")
    return value


def _read_result(path: str | PathLike[str], text: str) -> dict[str, Any]:
    try:
        document = json.loads(text)
    except ValueError as error:
        raise ConfigError([f"{path}: is not JSON: {error}"]) from error
    if not isinstance(document, dict) or "config" not in document:
        raise ConfigError([f"{path}: expected a result of haversack with the key 'config', which holds the run"])
    if not isinstance(document["config"], dict):
        raise ConfigError(
            [f"{path}: this run used parts that have no registered name, so it cannot be repeated from a file"]
        )
    return document["config"]
