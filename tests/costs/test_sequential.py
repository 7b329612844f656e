"""The cost of asking in order until decided, against all ways the votes can fall."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from haversack import Pool, frontier, select
from haversack.capabilities import AccuracyModel, BoundsCosts, UsesResources
from haversack.costs import Sequential
from haversack.energies import MajorityVote, PluralityVote
from haversack.policies.answer_model import AnswerModel
from haversack.policies.branch import Branch
from haversack.policies.session import Session
from oracles import every_set
from strategies import pools, vote_tables_with_truth

EMPIRICAL = AccuracyModel(0.7, 0.01, "empirical")
POOL = Pool(accuracies=[0.9, 0.85, 0.8, 0.8, 0.75, 0.7, 0.6], costs=[4.0, 2.0, 1.0, 2.0, 1.0, 0.5, 0.25])


def order_by_hand(pool):
    """Positions by falling log-odds per price, and of those that are equal to twelve digits the first."""
    prices = np.ones(len(pool)) if pool.costs is None else pool.costs

    def rate(place):
        accuracy = min(max(float(pool.accuracies[place]), 1e-12), 1 - 1e-12)
        odds = math.log(accuracy) - math.log1p(-accuracy)
        if prices[place] > 0.0:
            odds /= prices[place]
        elif odds > 0.0:
            odds = math.inf
        return float(f"{odds:.11e}")

    return sorted(range(len(pool)), key=lambda place: -rate(place)), prices


def ask(pool, row, answers):
    """The cost of a session that asks the members of a set; answers by position, None for none."""
    order, prices = order_by_hand(pool)
    asked = [pool.names[place] for place in order if row[place]]
    if not asked:
        return 0.0
    model = AnswerModel(pool.names, prices, accuracies=[0.5] * len(pool))
    session = Session(Branch(asked), model)
    given_answers = dict(zip(pool.names, answers, strict=True))
    while (name := session.next()) is not None:
        session.answer(name, given_answers[name])
    return session.cost


def enumerate_costs(pool):
    """Expected costs of all sets, by all patterns of right and wrong answers."""
    costs = []
    for row in every_set(len(pool)):
        members = np.flatnonzero(row)
        total = 0.0
        for pattern in itertools.product((True, False), repeat=len(members)):
            answers = [None] * len(pool)
            for member, right in zip(members, pattern, strict=True):
                answers[member] = right
            chance = math.prod(
                float(pool.accuracies[member]) if right else 1.0 - float(pool.accuracies[member])
                for member, right in zip(members, pattern, strict=True)
            )
            total += chance * ask(pool, row, answers)
        costs.append(total)
    return costs


@given(pools(max_size=5))
@settings(max_examples=30)
def test_costs_are_those_of_all_vote_patterns(pool):
    assert Sequential().costs(pool, every_set(len(pool))) == pytest.approx(enumerate_costs(pool), rel=1e-9, abs=1e-12)


def test_costs_of_seven_members():
    assert Sequential().costs(POOL, every_set(7)[-5:]) == pytest.approx(enumerate_costs(POOL)[-5:], rel=1e-9)


@given(vote_tables_with_truth(), st.data())
@settings(max_examples=60)
def test_recorded_costs_are_those_of_sessions_on_the_items(table, data):
    answers, truth = table
    prices = data.draw(
        st.lists(st.sampled_from([0.0, 0.5, 1.0, 3.0]), min_size=len(answers[0]), max_size=len(answers[0]))
    )
    weights = data.draw(st.lists(st.sampled_from([1.0, 2.0]), min_size=len(truth), max_size=len(truth)))
    pool = Pool.from_votes(answers, truth, costs=prices, item_weights=weights)
    sets = every_set(len(pool))
    expected = [np.average([ask(pool, row, item) for item in answers], weights=weights) for row in sets]
    assert Sequential().costs(pool, sets) == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_members_equal_but_for_rounding_are_asked_in_the_order_of_the_pool():
    accuracies = [0.7, math.nextafter(0.7, 1.0), 0.7]
    pool = Pool(accuracies=accuracies, costs=[1.0, 1.0, 1.0])
    assert Sequential().prepare(pool).order.tolist() == [0, 1, 2]


def test_without_prices_questions_are_counted():
    pool = Pool(accuracies=[0.8, 0.8, 0.8])
    assert Sequential().costs(pool, np.array([[True, True, True]]))[0] == pytest.approx(2.0 + 2 * 0.8 * 0.2)


def test_a_cheap_member_may_make_a_set_cheaper():
    pool = Pool(accuracies=[0.9, 0.9, 0.9], costs=[10.0, 10.0, 0.1])
    pair, all_three = Sequential().costs(pool, np.array([[True, True, False], [True, True, True]]))
    assert pair == pytest.approx(20.0)
    assert all_three == pytest.approx(0.1 + 10.0 + 10.0 * 0.18)


def test_least_costs_are_the_prices_of_the_cheapest_who_must_be_asked():
    sets = every_set(7)
    least = Sequential().least_costs(POOL, sets)
    cheapest = np.cumsum([0.0, 0.25, 0.5, 1.0, 1.0])
    assert least.tolist() == [cheapest[size // 2 + 1 if size else 0] for size in sets.sum(axis=1)]


@pytest.mark.parametrize("budget", [1.0, 2.0, 3.5])
@pytest.mark.parametrize(
    "searcher", ["auto", "enumerate", "annealing", "greedy-forward", "greedy-backward", "monte-carlo"]
)
def test_answers_are_feasible_and_the_proved_ones_are_the_best(searcher, budget):
    sets = every_set(7)[1:]
    model = Sequential()
    best = MajorityVote().losses(POOL, sets[model.costs(POOL, sets) <= budget]).min()
    options = {} if searcher in ("auto", "enumerate") else {"stopping": {"kind": "max-step", "limit": 2_000}}
    found = select(POOL, budget, cost=model, searcher=searcher, seed=0, **options)
    assert found.cost <= budget
    assert found.error >= best - 1e-12
    if searcher in ("auto", "enumerate", "annealing"):
        assert found.error == pytest.approx(best)
    if searcher in ("auto", "enumerate"):
        assert found.proven


@given(pools(min_size=2, max_size=6), st.floats(0.05, 1.0))
@settings(max_examples=15)
def test_proofs_hold_although_costs_may_fall(pool, share):
    sets = every_set(len(pool))[1:]
    costs = Sequential().costs(pool, sets)
    budget = max(float(costs.min()), share * float(costs.max()))
    best = MajorityVote().losses(pool, sets[costs <= budget]).min()
    found = select(pool, budget, cost="sequential", searcher="enumerate", seed=0)
    assert found.proven
    assert found.error == pytest.approx(best, rel=1e-9)


@pytest.mark.parametrize("energy", [PluralityVote(), "bayes"])
def test_recorded_votes_are_searched_too(energy):
    random = np.random.default_rng(4)
    truth = random.integers(0, 3, 40)
    answers = np.where(random.random((40, 6)) < 0.7, truth[:, None], random.integers(0, 3, (40, 6)))
    pool = Pool.from_votes(answers, truth, costs=[1.0, 1.0, 2.0, 2.0, 3.0, 3.0])
    found = select(pool, 4.0, energy=energy, cost="sequential", seed=0, estimate="none")
    chosen = np.isin(np.arange(6), found.members)[None, :]
    assert found.cost == pytest.approx(Sequential().costs(pool, chosen)[0])
    assert found.cost <= 4.0


def test_the_same_budget_buys_a_larger_panel():
    random = np.random.default_rng(7)
    pool = Pool(accuracies=random.uniform(0.6, 0.9, 30), costs=random.uniform(0.5, 2.0, 30))
    plain = select(pool, 6.0, seed=0)
    ordered = select(pool, 6.0, cost="sequential", seed=0, stopping={"kind": "max-step", "limit": 20_000})
    assert ordered.cost <= 6.0
    assert len(ordered.members) > len(plain.members)
    assert ordered.error < plain.error


def test_frontiers_reach_the_most_expensive_set():
    pool = Pool(accuracies=[0.9, 0.9, 0.9], costs=[10.0, 10.0, 0.1])
    found = frontier(pool, cost="sequential")
    assert found.last_budget == pytest.approx(20.1)
    assert found.points[-1].members == (0, 1, 2)
    assert found.points[-1].cost == pytest.approx(11.9)


def test_the_best_single_member_is_affordable():
    pool = Pool(accuracies=[0.99, 0.8, 0.8, 0.8], costs=[9.0, 1.0, 1.0, 1.0])
    found = select(pool, 3.0, cost="sequential", seed=0)
    assert found.best_single.names != ("member-0",)
    assert found.best_single.cost == 1.0


def test_budgets_that_nobody_fits_in_are_infeasible():
    with pytest.raises(Exception, match=r"budget: no member fits in 0.1; the cheapest, 'member-6', costs 0.25"):
        select(POOL, 0.1, cost="sequential")


def test_it_is_no_limit_on_sums_and_not_monotone():
    assert isinstance(Sequential(), BoundsCosts)
    assert not isinstance(Sequential(), UsesResources)
    with pytest.raises(Exception, match="cost model Sequential does not offer UsesResources"):
        select(POOL, 5.0, cost="sequential", searcher="exact")


def test_expected_sizes_are_odd_and_grow_with_the_budget():
    sizes = [Sequential().expected_size(POOL, budget, EMPIRICAL).size for budget in (0.01, 2.0, 4.0, math.inf)]
    assert sizes == sorted(sizes)
    assert (sizes[0], sizes[-1]) == (1, 7)
