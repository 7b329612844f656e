"""Vote of object detectors, in which a minority of correct votes may suffice."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Literal

import attrs
import numpy as np

from haversack import kernels
from haversack.api.traits import Traits
from haversack.energies.curves import Curve, CurveFit, OddsCurve, fit_odds_curve
from haversack.energies.huge_panels import compute_huge_errors, split_huge_sets
from haversack.statistics.vote_errors import SMALL_POOL, compute_vote_errors
from haversack.statistics.vote_moments import compute_vote_moments
from haversack.text import format_value
from haversack.validators import OptionError, one_of

if TYPE_CHECKING:
    from haversack.api.energy import Moments
    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.pools.pool import Pool


_MAX_EXACT_COPIES = 200
_MAX_CACHED_SIZE = 1_000
_NODES = 15
_SLICE = 50_000


def _parse_table(table: Any) -> tuple[float, ...] | None:
    try:
        return None if table is None else tuple(float(value) for value in table)
    except Exception as error:
        raise OptionError("table", f"must be a list of numbers, got {format_value(table)}") from error


def _parse_tables(tables: Any) -> tuple[tuple[float, ...], ...] | None:
    try:
        return None if tables is None else tuple(tuple(float(value) for value in table) for table in tables)
    except Exception as error:
        raise OptionError("tables", f"must be a list of lists of numbers, got {format_value(tables)}") from error


@attrs.frozen
class SpatialVote:
    """The probability q = sum_k w(l, k) P(k of l members are right) of a right decision.

    Detectors vote with positions. Wrong votes scatter and correct votes agree, so k correct votes of l give a right
    decision with a probability w(l, k) that rises with k and may be large below l/2. Pass it as a curve,
    w(l, k) = F(k/l), or as tables of w(l, 0), ..., w(l, l) for one or several l. Sizes that have a table use it; for
    all others, F is fitted to the tables by least squares. The empty set is always wrong.

    Parameters
    ----------
    table
        w(l, 0), ..., w(l, l) for one size l: non-decreasing probabilities.
    tables
        Several such tables, for different sizes.
    curve
        The curve F, as the parameters a and b of F(x) = b / (b + (x/(1 - x))^a). In Python, any object with a method
        ``errors(shares)`` that returns 1 - F.
    mean
        How to compute the mean of q over random members for the stopping rule: ``exact``, the finite sum, or
        ``limit``, F of the mean accuracy, which the paper prints and which holds only for large panels.

    References
    ----------
    Hajdu, Terdik, Tiba, Tomán, section 5.3.

    Examples
    --------
    >>> from haversack import Pool
    >>> pool = Pool(accuracies=[0.958, 0.976])
    >>> energy = SpatialVote(curve=OddsCurve(a=-3.43, b=101.7))
    >>> (1 - energy.losses(pool, np.array([[True, True]]))).round(7).tolist()
    [0.998369]
    """

    table: tuple[float, ...] | None = attrs.field(default=None, converter=_parse_table)
    tables: tuple[tuple[float, ...], ...] | None = attrs.field(default=None, converter=_parse_tables)
    curve: OddsCurve | None = None
    mean: Literal["exact", "limit"] = attrs.field(default="exact", validator=one_of("exact", "limit"))

    def __attrs_post_init__(self) -> None:
        if self.table is None and not self.tables and self.curve is None:
            raise OptionError("table", "or tables or curve must be given")
        if self.curve is not None and not isinstance(self.curve, Curve):
            raise OptionError("curve", f"must have a method errors(shares), got {format_value(self.curve)}")
        if self.curve is not None:
            _check_curve(self.curve)
        for table in self._all_tables():
            _check_table(table)
        sizes = [len(table) for table in self._all_tables()]
        if len(set(sizes)) < len(sizes):
            raise OptionError("tables", f"must be for different sizes, got two for {max(sizes, key=sizes.count) - 1}")

    @property
    def traits(self) -> Traits:
        """Even sizes may be optimal; a more accurate member never raises the loss."""
        return Traits(monotone_in_accuracy=True, assumes_independence=True)

    @property
    def fit(self) -> CurveFit | None:
        """The fit of the curve to the tables, with its standard errors; None if a curve was given."""
        return None if self.curve is not None else _fit_tables(self._all_tables())

    def error_weights(self, size: int) -> FloatArray:
        """Return 1 - w(size, k) for k = 0, ..., size."""
        for table in self._all_tables():
            if len(table) == size + 1:
                return 1.0 - np.array(table)
        return self._curve().errors(np.arange(size + 1) / size)

    def losses(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return 1 - q of each set."""
        if len(pool) <= SMALL_POOL:
            return compute_vote_errors(pool.require_accuracies(), sets, self._weights_of_size)
        sets = np.ascontiguousarray(sets)
        errors = np.empty(len(sets))
        huge, others = split_huge_sets(sets)
        if len(huge):
            errors[huge] = compute_huge_errors(pool.require_accuracies(), sets[huge], self.error_weights)
            errors[others] = self.losses(pool, sets[others])
            return errors
        weights = self._weights(np.unique(sets.sum(axis=1)), len(pool))
        kernels.spatial.write_set_errors(pool.require_accuracies(), sets, *weights, errors)
        return errors

    def copies_losses(self, pool: Pool, members: IntArray, copies: IntArray) -> FloatArray:
        """Return 1 - q of panels of equal members; above 200 members, by a normal approximation."""
        shape, members, copies = np.shape(copies), np.ravel(members), np.ravel(copies)
        accuracies = pool.require_accuracies()[members]
        errors = np.ones(len(copies))
        few = np.flatnonzero((copies > 0) & (copies <= _MAX_EXACT_COPIES))
        if few.size:
            # Copies join one by one: one order gives the errors of all their numbers.
            joining, rows = np.unique(members[few], return_inverse=True)
            orders = np.repeat(joining[:, None], int(copies[few].max()), axis=1)
            lengths = np.full(len(joining), orders.shape[1])
            errors[few] = self.prefix_losses(pool, orders, lengths)[rows, copies[few] - 1]
        many = np.flatnonzero(copies > _MAX_EXACT_COPIES)
        for start in range(0, many.size, _SLICE):
            rows = many[start : start + _SLICE]
            errors[rows] = self._many_copies_errors(accuracies[rows], copies[rows])
        return errors.reshape(shape)

    def _many_copies_errors(self, accuracies: FloatArray, copies: IntArray) -> FloatArray:
        nodes, weights = np.polynomial.hermite_e.hermegauss(_NODES)
        deviations = np.sqrt(accuracies * (1.0 - accuracies) / copies)
        shares = np.clip(accuracies[:, None] + deviations[:, None] * nodes, 0.0, 1.0)
        return np.asarray(self._curve().errors(shares) @ (weights / weights.sum()))

    def prefix_losses(self, pool: Pool, orders: IntArray, lengths: IntArray) -> FloatArray:
        """Return 1 - q of the prefixes of each order."""
        errors = np.full(orders.shape, np.inf)
        width = orders.shape[1]
        weights = self._weights(np.arange(1, width + 1), width)
        kernels.spatial.write_prefix_errors(pool.require_accuracies(), orders, lengths, *weights, errors)
        return errors

    def moments(self, size: int, accuracy_mean: float, accuracy_variance: float) -> Moments:
        """Return the exact mean and standard deviation of q for random members."""
        moments = compute_vote_moments(self.error_weights(size), accuracy_mean, accuracy_variance)
        if self.mean == "exact":
            return moments
        limit = self._curve().errors(np.array([accuracy_mean]))
        return attrs.evolve(moments, mean_error=float(limit[0]))

    def _weights_of_size(self, size: int) -> FloatArray:
        """Return the error weights of a size, cached for small sizes and hashable curves."""
        if size > _MAX_CACHED_SIZE or not isinstance(self.curve, (OddsCurve, type(None))):
            return self.error_weights(size)
        return _cached_weights(self, size)

    def _curve(self) -> Curve:
        return self.curve if self.curve is not None else _fit_tables(self._all_tables()).curve

    def _all_tables(self) -> tuple[tuple[float, ...], ...]:
        return (() if self.table is None else (self.table,)) + (self.tables or ())

    def _weights(self, sizes: IntArray, largest: int) -> tuple[FloatArray, IntArray]:
        """Return the concatenated error weights of these sizes, and the offset of each size."""
        starts = np.zeros(largest + 1, dtype=np.int64)
        rows = [np.ones(1)]
        place = 1
        for size in sizes.tolist():
            if size > 0:
                row = self._weights_of_size(size)
                starts[size] = place
                place += len(row)
                rows.append(row)
        return np.concatenate(rows), starts


@functools.lru_cache(maxsize=2048)
def _cached_weights(energy: SpatialVote, size: int) -> FloatArray:
    return energy.error_weights(size)


@functools.lru_cache(maxsize=64)
def _fit_tables(tables: tuple[tuple[float, ...], ...]) -> CurveFit:
    try:
        return fit_odds_curve(tables)
    except (ValueError, RuntimeError) as error:
        raise OptionError("table", f"must allow a fit of the curve: {error}") from error


def _check_table(table: tuple[float, ...]) -> None:
    values = np.array(table)
    if len(table) < 2 or not ((values >= 0) & (values <= 1)).all() or (np.diff(values) < 0).any():
        raise OptionError("table", f"must hold at least two rising probabilities, got {format_value(list(table))}")


def _check_curve(curve: Curve) -> None:
    errors = np.asarray(curve.errors(np.linspace(0.0, 1.0, 201)), dtype=np.float64)
    if errors.shape != (201,) or not ((errors >= 0) & (errors <= 1)).all() or (np.diff(errors) > 1e-12).any():
        raise OptionError(
            "curve", f"must give errors in [0, 1] that never rise with the share, got {format_value(curve)}"
        )
