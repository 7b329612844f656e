"""Statistics of each searcher in each group: medians and quantiles over runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import attrs
import numpy as np

from haversack.comparison.rows import decades

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from haversack.comparison.rows import ComparisonRow

LOW, HIGH = 0.1, 0.9

Key = TypeVar("Key")


@attrs.frozen
class Quantiles:
    """The 10 %, 50 % and 90 % quantiles of some numbers."""

    low: float
    median: float
    high: float

    @classmethod
    def of(cls, numbers: Iterable[float | None]) -> Quantiles | None:
        """Return the quantiles of the numbers that are not None, or None if there are none.

        Examples
        --------
        >>> Quantiles.of([3, 1, 2, None])
        Quantiles(low=1.2, median=2.0, high=2.8)
        """
        known = np.array([number for number in numbers if number is not None], dtype=np.float64)
        if not len(known):
            return None
        # Between a number and infinity nothing can be interpolated.
        method = "linear" if np.isfinite(known).all() else "inverted_cdf"
        return cls(*np.quantile(known, [LOW, 0.5, HIGH], method=method).tolist())  # type: ignore[call-overload]


@attrs.frozen(kw_only=True)
class Standing:
    """How one searcher with one stopping rule did in one group.

    Parameters
    ----------
    group, searcher, stopping
        Whose runs these are.
    pools, runs
        How many.
    error, value
        Median over runs; the error is None where the value is not a probability.
    excess, decades
        By which share the answers are worse than the reference, and the same in powers of ten.
    reached
        Share of the runs with an answer as good as the reference; None where there are only bounds.
    stop_reached
        Share of the runs whose answer is at least as good as STOP; None where there is no STOP.
    steps, evaluations, seconds
        Of the searches.
    without_set, failed
        Runs that ended without a set, and runs in which a part raised an exception.
    """

    group: str
    searcher: str
    stopping: str
    pools: int
    runs: int
    error: float | None
    value: float | None
    excess: Quantiles | None
    decades: Quantiles | None
    reached: float | None
    stop_reached: float | None
    steps: Quantiles | None
    evaluations: Quantiles | None
    seconds: Quantiles | None
    without_set: int
    failed: int


@attrs.frozen(kw_only=True)
class StopStanding:
    """Where STOP stands in one group, over its pools.

    Parameters
    ----------
    group, pools
        The group, and how many of its pools have a STOP.
    error
        Median of 1 - STOP.
    excess, decades
        By which share 1 - STOP exceeds the error of the reference, and the same in powers of ten.
    beyond
        Share of the pools in which it is proved that no set can reach STOP.
    """

    group: str
    pools: int
    error: float
    excess: Quantiles
    decades: Quantiles
    beyond: float


def standings(rows: Sequence[ComparisonRow]) -> tuple[Standing, ...]:
    """Return one standing per group, searcher and stopping rule, in the order in which they first came."""
    groups = collect_groups(rows)
    runs = [_collect(group, lambda row: (row.searcher, row.stopping)) for group in groups.values()]
    return tuple(_standing(of_contestant) for of_group in runs for of_contestant in of_group.values())


def compute_stop_standings(rows: Sequence[ComparisonRow]) -> tuple[StopStanding, ...]:
    """Return where STOP stands in each group that has one."""
    found = []
    for group, of_group in collect_groups(rows).items():
        # Every run of a case has its STOP; each case counts once.
        cases = {row.pool: row for row in of_group if row.stop_excess is not None}
        excess = [row.stop_excess for row in cases.values()]
        share, powers = Quantiles.of(excess), Quantiles.of(map(decades, excess))
        errors = Quantiles.of(row.stop_error for row in cases.values())
        if share is None or powers is None or errors is None:
            continue
        beyond = [
            row.reference is not None and row.reference.kind in ("optimum", "bound") and (row.stop_excess or 0.0) < 0.0
            for row in cases.values()
        ]
        found.append(
            StopStanding(
                group=group,
                pools=len(cases),
                error=errors.median,
                excess=share,
                decades=powers,
                beyond=float(np.mean(beyond)),
            )
        )
    return tuple(found)


def collect_groups(rows: Iterable[ComparisonRow]) -> dict[str, list[ComparisonRow]]:
    """Return the rows of each group, in the order in which groups first came."""
    return _collect(rows, lambda row: row.group)


def _collect(rows: Iterable[ComparisonRow], find_key: Callable[[ComparisonRow], Key]) -> dict[Key, list[ComparisonRow]]:
    collected: dict[Key, list[ComparisonRow]] = {}
    for row in rows:
        collected.setdefault(find_key(row), []).append(row)
    return collected


def _standing(rows: Sequence[ComparisonRow]) -> Standing:
    return Standing(
        group=rows[0].group,
        searcher=rows[0].searcher,
        stopping=rows[0].stopping,
        pools=len({row.pool for row in rows}),
        runs=len(rows),
        error=_median(row.error for row in rows),
        value=_median(row.value for row in rows),
        excess=Quantiles.of(row.excess for row in rows),
        decades=Quantiles.of(row.decades for row in rows),
        reached=_share(row.reached for row in rows),
        stop_reached=_share(_reaches_stop(row) for row in rows),
        steps=Quantiles.of(row.steps for row in rows),
        evaluations=Quantiles.of(row.evaluations for row in rows),
        seconds=Quantiles.of(row.seconds for row in rows),
        without_set=sum(row.value is None for row in rows),
        failed=sum(row.failed for row in rows),
    )


def _reaches_stop(row: ComparisonRow) -> bool | None:
    if row.stop_error is None:
        return None
    return row.error is not None and row.error <= row.stop_error


def _median(numbers: Iterable[float | None]) -> float | None:
    quantiles = Quantiles.of(numbers)
    return None if quantiles is None else quantiles.median


def _share(answers: Iterable[bool | None]) -> float | None:
    known = [answer for answer in answers if answer is not None]
    return sum(known) / len(known) if known else None
