"""The section of a run file that describes the pool."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from haversack.config.log_reading import read_log
from haversack.config.options import parse_type
from haversack.errors import ManyProblemsError
from haversack.pools import columns as pool_columns
from haversack.pools.logs.normalising import MODES
from haversack.pools.pool import Pool
from haversack.pools.pool_csv import read_columns
from haversack.spelling import explain_unknown_key
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from haversack.plugins import Catalog
    from haversack.pools.logs.reading import LogReading

    OnLog = Callable[[LogReading], None]


LOG_KEYS = ("truth", "columns", "answers", "format")
"""How a log is read; without one these keys have no meaning."""
_KEYS_OF_RUNS = ("budget", "seed", "certify", "estimate", "preset", "frugal")
"""Keys of a run that end up here if they are written below the line ``[pool]``."""


def list_pool_keys() -> dict[str, tuple[Any, str]]:
    """Return type and description of every key of the section."""
    *headers, last = pool_columns.list_headers()
    keys: dict[str, tuple[Any, str]] = {
        "path": (str, f"CSV file with the columns {', '.join(headers)} and {last}, relative to the run file."),
        **{column.key: (column.type, column.description) for column in pool_columns.COLUMNS},
        "truth": (str, "File with the right answers, relative to the run file, if the log has none."),
        "columns": (dict[str, str | list[str]], "Columns of the log by role, where their names do not say it."),
        "answers": (str, f"When answers of the log are the same: one of {', '.join(MODES)}."),
        "format": (str | dict[str, Any], "Reader of the log, where several or none recognise it."),
    }
    kind, text = keys["costs"]
    keys["costs"] = kind | str | dict[str, float], f"{text} With a log also costs by name, or a file of them."
    return keys


def list_sufficient_keys() -> list[str]:
    """Return the keys of the columns of which one is enough for a pool."""
    return [column.key for column in pool_columns.COLUMNS if column.is_sufficient]


def build_pool(
    section: Any,
    where: str,
    directory: Path,
    problems: list[str],
    *,
    catalog: Catalog | None = None,
    on_log: OnLog | None = None,
) -> Pool | None:
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
    catalog
        Where readers of logs are looked up; by default all installed plugins.
    on_log
        Called with what was understood of a log.
    """
    if not isinstance(section, dict):
        problems.append(f"{where}: must be a section, got {format_value(section)}")
        return None
    found = len(problems)
    keys = list_pool_keys()
    if not isinstance(section.get("votes"), (str, list)):
        keys["costs"] = pool_columns.COSTS.type, ""
    for key in section:
        if key in _KEYS_OF_RUNS:
            problems.append(f"{where}.{key}: belongs to the run, not to its pool: write it above all sections")
        elif key not in keys:
            problems.append(explain_unknown_key(f"{where}.{key}", key, keys))
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
        return _read_pool(columns, directory, catalog, on_log)
    except ManyProblemsError as error:
        # Problems with a file already name it.
        source = where.removesuffix("pool")
        for text in error.problems:
            key = re.match(r"\w*", text)[0]  # type: ignore[index]
            problems.append(f"{source if key == 'pool' else f'{where}.' if key in keys else ''}{text}")
        return None


def _find_conflicts(columns: Mapping[str, Any]) -> Iterator[str]:
    """Yield a message for each combination of keys that is not allowed."""
    from_files = isinstance(columns.get("votes"), (str, list))
    if "path" in columns and (columns.keys() - {"path", "votes", *LOG_KEYS} or ("votes" in columns and not from_files)):
        yield ": give a path or the columns themselves, not both"
    for key in LOG_KEYS:
        if key in columns and not from_files:
            yield f".{key}: has no meaning without votes from a file"


def _read_pool(columns: dict[str, Any], directory: Path, catalog: Catalog | None, on_log: OnLog | None) -> Pool:
    if not isinstance(columns.get("votes"), (str, list)):
        return Pool.from_csv(directory / columns["path"]) if "path" in columns else Pool(**columns)
    votes, truth, path, costs = (columns.pop(key, None) for key in ("votes", "truth", "path", "costs"))
    if path is not None:
        columns |= read_columns(directory / path)
        costs = columns.pop("costs", None)
    files = [votes] if isinstance(votes, str) else votes
    reading = read_log(
        [str(directory / file) for file in files],
        None if truth is None else directory / truth,
        directory / costs if isinstance(costs, str) else costs,
        catalog=catalog,
        **columns,
    )
    if on_log is not None:
        on_log(reading)
    return reading.pool
