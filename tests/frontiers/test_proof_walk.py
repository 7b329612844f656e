"""Frontiers by proofs of single budgets."""

from __future__ import annotations

import attrs
import numpy as np
import pytest

import haversack as hs
from failing_parts import FailingSearcher
from fakes import ListSearcher
from haversack.api.problem import Problem
from haversack.costs import Additive
from haversack.energies import MajorityVote, PluralityVote
from haversack.frontiers.proof_walk import ProofWalk
from haversack.frontiers.record import FrontierRecord
from haversack.plugins import get_catalog
from haversack.searchers import Exact
from haversack.selection import defaults
from oracles import every_set


@pytest.fixture
def by_proofs(monkeypatch):
    """Pools of any size are proved as large ones are."""
    monkeypatch.setattr(defaults, "FRONTIER_SMALL", 1)
    monkeypatch.setattr(defaults, "FRONTIER_SMALL_TRACER", "exact")


def random_votes(seed, members=7):
    """Few items, so that many panels tie; free members, missing answers and a third label among them."""
    random = np.random.default_rng(seed)
    items = int(random.integers(3, 25))
    truth = random.integers(0, 2, items)
    right = random.random((items, members)) < random.uniform(0.4, 0.95, members)
    answers = np.where(right, truth[:, None], 1 - truth[:, None]).astype(object)
    if seed % 3 == 0:
        answers[random.random(answers.shape) < 0.2] = None
    if seed % 3 == 1:
        answers[random.random(answers.shape) < 0.2] = 2
    costs = random.choice([0.0, 0.5, 1.0, 2.0, 3.0], members) if seed % 2 else random.uniform(0.1, 3.0, members)
    costs[0] = max(costs[0], 0.5)
    return hs.Pool.from_votes(answers, truth=truth, costs=costs)


def list_sets(pool, ties):
    sets = every_set(len(pool))[1:]
    return PluralityVote(ties=ties).losses(pool, sets), sets @ pool.costs


@pytest.mark.parametrize("seed", range(12))
def test_frontiers_of_recorded_votes_are_proved_and_right(seed, by_proofs):
    pool, ties = random_votes(seed), ["wrong", "coin"][seed % 2]
    found = hs.frontier(pool, energy={"kind": "votes", "ties": ties}, seed=0)
    assert (found.searcher, found.whole, found.stop_reason) == ("exact-votes", True, "every budget is proved")
    losses, costs = list_sets(pool, ties)
    best = np.inf
    points = []
    for cost in np.unique(np.round(costs, 9)):
        least = losses[costs <= cost + 1e-9].min()
        if least < best - 1e-12:
            points.append((cost, least))
            best = least
    assert [point.cost for point in found.points] == pytest.approx([cost for cost, _ in points], abs=1e-8)
    assert [point.loss for point in found.points] == pytest.approx([loss for _, loss in points], abs=1e-12)
    assert all(point.proven for point in found.points)


def test_a_prover_that_gives_up_leaves_proofs_up_to_there_and_bounds_beyond(by_proofs, monkeypatch):
    monkeypatch.setattr(defaults, "FRONTIER_PROOF_EVALUATIONS", 8)
    pool = random_votes(4, members=10)
    found = hs.frontier(pool, energy="votes", seed=0)
    assert not found.whole
    assert 0.0 <= found.proven_to < found.last_budget
    assert found.stop_reason == f"every budget up to {found.proven_to:g} is proved, larger ones take too long"
    assert found.seed == 0
    losses, costs = list_sets(pool, "wrong")
    for budget in np.linspace(costs[costs > 0.0].min(), found.last_budget, 30):
        least, point = losses[costs <= budget * (1 + 1e-12)].min(), found.at(budget)
        if point.proven:
            assert point.loss == pytest.approx(least, abs=1e-12)
        assert point.loss >= least - 1e-12
        if point.error_bound is not None:
            assert point.error_bound <= least + 1e-12
    assert any(bound.loss > 0.0 for bound in found.bounds)


def test_all_budgets_can_be_insisted_on(by_proofs, monkeypatch):
    monkeypatch.setattr(defaults, "FRONTIER_PROOF_EVALUATIONS", 8)
    assert hs.frontier(random_votes(4, members=10), energy="votes", budgets="all").whole


def make_walk(searcher, pool=None, **changes):
    pool = hs.Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4.0, 2.0, 2.0, 1.0]) if pool is None else pool
    problem = Problem(pool, MajorityVote(), Additive(), float(pool.costs.sum()))
    walk = ProofWalk(problem, FrontierRecord(problem), searcher, 0, get_catalog(None), "keep")
    return attrs.evolve(walk, **changes)


def test_a_range_is_covered_from_the_largest_budget_down():
    walk = make_walk(Exact())
    assert walk.cover(0.0, 9.0)
    assert [(point.cost, point.members) for point in walk.record.points()] == [
        (1.0, (3,)),
        (2.0, (1,)),
        (4.0, (0,)),
        (8.0, (0, 1, 2)),
    ]
    assert make_walk(Exact()).climb([3.0, 9.0]) == 9.0


def test_what_is_not_proved_is_not_covered():
    walk = make_walk(ListSearcher(((0,), (1,), (3,))))
    assert not walk.cover(0.0, 9.0)
    assert walk.climb([3.0, 9.0]) == 0.0
    assert walk.record.proven_to == 0.0


def test_a_part_that_fails_proves_nothing():
    walk = make_walk(FailingSearcher(1))
    assert not walk.cover(0.0, 9.0)
    assert walk.record.failures


def test_budgets_that_buy_nothing_are_covered():
    assert make_walk(Exact()).cover(0.0, 0.5)
