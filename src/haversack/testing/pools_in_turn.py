"""Promises of energies and cost models that serve several pools: nothing of one pool is left over for the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.testing.batches import BatchCase, find_difference, scale_of
from haversack.testing.examples import build_pool, every_set, pools, st
from haversack.testing.new_process import evaluate_in_new_process
from haversack.testing.promises import NotKept, Promises, require_claim

if TYPE_CHECKING:
    from haversack.arrays import FloatArray
    from haversack.pools.pool import Pool
    from haversack.testing.examples import Example

_SIZES = (3, 4, 5)
_DELETED_POOLS = 24

POOLS_IN_TURN: Promises[BatchCase] = Promises()


@POOLS_IN_TURN.add("after calls with other pools, it returns what a fresh instance returns")
def fresh_instance(case: BatchCase) -> None:
    """Ask one instance about three pools in turn, two of them of equal size, and a fresh one about each."""

    @st.composite
    def three_pools(draw: st.DrawFn) -> Example:
        pool = draw(pools(case.make_pool))
        other = draw(pools(case.make_pool, len(pool), len(pool)))
        return {"pool": pool, "other_pool": other, "third_pool": draw(pools(case.make_pool))}

    def claim(pool: Pool, other_pool: Pool, third_pool: Pool) -> str | None:
        named = {"pool": pool, "other_pool": other_pool, "third_pool": third_pool}
        fresh = {name: _evaluate_all(case.renew(), each) for name, each in named.items()}
        used = case.renew()
        for name in ("pool", "other_pool", "pool", "third_pool", "other_pool", "pool"):
            found = _describe_difference(_evaluate_all(used, named[name]), fresh[name], case.number)
            if found is not None:
                return f"after calls with other pools, {name}: {found} from a fresh instance"
        return None

    require_claim(three_pools(), claim)


@POOLS_IN_TURN.add("equal pools have equal numbers, also if one is created after other pools were deleted")
def deleted_pools(case: BatchCase) -> None:
    """Create and delete pools of the same size: the last one may have the address of an earlier one."""
    for size in _SIZES:
        pool = _make_pool(case, size, 0)
        expected = _evaluate(case, pool)
        for variant in range(1, _DELETED_POOLS):
            _evaluate(case, _make_pool(case, size, variant))
            found = _describe_difference(_evaluate(case, _make_pool(case, size, 0)), expected, case.number)
            if found is not None:
                raise NotKept(f"after another pool was deleted, {found} before", {"pool": pool})


@POOLS_IN_TURN.add("after calls with other pools, it returns what it returns in a new process")
def new_process(case: BatchCase) -> None:
    """Compare with a new process, which finds what a class or a module remembers; skipped if it cannot be pickled."""
    before = [_make_pool(case, size, 1) for size in _SIZES]
    inputs = [(pool, every_set(len(pool))) for pool in (_make_pool(case, size, 0) for size in _SIZES)]
    expected = evaluate_in_new_process(case.make_fresh(), case.method, inputs)
    if expected is None:
        return
    for other, (pool, _), numbers in zip(before, inputs, expected, strict=True):
        _evaluate(case, other)
        found = _describe_difference(_evaluate(case, pool), numbers, case.number)
        if found is not None:
            raise NotKept(
                f"after a call with other_pool, {found} in a new process", {"pool": pool, "other_pool": other}
            )


def _make_pool(case: BatchCase, size: int, variant: int) -> Pool:
    """Return one of several pools of a size, with different accuracies and costs."""
    accuracies = 0.95 - 0.4 * np.roll(np.arange(size), variant) / size - 0.001 * variant
    return build_pool(
        case.make_pool, accuracies.tolist(), (1.0 + np.roll(np.arange(size), -variant) + variant).tolist()
    )


def _evaluate(case: BatchCase, pool: Pool) -> FloatArray:
    try:
        return _evaluate_all(case, pool)
    except Exception as error:
        raise NotKept(f"it raised {type(error).__name__}: {error}", {"pool": pool}) from error


def _evaluate_all(case: BatchCase, pool: Pool) -> FloatArray:
    return case.numbers(pool, every_set(len(pool))).copy()


def _describe_difference(found: FloatArray, expected: FloatArray, number: str) -> str | None:
    """Describe the first set of the pool, smallest first, with another number; None if there is none."""
    if found.shape != expected.shape:
        return f"numbers of shape {found.shape}, {expected.shape}"
    row = find_difference(found, expected, scale_of(expected))
    if row is None:
        return None
    members = np.flatnonzero(every_set(int(np.log2(len(found))))[row]).tolist()
    return f"the set {members} has the {number} {found[row]}, and {expected[row]}"
