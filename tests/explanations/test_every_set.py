"""Explanations of small pools, compared with predicates of their own."""

from __future__ import annotations

import numpy as np
import pytest

from constrained import list_feasible, random_case
from haversack.api.problem import Problem
from haversack.config.build import build_part
from haversack.costs import Additive
from haversack.energies import MajorityVote
from haversack.explanations.every_set import EverySet
from haversack.explanations.questions import Question
from haversack.plugins import get_catalog


def make_table(pool, budget, specs):
    constraints = tuple(build_part("constraint", spec, get_catalog(None)) for spec in specs)
    return EverySet.of(Problem(pool, MajorityVote(), Additive(), budget, constraints))


@pytest.mark.parametrize("seed", range(30))
def test_every_question_is_answered_as_by_predicates(seed):
    pool, budget, specs, meanings = random_case(np.random.default_rng(seed), members=7)
    table = make_table(pool, budget, specs)
    questions = [Question(member, is_inside=is_inside) for member in range(len(pool)) for is_inside in (False, True)]
    for question in [*questions, *(Question(without=place) for place in range(len(specs)))]:
        kept = [allows for place, allows in enumerate(meanings) if place != question.without]
        sets = list_feasible(pool, budget, kept)
        if question.member is not None:
            sets = sets[sets[:, question.member] == question.is_inside]
        found = table.find_best(question)
        assert (found is None) == (not len(sets))
        if found is not None:
            assert found.loss == pytest.approx(MajorityVote().losses(pool, sets).min(), rel=1e-12)
            assert found.cost == pytest.approx(pool.costs[list(found.members)].sum())
            assert found.is_proven


def test_steps_are_the_next_points_of_the_frontier():
    pool, _, _, _ = random_case(np.random.default_rng(3), members=7)
    sets = list_feasible(pool, 1e9, [])
    losses, costs = MajorityVote().losses(pool, sets), sets @ pool.costs
    budget = float(np.median(costs))
    table = make_table(pool, budget, [])
    start = table.find_best(Question())
    expected, least = [], start.loss
    for cost in np.unique(costs[costs > budget * (1 + 1e-12)]):
        best = losses[costs <= cost * (1 + 1e-12)].min()
        if best < least * (1 - 1e-12):
            expected.append((cost, best))
            least = best
    assert [(step.cost, step.loss) for step in table.find_steps(start.loss, 3)] == [
        pytest.approx(each) for each in expected[:3]
    ]
    assert (table.can_answer(), table.selections) == (True, 1)
