"""Promises shared by energies and cost models: one number for each set of a batch."""

from __future__ import annotations

import sys
from abc import abstractmethod
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.testing.examples import MakePool, batches, build_pool, make_plain_pool, pools, rows, st
from haversack.testing.promises import NotKept, PartCase, Promises, require_claim

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    from haversack.arrays import FloatArray, Sets
    from haversack.pools.pool import Pool
    from haversack.testing.examples import Example

TOLERANCE = 1e-9


@attrs.frozen
class BatchCase(PartCase):
    """An energy or a cost model.

    Parameters
    ----------
    make_pool
        Makes the pools that it is checked on.
    make_fresh
        Makes another instance of the part, which no pool has been passed to; by default, the part itself.
    """

    make_pool: MakePool = make_plain_pool
    make_fresh: Callable[[], Any] = attrs.field(repr=False)

    @make_fresh.default
    def _use_part(self) -> Callable[[], Any]:
        return lambda: self.part

    @property
    @abstractmethod
    def method(self) -> str:
        """The name of the method that returns its numbers."""

    @property
    @abstractmethod
    def number(self) -> str:
        """What its numbers are called in messages."""

    def evaluate(self, pool: Pool, sets: Sets) -> Any:
        """Return what the part returns for a batch."""
        return getattr(self.part, self.method)(pool, sets)

    def renew(self) -> Self:
        """Return the case of a fresh instance."""
        return attrs.evolve(self, part=self.make_fresh())

    def numbers(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return the numbers of a batch as an array, whatever type the part returns."""
        return np.asarray(self.evaluate(pool, sets), dtype=np.float64)

    def batches(self, min_rows: int = 1, max_rows: int = 4) -> st.SearchStrategy[Example]:
        """Pools, each with a few sets."""
        return batches(self.make_pool, min_rows, max_rows)


BATCHES: Promises[BatchCase] = Promises()


def find_difference(first: FloatArray, second: FloatArray, scale: float = 0.0) -> int | None:
    """Return the first index at which two arrays differ by more than rounding, or None."""
    # NaN differs from everything, infinity from every finite number.
    with np.errstate(invalid="ignore"):
        tolerance = TOLERANCE * np.maximum(np.abs(first), np.abs(second)) + 1e-3 * TOLERANCE * scale
        close = (np.abs(first - second) <= tolerance) & np.isfinite(tolerance)
        places = np.flatnonzero(~((first == second) | close))
    return int(places[0]) if places.size else None


def scale_of(numbers: FloatArray) -> float:
    """Return the magnitude of intermediate sums, for the rounding error of a small result."""
    return float(max(1.0, np.abs(numbers).max(initial=0.0)))


@BATCHES.add("for each set of a batch, it returns one number, in an array of float64 of shape (rows,)")
def one_number_per_set(case: BatchCase) -> None:
    """Check type, dtype and shape."""

    def claim(pool: Pool, sets: Sets) -> str | None:
        answer = case.evaluate(pool, sets)
        if not isinstance(answer, np.ndarray):
            return f"{type(answer).__name__} instead of an array"
        if answer.dtype != np.float64 or answer.shape != (len(sets),):
            return f"an array of {answer.dtype} of shape {answer.shape} instead of float64 of shape ({len(sets)},)"
        return None

    require_claim(case.batches(), claim)


@BATCHES.add("for a batch of no sets, it returns an array of shape (0,)")
def no_sets(case: BatchCase) -> None:
    """Check the empty batch."""

    def claim(pool: Pool, sets: Sets) -> str | None:
        shape = np.shape(case.evaluate(pool, sets))
        return None if shape == (0,) else f"shape {shape}"

    require_claim(case.batches(0, 0), claim)


@BATCHES.add("every number it returns is finite")
def finite_numbers(case: BatchCase) -> None:
    """Check every number, including that of the empty set."""

    def claim(pool: Pool, sets: Sets) -> str | None:
        numbers = case.numbers(pool, sets)
        wrong = np.flatnonzero(~np.isfinite(numbers))
        return f"row {wrong[0]} has the {case.number} {numbers[wrong[0]]}" if wrong.size else None

    require_claim(case.batches(), claim)


@BATCHES.add("a set has the same number alone and in a batch")
def one_set(case: BatchCase) -> None:
    """Compare a batch with its rows evaluated one by one."""

    def claim(pool: Pool, sets: Sets) -> str | None:
        together = case.numbers(pool, sets)
        alone = np.array([case.numbers(pool, row[np.newaxis])[0] for row in sets])
        row = find_difference(together, alone, scale_of(together))
        return (
            None
            if row is None
            else f"row {row} has the {case.number} {together[row]} in the batch and {alone[row]} alone"
        )

    require_claim(case.batches(), claim)


@BATCHES.add("the number of a set does not depend on the other rows of the batch")
def rows_apart(case: BatchCase) -> None:
    """Replace every row except the first by its complement."""

    def claim(pool: Pool, sets: Sets) -> str | None:
        others = np.concatenate([sets[:1], ~sets[1:]])
        first, second = case.numbers(pool, sets)[:1], case.numbers(pool, others)[:1]
        if find_difference(first, second, scale_of(first)) is None:
            return None
        return f"row 0 has the {case.number} {first[0]}, but {second[0]} when the other rows are complemented"

    require_claim(case.batches(2, 3), claim)


@BATCHES.add("it does not modify the pool or the sets passed to it")
def inputs_unchanged(case: BatchCase) -> None:
    """Compare both with copies made before the call."""

    def claim(pool: Pool, sets: Sets) -> str | None:
        columns, given = pool.to_dict(), sets.copy()
        case.evaluate(pool, given)
        if not np.array_equal(given, sets):
            return f"after the call, sets was {[np.flatnonzero(row).tolist() for row in given]}"
        return None if pool.to_dict() == columns else "after the call, the pool had different columns"

    require_claim(case.batches(), claim)


@BATCHES.add("it accepts sets in any memory layout: read-only, column-major, or a slice of a larger array")
def any_layout(case: BatchCase) -> None:
    """Pass the same sets in other layouts."""

    def claim(pool: Pool, sets: Sets) -> str | None:
        expected = case.numbers(pool, sets)
        locked = sets.copy()
        locked.setflags(write=False)
        layouts = {
            "read-only": locked,
            "column-major": np.asfortranarray(sets),
            "slice": np.repeat(sets, 2, axis=0)[::2],
        }
        for name, same_sets in layouts.items():
            try:
                numbers = case.numbers(pool, same_sets)
            except Exception as error:
                return f"{name} sets: it raised {type(error).__name__}: {error}"
            row = find_difference(expected, numbers, scale_of(expected))
            if row is not None:
                return f"{name} sets: row {row} has the {case.number} {numbers[row]} instead of {expected[row]}"
        return None

    require_claim(case.batches(), claim)


@BATCHES.add("the same call returns the same result, whatever was called in between")
def same_result_again(case: BatchCase) -> None:
    """Call twice, then once more after a call with another pool of the same size."""

    @st.composite
    def two_pools(draw: st.DrawFn) -> Example:
        pool = draw(pools(case.make_pool))
        other = draw(pools(case.make_pool, len(pool), len(pool)))
        return {"pool": pool, "sets": draw(rows(len(pool))), "other_pool": other}

    def claim(pool: Pool, sets: Sets, other_pool: Pool) -> str | None:
        first = case.numbers(pool, sets).copy()
        second = case.numbers(pool, sets).copy()
        case.numbers(other_pool, sets)
        third = case.numbers(pool, sets)
        if not np.array_equal(first, second, equal_nan=True):
            return f"{first.tolist()} on the first call, {second.tolist()} on the second"
        if not np.array_equal(first, third, equal_nan=True):
            return f"{first.tolist()} on the first call, {third.tolist()} after a call with other_pool"
        return None

    require_claim(two_pools(), claim)


@BATCHES.add("a returned array does not change on later calls")
def results_stay(case: BatchCase) -> None:
    """Detect a buffer that is returned twice."""

    def claim(pool: Pool, sets: Sets) -> str | None:
        answer = case.evaluate(pool, sets)
        kept = np.array(answer)
        case.evaluate(pool, ~sets)
        same = np.array_equal(np.asarray(answer), kept, equal_nan=True)
        return None if same else f"the first result was {kept.tolist()} and became {np.asarray(answer).tolist()}"

    require_claim(case.batches(), claim)


@BATCHES.add("several threads may call it at once")
def many_threads(case: BatchCase) -> None:
    """Call from four threads with a short switch interval."""
    members, threads, rounds = 6, 4, 24
    pool = build_pool(case.make_pool, [0.9, 0.8, 0.7, 0.6, 0.55, 0.52], [6.0, 5.0, 4.0, 3.0, 2.0, 1.0])
    generator = np.random.default_rng(0)
    batches = [generator.random((8, members)) < 0.5 for _ in range(threads * rounds)]
    try:
        expected = [case.numbers(pool, sets).copy() for sets in batches]
        interval = sys.getswitchinterval()
        sys.setswitchinterval(1e-6)
        try:
            with ThreadPoolExecutor(threads) as executor:
                answers = list(executor.map(lambda sets: case.numbers(pool, sets).copy(), batches))
        finally:
            sys.setswitchinterval(interval)
    except Exception as error:
        raise NotKept(f"it raised {type(error).__name__}: {error}", {"pool": pool, "threads": threads}) from error
    for sets, alone, together in zip(batches, expected, answers, strict=True):
        if together.shape != alone.shape or find_difference(alone, together, scale_of(alone)) is not None:
            found = f"{together.tolist()} instead of {alone.tolist()}"
            raise NotKept(found, {"pool": pool, "sets": sets, "threads": threads})
