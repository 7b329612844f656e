"""The study that a store holds, also while other processes compute it."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from haversack.config.fields import TABLE, TABLES, VERSIONS, read_fields
from haversack.config.options import parse_type
from haversack.config.types import TupleOf
from haversack.errors import ConfigError
from haversack.execution.store import Store
from haversack.studies.description import fill_pools
from haversack.studies.kept_pools import read_pools
from haversack.studies.result import COLUMNS, StudyResult
from haversack.studies.tasks import LABELS
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike
    from pathlib import Path

_PLAN = {"rows": parse_type(list), "keys": parse_type(list[str]), "config": TABLE, "versions": VERSIONS}
_ROW = TupleOf(tuple(COLUMNS[label] for label in LABELS))
_POOL = {"name": parse_type(str), "pool": parse_type(str)}


def read_result(folder: str | PathLike[str]) -> StudyResult:
    """Return what is in the store of a study: the tasks of the study that ran last, and their results.

    Raises
    ------
    HaversackError
        If there is no study, or a file is damaged.
    """
    store = Store(folder)
    plan = store.latest_plan()
    if plan is None:
        raise ConfigError(f"{folder}: no study has been started there")
    fields = _read_plan(plan, f"{folder}: plan")
    records = [store.records.get(key) for key in fields["keys"]]
    # Pools are read when they are asked for, whatever the working directory is by then.
    describe = functools.partial(_read_config, store.folder.absolute(), fields.get("config"))
    return StudyResult(fields["rows"], records, versions=fields.get("versions", {}), read_config=describe)


def _read_plan(plan: object, place: str) -> dict[str, Any]:
    """Return the plan of a study if it is one."""
    fields = read_fields(plan, _PLAN, place, required=("rows", "keys"))
    rows, config = fields["rows"], fields.get("config")
    if len(rows) != len(fields["keys"]):
        raise ConfigError(f"{place}: rows: must be one list per key ({len(fields['keys'])}), got {len(rows)}")
    for number, row in enumerate(rows):
        if not isinstance(row, list):
            raise ConfigError(f"{place}: rows[{number}]: must be a list, got {format_value(row)}")
    # There may be a million rows, but few whose values are of other kinds than those of the others.
    for row in {tuple(map(type, row)): row for row in rows}.values():
        try:
            _ROW.structure(row)
        except ValueError as error:
            raise ConfigError(f"{place}: rows: {error}") from error
    if config is not None:
        pools = read_fields(config, {"pools": TABLES}, place, required=("pools",), within="config.")["pools"]
        for number, pool in enumerate(pools):
            read_fields(pool, _POOL, place, required=_POOL, within=f"config.pools[{number}].")
    return fields


def _read_config(folder: Path, config: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return the study that a store records, or None if an early version made it, or pools are no longer there."""
    if config is None:
        return None
    digests = {each["pool"] for each in config["pools"]}
    columns = read_pools(folder, digests)
    return fill_pools(config, columns) if digests <= columns.keys() else None
