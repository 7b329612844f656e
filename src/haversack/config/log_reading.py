"""Logs of answers: the reader for a file is found, and what it reads becomes a pool."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs

from haversack.config.build import PartBuilder
from haversack.config.part_text import parse_part
from haversack.errors import ConfigError, HaversackError, PluginError, PoolError
from haversack.kinds import READER
from haversack.plugins.loading import PluginWarning, get_catalog
from haversack.pools.columns import METADATA, NAMES
from haversack.pools.logs.collecting import collect_votes
from haversack.pools.logs.files import find_sources
from haversack.pools.logs.layouts import find_layout
from haversack.pools.logs.nested import open_fields
from haversack.pools.logs.normalising import GRADED, find_normaliser
from haversack.pools.logs.notes import Facts, write_notes
from haversack.pools.logs.prices import average_by_member, average_prices, read_costs
from haversack.pools.logs.reading import LogReading
from haversack.pools.logs.right_answers import is_row_by_row, read_right_answers
from haversack.pools.logs.roles import check_assigned, read_assignments
from haversack.pools.logs.tables import LogTable, join_tables
from haversack.pools.pool import Pool
from haversack.text import format_error, format_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from haversack.api.log_reader import LogReader
    from haversack.plugins import Catalog
    from haversack.pools.logs.files import FoundSources
    from haversack.pools.logs.sources import LogSource

_TRUTH = "truth"


def read_log(
    path: Any,
    truth: Any = None,
    costs: Any = None,
    *,
    columns: Mapping[str, Any] | None = None,
    answers: str = "exact",
    format: str | Mapping[str, Any] | None = None,  # noqa: A002 - as on the command line
    names: Iterable[Any] | None = None,
    catalog: Catalog | None = None,
    **others: Any,
) -> LogReading:
    """Read a log of answers, and say what was understood of it.

    Parameters
    ----------
    path
        A file, a pattern such as ``"logs/*.jsonl"``, a folder, or a list of these: CSV, TSV or JSONL, also compressed
        (``.gz``), or what the readers of plugins know. Or a frame of pandas or polars.
    truth
        The right answers, if the log has none: a file or frame with the columns item and truth, or a mapping from
        items; for a log with a line per item also a list with one entry per line.
    costs
        The cost of each member: a mapping from names, a list in the order of the members, or a file with the columns
        name and cost. By default its mean price, if the log has prices.
    columns
        Names of columns by role: ``item``, ``member``, ``answer``, ``truth``, ``correct``, ``price``, ``latency``, or
        ``ignore``. Roles that are left out go by the usual names. Several columns may name the item together. Several
        for ``member`` are the columns of the members, in a log with a line per item. Fields of JSON objects are named
        with dots: ``output.answer``.
    answers
        When answers are the same: ``"exact"``, ``"strip"`` (without surrounding white space), ``"casefold"`` (and
        without regard to case) or ``"number"``. ``"graded"``: they say right or wrong themselves, 1 or 0.
    format
        Name of a reader, with options if it has some: ``"lm-eval:filter=strict-match"``. By default the one reader
        that recognises the log.
    names
        The members of the pool, in this order; by default all who answered.
    catalog
        Where readers are looked up.
    others
        Further columns of `Pool`.

    Returns
    -------
    LogReading
        With the pool, and notes that say what was taken for what.

    Raises
    ------
    PoolError, ConfigError
        Name the file, the line, what was expected and what was found.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"task": [1, 1, 2, 2], "worker": ["a", "b", "a", "b"], "label": [0, 1, 1, 1]})
    >>> print(read_log(frame, truth={1: 0, 2: 1}))
    frame: 2 workers, 2 items, 0 missing answers
    frame: read as a line per answer: item = task, member = worker, answer = label
    """
    assigned, normalise = read_assignments(columns), find_normaliser(answers)
    found = find_sources(path)
    table, reader, skipped = _read_table(found, format, get_catalog(catalog))
    table = open_fields(table, assigned)
    right = None
    if truth is not None and is_row_by_row(truth):
        table = _add_truth(table, truth)
    elif truth is not None:
        right = read_right_answers(truth, assigned)
        # A column may be named for the table of right answers only.
        assigned = {
            role: kept
            for role, names in assigned.items()
            if (kept := tuple(name for name in names if name in table.columns or name not in right.columns))
        }
    check_assigned(table, assigned)
    table, layout = find_layout(table, assigned, has_truth=right is not None, is_graded=answers == GRADED)
    collected = collect_votes(table, layout, right, normalise)
    votes, members = collected.votes, list(range(len(collected.names)))
    silent: list[int] = []
    if names is not None:
        members = _find_members(found.name, collected.names, NAMES.convert(names))
    else:
        silent = [member for member in members if not votes.answered[:, member].any()]
        members = [member for member in members if member not in set(silent)]
    if not members:
        raise PoolError(f"{found.name}: no member answered an item with a right answer")
    chosen = tuple(collected.names[member] for member in members)
    votes = votes.of_members(members)
    if not votes.graded:
        votes = attrs.evolve(votes, compared=answers)
    price = layout.list_origins().get("price") if costs is None else None
    if costs is not None:
        costs = read_costs(costs, chosen)
    elif layout.price is not None:
        costs = average_prices(table, layout.price, collected.members, collected.names)[members]
    if layout.latency is not None:
        latency = average_by_member(table, layout.latency, collected.members, collected.names)[members].tolist()
        others[METADATA.key] = {"latency": latency, **(others.get(METADATA.key) or {})}
    pool = Pool(names=chosen, costs=costs, votes=votes, **others)
    facts = Facts(
        layout=layout,
        collected=collected,
        members=len(pool),
        missing=int((~votes.answered).sum()),
        silent=tuple(collected.names[member] for member in silent),
        price=price,
        skipped=tuple(skipped),
    )
    return LogReading(pool, reader, write_notes(found.name, facts))


def _read_table(found: FoundSources, format: Any, catalog: Catalog) -> tuple[LogTable, str, list[str]]:  # noqa: A002
    """Return the rows of all sources, the name of the reader, and the files that no reader knows."""
    readers = _build_readers(format, catalog)
    tables: list[LogTable] = []
    used: dict[str, str] = {}
    skipped: list[str] = []
    for source in found.sources:
        is_named = format is not None and not found.optional
        recognising = list(readers) if is_named else _find_readers(source, readers)
        if not recognising and found.optional:
            skipped.append(source.name)
            continue
        name = _choose_reader(source, recognising, readers)
        reader = readers[name]
        used.setdefault(name, source.name)
        tables.append(_read_source(source, name, reader))
    if not tables:
        raise PoolError(f"{found.name}: no reader knows any of the {len(skipped)} files; {_list_readers(readers)}")
    if len(used) > 1:
        pairs = " and ".join(f"{file} by {name!r}" for name, file in used.items())
        raise PoolError(f"{found.name}: the files are of different formats, {pairs}; read one kind at a time")
    return join_tables(tables), next(iter(used)), skipped


def _build_readers(format: Any, catalog: Catalog) -> dict[str, LogReader]:  # noqa: A002
    """Return the readers by name: the one that the user names, or all that there are."""
    if format is not None:
        if not isinstance(format, (str, Mapping)):
            raise ConfigError(f"format: expected the name of a reader, got {format_value(format)}")
        spec = parse_part(format, "format") if isinstance(format, str) else dict(format)
        return {str(spec.get("kind")): _build_reader(spec, catalog)}
    readers: dict[str, LogReader] = {}
    for entry in catalog.entries:
        if entry.kind == READER.name:
            try:
                readers[catalog.name_of(entry)] = entry.factory()
            # One with required options is there for those who name it; others may raise anything.
            except Exception as error:
                _warn(f"reader {entry.name!r} of {entry.source} was not asked: {format_error(error)}")
    return readers


def _build_reader(spec: Mapping[str, Any], catalog: Catalog) -> LogReader:
    builder = PartBuilder(catalog)
    reader: LogReader = builder.build("reader", spec, "format")
    if builder.problems:
        raise ConfigError(builder.problems)
    return reader


def _find_readers(source: LogSource, readers: Mapping[str, LogReader]) -> list[str]:
    """Return the names of the readers that recognise a source; one for everything only if no other does."""
    for fallback in (False, True):
        found = [
            name
            for name, reader in readers.items()
            if bool(getattr(reader, "is_fallback", False)) == fallback and _is_recognised(source, name, reader)
        ]
        if found:
            return found
    return []


def _is_recognised(source: LogSource, name: str, reader: LogReader) -> bool:
    try:
        return bool(reader.recognises(source))
    except HaversackError:  # Not text, for example; another reader may know it.
        return False
    # A faulty reader must not keep others from reading their logs.
    except Exception as error:
        _warn(f"reader {name!r} failed to look at {source.name}: {format_error(error)}")
        return False


def _read_source(source: LogSource, name: str, reader: LogReader) -> LogTable:
    try:
        table = reader.read(source)
    except HaversackError:
        raise
    except Exception as error:
        raise PluginError(f"{source.name}: reader {name!r} failed: {format_error(error)}") from error
    if not isinstance(table, LogTable):
        raise PluginError(f"{source.name}: reader {name!r} must return a LogTable, got {format_value(table)}")
    missing = [
        column
        for names in table.roles.values()
        for column in ((names,) if isinstance(names, str) else names)
        if column not in table.columns
    ]
    if missing:
        raise PluginError(f"{source.name}: reader {name!r} gives a role to {missing[0]!r}, which is no column")
    return table


def _warn(message: str) -> None:
    warnings.warn(message, PluginWarning, stacklevel=2)


def _choose_reader(source: LogSource, found: Sequence[str], readers: Mapping[str, LogReader]) -> str:
    if len(found) == 1:
        return found[0]
    if found:
        raise PoolError(f"{source.name}: readers {' and '.join(map(repr, found))} recognise it; choose by format")
    # Raises if it cannot be read as text at all, which is then what is wrong.
    seen = source.describe()
    if isinstance(source.document, Mapping):
        seen = f"one JSON object with the keys {seen}; expected a list of objects or one per line"
    raise PoolError(
        f"{source.name}: no reader recognises it; found {seen}; expected columns such as item, model, answer and "
        f"truth, or a log of another kind; {_list_readers(readers)}"
    )


def _list_readers(readers: Mapping[str, LogReader]) -> str:
    return f"there are readers {', '.join(readers)}"


def _add_truth(table: LogTable, truth: Any) -> LogTable:
    """Return a table with a further column, the right answers in the order of its rows."""
    labels = list(truth)
    if len(labels) != len(table):
        raise PoolError(
            f"truth: expected a right answer for each of the {len(table)} rows of {table.name}, got {len(labels)}"
        )
    if _TRUTH in table.columns:
        raise PoolError(f"{table.name}: has a column 'truth', but right answers were given too")
    return attrs.evolve(table, columns={**table.columns, _TRUTH: labels})


def _find_members(name: str, names: Sequence[str], wanted: Sequence[str]) -> list[int]:
    place = {member: index for index, member in enumerate(names)}
    absent = [member for member in wanted if member not in place]
    if absent:
        raise PoolError(f"{name}: no answer of {absent[0]!r}, which is a member of the pool")
    return [place[member] for member in wanted]
