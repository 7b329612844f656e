"""Why a set was chosen."""

from __future__ import annotations

import json

import pytest

import haversack as hs
from constrained import example_pool
from fakes import ConstantEnergy

CONSTRAINTS = [{"kind": "at-most", "group": "vendor", "count": 1}, {"kind": "size", "least": 2}]


def choose():
    return hs.select(example_pool(), 8, constraints=CONSTRAINTS, seed=1)


def test_each_member_is_compared_with_the_best_set_without_it():
    chosen = choose()
    explained = chosen.explain()
    for row in explained.members:
        without = hs.select(
            example_pool(), 8, constraints=[*CONSTRAINTS, {"kind": "exclude", "members": [row.subject]}]
        )
        assert (row.names, row.value, row.proven) == (without.names, without.value, True)
        assert row.loss == pytest.approx(chosen.value - without.value)
        rest = [name for name in chosen.names if name != row.subject]
        alone = hs.select(
            example_pool(), constraints=[{"kind": "include", "members": rest}, {"kind": "size", "most": len(rest)}]
        )
        assert row.value_without == pytest.approx(alone.value)


def test_each_other_member_is_compared_with_the_best_set_with_it():
    chosen = choose()
    explained = chosen.explain()
    assert [row.subject for row in explained.others] == [name for name in "abcde" if name not in chosen.names]
    for row in explained.others:
        assert row.subject in row.names
        assert row.loss >= 0.0


def test_constraints_and_budget_have_their_prices():
    explained = choose().explain()
    assert [row.subject for row in explained.constraints] == [
        "at-most (count = 1, group = 'vendor')",
        "size (least = 2)",
    ]
    assert all(row.loss <= 0.0 for row in explained.constraints)
    assert [row.subject for row in explained.budgets] == ["5% more budget", "10% more budget", "25% more budget"]
    assert explained.budgets[-1].loss == pytest.approx(-0.03)


def test_what_cannot_be_is_said():
    pool = hs.Pool(accuracies=[0.9, 0.8], costs=[1, 9], names=["a", "b"])
    explained = hs.select(pool, 2).explain()
    assert explained.members[0].names == ()
    assert explained.members[0].value is None
    assert explained.others[0].proven
    assert json.loads(explained.to_json())["members"][0]["loss"] is None


def test_a_run_that_cannot_be_repeated_cannot_be_explained():
    chosen = hs.select(example_pool(), 8, energy=ConstantEnergy(), seed=1)
    with pytest.raises(hs.ConfigError, match="explain: this run used parts that have no registered name"):
        chosen.explain()
