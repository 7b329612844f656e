"""Limits that follow from a budget, and additive gains within them."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy.optimize import linprog

from fakes import SlowestMember, WrongShare
from haversack import Pool, Problem
from haversack.costs import Additive, NoCost, Vector
from haversack.searchers.branch_and_bound.relaxation import (
    Relaxation,
    bound_additive_gains,
    list_relaxations,
    sort_by_rate,
)


def test_the_gains_within_a_limit_are_those_of_a_linear_program():
    generator = np.random.default_rng(0)
    for _ in range(60):
        members = int(generator.integers(1, 8))
        costs = generator.choice([0.0, 0.5, 1.0, 3.0], members)
        gains = generator.normal(size=members)
        relaxation = Relaxation(costs, 2.0)
        sets = generator.random((4, members)) < 0.7
        left = generator.choice([0.0, 0.7, 2.0], 4)
        found = bound_additive_gains(relaxation, gains, sort_by_rate(gains, costs), sets, left)
        for row, most, room in zip(sets, found, left, strict=True):
            program = linprog(-gains, A_ub=costs[None, :], b_ub=[room], bounds=[(0, float(each)) for each in row])
            assert most == pytest.approx(-program.fun, abs=1e-9)


def test_of_equal_rates_the_first_comes_first_and_what_gains_nothing_never():
    order = sort_by_rate(np.array([1.0, 0.0, 2.0, -1.0, 0.5, 0.1]), np.array([1.0, 0.0, 2.0, 1.0, 0.25, 0.0]))
    assert order.tolist() == [5, 4, 0, 2]


def test_every_feasible_set_keeps_every_limit():
    generator = np.random.default_rng(1)
    pool = Pool(
        accuracies=[0.7] * 6,
        costs=generator.uniform(0, 2, 6),
        metadata={"seconds": generator.uniform(0, 9, 6).tolist()},
    )
    sets = np.array(list(itertools.product([False, True], repeat=6)))
    for cost, budget, count in (
        (Additive(), 3.0, 1),
        (Additive(), math.inf, 1),
        (NoCost(), math.inf, 1),
        (SlowestMember(), 1.0, 1),
        (Vector({"cost": 2.5, "seconds": 10.0}), 1.0, 3),
    ):
        problem = Problem(pool, WrongShare(), cost, budget)
        relaxations = list_relaxations(problem)
        assert len(relaxations) == count
        feasible = sets[problem.fits(sets)]
        for relaxation in relaxations:
            assert (feasible @ relaxation.costs <= relaxation.limit * (1 + 1e-12)).all()


def test_members_that_cost_more_than_numbers_hold_leave_limits_finite():
    pool = Pool(accuracies=[0.7, 0.7], costs=[1e308, 1.0], metadata={"seconds": [1.0, 1.0]})
    for relaxation in list_relaxations(Problem(pool, WrongShare(), Vector({"cost": 1e-300, "seconds": 1.0}), 1.0)):
        assert np.isfinite(relaxation.costs).all()
