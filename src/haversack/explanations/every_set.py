"""Answers about a small pool, from one look at every set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.api.conditions import ask_allows
from haversack.api.problem import ROUNDING
from haversack.frontiers.next_steps import Bought

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, Sets
    from haversack.explanations.questions import Question


@attrs.frozen(eq=False)
class EverySet:
    """Every set of a small pool, with its loss, its cost, and which constraints allow it.

    Parameters
    ----------
    limit
        What a set may cost.
    sets, losses, costs
        Of every set that is not empty, the smallest first: of equally good ones the first is taken.
    allowed
        By constraint and set.
    """

    limit: float
    sets: Sets
    losses: FloatArray
    costs: FloatArray
    allowed: Sets
    selections: int = 1

    @classmethod
    def of(cls, problem: Problem) -> EverySet:
        """Evaluate every set once."""
        size = len(problem.pool)
        sets = (np.arange(1, 2**size)[:, None] >> np.arange(size)) & 1 == 1
        sets = sets[np.argsort(sets.sum(axis=1), kind="stable")]
        rows = [ask_allows(constraint, problem.pool, sets) for constraint in problem.constraints]
        allowed = np.array(rows, dtype=np.bool_).reshape(len(rows), len(sets))
        return cls(problem.limit, sets, problem.losses(sets), problem.costs(sets), allowed)

    def can_answer(self) -> bool:
        """Return True: everything is known."""
        return True

    def find_best(self, question: Question) -> Bought | None:
        """Return the best set under a changed condition; None if there is none."""
        fitting = self._allow(question.without) & (self.costs <= self.limit)
        if question.member is not None:
            fitting &= self.sets[:, question.member] == question.is_inside
        return self._find(fitting)

    def find_steps(self, loss: float, count: int) -> list[Bought]:
        """Return the next sets above the budget, by rising cost, each better than the one before."""
        steps: list[Bought] = []
        allowed = self._allow(None)
        while len(steps) < count:
            better = allowed & (self.costs > self.limit) & (self.losses < loss - ROUNDING * abs(loss))
            if not better.any():
                break
            found = self._find(allowed & (self.costs <= self.costs[better].min() * (1 + ROUNDING)))
            assert found is not None
            steps.append(found)
            loss = found.loss
        return steps

    def _allow(self, without: int | None) -> Sets:
        kept = [place for place in range(len(self.allowed)) if place != without]
        return np.asarray(self.allowed[kept].all(axis=0))

    def _find(self, fitting: Sets) -> Bought | None:
        places = np.flatnonzero(fitting)
        if not len(places):
            return None
        best = places[np.argmin(self.losses[places])]
        members = tuple(np.flatnonzero(self.sets[best]).tolist())
        return Bought(members, float(self.losses[best]), float(self.costs[best]), is_proven=True)
