"""Records in JSON: one per line, or all in one list."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from haversack.errors import PoolError
from haversack.pools.logs.tables import LogTable
from haversack.text import format_value

_DECODER = json.JSONDecoder()


def starts_like_json(text: str) -> bool:
    """Return whether a text begins as an object or a list does."""
    return text[:1000].lstrip()[:1] in ("{", "[")


def decode_first(text: str) -> tuple[Any, bool]:
    """Return the first JSON value of a text, and whether it is all of the text; (None, False) if there is none."""
    start = len(text) - len(text.lstrip())
    try:
        value, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None, False
    return value, not text[end:].strip()


def parse_records(name: str, text: str) -> LogTable:
    """Return the records of a text as a table: a list of them, or one per line.

    Raises
    ------
    PoolError
        Names the line or the record that is not an object, or not JSON.
    """
    if text.lstrip().startswith("["):
        value, is_all = decode_first(text)
        if is_all and isinstance(value, list):
            return tabulate(name, value, range(1, len(value) + 1), "record")
    else:
        # An object may be written over many lines.
        value, is_all = decode_first(text)
        if is_all and isinstance(value, Mapping):
            return tabulate(name, [value], [1], "line")
    records, lines = [], []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                records.append(json.loads(line))
            except ValueError as error:
                raise PoolError(f"{name}: line {number}: is not JSON: {error}") from error
            except RecursionError as error:
                raise PoolError(f"{name}: line {number}: nested too deeply to be read") from error
            lines.append(number)
    return tabulate(name, records, lines, "line")


def tabulate(name: str, records: Sequence[Any], places: Sequence[int], unit: str) -> LogTable:
    """Return records as a table with a column per key; None where a record lacks it."""
    for place, record in zip(places, records, strict=True):
        if not isinstance(record, Mapping):
            raise PoolError(f"{name}: {unit} {place}: expected an object with keys, got {format_value(record)}")
    if not records:
        raise PoolError(f"{name}: has no records; expected one per answer or item")
    keys = dict.fromkeys(key for record in records for key in record)
    return LogTable(name, {key: [record.get(key) for record in records] for key in keys}, places, unit)
