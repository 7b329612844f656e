"""What an energy or a cost model computes once for each pool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, cast, runtime_checkable

import attrs

from haversack.api.energy import ShowsValue
from haversack.errors import CostError, EnergyError, HaversackError
from haversack.text import format_value

if TYPE_CHECKING:
    from haversack.api.cost import CostModel
    from haversack.api.energy import Energy
    from haversack.pools.pool import Pool


@runtime_checkable
class PreparesForPool(Protocol):
    """An energy or a cost model that computes something once for each pool: parsed metadata, tables, sorted members.

    A run calls `prepare` once, before the search, and uses its result in place of the original. The configuration in
    the result of the run is that of the original.
    """

    def prepare(self, pool: Pool) -> Energy | CostModel:
        """Return an object of the same kind for this pool.

        Parameters
        ----------
        pool
            The pool of the run.

        Returns
        -------
        Energy or CostModel
            An immutable object, usually of a private frozen class that holds the tables. It gives the answers that the
            original gives for this pool, and offers every capability that the original offers, except `BringsPool`,
            `SetsBudget`, `DrawsLosses` and this one, which are asked of the original. It may offer more.

        Raises
        ------
        HaversackError
            If the pool cannot be used: the run ends before the search with this message. Any other exception is
            reported as a fault of the part.

        Notes
        -----
        Deterministic. Mutates neither the pool nor the part. haversack passes the pool that the object was made for,
        and no other, to the methods of that object, and prepares the original again for another pool; what the object
        answers for another pool is undefined. Several threads may call its methods at once.
        """


@attrs.frozen
class Preparation:
    """A part, a pool, and what the part prepared for it.

    Parameters
    ----------
    part
        The original.
    pool
        The pool.
    result
        What takes its place; the original itself if it prepares nothing.
    """

    part: Any
    pool: Pool
    result: Any

    def serves(self, part: object, pool: object) -> bool:
        """Return whether this is the preparation of a part for a pool, both by identity."""
        return self.part is part and self.pool is pool


def prepare_energy(energy: Energy, pool: Pool) -> Energy:
    """Return what takes the place of an energy on a pool.

    Raises
    ------
    EnergyError
        If it fails, or returns something that cannot take its place.
    """
    prepared = _prepare(energy, pool, "energy", "losses", EnergyError)
    if isinstance(energy, ShowsValue) and not isinstance(prepared, ShowsValue):
        raise EnergyError(
            f"energy {energy!r}: prepare() must return an object with value(), as the energy has it; "
            f"got {format_value(prepared)}"
        )
    return cast("Energy", prepared)


def prepare_cost_model(cost_model: CostModel, pool: Pool) -> CostModel:
    """Return what takes the place of a cost model on a pool.

    Raises
    ------
    CostError
        If it fails, or returns something that cannot take its place.
    """
    return cast("CostModel", _prepare(cost_model, pool, "cost model", "costs", CostError))


def _prepare(part: Any, pool: Pool, words: str, method: str, error_type: type[HaversackError]) -> Any:
    if not isinstance(part, PreparesForPool):
        return part
    try:
        prepared: Any = part.prepare(pool)
    except HaversackError:
        raise
    except Exception as error:
        raise error_type(f"{words} {part!r}: prepare() raised {type(error).__name__}: {error}") from error
    if isinstance(prepared, type) or not callable(getattr(prepared, method, None)):
        raise error_type(
            f"{words} {part!r}: prepare() must return an object with {method}(), got {format_value(prepared)}"
        )
    return prepared
