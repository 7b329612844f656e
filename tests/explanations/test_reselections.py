"""Explanations by selecting again."""

from __future__ import annotations

import numpy as np
import pytest

import haversack as hs
from constrained import example_pool, random_case
from fakes import Profit
from haversack.api.problem import Problem
from haversack.config.build import build_part
from haversack.costs import Additive
from haversack.energies import MajorityVote
from haversack.explanations.every_set import EverySet
from haversack.explanations.questions import Question
from haversack.explanations.reselections import Fixing, Reselections
from haversack.plugins import get_catalog
from haversack.selection.options import SelectOptions


def make_both(pool, budget, specs, energy=None, most=100):
    """The same answers from every set and by selecting again."""
    catalog = get_catalog(None)
    constraints = tuple(build_part("constraint", spec, catalog) for spec in specs)
    problem = Problem(pool, MajorityVote() if energy is None else energy, Additive(), budget, constraints)
    options = SelectOptions(energy=energy, seed=0, estimate="none")
    return EverySet.of(problem), Reselections(problem, options, catalog, most)


@pytest.mark.parametrize("seed", range(12))
def test_the_answers_are_those_of_every_set(seed):
    pool, budget, specs, _ = random_case(np.random.default_rng(seed), members=6)
    table, runs = make_both(pool, budget, specs)
    questions = [Question(member, is_inside=is_inside) for member in range(len(pool)) for is_inside in (False, True)]
    for question in [*questions, *(Question(without=place) for place in range(len(specs)))]:
        expected, found = table.find_best(question), runs.find_best(question)
        if expected is None:
            assert found is None
        else:
            assert found.loss == pytest.approx(expected.loss, rel=1e-9)
            assert found.is_proven
    answer = table.find_best(Question())
    if answer is not None:
        steps = [(step.cost, step.loss, step.is_proven) for step in runs.find_steps(answer.loss, 2)]
        assert steps == [
            (pytest.approx(step.cost), pytest.approx(step.loss), True) for step in table.find_steps(answer.loss, 2)
        ]


def test_selections_are_counted_and_limited():
    _, runs = make_both(example_pool(), 8, [], most=3)
    runs.find_best(Question(0, is_inside=False))
    assert (runs.selections, runs.can_answer()) == (1, True)
    runs.find_steps(0.09, 3)
    assert (runs.selections, runs.can_answer()) == (3, False)


def test_values_that_are_no_probabilities_are_compared_by_their_losses():
    table, runs = make_both(example_pool(), 8, [], energy=Profit())
    question = Question(0, is_inside=False)
    assert runs.find_best(question).loss == pytest.approx(table.find_best(question).loss)


def test_ctrl_c_ends_all_selections(monkeypatch):
    monkeypatch.setattr("haversack.monitor.RunMonitor.offer", _interrupt_after(2))
    _, runs = make_both(example_pool(), 8, [])
    with pytest.raises(KeyboardInterrupt):
        runs.find_best(Question(0, is_inside=False))


def _interrupt_after(calls, offer=hs.monitor.RunMonitor.offer):
    count = 0

    def interrupt(self, *arguments, **keywords):
        nonlocal count
        count += 1
        if count >= calls:
            raise KeyboardInterrupt
        return offer(self, *arguments, **keywords)

    return interrupt


def test_a_fixed_member_is_in_every_set_or_in_none():
    pool, sets = example_pool(), np.array([[True, False, False, False, False], [False, True, False, False, False]])
    assert Fixing(0, is_inside=True).allows(pool, sets).tolist() == [True, False]
    assert Fixing(0, is_inside=False).allows(pool, sets).tolist() == [False, True]
    assert Fixing(1, is_inside=True).fixed(pool).inside.tolist() == [False, True, False, False, False]
    assert Fixing(1, is_inside=False).fixed(pool).outside.tolist() == [False, True, False, False, False]
