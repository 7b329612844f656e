"""Why a set was chosen: what each member, each constraint and the budget are worth."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.noise import DrawsLosses
from haversack.api.problem import Problem
from haversack.errors import ConfigError
from haversack.explanations.every_set import EverySet
from haversack.explanations.questions import Question
from haversack.explanations.reselections import Reselections
from haversack.explanations.result import Alternative, BudgetStep, Explanation
from haversack.plugins import get_catalog
from haversack.selection.assembly import build_parts, use_pool
from haversack.selection.infeasible import describe_constraint
from haversack.selection.options import SelectOptions

if TYPE_CHECKING:
    from haversack.api.selection import Selection
    from haversack.explanations.questions import Answers
    from haversack.frontiers.next_steps import Bought
    from haversack.plugins import Catalog

_SMALL_POOL = 12
_STEPS = 3


def explain(selection: Selection, *, catalog: Catalog | None = None) -> Explanation:
    """Return what the choice of a set depends on, with one thing changed at a time.

    In pools of up to 12 members whose best set is proved, every set is looked at once. In others the run is repeated:
    once for each member, once for each constraint, and a few times for larger budgets, at most twice as often as the
    pool has members.

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
    settings: dict[str, Any] = {key: value for key, value in selection.settings.items() if key != "budget"}
    named = {key: settings.get(key, ()) for key in ("energy", "cost", "constraints")}
    parts = build_parts(selection.pool, **named, catalog=catalog)
    problem = Problem(selection.pool, parts.energy, parts.cost, selection.budget, parts.constraints)
    problem = use_pool(problem, selection.pool)
    answers: Answers
    if len(problem.pool) <= _SMALL_POOL and selection.proven and not isinstance(problem.energy, DrawsLosses):
        answers = EverySet.of(problem)
    else:
        # What is expected of new items plays no part in a comparison on the recorded ones.
        options = attrs.evolve(SelectOptions(**settings), estimate="none")
        answers = Reselections(problem, options, catalog, 2 * len(problem.pool))
    return _Comparison(selection, problem, answers).explain(catalog)


@attrs.frozen(eq=False)
class _Comparison:
    """Compares an answer with what is best under changed conditions."""

    selection: Selection
    problem: Problem
    answers: Answers

    def explain(self, catalog: Catalog) -> Explanation:
        selection, chosen = self.selection, set(self.selection.members)
        return Explanation(
            value=selection.value,
            cost=selection.cost,
            budget=selection.budget,
            members=tuple(self._leave_out(member) for member in selection.members),
            others=tuple(
                self._compare(selection.pool.names[member], Question(member, is_inside=True))
                for member in range(len(selection.pool))
                if member not in chosen
            ),
            constraints=tuple(
                self._drop(place, describe_constraint(constraint, catalog))
                for place, constraint in enumerate(self.problem.constraints)
            ),
            budgets=self._list_steps() if math.isfinite(selection.budget) else (),
            selections=self.answers.selections,
        )

    def _leave_out(self, member: int) -> Alternative:
        """Compare with the best set without a member, and with the other members as they are."""
        row = self._compare(self.selection.pool.names[member], Question(member, is_inside=False))
        others = [other for other in self.selection.members if other != member]
        if not others:
            return row
        loss = self._evaluate(others)
        return attrs.evolve(row, value_without=self.problem.value(loss), loss_without=self._subtract(loss))

    def _drop(self, place: int, words: str) -> Alternative:
        """Compare with the best set if a constraint did not hold: at least the answer itself."""
        if not self.answers.can_answer():
            return Alternative(words, (), None, None, None, proven=False)
        row = self._compare(words, Question(without=place))
        if row.loss is not None and row.loss <= 0.0:
            return row
        selection = self.selection
        return Alternative(words, selection.names, selection.value, selection.cost, 0.0, proven=False)

    def _compare(self, subject: str, question: Question) -> Alternative:
        found = self.answers.find_best(question)
        if found is None:
            return Alternative(subject, (), None, None, None, proven=True)
        return Alternative(
            subject,
            self._name(found),
            self.problem.value(found.loss),
            found.cost,
            self._subtract(found.loss),
            proven=found.is_proven,
        )

    def _list_steps(self) -> tuple[BudgetStep, ...]:
        selection, steps = self.selection, []
        budget, gained = selection.budget, 0.0
        for found in self.answers.find_steps(self._evaluate(selection.members), _STEPS):
            gain, way = -self._subtract(found.loss), found.cost - budget
            steps.append(
                BudgetStep(
                    budget=found.cost,
                    names=self._name(found),
                    value=self.problem.value(found.loss),
                    extra=found.cost - selection.budget,
                    gain=gain,
                    rate=(gain - gained) / way if way > 0.0 and math.isfinite((gain - gained) / way) else None,
                    proven=found.is_proven,
                )
            )
            budget, gained = found.cost, gain
        return tuple(steps)

    def _evaluate(self, members: Any) -> float:
        row = np.isin(np.arange(len(self.problem.pool)), sorted(members))[None, :]
        return float(self.problem.losses(row)[0])

    def _subtract(self, loss: float) -> float:
        """Return by how much the value of another set is smaller, from the errors where these are known."""
        if self.selection.error is not None:
            return loss - self.selection.error
        return self.selection.value - self.problem.value(loss)

    def _name(self, found: Bought) -> tuple[str, ...]:
        return tuple(self.selection.pool.names[member] for member in found.members)
