"""The energy: profits of members and of pairs of members."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import attrs
import numpy as np

from haversack import EnergyError, Pool
from haversack.validators import OptionError
from haversack_quadratic.instance import Instance, InstanceError, read_instance

if TYPE_CHECKING:
    from haversack import FloatArray, IntArray, Sets


@runtime_checkable
class PairProfits(Protocol):
    """An energy whose loss is minus a sum over members and pairs of members. The searcher `quadratic-tabu` needs it."""

    def pair_profits(self, pool: Pool) -> FloatArray:
        """Return the symmetric matrix: profits of members on the diagonal, of pairs off the diagonal."""


def _parse_path(path: Any) -> Path | None:
    return None if path is None else Path(path)


def _parse_rows(rows: Any) -> tuple[tuple[float, ...], ...] | None:
    if rows is None:
        return None
    try:
        table = tuple(tuple(float(value) for value in row) for row in rows)
    except (TypeError, ValueError) as error:
        raise OptionError("profits", f"must be a list of lists of numbers, got {rows!r:.80}") from error
    if len({len(row) for row in table}) > 1:
        raise OptionError("profits", f"must be rows of equal length, got {sorted({len(row) for row in table})}")
    return table


def _summarise_rows(rows: tuple[tuple[float, ...], ...] | None) -> str:
    return "None" if rows is None else f"of {len(rows)} members"


@attrs.frozen(slots=False)  # For cached properties, so that the file is read once.
class QuadraticProfit:
    """The profit of a set: the sum of the profits of its members and of its pairs of members.

    It is not a probability: the loss is minus the profit, the value is the profit, and a selection has no error.

    Parameters
    ----------
    path
        A file in the format of Billionnet and Soutif, which also contains weights and capacity.
    profits
        Instead of a file, the symmetric matrix: profits of members on the diagonal, of pairs off the diagonal.

    References
    ----------
    Gallo, Hammer, Simeone, "Quadratic knapsack problems", Mathematical Programming Studies 12 (1980).
    Billionnet, Soutif, "An exact method based on Lagrangian decomposition for the 0-1 quadratic knapsack problem",
    European Journal of Operational Research 157 (2004).

    Examples
    --------
    >>> energy = QuadraticProfit(profits=[[3, 5, 0], [5, 1, 2], [0, 2, 4]])
    >>> energy.losses(Pool(costs=[1, 1, 1]), np.array([[True, True, False], [True, True, True]])).tolist()
    [-9.0, -15.0]
    """

    path: Path | None = attrs.field(default=None, converter=_parse_path, repr=str)
    profits: tuple[tuple[float, ...], ...] | None = attrs.field(
        default=None, converter=_parse_rows, repr=_summarise_rows
    )

    def __attrs_post_init__(self) -> None:
        if (self.path is None) == (self.profits is None):
            raise OptionError("path", "or profits must be given, and not both")
        self._check_matrix(self._matrix)

    def losses(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return minus the profit of each set."""
        return -_totals(self.pair_profits(pool), _gains(self.pair_profits(pool), sets), sets)

    def value(self, loss: float) -> float:
        """Return the profit."""
        return -loss

    def walks(self, pool: Pool, sets: Sets) -> QuadraticWalks:
        """Follow walks: evaluating a proposal takes constant time, a flip one pass over the members."""
        return QuadraticWalks.of(self.pair_profits(pool), sets)

    def pair_profits(self, pool: Pool) -> FloatArray:
        """Return the matrix, or raise `EnergyError` if its size is not that of the pool."""
        if len(self._matrix) != len(pool):
            raise EnergyError(
                f"energy 'quadratic': expected a pool of {len(self._matrix)} members, as many as the profits have, "
                f"got {len(pool)}"
            )
        return self._matrix

    def own_pool(self) -> Pool:
        """Return the pool of the file, with its weights as costs."""
        return Pool(costs=self._require_instance().weights)

    def own_budget(self) -> float:
        """Return the capacity of the file."""
        return self._require_instance().capacity

    @functools.cached_property
    def _instance(self) -> Instance | None:
        return None if self.path is None else read_instance(self.path)

    @functools.cached_property
    def _matrix(self) -> FloatArray:
        matrix = np.array(self.profits if self._instance is None else self._instance.profits, dtype=np.float64)
        matrix.setflags(write=False)
        return matrix

    def _check_matrix(self, matrix: FloatArray) -> None:
        if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not matrix.size:
            raise OptionError("profits", f"must be a square matrix, got one of shape {matrix.shape}")
        if not np.isfinite(matrix).all():
            raise OptionError("profits", f"must be finite numbers, got {matrix[~np.isfinite(matrix)][0]}")
        if not np.array_equal(matrix, matrix.T):
            row, column = np.argwhere(matrix != matrix.T)[0].tolist()
            raise OptionError(
                "profits",
                f"must be symmetric, got {matrix[row, column]:g} at ({row}, {column}) "
                f"and {matrix[column, row]:g} at ({column}, {row})",
            )

    def _require_instance(self) -> Instance:
        if self._instance is None:
            raise InstanceError("energy 'quadratic': profits alone have neither weights nor a capacity; give a path")
        return self._instance


def _gains(profits: FloatArray, sets: Sets) -> FloatArray:
    """Return, for each set, the change of profit if each member joined or left."""
    # As floats, because numpy multiplies booleans slowly.
    return np.asarray(sets.astype(np.float64) @ profits + profits.diagonal() * ~sets)


def _totals(profits: FloatArray, gains: FloatArray, sets: Sets) -> FloatArray:
    """Return the profit of each set: half the sum of gains inside, which count pairs twice and members once."""
    return np.asarray(((gains + profits.diagonal()) * sets).sum(axis=1) / 2.0)


@attrs.frozen(eq=False)
class QuadraticWalks:
    """Walks with the gain of every member.

    Parameters
    ----------
    profits
        The matrix.
    sets, gains, totals
        The current sets; the change of profit if each member joined or left; the profits.
    """

    profits: FloatArray
    sets: Sets
    gains: FloatArray
    totals: FloatArray

    @classmethod
    def of(cls, profits: FloatArray, sets: Sets) -> QuadraticWalks:
        """Start walks."""
        gains = _gains(profits, sets)
        return cls(profits, np.array(sets, order="C"), gains, _totals(profits, gains, sets))

    def losses(self, rows: IntArray, flips: IntArray, lengths: IntArray) -> FloatArray:
        """Return minus the profit of the set that each proposal leads to."""
        from haversack_quadratic import kernels

        proposed = np.empty(len(rows))
        kernels.evaluate_proposals(
            self.profits, self.sets, self.gains, self.totals, rows, np.ascontiguousarray(flips), lengths, proposed
        )
        return -proposed

    def flip(self, rows: IntArray, flips: IntArray, lengths: IntArray) -> None:
        """Apply proposals."""
        from haversack_quadratic import kernels

        flips = np.ascontiguousarray(flips)
        kernels.flip_walks(self.profits, self.sets, self.gains, self.totals, rows, flips, lengths)
