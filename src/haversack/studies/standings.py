"""Standings of the combinations of parts, and which of them can be compared."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Any

import attrs

from haversack.execution.store import FAILED
from haversack.studies.task_run import INFEASIBLE
from haversack.studies.tasks import LABELS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

PARTS = LABELS[1:6]
_MEASURES = ("energy", "cost_model")
"""Parts by which answers are measured; of others, better answers are better."""

_DIGITS = 10

Parts = tuple[Any, ...]
Problem = tuple[Any, ...]
Record = dict[str, Any]


def compute_standings(labels: Sequence[Sequence[Any]], records: Sequence[Record | None]) -> list[dict[str, Any]]:
    """Return a table for each combination of parts: counts, medians over its answers, its best answer.

    Medians whose names begin with ``shared`` are over the problems that all combinations with answers have answered:
    only they can be compared. They are None where there is no such problem.
    """
    return _measure_all(labels, records, find_shared_problems(labels, records)[0])


def find_shared_problems(
    labels: Sequence[Sequence[Any]], records: Sequence[Record | None]
) -> tuple[set[Problem], set[Problem]]:
    """Return the problems that all combinations of parts have answered, and those that any has.

    A problem is a pool, a budget and a seed. Combinations without a single answer do not count.
    """
    answered: dict[Parts, set[Problem]] = {}
    for each, record in zip(labels, records, strict=True):
        if _has_answer(record):
            answered.setdefault(tuple(each[1:6]), set()).add(get_problem(each))
    if not answered:
        return set(), set()
    return set.intersection(*answered.values()), set.union(*answered.values())


def get_problem(labels: Sequence[Any]) -> Problem:
    """Return pool, budget and seed of a task."""
    return (labels[0], *labels[6:])


def describe_task(labels: Sequence[Any]) -> str:
    """Return a task in words.

    Examples
    --------
    >>> describe_task(["crowd", "", "exact", "", "", "", 30.0, 1])
    'crowd, exact, budget 30, seed 1'
    """
    pool, *parts, budget, seed = labels
    words = [pool, *filter(None, parts), *([] if budget is None else [f"budget {budget:g}"]), f"seed {seed}"]
    return ", ".join(words)


@attrs.frozen(kw_only=True)
class StudyRanking:
    """Which combinations of parts have the best answers, where that can be said.

    Parameters
    ----------
    standings
        Of all combinations.
    shared, problems
        How many problems, each a pool, a budget and a seed, all combinations with answers have answered, and how many
        any has.
    measures
        The kinds of part that make answers incomparable: ``energy``, ``cost_model``, ``preset``.
    leaders
        The combinations with the best median answer to the shared problems, the fastest first; none where answers
        cannot be compared.
    """

    standings: Sequence[Mapping[str, Any]]
    shared: int
    problems: int
    measures: Sequence[str]
    leaders: Sequence[Mapping[str, Any]]

    @property
    def contestants(self) -> list[Mapping[str, Any]]:
        """The combinations that have answers."""
        return [each for each in self.standings if each["answers"]]


def rank_combinations(labels: Sequence[Sequence[Any]], records: Sequence[Record | None]) -> StudyRanking:
    """Return which combinations of parts have the best answers to the problems that all of them answered."""
    shared, problems = find_shared_problems(labels, records)
    standings = _measure_all(labels, records, shared)
    contestants = [each for each in standings if each["answers"]]
    measures = [kind for kind in _MEASURES if len({each[kind] for each in contestants}) > 1]
    if not measures and len({each["preset"] for each in contestants}) > 1 and _differ_in_measure(labels, records):
        measures = ["preset"]
    leaders: list[Mapping[str, Any]] = []
    if shared and not measures:
        ranks = _rank(contestants)
        leaders = [each for each, rank in zip(contestants, ranks, strict=True) if rank == min(ranks)]
    return StudyRanking(
        standings=standings,
        shared=len(shared),
        problems=len(problems),
        measures=measures,
        leaders=sorted(leaders, key=lambda each: each["shared_seconds"]),
    )


def _rank(standings: Sequence[Mapping[str, Any]]) -> list[float]:
    """Return numbers that are smaller for better medians, and equal where medians differ by rounding only."""
    has_errors = all(each["shared_error"] is not None for each in standings)
    losses = [each["shared_error"] if has_errors else -each["shared_value"] for each in standings]
    return [float(f"{loss:.{_DIGITS}g}") for loss in losses]


def _differ_in_measure(labels: Sequence[Sequence[Any]], records: Sequence[Record | None]) -> bool:
    """Return whether the same member alone has different values: presets bring energies that labels do not name."""
    values: dict[tuple[Any, ...], float | None] = {}
    for each, record in zip(labels, records, strict=True):
        if record is not None and record.get("best_single") is not None:
            value = record.get("best_single_value")
            if values.setdefault((each[0], record["best_single"]), value) != value:
                return True
    return False


def _has_answer(record: Record | None) -> bool:
    return record is not None and record.get("value") is not None


def _measure_all(
    labels: Sequence[Sequence[Any]], records: Sequence[Record | None], shared: set[Problem]
) -> list[dict[str, Any]]:
    groups: dict[Parts, list[tuple[Sequence[Any], Record | None]]] = {}
    for each, record in zip(labels, records, strict=True):
        groups.setdefault(tuple(each[1:6]), []).append((each, record))
    return [_measure(parts, tasks, shared) for parts, tasks in groups.items()]


def _measure(parts: Parts, tasks: list[tuple[Sequence[Any], Record | None]], shared: set[Problem]) -> dict[str, Any]:
    records = [record for _, record in tasks if record is not None]
    answers = [(labels, record) for labels, record in tasks if record is not None and _has_answer(record)]
    # Values near 1 are equal where errors are not.
    best = min(answers, key=lambda each: (-each[1]["value"], each[1]["error"] or 0.0), default=None)
    return {
        **dict(zip(PARTS, parts, strict=True)),
        "tasks": len(tasks),
        "finished": len(records),
        "failed": sum(record["status"] == FAILED for record in records),
        "infeasible": sum(record["status"] == INFEASIBLE for record in records),
        "proven": sum(record["proven"] for _, record in answers),
        "answers": len(answers),
        **_find_medians(record for _, record in answers),
        **{
            key.replace("median", "shared"): median
            for key, median in _find_medians(
                record for labels, record in answers if get_problem(labels) in shared
            ).items()
        },
        "best_value": None if best is None else best[1]["value"],
        "best_error": None if best is None else best[1]["error"],
        "best_task": None if best is None else describe_task(best[0]),
    }


def _find_medians(answers: Iterable[Record]) -> dict[str, float | None]:
    listed = list(answers)
    errors = [record["error"] for record in listed if record["error"] is not None]
    return {
        "median_value": statistics.median(record["value"] for record in listed) if listed else None,
        # Of some of the answers it would be the median of something else.
        "median_error": statistics.median(errors) if errors and len(errors) == len(listed) else None,
        "median_seconds": statistics.median(record["seconds"] for record in listed) if listed else None,
    }
