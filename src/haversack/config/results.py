"""From the JSON of a result back to the result."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from haversack.api.plain import FORMAT, MANY_STEPS, MANY_STEPS_TEXT
from haversack.api.selection import Selection
from haversack.config.fields import check_error
from haversack.config.options import list_options
from haversack.config.pool_section import build_pool
from haversack.config.records import Record
from haversack.config.result_kinds import find_result_kind
from haversack.config.saved import check_saved, parse_saved
from haversack.config.types import SCALARS, ListOf, Union
from haversack.errors import ConfigError
from haversack.text import format_value

if TYPE_CHECKING:
    from os import PathLike

    from haversack.config.types import OptionType

_NOT_FINITE = ("inf", "-inf", "nan")


def read_selection_json(source: str | PathLike[str]) -> Selection:
    """Read a result from JSON, or from a file if it is a path; see `Selection.from_json`."""
    return read_selection(*parse_saved(source, "result"))


def read_selection(document: object, place: str = "result") -> Selection:
    """Return the result that `Selection.to_dict` returned as plain values.

    Keys that an earlier version did not write have their defaults.

    Parameters
    ----------
    document
        The plain values.
    place
        Put before every message.

    Raises
    ------
    ConfigError
        With one message per problem.
    """
    is_policy = isinstance(document, Mapping) and document.get("kind") == "policy"
    kind = "policy" if is_policy else find_result_kind(document)
    if kind not in (None, "selection"):
        hint = "`haversack replay` values it on a log" if kind == "policy" else "`haversack run` repeats it"
        raise ConfigError(f"{place}: expected a selection, got a {kind}; {hint}")
    if not isinstance(document, Mapping) or "config" not in document:
        raise ConfigError(
            f"{place}: expected a result of haversack with the key 'config', got {format_value(document)}"
        )
    check_saved(document, FORMAT, "result", place)
    problems: list[str] = []
    values = _read_run(document, place, problems)
    for option in list_options(Selection):
        if option.name in ("pool", "settings"):
            continue
        if option.name not in document:
            if option.is_required:
                problems.append(f"{place}: {option.name}: missing; must be {option.type.words}")
            continue
        given = document[option.name]
        if option.name == "budget" and given is None:
            given = "inf"
        has_many_steps = isinstance(given, Mapping) and given.get("max_steps") == MANY_STEPS_TEXT
        if has_many_steps:
            given = {**given, "max_steps": 0}
        try:
            value = option.type.structure(_restore_numbers(given, option.type))
        except ValueError as error:
            problems.append(f"{place}: {option.name}: {error}")
            continue
        values[option.name] = attrs.evolve(value, max_steps=MANY_STEPS) if has_many_steps else value
    if problems:
        raise ConfigError(problems)
    return _check(Selection(**values), place)


def _read_run(document: Mapping[str, Any], place: str, problems: list[str]) -> dict[str, Any]:
    """Return the pool and the settings of a result."""
    config = document["config"]
    if config is None:
        if document.get("pool") is None:
            problems.append(
                f"{place}: pool: missing; a run with parts that have no registered name was written without its pool"
            )
            return {}
        pool = build_pool(document["pool"], f"{place}: pool", Path(), problems)
        return {"pool": pool, "settings": None}
    if not isinstance(config, Mapping):
        problems.append(f"{place}: config: must be a table, got {format_value(config)}")
        return {}
    if not isinstance(config.get("pool"), Mapping) or isinstance(config["pool"].get("path"), str):
        problems.append(f"{place}: config.pool: must be a table of columns, got {format_value(config.get('pool'))}")
        return {}
    pool = build_pool(dict(config["pool"]), f"{place}: config.pool", Path(), problems)
    return {"pool": pool, "settings": {key: value for key, value in config.items() if key != "pool"}}


def _restore_numbers(value: Any, node: OptionType) -> Any:
    """Return plain values in which the texts for numbers that are not finite are numbers where numbers belong."""
    if isinstance(node, Union):
        fitting = [each for each in node.types if each != SCALARS[type(None)]]
        return _restore_numbers(value, fitting[0]) if len(fitting) == 1 else value
    if isinstance(node, Record) and isinstance(value, Mapping):
        types = {option.name: option.type for option in node.read_options()}
        return {key: _restore_numbers(each, types[key]) if key in types else each for key, each in value.items()}
    if isinstance(node, ListOf) and node.entry is not None and isinstance(value, list):
        return [_restore_numbers(each, node.entry) for each in value]
    return float(value) if node == SCALARS[float] and value in _NOT_FINITE else value


def _check(selection: Selection, place: str) -> Selection:
    """Return the result if its members are those of its pool, and its error is one."""
    check_error(selection.error, f"{place}: error")
    if len(selection.names) != len(selection.members):
        raise ConfigError(
            f"{place}: names: must have one entry per member ({len(selection.members)}), got {len(selection.names)}"
        )
    size = len(selection.pool)
    for index in selection.members:
        if not 0 <= index < size:
            raise ConfigError(f"{place}: members: must be below {size}, the size of the pool, got {index}")
    return selection
