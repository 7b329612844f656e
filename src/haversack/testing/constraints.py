"""Promises of a constraint, and the functions that check all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.conditions import Conditions, ask_allows
from haversack.api.constraint import FixesMembers, HasRows
from haversack.testing.examples import every_set, make_plain_pool, pools
from haversack.testing.options import OPTIONS
from haversack.testing.promises import PartCase, Promises, build_subject, require_claim, run_checks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from haversack.api.constraint import Constraint
    from haversack.arrays import Sets
    from haversack.pools.pool import Pool
    from haversack.testing.examples import Example, MakePool, st
    from haversack.testing.promises import PromiseCheck


@attrs.frozen
class ConstraintCase(PartCase):
    """A constraint.

    Parameters
    ----------
    make_pool
        Makes a pool from accuracies and costs.
    """

    make_pool: MakePool

    def pools(self) -> st.SearchStrategy[Example]:
        """Return pools to check it on."""
        return pools(self.make_pool).map(lambda pool: {"pool": pool})


CONSTRAINTS: Promises[ConstraintCase] = Promises()


def constraint_checks(
    constraint: Constraint | type | str | Mapping[str, Any], *, make_pool: MakePool = make_plain_pool
) -> tuple[PromiseCheck, ...]:
    """Return one check for each promise that a constraint makes.

    Parameters
    ----------
    constraint
        The constraint, its class if that needs no options, a registered name, or a dict with the key ``kind``.
    make_pool
        Makes a pool from accuracies and costs, for a constraint that needs names or other columns.

    Returns
    -------
    tuple of PromiseCheck
        In the order in which to run them. Capabilities that it does not offer are not checked.
    """
    case = ConstraintCase("constraint", build_subject("constraint", constraint), make_pool)
    return CONSTRAINTS.checks(case) + OPTIONS.checks(case)


def check_constraint(
    constraint: Constraint | type | str | Mapping[str, Any], *, make_pool: MakePool = make_plain_pool
) -> None:
    """Check every promise of a constraint; the parameters are those of `constraint_checks`.

    Raises
    ------
    BrokenPromise
        For the first promise that is not kept.

    Examples
    --------
    >>> check_constraint({"kind": "size", "least": 2})
    """
    run_checks(constraint_checks(constraint, make_pool=make_pool))


def _list_sets(pool: Pool) -> Sets:
    return every_set(len(pool))[1:]


@CONSTRAINTS.add("`allows` returns one boolean per set")
def answers_are_booleans(case: ConstraintCase) -> None:
    """Ask about all sets of small pools, and about none."""

    def claim(pool: Pool) -> str | None:
        for sets in (_list_sets(pool), np.zeros((0, len(pool)), dtype=np.bool_)):
            ask_allows(case.part, pool, sets)
        return None

    require_claim(case.pools(), claim)


@CONSTRAINTS.add("the answer for a set does not depend on the others, nor on how often it is asked")
def answers_are_repeatable(case: ConstraintCase) -> None:
    """Ask about all sets at once, backwards, and one by one."""

    def claim(pool: Pool) -> str | None:
        sets = _list_sets(pool)
        before = sets.copy()
        first = ask_allows(case.part, pool, sets)
        backwards = ask_allows(case.part, pool, sets[::-1].copy())[::-1]
        single = np.array([ask_allows(case.part, pool, row[None, :])[0] for row in sets])
        if (sets != before).any():
            return "the sets were written to"
        wrong = np.flatnonzero((first != backwards) | (first != single))
        return f"different answers for the set {np.flatnonzero(sets[wrong[0]]).tolist()}" if wrong.size else None

    require_claim(case.pools(), claim, tries=10)


@CONSTRAINTS.add(
    "rows and fixed members allow exactly the sets that `allows` allows",
    when=lambda case: isinstance(case.part, (HasRows, FixesMembers)),
)
def rows_agree_with_the_predicate(case: ConstraintCase) -> None:
    """Compare all sets of small pools."""

    def claim(pool: Pool) -> str | None:
        sets = _list_sets(pool)
        by_rows, asked = Conditions.of(pool, [case.part]).allow(sets), ask_allows(case.part, pool, sets)
        wrong = np.flatnonzero(by_rows != asked)
        if not wrong.size:
            return None
        row = wrong[0]
        return (
            f"the set {np.flatnonzero(sets[row]).tolist()} is {_say(asked[row])} by `allows` and "
            f"{_say(by_rows[row])} by rows and fixed members"
        )

    require_claim(case.pools(), claim)


@CONSTRAINTS.add(
    "where no row demands anything, a subset of an allowed set is allowed",
    when=lambda case: isinstance(case.part, (HasRows, FixesMembers)),
)
def limits_are_monotone(case: ConstraintCase) -> None:
    """Drop one member from every allowed set."""

    def claim(pool: Pool) -> str | None:
        conditions, sets = Conditions.of(pool, [case.part]), _list_sets(pool)
        if conditions.has_demands:
            return None
        for row in sets[ask_allows(case.part, pool, sets) & (sets.sum(axis=1) > 1)]:
            smaller = row & (np.flatnonzero(row)[:, None] != np.arange(len(pool)))
            if not ask_allows(case.part, pool, smaller).all():
                return f"the set {np.flatnonzero(row).tolist()} is allowed, and a subset of it is not"
        return None

    require_claim(case.pools(), claim, tries=10)


def _say(allowed: bool) -> str:
    return "allowed" if allowed else "not allowed"
