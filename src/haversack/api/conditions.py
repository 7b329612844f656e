"""All constraints of a problem on one pool, in the form that searchers use."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.constraint import FixedMembers, FixesMembers, HasRows, LinearRows
from haversack.errors import ConstraintError, HaversackError
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from haversack.api.constraint import Constraint
    from haversack.arrays import FloatArray, Sets
    from haversack.pools.pool import Pool

ROUNDING = 1e-12
"""By what fraction a sum may pass a limit, as a cost may pass the budget."""


@attrs.frozen(eq=False, slots=False)  # so that properties can be cached
class Conditions:
    """What the constraints of a problem require together.

    Parameters
    ----------
    pool
        The pool.
    constraints
        The constraints.
    usage, least, most
        The rows of all linear ones, side by side, with room for rounding in the limits.
    owners
        For each row, the place of its constraint among `constraints`.
    inside, outside
        Members that are fixed in and out. A member may be both; then no set is allowed.
    predicates
        The constraints that are not linear.
    """

    pool: Pool
    constraints: tuple[Constraint, ...]
    usage: FloatArray
    least: FloatArray
    most: FloatArray
    owners: tuple[int, ...]
    inside: Sets
    outside: Sets
    predicates: tuple[Constraint, ...]

    @classmethod
    def of(cls, pool: Pool, constraints: Sequence[Constraint]) -> Conditions:
        """Ask each constraint once for its rows and fixed members.

        Raises
        ------
        ConstraintError
            If one breaks its contract.
        """
        size = len(pool)
        usage, least, most = [np.zeros((size, 0))], [np.zeros(0)], [np.zeros(0)]
        owners: list[int] = []
        inside, outside = np.zeros(size, dtype=np.bool_), np.zeros(size, dtype=np.bool_)
        predicates = []
        for place, constraint in enumerate(constraints):
            if isinstance(constraint, HasRows):
                rows = _check_rows(constraint, _ask(constraint, "rows", functools.partial(constraint.rows, pool)), size)
                usage.append(rows.usage)
                least.append(rows.least)
                most.append(rows.most)
                owners += [place] * rows.usage.shape[1]
            if isinstance(constraint, FixesMembers):
                answer = _ask(constraint, "fixed", functools.partial(constraint.fixed, pool))
                fixed = _check_fixed(constraint, answer, size)
                inside, outside = inside | fixed.inside, outside | fixed.outside
            if not isinstance(constraint, (HasRows, FixesMembers)):
                predicates.append(constraint)
        table = np.ascontiguousarray(np.concatenate(usage, axis=1))
        lower, upper = np.concatenate(least), np.concatenate(most)
        # A sum is rounded in proportion to its parts. Where they cannot cancel out, these are no larger than the limit.
        scale = np.where((table >= 0.0).all(axis=0), 0.0, np.abs(table).max(axis=0, initial=0.0))
        # Not of their sum, which may be beyond the range of numbers.
        lower = np.where(np.isfinite(lower), lower - (ROUNDING * np.abs(lower) + ROUNDING * scale), lower)
        upper = np.where(np.isfinite(upper), upper + (ROUNDING * np.abs(upper) + ROUNDING * scale), upper)
        return cls(
            pool=pool,
            constraints=tuple(constraints),
            usage=table,
            least=lower,
            most=upper,
            owners=tuple(owners),
            inside=inside,
            outside=outside,
            predicates=tuple(predicates),
        )

    @functools.cached_property
    def limiting(self) -> Sets:
        """Which rows limit only how much a set has: a subset of an allowed set is allowed by them."""
        return np.asarray((self.usage >= 0.0).all(axis=0) & np.isfinite(self.most) & (self.least <= 0.0))

    @functools.cached_property
    def has_demands(self) -> bool:
        """Whether a set may be allowed although one of its subsets is not."""
        is_void = np.isinf(self.most) & (self.least <= np.minimum(self.usage, 0.0).sum(axis=0))
        return bool(self.inside.any() or self.predicates or not (self.limiting | is_void).all())

    @property
    def is_linear(self) -> bool:
        """Whether rows and fixed members say everything."""
        return not self.predicates

    @functools.cached_property
    def resources(self) -> tuple[FloatArray, FloatArray]:
        """Usage and limits of the rows that only limit, and of one more that keeps out what is fixed out."""
        usage, limits = self.usage[:, self.limiting], self.most[self.limiting]
        if self.outside.any():
            # Half of what one member uses: none fits, and no limit is 0.
            usage = np.column_stack([usage, self.outside.astype(np.float64)])
            limits = np.append(limits, 0.5)
        return usage, limits

    @functools.cached_property
    def inequalities(self) -> tuple[FloatArray, FloatArray]:
        """All rows as ``sets @ usage <= limits``; usage may be negative."""
        upper, lower = np.isfinite(self.most), self.least > np.minimum(self.usage, 0.0).sum(axis=0)
        usage = np.concatenate([self.usage[:, upper], -self.usage[:, lower]], axis=1)
        return np.ascontiguousarray(usage), np.concatenate([self.most[upper], -self.least[lower]])

    @functools.cached_property
    def fixing_inequalities(self) -> tuple[FloatArray, FloatArray]:
        """The same, with rows for members that are fixed in or out."""
        usage, most = self.inequalities
        columns, limits = [usage], [most]
        if self.inside.any():
            columns.append(-self.inside.astype(np.float64)[:, None])
            limits.append(np.array([0.5 - self.inside.sum()]))
        if self.outside.any():
            columns.append(self.outside.astype(np.float64)[:, None])
            limits.append(np.array([0.5]))
        return np.ascontiguousarray(np.concatenate(columns, axis=1)), np.concatenate(limits)

    @functools.cached_property
    def sizes(self) -> tuple[int, int]:
        """The smallest and the largest size that rows on the number of members, and fixed members, allow."""
        counts = (self.usage == 1.0).all(axis=0)
        least = max(1.0, float(self.inside.sum()), math.ceil(self.least[counts].max(initial=1.0)))
        most = min(float((~self.outside).sum()), math.floor(self.most[counts].min(initial=float(len(self.pool)))))
        return int(least), int(most)

    @property
    def only_fixes_sizes(self) -> bool:
        """Whether `sizes` and fixed members say all about the number of members."""
        return not self.predicates and bool((self.usage == 1.0).all())

    def are_limits_kept(self, sets: Sets) -> Sets:
        """Return for each set whether it keeps what only limits: if not, none of its supersets is allowed."""
        kept = ~(sets & self.outside).any(axis=1)
        if self.limiting.any():
            with np.errstate(over="ignore"):
                kept &= (sets @ self.usage[:, self.limiting] <= self.most[self.limiting]).all(axis=1)
        return np.asarray(kept)

    def allow(self, sets: Sets) -> Sets:
        """Return for each set whether all constraints allow it.

        Raises
        ------
        ConstraintError
            If one breaks its contract.
        """
        allowed = (sets | ~self.inside).all(axis=1) & ~(sets & self.outside).any(axis=1)
        if self.usage.shape[1]:
            with np.errstate(over="ignore"):
                sums = sets @ self.usage
            allowed &= ((sums >= self.least) & (sums <= self.most)).all(axis=1)
        for constraint in self.predicates:
            allowed &= ask_allows(constraint, self.pool, sets)
        return np.asarray(allowed)


def ask_allows(constraint: Constraint, pool: Pool, sets: Sets) -> Sets:
    """Return what a constraint answers, or raise `ConstraintError` where that breaks its contract."""
    answer = np.asarray(_ask(constraint, "allows", functools.partial(constraint.allows, pool, sets)))
    if answer.shape != (len(sets),) or answer.dtype != np.bool_:
        raise ConstraintError(
            f"constraint {format_value(constraint)}: allows(): expected one boolean per set, shape ({len(sets)},), "
            f"got shape {answer.shape} of {answer.dtype}"
        )
    return answer


def _ask(constraint: Constraint, method: str, call: Callable[[], Any]) -> Any:
    try:
        return call()
    except HaversackError:
        raise
    except Exception as error:
        raise ConstraintError(
            f"constraint {format_value(constraint)}: {method}() raised {type(error).__name__}: {error}"
        ) from error


def _check_rows(constraint: Constraint, rows: Any, size: int) -> LinearRows:
    place = f"constraint {format_value(constraint)}: rows()"
    if not isinstance(rows, LinearRows):
        raise ConstraintError(f"{place}: expected haversack.capabilities.LinearRows, got {format_value(rows)}")
    usage, least, most = (np.asarray(each, dtype=np.float64) for each in (rows.usage, rows.least, rows.most))
    if usage.ndim != 2 or len(usage) != size or not least.shape == most.shape == (usage.shape[1],):
        raise ConstraintError(
            f"{place}: expected usage of shape ({size}, rows) and a limit per row, "
            f"got {usage.shape}, {least.shape} and {most.shape}"
        )
    if not np.isfinite(usage).all() or np.isnan(least).any() or np.isnan(most).any():
        raise ConstraintError(f"{place}: expected finite usage and limits that are numbers")
    return LinearRows(usage, least, most)


def _check_fixed(constraint: Constraint, fixed: Any, size: int) -> FixedMembers:
    place = f"constraint {format_value(constraint)}: fixed()"
    if not isinstance(fixed, FixedMembers):
        raise ConstraintError(f"{place}: expected haversack.capabilities.FixedMembers, got {format_value(fixed)}")
    inside, outside = np.asarray(fixed.inside), np.asarray(fixed.outside)
    if any(each.shape != (size,) or each.dtype != np.bool_ for each in (inside, outside)):
        raise ConstraintError(f"{place}: expected two boolean arrays of length {size}")
    return FixedMembers(inside, outside)
