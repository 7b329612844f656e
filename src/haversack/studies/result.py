"""What a study has found so far."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import attrs

from haversack.config.options import parse_type
from haversack.errors import HaversackError
from haversack.execution.store import FAILED
from haversack.files import replacing
from haversack.studies.standings import compute_standings, describe_task
from haversack.studies.task_run import INFEASIBLE
from haversack.studies.tasks import LABELS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from os import PathLike

_TEXT, _NUMBER, _COUNT = str | None, float | None, int | None
_KINDS: dict[str, Any] = {
    "status": str,
    "value": _NUMBER,
    "error": _NUMBER,
    "cost": _NUMBER,
    "bound": _NUMBER,
    "error_bound": _NUMBER,
    "gap": _NUMBER,
    "proven": bool | None,
    "expected_accuracy": _NUMBER,
    "expected_low": _NUMBER,
    "expected_high": _NUMBER,
    "chosen": _COUNT,
    "names": list[str] | None,
    "members": list[int] | None,
    "best_single": _TEXT,
    "best_single_value": _NUMBER,
    "best_single_error": _NUMBER,
    "steps": _COUNT,
    "evaluations": _COUNT,
    "seconds": _NUMBER,
    "setup_seconds": _NUMBER,
    "stop_reason": _TEXT,
    "reason": _TEXT,
    "key": str,
}
RESULTS = tuple(_KINDS)
"""Columns of results, after those of labels."""
COLUMNS = {
    name: parse_type(kind)
    for name, kind in {**dict.fromkeys(LABELS, str), "budget": _NUMBER, "seed": int, **_KINDS}.items()
}
"""All columns of a row, each with what it holds."""
ANSWER_COLUMNS = COLUMNS | {
    name: parse_type(kind)
    for name, kind in {
        "cost": float,
        "proven": bool,
        "names": list[str],
        "members": list[int],
        "seconds": float,
    }.items()
}
"""The same for a row with a value."""
_LARGEST_INT64 = 2**63 - 1
_TEXTS = (*LABELS[:6], "status", "best_single", "stop_reason", "reason", "key")


def _read_nothing() -> None:
    return None


@attrs.frozen
class StudyResult:
    """The tasks of a study, and the results of those that are finished.

    Parameters
    ----------
    labels
        For each task: pool, energy, searcher, stopping rule, cost model, preset, budget and seed. Parts are empty texts
        where the study leaves the choice to the run, and a budget is None where there is no limit.
    records
        For each task what is kept of it, or None while it is not finished.
    interrupted
        Whether Ctrl-C ended it.
    versions
        Of the distributions that take part in it, by name.
    read_config
        Returns the study as plain tables, None where they are not recorded.
    """

    labels: Sequence[Sequence[Any]]
    records: Sequence[dict[str, Any] | None]
    interrupted: bool = False
    versions: Mapping[str, str] = attrs.field(factory=dict, repr=False)
    read_config: Callable[[], Mapping[str, Any] | None] = attrs.field(default=_read_nothing, repr=False, eq=False)

    @property
    def config(self) -> Mapping[str, Any] | None:
        """The study as plain tables with all its pools, from which `haversack.study` computes it again.

        None where they are not recorded: an early version computed it, or the pools are gone from the store.

        Raises
        ------
        HaversackError
            If they cannot be read from the store.
        """
        return self.read_config()

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def finished(self) -> int:
        """Number of finished tasks, failed and infeasible ones included."""
        return sum(record is not None for record in self.records)

    @property
    def infeasible(self) -> int:
        """Number of tasks whose budget no set fits."""
        return sum(record is not None and record["status"] == INFEASIBLE for record in self.records)

    @property
    def failures(self) -> tuple[str, ...]:
        """A sentence for each task in which something failed."""
        return tuple(
            f"{describe_task(labels)}: {record['reason']}"
            for labels, record in zip(self.labels, self.records, strict=True)
            if record is not None and record["status"] == FAILED
        )

    @property
    def failed(self) -> bool:
        """Whether something failed in any task."""
        return any(record is not None and record["status"] == FAILED for record in self.records)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield a table for each finished task: labels, then results, None where there is no answer."""
        for labels, record in zip(self.labels, self.records, strict=True):
            if record is not None:
                members = record.get("members")
                known = {**record, "chosen": None if members is None else len(members)}
                yield {**dict(zip(LABELS, labels, strict=True)), **{key: known.get(key) for key in RESULTS}}

    def standings(self) -> list[dict[str, Any]]:
        """Return how each combination of parts did: tasks, finished ones, proofs, best and median answers, seconds.

        To compare combinations, use the medians whose names begin with ``shared``: they are over the pools, budgets and
        seeds for which all combinations have answers.
        """
        return compute_standings(self.labels, self.records)

    def summary(self) -> str:
        """Return a short text summary."""
        # Not at the top: reports import this module.
        from haversack.reports.study import summarise_study

        return summarise_study(self)

    def __str__(self) -> str:
        return self.summary()

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that JSON can hold."""
        return {
            "tasks": len(self),
            "finished": self.finished,
            "interrupted": self.interrupted,
            "rows": list(self.rows()),
            "versions": dict(self.versions),
            "config": self.config,
        }

    def to_json(self, *, indent: int | None = 2) -> str:
        """Return the results as JSON."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)

    def to_jsonl(self) -> str:
        """Return one line of JSON per finished task."""
        return "".join(json.dumps(row, allow_nan=False) + "\n" for row in self.rows())

    def to_csv(self) -> str:
        """Return one line per finished task; members and names are separated by blanks and semicolons."""
        from haversack.reports.csv_files import write_csv

        return write_csv([*LABELS, *RESULTS], map(_flatten, self.rows()))

    def to_parquet(self, path: str | PathLike[str]) -> None:
        """Write one row per finished task to a Parquet file; needs pyarrow.

        Seeds are text if one of them does not fit into 64 bits.

        Raises
        ------
        HaversackError
            If pyarrow is not installed, or the file cannot be written.
        """
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError as error:
            raise HaversackError("parquet: needs pyarrow: pip install pyarrow") from error
        # Columns in which nothing is known have a type too, so that files of several studies go together.
        texts, numbers = pyarrow.string(), pyarrow.float64()
        types = dict.fromkeys((*LABELS, *RESULTS), numbers) | dict.fromkeys(_TEXTS, texts)
        types |= dict.fromkeys(("seed", "chosen", "steps", "evaluations"), pyarrow.int64())
        types |= {"proven": pyarrow.bool_(), "names": pyarrow.list_(texts), "members": pyarrow.list_(pyarrow.int64())}
        rows = list(self.rows())
        if any(row["seed"] > _LARGEST_INT64 for row in rows):
            types["seed"] = texts
            rows = [{**row, "seed": str(row["seed"])} for row in rows]
        table = pyarrow.Table.from_pylist(rows, schema=pyarrow.schema(list(types.items())))
        try:
            with replacing(path) as unfinished:
                pyarrow.parquet.write_table(table, unfinished)
        except OSError as error:
            raise HaversackError(f"{path}: cannot be written: {error.strerror or error}") from error


def _flatten(row: dict[str, Any]) -> dict[str, Any]:
    members, names = row["members"], row["names"]
    return {
        **row,
        "members": None if members is None else " ".join(map(str, members)),
        "names": None if names is None else ";".join(names),
    }
