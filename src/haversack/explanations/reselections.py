"""Answers about a pool of any size, by selecting again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.api.constraint import FixedMembers
from haversack.errors import InfeasibleError
from haversack.frontiers.next_steps import Bought, NextSteps
from haversack.selection.run import run_selection

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.arrays import Sets
    from haversack.explanations.questions import Question
    from haversack.plugins import Catalog
    from haversack.pools.pool import Pool
    from haversack.selection.options import SelectOptions


@attrs.define(eq=False)
class Reselections:
    """Repeats a run with something changed.

    Parameters
    ----------
    problem
        The problem of the answer, with its budget and constraints.
    options
        Those of the run; its constraints are built.
    catalog
        Where names are looked up.
    most
        How many selections may be made.
    selections
        How many were.
    """

    problem: Problem
    options: SelectOptions
    catalog: Catalog
    most: int
    selections: int = 0

    def can_answer(self) -> bool:
        """Return whether another selection may be made."""
        return self.selections < self.most

    def find_best(self, question: Question) -> Bought | None:
        """Return the best set under a changed condition; None if there is none."""
        places = range(len(self.problem.constraints))
        constraints = [self.problem.constraints[place] for place in places if place != question.without]
        if question.member is not None:
            constraints.append(Fixing(question.member, is_inside=question.is_inside))
        return self._select(self.problem.budget, tuple(constraints))

    def find_steps(self, loss: float, count: int) -> list[Bought]:
        """Return the next sets above the budget, by rising cost, each better than the one before."""
        steps = NextSteps(
            lambda budget: self._select(budget, self.problem.constraints),
            self.problem.total_cost(),
            self.most - self.selections,
        )
        return steps.find(self.problem.budget, loss, count)

    def _select(self, budget: float, constraints: tuple[object, ...]) -> Bought | None:
        self.selections += 1
        options = attrs.evolve(self.options, constraints=constraints)
        try:
            found = run_selection(self.problem.pool, budget, options, catalog=self.catalog)
        except InfeasibleError:
            return None
        if found.interrupted:
            raise KeyboardInterrupt
        loss = found.error
        if loss is None:
            row = np.isin(np.arange(len(self.problem.pool)), found.members)[None, :]
            loss = float(self.problem.losses(row)[0])
        return Bought(found.members, loss, found.cost, found.proven)


@attrs.frozen(eq=False)
class Fixing:
    """A member is in every set, or in none."""

    member: int
    is_inside: bool

    def fixed(self, pool: Pool) -> FixedMembers:
        """Return the member."""
        marked = np.arange(len(pool)) == self.member
        nothing = np.zeros_like(marked)
        return FixedMembers(marked, nothing) if self.is_inside else FixedMembers(nothing, marked)

    def allows(self, pool: Pool, sets: Sets) -> Sets:  # noqa: ARG002 - the interface's signature
        """Return whether sets have the member, or lack it."""
        return np.asarray(sets[:, self.member] == self.is_inside)
