"""The result of a comparison."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import attrs

from haversack.comparison.rows import ComparisonRow
from haversack.comparison.standings import Standing, StopStanding, compute_stop_standings, standings
from haversack.config.fields import TABLE, TABLES, VERSIONS, read_fields
from haversack.config.options import parse_type
from haversack.errors import ConfigError
from haversack.text import format_error

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


_FIELDS = {
    "planned": parse_type(int),
    "seconds": parse_type(float | None),
    "failures": parse_type(list[str]),
    "config": TABLE,
    "versions": VERSIONS,
}


def _texts(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(texts)


def _rows(rows: Iterable[ComparisonRow]) -> tuple[ComparisonRow, ...]:
    return tuple(rows)


@attrs.frozen
class Comparison:
    """All runs of a comparison, and their statistics.

    Parameters
    ----------
    rows
        One per case, searcher, stopping rule and seed.
    planned
        Number of runs planned; larger than the number of rows if the comparison was interrupted.
    seconds
        The limit on every run beside its stopping rule; None without one.
    failures
        A sentence for each run in which a part raised an exception, that of the reference included.
    config
        The arguments as plain tables, with the pools; in place of a part that has no registered name, None. None as a
        whole in results of early versions.
    versions
        Of the distributions that took part, by name.
    """

    rows: tuple[ComparisonRow, ...] = attrs.field(converter=_rows)
    planned: int
    seconds: float | None = None
    failures: tuple[str, ...] = attrs.field(default=(), converter=_texts)
    config: Mapping[str, Any] | None = attrs.field(default=None, repr=False)
    versions: Mapping[str, str] = attrs.field(factory=dict, repr=False)

    @property
    def failed(self) -> bool:
        """Whether a part raised an exception in one of the runs."""
        return bool(self.failures)

    @property
    def interrupted(self) -> bool:
        """Whether runs are missing."""
        return len(self.rows) < self.planned

    def standings(self) -> tuple[Standing, ...]:
        """Return medians and quantiles per group, searcher and stopping rule."""
        return standings(self.rows)

    def stops(self) -> tuple[StopStanding, ...]:
        """Return where STOP stands in each group, against the same references."""
        return compute_stop_standings(self.rows)

    def summary(self) -> str:
        """Return the standings as a table."""
        # Not at the top: reports import this module.
        from haversack.reports.comparison import summarise_comparison

        return summarise_comparison(self)

    def __str__(self) -> str:
        return self.summary()

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that JSON can hold; what is not finite becomes None."""
        return {
            "planned": self.planned,
            "interrupted": self.interrupted,
            "failures": list(self.failures),
            "seconds": self.seconds,
            "standings": [_plain(attrs.asdict(standing)) for standing in self.standings()],
            "stops": [_plain(attrs.asdict(standing)) for standing in self.stops()],
            "rows": [row.to_dict() for row in self.rows],
            "versions": dict(self.versions),
            "config": self.config,
        }

    def to_json(self, *, indent: int | None = 2) -> str:
        """Return everything as JSON, traces included."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)

    def to_csv(self) -> str:
        """Return the rows as CSV, without their traces."""
        # Not at the top: reports import this module.
        from haversack.reports.csv_files import write_csv

        plain = [{key: value for key, value in row.to_dict().items() if key != "trace"} for row in self.rows]
        return write_csv(list(plain[0]) if plain else [], plain)

    @classmethod
    def from_json(cls, text: str) -> Comparison:
        """Read what `to_json` wrote.

        Raises
        ------
        ConfigError
            If the text is something else.
        """
        try:
            plain = json.loads(text)
            rows = [_read_row(row, number) for number, row in enumerate(plain["rows"])]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise ConfigError([f"comparison: is not the JSON of a comparison: {format_error(error)}"]) from error
        fields = read_fields(plain, _FIELDS, "comparison", required=("planned", "seconds", "failures"))
        read_fields(fields.get("config") or {}, {"cases": TABLES}, "comparison", within="config.")
        return cls(rows, **fields)


def _read_row(row: Any, number: int) -> ComparisonRow:
    try:
        return ComparisonRow.from_dict(row)
    except ValueError as error:
        raise ValueError(f"rows[{number}].{error}") from error


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(entry) for key, entry in value.items()}
    return None if isinstance(value, float) and not math.isfinite(value) else value
