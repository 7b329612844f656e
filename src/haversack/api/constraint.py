"""Which sets are allowed beside the budget.

Only `Constraint` is required. The other protocols are optional capabilities of one method each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

import attrs

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, Sets
    from haversack.pools.pool import Pool


@runtime_checkable
class Constraint(Protocol):
    """A condition that every answer meets.

    A constraint that offers `HasRows`, `FixesMembers` or both is linear: its rows and its fixed members together allow
    exactly the sets that `allows` allows. Searchers that prove the best set need linear constraints.
    """

    def allows(self, pool: Pool, sets: Sets) -> Sets:
        """Return for each set whether it is allowed.

        Parameters
        ----------
        pool
            The pool.
        sets
            Boolean, of shape (rows, len(pool)). Not to be written to.

        Returns
        -------
        Sets
            Boolean, of shape (rows,).

        Raises
        ------
        PoolError
            If the pool lacks what the constraint names: a member, a column, a value.

        Notes
        -----
        Deterministic. Mutates nothing. The answer for a row does not depend on the other rows. What the empty set gets
        does not matter: it is never an answer.
        """


@attrs.frozen(eq=False)
class LinearRows:
    """Limits on sums over the members of a set: ``least <= usage[members].sum(axis=0) <= most``.

    Parameters
    ----------
    usage
        Of shape (members, rows), finite: what each member adds to each sum. May be negative.
    least, most
        Of shape (rows,): the limits, with minus infinity and infinity where there is none.
    """

    usage: FloatArray
    least: FloatArray
    most: FloatArray


@attrs.frozen(eq=False)
class FixedMembers:
    """Members that every allowed set has, and members that none has.

    Parameters
    ----------
    inside, outside
        Boolean, of shape (members,).
    """

    inside: Sets
    outside: Sets


@runtime_checkable
class HasRows(Protocol):
    """A constraint that limits sums."""

    def rows(self, pool: Pool) -> LinearRows:
        """Return the limits. Deterministic; mutates nothing; raises as `Constraint.allows` does."""


@runtime_checkable
class FixesMembers(Protocol):
    """A constraint that fixes members in or out."""

    def fixed(self, pool: Pool) -> FixedMembers:
        """Return the members. Deterministic; mutates nothing; raises as `Constraint.allows` does."""
