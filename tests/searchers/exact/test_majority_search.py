from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import paper_pool
from haversack import Pool, Problem, select
from haversack.costs import Additive, Parallel, Vector
from haversack.energies import MajorityVote
from haversack.searchers.exact import search as exact_module
from haversack.searchers.exact.majority_search import Outcome
from strategies import pools_with_budget

PATIENT = {"kind": "max-step", "limit": 10**9}
TIES = ["wrong", "coin"]


@pytest.fixture(autouse=True, scope="module")
def _pools_of_any_size_are_bounded():
    usual, exact_module.BOUND_FROM = exact_module.BOUND_FROM, 1
    yield
    exact_module.BOUND_FROM = usual


def solved(pool, budget=None, searcher="exact", stopping=PATIENT, **parts):
    return select(pool, budget, searcher=searcher, stopping=stopping, certify="off", **parts)


def best_of_all(pool, energy, cost, budget):
    sets = np.array([[bool(bits >> i & 1) for i in range(len(pool))] for bits in range(1, 2 ** len(pool))])
    problem = Problem(pool, energy, cost, budget)
    return problem.losses(sets[problem.fits(sets)]).min()


@settings(max_examples=300)
@given(case=pools_with_budget(max_size=8), ties=st.sampled_from(TIES), searcher=st.sampled_from(["exact", "sweep"]))
@pytest.mark.slow
def test_what_is_called_proved_is_the_best_of_all_sets_even_ones_too(case, ties, searcher):
    pool, budget = case
    energy = MajorityVote(ties=ties)
    found = solved(pool, budget, searcher, energy=energy)
    best = best_of_all(pool, energy, Additive(), budget)
    assert found.proven or searcher == "sweep"
    if found.proven:
        assert found.error == pytest.approx(best, rel=1e-9, abs=1e-300)
    if found.error_bound is not None:
        assert found.error_bound <= best * (1 + 1e-9)


@pytest.mark.parametrize("kind", ["good", "weak", "few kinds", "excellent"])
@pytest.mark.parametrize("ties", TIES)
@pytest.mark.slow
def test_pools_of_twelve_are_solved_by_the_bound(kind, ties):
    for seed in range(10):
        random = np.random.default_rng(seed)
        accuracies = {
            "good": random.beta(17, 5, 12),
            "weak": random.uniform(0.45, 0.65, 12),
            "few kinds": random.choice([0.6, 0.7, 0.8], 12),
            "excellent": 1.0 - 10 ** random.uniform(-5, -1, 12),
        }[kind]
        pool = Pool(accuracies=accuracies, costs=random.choice([1.0, 1.5, 2.0, 3.7], 12))
        budget = random.uniform(0.3, 0.9) * float(pool.costs.sum())
        energy = MajorityVote(ties=ties)
        found = solved(pool, budget, energy=energy)
        assert found.proven
        assert found.error == pytest.approx(best_of_all(pool, energy, Additive(), budget), rel=1e-9)


@settings(max_examples=150)
@given(data=st.data(), ties=st.sampled_from(TIES), share=st.floats(0.2, 0.9))
@pytest.mark.slow
def test_several_budgets_and_parallel_costs_agree_with_enumeration(data, ties, share):
    count = data.draw(st.integers(3, 8))
    accuracies = data.draw(st.lists(st.floats(0.3, 1.0), min_size=count, max_size=count))
    costs, memory = (
        np.array(data.draw(st.lists(st.sampled_from([0.0, 0.3, 1.0, 2.0]), min_size=count, max_size=count)))
        for _ in range(2)
    )
    pool = Pool(accuracies=accuracies, costs=costs + 0.1, metadata={"memory": memory})
    energy = MajorityVote(ties=ties)
    limits = {"cost": float(share * pool.costs.sum() + 2.1), "memory": float(share * memory.sum() + 2.0)}
    vector = Vector(budgets=limits)
    found = solved(pool, cost=vector, energy=energy)
    assert found.error == pytest.approx(best_of_all(pool, energy, vector, 1.0), rel=1e-9, abs=1e-300)
    budget = float(np.quantile(pool.costs, share))
    found = solved(pool, budget, cost="parallel", energy=energy)
    assert found.error == pytest.approx(best_of_all(pool, energy, Parallel(), budget), rel=1e-9, abs=1e-300)


@settings(max_examples=300)
@given(accuracies=st.lists(st.floats(0.0, 1.0), min_size=2, max_size=8))
@pytest.mark.slow
def test_with_a_coin_for_ties_an_even_panel_is_no_better_than_without_its_least_accurate_member(accuracies):
    panel = np.array(sorted(accuracies, reverse=True)[: len(accuracies) // 2 * 2])
    pool = Pool(accuracies=panel)
    whole, without = np.ones((1, len(panel)), dtype=bool), np.ones((1, len(panel)), dtype=bool)
    without[0, -1] = False
    energy = MajorityVote(ties="coin")
    assert energy.losses(pool, without)[0] <= energy.losses(pool, whole)[0] * (1 + 1e-12)


@pytest.mark.parametrize("members", [100, 200, 300])
@pytest.mark.parametrize("costs", ["exponential", "equal", "correlated"])
def test_long_annealing_never_beats_the_optimum_of_large_pools(members, costs):
    random = np.random.default_rng(members)
    accuracies = random.beta(17, 5, members)
    prices = {
        "exponential": random.exponential(1 / (1 - accuracies)),
        "equal": np.ones(members),
        "correlated": random.uniform(0.8, 1.2, members) / (1 - accuracies),
    }[costs]
    pool, budget = Pool(accuracies=accuracies, costs=prices), 0.15 * float(prices.sum())
    swept = solved(pool, budget, "sweep")
    best = solved(pool, budget, stopping={"kind": "max-step", "limit": 400_000})
    annealed = solved(pool, budget, "annealing", {"kind": "max-step", "limit": 60_000})
    for found in swept, best:
        assert found.cost <= budget
        assert found.error_bound <= min(annealed.error, swept.error, best.error) * (1 + 1e-12)
    if best.proven:
        assert annealed.error >= best.error * (1 - 1e-12)


def test_equal_members_are_no_trouble():
    pool = Pool(accuracies=[0.7] * 60, costs=[1.0] * 60)
    found = solved(pool, 30.0)
    assert (len(found.members), found.proven) == (29, True)
    assert solved(pool, 30.0, "sweep").error == pytest.approx(found.error, rel=1e-12)


@pytest.mark.parametrize("searcher", ["exact", "sweep"])
@pytest.mark.parametrize(
    ("accuracies", "costs", "budget", "members"),
    [
        ([0.7], [1.0], 1.0, (0,)),
        ([0.7, 0.9, 0.8], [1.0, 5.0, 5.0], 2.0, (0,)),
        ([0.9, 0.6, 0.6, 0.6], [1.0, 1.0, 1.0, 1.0], 3.0, (0,)),
        ([0.3, 0.2, 0.1], [1.0, 1.0, 1.0], 2.0, (0,)),
    ],
    ids=["one member", "only one fits", "one is best", "all worse than a coin"],
)
def test_a_single_member_is_found_where_it_is_best(searcher, accuracies, costs, budget, members):
    assert solved(Pool(accuracies=accuracies, costs=costs), budget, searcher).members == members


@pytest.mark.parametrize("searcher", ["exact", "sweep"])
@pytest.mark.parametrize("accuracies", [[1.0, 0.8, 0.7], [1.0, 1.0, 1.0, 0.6], [0.0, 0.0, 1.0], [0.0, 0.5, 0.0]])
def test_members_who_are_always_right_or_always_wrong(searcher, accuracies):
    pool = Pool(accuracies=accuracies, costs=[1.0] * len(accuracies))
    found = solved(pool, 2.0, searcher)
    assert found.error == pytest.approx(1.0 - max(accuracies), abs=1e-300)


def test_errors_smaller_than_any_number_are_still_told_apart():
    """The least error of such a pool is about exp(-2,000): the answer is 0, and the reason has the gap."""
    random = np.random.default_rng(0)
    pool = Pool(accuracies=random.uniform(0.9, 0.99, 4_000), costs=random.uniform(0.5, 1.5, 4_000))
    found = solved(pool, 0.5 * float(pool.costs.sum()), "sweep")
    assert found.error == 0.0
    assert found.cost <= found.budget
    assert found.stop_reason == "proved optimal" or "of the error in doubt" in found.stop_reason


@pytest.mark.parametrize("searcher", ["exact", "sweep"])
def test_it_stops_when_it_is_told_to_and_always_has_an_answer(searcher):
    pool = paper_pool(200, 0)
    budget = 0.1 * float(pool.costs.sum())
    best = solved(pool, budget).error
    errors = []
    for limit in 1, 5_000, 40_000, 10**7:
        found = solved(pool, budget, searcher, {"kind": "max-step", "limit": limit})
        assert found.cost <= budget
        assert found.steps <= limit
        assert found.error_bound is None or found.error_bound <= best * (1 + 1e-12)
        errors.append(found.error)
    assert errors == sorted(errors, reverse=True)
    assert errors[0] < 1 - pool.accuracies[pool.costs <= budget].max()
    assert errors[-1] >= best * (1 - 1e-12)


def test_the_gap_is_the_share_of_the_error_that_could_go():
    assert Outcome(False, False, math.log(0.2), math.log(0.15), None).gap == pytest.approx(0.25)
    assert Outcome(False, True, -3.0, -3.0, None).gap == 0.0
    assert Outcome(False, False, -2_000.0, -2_000.5, None).gap == pytest.approx(1 - math.exp(-0.5))
    assert not Outcome(False, False, math.inf, -math.inf, None).has_panel


def test_a_panel_that_exceeds_one_of_several_budgets_proves_nothing():
    """Prices on the sum of shares once found such a panel, and its error passed for the best."""
    random = np.random.default_rng(32)
    pool = Pool(accuracies=random.beta(17, 5, 60), costs=random.exponential(1, 60))
    pool = Pool(accuracies=pool.accuracies, costs=pool.costs, metadata={"memory": random.exponential(1, 60)})
    memory = 0.05 * float(np.sum(pool.metadata["memory"]))
    vector = Vector(budgets={"cost": 0.5 * float(pool.costs.sum()), "memory": memory})
    found = solved(pool, cost=vector)
    annealed = solved(pool, None, "annealing", {"kind": "max-step", "limit": 100_000}, cost=vector)
    assert found.error <= annealed.error * (1 + 1e-9)
