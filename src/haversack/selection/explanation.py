"""Why a set was chosen: what each member, each constraint and the budget are worth."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.constraint import FixedMembers
from haversack.api.problem import Problem
from haversack.errors import ConfigError, InfeasibleError
from haversack.plugins import get_catalog
from haversack.selection.assembly import build_parts
from haversack.selection.infeasible import describe_constraint
from haversack.selection.run import select

if TYPE_CHECKING:
    from haversack.api.selection import Selection
    from haversack.arrays import Sets
    from haversack.plugins import Catalog
    from haversack.pools.pool import Pool


@attrs.frozen
class Alternative:
    """The best set under a changed condition.

    Parameters
    ----------
    subject
        What the change is about: the name of a member, or a constraint in words.
    names
        The best set then; empty if there is none.
    value, cost
        Of that set; None if there is none.
    loss
        By how much its value is below that of the answer, negative if it is better; None if there is none.
    proven
        Whether it is proved to be the best, or, if there is none, that there is none.
    value_without
        For a member of the answer: the value of the other members as they are; None where that is no panel.
    """

    subject: str
    names: tuple[str, ...]
    value: float | None
    cost: float | None
    loss: float | None
    proven: bool
    value_without: float | None = None


@attrs.frozen
class Explanation:
    """What the choice of a set depends on.

    Parameters
    ----------
    value, cost, budget
        Of the answer that is explained.
    members
        For each member of the answer, the best set without it.
    others
        For each other member, the best set with it.
    constraints
        For each constraint, the best set if it did not hold: the constraint binds where that set is better.
    budgets
        The best set for some more budget, by the share that is added; empty without a budget.
    """

    value: float
    cost: float
    budget: float
    members: tuple[Alternative, ...]
    others: tuple[Alternative, ...]
    constraints: tuple[Alternative, ...]
    budgets: tuple[Alternative, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that JSON can hold; an infinite budget becomes None."""
        plain = attrs.asdict(self)
        plain["budget"] = self.budget if np.isfinite(self.budget) else None
        return plain

    def to_json(self, *, indent: int | None = 2) -> str:
        """Return everything as JSON."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)

    def summary(self) -> str:
        """Return a text summary."""
        # Not at the top: reports import this module.
        from haversack.reports.explanation import summarise_explanation

        return summarise_explanation(self)

    def __str__(self) -> str:
        return self.summary()


_MORE_BUDGET = (0.05, 0.1, 0.25)


def explain(selection: Selection, *, catalog: Catalog | None = None) -> Explanation:
    """Return what the choice of a set depends on, by selecting again with one thing changed at a time.

    Takes one selection for each member of the pool, for each constraint, and for each of three larger budgets.

    Parameters
    ----------
    selection
        The answer to explain.
    catalog
        Where names are looked up; by default all installed plugins.

    Raises
    ------
    ConfigError
        If the run cannot be repeated, because a part of it has no registered name.
    """
    catalog = get_catalog(catalog)
    if selection.settings is None:
        raise ConfigError("explain: this run used parts that have no registered name, so it cannot be repeated")
    settings = dict(selection.settings)
    named = {key: settings[key] for key in ("energy", "cost")}
    parts = build_parts(selection.pool, **named, constraints=settings.pop("constraints", ()), catalog=catalog)
    constraints = parts.constraints
    runs = _Runs(selection, settings, constraints, Problem(selection.pool, parts.energy, parts.cost), catalog)
    chosen = set(selection.members)
    pool = selection.pool
    return Explanation(
        value=selection.value,
        cost=selection.cost,
        budget=selection.budget,
        members=tuple(
            attrs.evolve(runs.try_fixing(member, is_inside=False), value_without=runs.evaluate(chosen - {member}))
            for member in selection.members
        ),
        others=tuple(runs.try_fixing(member, is_inside=True) for member in range(len(pool)) if member not in chosen),
        constraints=tuple(
            runs.select(
                describe_constraint(constraint, catalog),
                constraints=[*constraints[:place], *constraints[place + 1 :]],
            )
            for place, constraint in enumerate(constraints)
        ),
        budgets=tuple(
            runs.select(f"{share:.0%} more budget", budget=selection.budget * (1.0 + share), constraints=constraints)
            for share in (_MORE_BUDGET if np.isfinite(selection.budget) else ())
        ),
    )


@attrs.frozen(eq=False)
class _Fixing:
    """A member is in every set, or in none."""

    member: int
    is_inside: bool

    def fixed(self, pool: Pool) -> FixedMembers:
        marked = np.arange(len(pool)) == self.member
        nothing = np.zeros_like(marked)
        return FixedMembers(marked, nothing) if self.is_inside else FixedMembers(nothing, marked)

    def allows(self, pool: Pool, sets: Sets) -> Sets:  # noqa: ARG002 - the interface's signature
        return np.asarray(sets[:, self.member] == self.is_inside)


@attrs.frozen(eq=False)
class _Runs:
    """Repeats a run with something changed."""

    selection: Selection
    settings: dict[str, Any]
    constraints: tuple[Any, ...]
    problem: Problem
    catalog: Catalog

    def try_fixing(self, member: int, *, is_inside: bool) -> Alternative:
        """Return the best set with a member, or without it."""
        name = self.selection.pool.names[member]
        return self.select(name, constraints=[*self.constraints, _Fixing(member, is_inside)])

    def select(self, subject: str, **changes: Any) -> Alternative:
        """Return the best set of the run with some arguments changed."""
        arguments = {**self.settings, **changes, "observers": None, "catalog": self.catalog}
        try:
            found = select(self.selection.pool, **arguments)
        except InfeasibleError:
            return Alternative(subject, (), None, None, None, proven=True)
        return Alternative(
            subject, found.names, found.value, found.cost, _subtract(self.selection, found), proven=found.proven
        )

    def evaluate(self, members: set[int]) -> float | None:
        """Return the value of a set as it is, or None for the empty set."""
        if not members:
            return None
        row = np.isin(np.arange(len(self.problem.pool)), sorted(members))[None, :]
        return self.problem.value(float(self.problem.losses(row)[0]))


def _subtract(answer: Selection, other: Selection) -> float:
    """Return by how much the value of another set is smaller, from the errors where these are known."""
    if answer.error is not None and other.error is not None:
        return other.error - answer.error
    return answer.value - other.value
