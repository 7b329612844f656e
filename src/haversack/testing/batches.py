"""What losses and costs have in common: a number for each set of a batch."""

from __future__ import annotations

import sys
from abc import abstractmethod
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.testing.examples import MakePool, batches, made_by, plain_pool, pools, refuted, rows, st
from haversack.testing.promises import Case, NotKept, Promises

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, Sets
    from haversack.pools.pool import Pool
    from haversack.testing.examples import Claim, Example

TOLERANCE = 1e-9


@attrs.frozen
class BatchCase(Case):
    """An energy or a cost model.

    Parameters
    ----------
    make_pool
        Makes the pools it is tried on.
    """

    make_pool: MakePool = plain_pool

    @property
    @abstractmethod
    def number(self) -> str:
        """What the number is called."""

    @abstractmethod
    def evaluate(self, pool: Pool, sets: Sets) -> Any:
        """Ask the part."""

    def numbers(self, pool: Pool, sets: Sets) -> FloatArray:
        """Ask the part; the answer as an array, whatever it is."""
        return np.asarray(self.evaluate(pool, sets), dtype=np.float64)

    def batches(self, min_rows: int = 1, max_rows: int = 4) -> st.SearchStrategy[Example]:
        """Pools, each with a few sets."""
        return batches(self.make_pool, min_rows, max_rows)

    def holds(self, examples: st.SearchStrategy[Example], claim: Claim) -> None:
        """Raise `NotKept` for the smallest example that a claim does not hold on."""
        found = refuted(examples, claim)
        if found is not None:
            example, complaint, cause = found
            raise NotKept(complaint, example) from cause


BATCHES: Promises[BatchCase] = Promises()


def differing(first: FloatArray, second: FloatArray, scale: float = 0.0) -> int | None:
    """Return the first place at which two answers differ by more than rounding, or None."""
    # Written so that what is not a number differs from everything, and what is infinite from all that is finite.
    with np.errstate(invalid="ignore"):
        room = TOLERANCE * np.maximum(np.abs(first), np.abs(second)) + 1e-3 * TOLERANCE * scale
        close = (np.abs(first - second) <= room) & np.isfinite(room)
        places = np.flatnonzero(~((first == second) | close))
    return int(places[0]) if places.size else None


def scale_of(numbers: FloatArray) -> float:
    """Return the size of numbers that a sum may have passed through on the way to a small one."""
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

    case.holds(case.batches(), claim)


@BATCHES.add("for a batch of no sets, it returns an array of shape (0,)")
def no_sets(case: BatchCase) -> None:
    """Check the empty batch."""

    def claim(pool: Pool, sets: Sets) -> str | None:
        shape = np.shape(case.evaluate(pool, sets))
        return None if shape == (0,) else f"shape {shape}"

    case.holds(case.batches(0, 0), claim)


@BATCHES.add("its numbers are finite")
def finite_numbers(case: BatchCase) -> None:
    """Check every number, that of the empty set included."""

    def claim(pool: Pool, sets: Sets) -> str | None:
        numbers = case.numbers(pool, sets)
        wrong = np.flatnonzero(~np.isfinite(numbers))
        return f"row {wrong[0]} has the {case.number} {numbers[wrong[0]]}" if wrong.size else None

    case.holds(case.batches(), claim)


@BATCHES.add("a set has the same number alone as in a batch")
def one_set(case: BatchCase) -> None:
    """Compare a batch with its rows, one by one."""

    def claim(pool: Pool, sets: Sets) -> str | None:
        together = case.numbers(pool, sets)
        alone = np.array([case.numbers(pool, row[np.newaxis])[0] for row in sets])
        row = differing(together, alone, scale_of(together))
        return None if row is None else f"row {row} has the {case.number} {together[row]}, and {alone[row]} alone"

    case.holds(case.batches(), claim)


@BATCHES.add("the number of a set does not depend on the other rows of the batch")
def rows_apart(case: BatchCase) -> None:
    """Exchange all rows but the first for others."""

    def claim(pool: Pool, sets: Sets) -> str | None:
        others = np.concatenate([sets[:1], ~sets[1:]])
        first, second = case.numbers(pool, sets)[:1], case.numbers(pool, others)[:1]
        if differing(first, second, scale_of(first)) is None:
            return None
        return f"row 0 has the {case.number} {first[0]}, and {second[0]} if the other rows are turned inside out"

    case.holds(case.batches(2, 3), claim)


@BATCHES.add("it changes neither the pool nor the sets that it is given")
def inputs_unchanged(case: BatchCase) -> None:
    """Compare both with copies."""

    def claim(pool: Pool, sets: Sets) -> str | None:
        columns, given = pool.to_dict(), sets.copy()
        case.evaluate(pool, given)
        if not np.array_equal(given, sets):
            return f"afterwards sets were {[np.flatnonzero(row).tolist() for row in given]}"
        return None if pool.to_dict() == columns else "afterwards the pool had other columns"

    case.holds(case.batches(), claim)


@BATCHES.add("it takes sets in any layout: read-only, column by column, or as a slice of something larger")
def any_layout(case: BatchCase) -> None:
    """Offer the same sets in other layouts."""

    def claim(pool: Pool, sets: Sets) -> str | None:
        expected = case.numbers(pool, sets)
        locked = sets.copy()
        locked.setflags(write=False)
        layouts = {
            "read-only": locked,
            "column by column": np.asfortranarray(sets),
            "as a slice": np.repeat(sets, 2, axis=0)[::2],
        }
        for name, same_sets in layouts.items():
            try:
                numbers = case.numbers(pool, same_sets)
            except Exception as error:
                return f"{name}, it raised {type(error).__name__}: {error}"
            row = differing(expected, numbers, scale_of(expected))
            if row is not None:
                return f"{name}, row {row} has the {case.number} {numbers[row]} instead of {expected[row]}"
        return None

    case.holds(case.batches(), claim)


@BATCHES.add("the same question gets the same answer, whatever was asked in between")
def same_answer_again(case: BatchCase) -> None:
    """Ask twice, and about another pool of the same size in between."""

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
            return f"{first.tolist()} at first, then {second.tolist()}"
        if not np.array_equal(first, third, equal_nan=True):
            return f"{first.tolist()} at first, {third.tolist()} after a question about other_pool"
        return None

    case.holds(two_pools(), claim)


@BATCHES.add("an answer stays as it is when the next question is asked")
def answers_stay(case: BatchCase) -> None:
    """Catch a buffer that is handed out twice."""

    def claim(pool: Pool, sets: Sets) -> str | None:
        answer = case.evaluate(pool, sets)
        kept = np.array(answer)
        case.evaluate(pool, ~sets)
        same = np.array_equal(np.asarray(answer), kept, equal_nan=True)
        return None if same else f"the first answer was {kept.tolist()} and became {np.asarray(answer).tolist()}"

    case.holds(case.batches(), claim)


@BATCHES.add("several threads may ask at once")
def many_threads(case: BatchCase) -> None:
    """Ask from four threads that take turns often."""
    members, threads, rounds = 6, 4, 24
    pool = made_by(case.make_pool, [0.9, 0.8, 0.7, 0.6, 0.55, 0.52], [6.0, 5.0, 4.0, 3.0, 2.0, 1.0])
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
        if together.shape != alone.shape or differing(alone, together, scale_of(alone)) is not None:
            found = f"{together.tolist()} instead of {alone.tolist()}"
            raise NotKept(found, {"pool": pool, "sets": sets, "threads": threads})
