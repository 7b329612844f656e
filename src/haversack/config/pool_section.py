"""The section of a run file that describes the pool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haversack.config.options import parse_type
from haversack.errors import PoolError
from haversack.pools import columns as pool_columns
from haversack.pools.pool import Pool
from haversack.pools.pool_csv import read_columns
from haversack.spelling import explain_unknown_key
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path


def list_pool_keys() -> dict[str, tuple[Any, str]]:
    """Return type and description of every key of the section."""
    *headers, last = pool_columns.list_headers()
    return {
        "path": (str, f"CSV file with the columns {', '.join(headers)} and {last}, relative to the run file."),
        **{column.key: (column.type, column.description) for column in pool_columns.COLUMNS},
        "truth": (str, "CSV file with the right answers, relative to the run file."),
    }


def list_sufficient_keys() -> list[str]:
    """Return the keys of the columns of which one is enough for a pool."""
    return [column.key for column in pool_columns.COLUMNS if column.is_sufficient]


def build_pool(section: Any, where: str, directory: Path, problems: list[str]) -> Pool | None:
    """Check the section and return the pool, or None after adding messages to `problems`.

    Parameters
    ----------
    section
        The section as plain data.
    where
        The place of the section, for messages: it ends with ``pool``.
    directory
        What paths in the section are relative to.
    problems
        Messages are added here.
    """
    if not isinstance(section, dict):
        problems.append(f"{where}: must be a section, got {format_value(section)}")
        return None
    found = len(problems)
    keys = list_pool_keys()
    problems.extend(explain_unknown_key(f"{where}.{key}", key, keys) for key in section if key not in keys)
    columns = {}
    for key, (kind, _) in keys.items():
        if key in section:
            try:
                columns[key] = parse_type(kind).structure(section[key])
            except ValueError as error:
                problems.append(f"{where}.{key}: {error}")
    problems.extend(f"{where}{problem}" for problem in _find_conflicts(columns))
    if not columns.keys() & {"path", *list_sufficient_keys()} and len(problems) == found:
        problems.append(f"{where}: expected a path, or one of {', '.join(list_sufficient_keys())}")
    if len(problems) > found:
        return None
    try:
        return _read_pool(columns, directory)
    except PoolError as error:
        # Problems with a file already name it.
        source = where.removesuffix("pool")
        problems.extend(f"{source if text.startswith('pool:') else ''}{text}" for text in error.problems)
        return None


def _find_conflicts(columns: Mapping[str, Any]) -> Iterator[str]:
    """Yield a message for each combination of keys that is not allowed."""
    from_files = isinstance(columns.get("votes"), str)
    if "path" in columns and (columns.keys() - {"path", "votes", "truth"} or ("votes" in columns and not from_files)):
        yield ": give a path or the columns themselves, not both"
    if "truth" in columns and not from_files:
        yield ".truth: has no meaning without votes from a file"


def _read_pool(columns: dict[str, Any], directory: Path) -> Pool:
    if not isinstance(columns.get("votes"), str):
        return Pool.from_csv(directory / columns["path"]) if "path" in columns else Pool(**columns)
    votes, truth, path = (columns.pop(key, None) for key in ("votes", "truth", "path"))
    if path is not None:
        columns = read_columns(directory / path)
    return Pool.from_votes_csv(directory / votes, None if truth is None else directory / truth, **columns)
