"""Limits as plain values: the chosen set keeps them in exact arithmetic, too."""

from __future__ import annotations

from fractions import Fraction

import attrs
import numpy as np
import pytest

from haversack import CertificateError, Pool, Problem
from haversack.capabilities import LinearRows
from haversack.certificates.problem_data import describe_problem
from haversack.constraints import Include, Size
from haversack.costs import Additive, NoCost
from haversack.energies import MajorityVote


@attrs.frozen
class Sum:
    """A sum over the members, with limits."""

    usage: tuple
    least: float = -np.inf
    most: float = np.inf

    def allows(self, pool, sets):
        return np.ones(len(sets), dtype=np.bool_)

    def rows(self, pool):
        return LinearRows(np.array(self.usage)[:, None], np.array([self.least]), np.array([self.most]))


@attrs.frozen
class Odd:
    """Odd sizes only."""

    def allows(self, pool, sets):
        return sets.sum(axis=1) % 2 == 1


def pose(pool, constraints=(), budget=4.0):
    return Problem(pool, MajorityVote(), Additive(), budget, constraints=constraints)


def choose(pool, *members):
    return np.isin(np.arange(len(pool)), members)


def test_a_budget_is_a_row_with_its_room_for_rounding(small_pool):
    described = describe_problem(pose(small_pool), choose(small_pool, 1))
    assert described["members"] == 4
    assert described["names"] == ["ann", "bob", "cat", "dan"]
    (row,) = described["rows"]
    assert row["name"] == "budget"
    assert row["usage"] == [4.0, 2.0, 2.0, 1.0]
    assert row["least"] is None
    assert 0.0 < row["most"] - 4.0 < 1e-8
    assert described["inside"] == described["outside"] == []


def test_without_a_budget_there_is_no_row(small_pool):
    problem = Problem(small_pool, MajorityVote(), NoCost())
    assert describe_problem(problem, choose(small_pool, 1))["rows"] == []


def test_constraints_are_rows_and_members(small_pool):
    constraints = (Size(least=2, most=3), Include(members=("bob",)))
    described = describe_problem(pose(small_pool, constraints), choose(small_pool, 1, 2))
    assert described["inside"] == [1]
    row = described["rows"][1]
    assert (row["name"], row["usage"]) == ("Size", [1.0] * 4)
    assert (row["least"], row["most"]) == (pytest.approx(2.0), pytest.approx(3.0))


def test_a_limit_moves_until_the_sum_of_the_set_keeps_it():
    """The double nearest to 0.1 is larger than 0.1: ten of them cost more than the double 1.0."""
    pool = Pool(accuracies=[0.6] * 10, costs=[0.1] * 10)
    constraints = (Sum(usage=(0.1,) * 10, most=1.0), Sum(usage=(0.7,) * 10, least=7.0))
    rows = describe_problem(pose(pool, constraints, 1.0), choose(pool, *range(10)))["rows"]
    assert sum(map(Fraction, pool.costs.tolist())) > 1
    for row in rows:
        total = sum(map(Fraction, row["usage"]))
        assert row["most"] is None or total <= Fraction(row["most"])
        assert row["least"] is None or total >= Fraction(row["least"])
    assert rows[1]["most"] == pytest.approx(1.0, rel=1e-9)
    assert rows[2]["least"] == pytest.approx(7.0, rel=1e-9)


def test_costs_that_do_not_add_up_have_no_certificate(small_pool):
    @attrs.frozen
    class Largest:
        def costs(self, pool, sets):
            return np.where(sets, pool.costs, 0.0).max(axis=1)

    problem = Problem(small_pool, MajorityVote(), Largest(), 4.0)
    with pytest.raises(CertificateError, match="^certificate: there is none yet for costs that do not add up, such as"):
        describe_problem(problem, choose(small_pool, 1))
    free = Problem(small_pool, MajorityVote(), Largest(), np.inf)
    assert describe_problem(free, choose(small_pool, 1))["rows"] == []


def test_constraints_that_are_not_linear_have_no_certificate(small_pool):
    problem = pose(small_pool, (Odd(),))
    message = "^certificate: there is none yet for constraints that are not linear, such as Odd"
    with pytest.raises(CertificateError, match=message):
        describe_problem(problem, choose(small_pool, 1))
