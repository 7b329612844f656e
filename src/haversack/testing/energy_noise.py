"""Promises of an energy whose losses are noisy. They replace those about numbers that are always the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.testing.promises import Promises, require_claim

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, Sets
    from haversack.pools.pool import Pool
    from haversack.testing.energy_case import EnergyCase

NOISE: Promises[EnergyCase] = Promises()
_SEED = 1


@NOISE.add("from a stream, it draws one finite loss per set, in an array of float64 of shape (rows,)")
def one_draw_per_set(case: EnergyCase) -> None:
    """Check type, dtype, shape and range."""

    def claim(pool: Pool, sets: Sets) -> str | None:
        losses: Any = _start(case).losses(pool, sets)
        if not isinstance(losses, np.ndarray):
            return f"{type(losses).__name__} instead of an array"
        if losses.dtype != np.float64 or losses.shape != (len(sets),):
            return f"an array of {losses.dtype} of shape {losses.shape} instead of float64 of shape ({len(sets)},)"
        return None if np.isfinite(losses).all() else f"the losses {losses.tolist()}"

    require_claim(case.batches(0, 4), claim)


@NOISE.add("equal streams give equal losses, unless draw_from() returns the energy itself")
def equal_streams(case: EnergyCase) -> None:
    """Draw twice from streams with one seed, with other draws in between."""

    def claim(pool: Pool, sets: Sets) -> str | None:
        if _start(case) is case.part:
            return None
        first = _draw(_start(case), pool, sets)
        _draw(_start(case, _SEED + 1), pool, sets)
        second = _draw(_start(case), pool, sets)
        return None if np.array_equal(first, second) else f"{first.tolist()}, then {second.tolist()}"

    require_claim(case.batches(), claim)


@NOISE.add("it draws in the order of the rows: a batch in several calls gives the losses that it gives in one")
def draws_in_order(case: EnergyCase) -> None:
    """Pass a batch whole, and row by row."""

    def claim(pool: Pool, sets: Sets) -> str | None:
        if _start(case) is case.part:
            return None
        whole, by_rows = _draw(_start(case), pool, sets), _start(case)
        single = np.concatenate([_draw(by_rows, pool, row[np.newaxis]) for row in sets])
        if np.allclose(whole, single, rtol=1e-9, atol=1e-12):
            return None
        return f"{whole.tolist()} in one call, {single.tolist()} row by row"

    require_claim(case.batches(2, 4), claim)


def _start(case: EnergyCase, seed: int = _SEED) -> Any:
    return case.part.draw_from(np.random.default_rng(seed))


def _draw(energy: Any, pool: Pool, sets: Sets) -> FloatArray:
    return np.array(energy.losses(pool, sets), dtype=np.float64)
