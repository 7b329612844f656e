"""Why a set was chosen."""

from __future__ import annotations

import json

import numpy as np
import pytest

import haversack as hs
from constrained import example_pool, list_feasible, random_case
from fakes import ConstantEnergy
from haversack.energies import MajorityVote
from haversack.explanations import explain, reselections
from haversack.selection.run import run_selection

CONSTRAINTS = [{"kind": "at-most", "group": "vendor", "count": 1}, {"kind": "size", "least": 2}]


def choose():
    return hs.select(example_pool(), 8, constraints=CONSTRAINTS, seed=1)


def errors_of(pool, sets):
    return MajorityVote().losses(pool, sets)


@pytest.mark.parametrize("by_selections", [False, True])
@pytest.mark.parametrize("seed", range(14))
def test_all_numbers_are_those_of_brute_force(seed, by_selections, monkeypatch):
    """Every row against every set, allowed or not by predicates of the test's own."""
    if by_selections:
        monkeypatch.setattr(explain, "_SMALL_POOL", 0)
    rng, feasible = np.random.default_rng(100 + seed), []
    while not len(feasible):
        pool, budget, specs, meanings = random_case(rng, members=7)
        feasible = list_feasible(pool, budget, meanings)
    chosen = hs.select(pool, budget, constraints=specs, seed=0)
    explained = chosen.explain()
    assert chosen.error == pytest.approx(errors_of(pool, feasible).min(), rel=1e-9)
    assert explained.selections <= 2 * len(pool)

    def check(row, sets):
        if not len(sets):
            assert (row.names, row.value, row.loss, row.proven) == ((), None, None, True)
            return
        least = errors_of(pool, sets).min()
        assert row.value == pytest.approx(1.0 - least, rel=1e-9)
        assert row.loss == pytest.approx(least - chosen.error, abs=1e-12)
        assert row.proven
        members = [pool.names.index(name) for name in row.names]
        assert row.cost == pytest.approx(pool.costs[members].sum())

    for row in (*explained.members, *explained.others):
        member = pool.names.index(row.subject)
        check(row, feasible[feasible[:, member] == (member not in chosen.members)])
    for row, member in zip(explained.members, chosen.members, strict=True):
        rest = np.isin(np.arange(len(pool)), [other for other in chosen.members if other != member])
        if rest.any():
            alone = errors_of(pool, rest[None, :])[0]
            assert row.value_without == pytest.approx(1.0 - alone)
            assert row.loss_without == pytest.approx(alone - chosen.error)
        else:
            assert row.value_without is row.loss_without is None
    for place, row in enumerate(explained.constraints):
        if row.proven:
            free = list_feasible(pool, budget, [*meanings[:place], *meanings[place + 1 :]])
            check(row, free)
            assert row.is_better == (errors_of(pool, free).min() < chosen.error * (1 - 1e-9))
        else:
            assert by_selections, "there was no selection left"
    check_steps(explained, chosen, pool, list_feasible(pool, 1e9, meanings))


def check_steps(explained, chosen, pool, allowed):
    losses, costs = errors_of(pool, allowed), allowed @ pool.costs
    expected, least, gained, budget = [], chosen.error, 0.0, chosen.budget
    for cost in np.unique(costs[costs > chosen.budget * (1 + 1e-12)]):
        best = losses[costs <= cost * (1 + 1e-12)].min()
        if best < least * (1 - 1e-9):
            gain = chosen.error - best
            rate = (gain - gained) / (cost - budget)
            expected.append((cost, cost - chosen.budget, 1.0 - best, gain, rate))
            least, gained, budget = best, gain, cost
    for step, row in zip(explained.budgets, expected, strict=False):
        if step.proven:
            found = (step.budget, step.extra, step.value, step.gain, step.rate)
            assert found == pytest.approx(row, rel=1e-9, abs=1e-12)
    if explained.selections == 1:
        assert len(explained.budgets) == min(3, len(expected))


def test_constraints_and_budget_have_their_prices():
    explained = choose().explain()
    assert [row.subject for row in explained.constraints] == [
        "at-most (count = 1, group = 'vendor')",
        "size (least = 2)",
    ]
    assert [row.is_better for row in explained.constraints] == [True, True]
    assert [step.budget for step in explained.budgets] == [9.0]
    assert explained.budgets[0].extra == 1.0
    assert explained.budgets[0].rate == pytest.approx(explained.budgets[0].gain)
    assert explained.budgets[0].proven


MANY = [{"kind": "size", "most": 5 + place} for place in range(6)]


@pytest.mark.slow
@pytest.mark.parametrize("constraints", [[], CONSTRAINTS[:1], MANY], ids=["none", "one", "six"])
@pytest.mark.parametrize("has_budget", [False, True], ids=["", "budget"])
@pytest.mark.parametrize("members", [1, 2, 5, 13, 40])
def test_there_are_at_most_two_selections_for_each_member(members, has_budget, constraints, monkeypatch):
    monkeypatch.setattr(explain, "_SMALL_POOL", 0)
    made = []
    monkeypatch.setattr(
        reselections, "run_selection", lambda *args, **options: made.append(1) or run_selection(*args, **options)
    )
    rng = np.random.default_rng(members)
    columns = {"vendor": [f"v{place % 3}" for place in range(members)]}
    pool = hs.Pool(rng.uniform(0.55, 0.9, members), rng.uniform(1.0, 3.0, members), metadata=columns)
    budget = max(pool.costs.max(), 0.3 * pool.costs.sum()) if has_budget else None
    explained = hs.select(pool, budget, constraints=constraints, seed=0).explain()
    assert members <= explained.selections == len(made) <= 2 * members
    assert len(explained.members) + len(explained.others) == members
    assert all(row.proven for row in (*explained.members, *explained.others))
    assert len(explained.constraints) == len(constraints)


def test_few_selections_are_left_for_many_constraints_of_a_tiny_pool():
    pool = hs.Pool(accuracies=[0.9, 0.8, 0.7], costs=[1, 2, 3])
    explained = hs.select(pool, 3, searcher="greedy-forward", constraints=MANY, certify="off", seed=0).explain()
    assert explained.selections <= 6
    assert all(row.loss in (0.0, None) for row in explained.constraints)


def test_larger_pools_are_explained_by_selections():
    rng = np.random.default_rng(5)
    pool = hs.Pool(accuracies=rng.uniform(0.55, 0.9, 16), costs=rng.uniform(1.0, 4.0, 16))
    chosen = hs.select(pool, 12, constraints=[{"kind": "size", "least": 3}], seed=0)
    explained = chosen.explain()
    assert 17 < explained.selections <= 32
    found = hs.frontier(pool, constraints=[{"kind": "size", "least": 3}])
    above = [point for point in found.points if point.cost > 12.0]
    assert explained.budgets[0].proven
    assert explained.budgets[0].budget == pytest.approx(above[0].cost)
    assert explained.budgets[0].value == pytest.approx(above[0].value)


def test_no_estimate_is_made_for_what_is_compared_on_recorded_items(monkeypatch):
    monkeypatch.setattr(explain, "_SMALL_POOL", 0)
    truth = np.array([0, 1] * 10)
    answers = np.where(np.random.default_rng(0).random((20, 3)) < 0.7, truth[:, None], 1 - truth[:, None])
    chosen = hs.select(hs.Pool.from_votes(answers, truth=truth, costs=[1, 1, 1]), 2, seed=0)
    monkeypatch.setattr("haversack.selection.estimating.Estimator.extend", None)
    assert len(chosen.explain().members) == len(chosen.members)


def test_what_cannot_be_is_said():
    pool = hs.Pool(accuracies=[0.9, 0.8], costs=[1, 9], names=["a", "b"])
    explained = hs.select(pool, 2).explain()
    assert explained.members[0].names == ()
    assert explained.members[0].value is None
    assert explained.others[0].proven
    assert json.loads(explained.to_json())["members"][0]["loss"] is None
    assert hs.select(pool).explain().budgets == ()


def test_a_run_that_cannot_be_repeated_cannot_be_explained():
    chosen = hs.select(example_pool(), 8, energy=ConstantEnergy(), seed=1)
    with pytest.raises(hs.ConfigError, match="explain: this run used parts that have no registered name"):
        chosen.explain()
