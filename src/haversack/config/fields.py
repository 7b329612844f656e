"""Values of fixed keys in tables that are read from a file."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from haversack.config.options import parse_type
from haversack.errors import ConfigError
from haversack.text import format_value

if TYPE_CHECKING:
    from haversack.config.types import OptionType

_ROUNDING = 1e-9

VERSIONS = parse_type(dict[str, str])
"""Of the distributions that took part in a result, by name."""
TABLE = parse_type(dict[str, Any] | None)
TABLES = parse_type(list[dict[str, Any]])


def read_fields(
    table: object, types: Mapping[str, OptionType], place: str, *, required: Collection[str] = (), within: str = ""
) -> dict[str, Any]:
    """Return those values of a table for which there is a type.

    Parameters
    ----------
    table
        The table; other keys of it are passed over.
    types
        What its values are, by key.
    place
        Put before every message.
    required
        Keys that it must have.
    within
        Put before every key: that of the table in its file, with a dot.

    Raises
    ------
    ConfigError
        With one message per problem.

    Examples
    --------
    >>> read_fields({"config": {}, "seed": 1}, {"config": TABLE, "versions": VERSIONS}, "a.json")
    {'config': {}}
    """
    if not isinstance(table, Mapping):
        where = f"{place}: {within.removesuffix('.')}" if within else place
        raise ConfigError(f"{where}: must be a table, got {format_value(table)}")
    values, problems = {}, []
    for key, kind in types.items():
        if key not in table:
            if key in required:
                problems.append(f"{place}: {within}{key}: missing; must be {kind.words}")
            continue
        try:
            values[key] = kind.structure(table[key])
        except ValueError as error:
            problems.append(f"{place}: {within}{key}: {error}")
    if problems:
        raise ConfigError(problems)
    return values


def check_error(error: float | None, where: str) -> None:
    """Raise `ConfigError` unless an error is a probability, up to rounding.

    Raises
    ------
    ConfigError
        Begins with `where`.
    """
    if error is not None and not -_ROUNDING <= error <= 1.0 + _ROUNDING:
        raise ConfigError(f"{where}: must be from 0 to 1, got {format_value(error)}")
