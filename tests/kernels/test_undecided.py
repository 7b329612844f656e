from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack.kernels.jit import plain
from haversack.kernels.undecided import (
    PricedLimits,
    UndecidedMembers,
    UndecidedState,
    VoteWeights,
    count_right_votes,
    explore,
)
from haversack.searchers.exact.undecided import find_dominance, list_earlier
from oracles import odd_log_error, right_votes
from tilted import tilt_all


@given(shares=st.lists(st.floats(0.0, 1.0), max_size=30))
def test_votes_are_counted_as_by_convolution(shares):
    distribution = np.zeros(len(shares) + 1)
    distribution[0] = 1.0
    first = count_right_votes(np.array(shares), 1.0 - np.array(shares), 10.0, distribution)
    assert first == 0
    assert distribution == pytest.approx(right_votes(shares), rel=1e-12, abs=1e-300)


@pytest.mark.parametrize("reach", [4.0, 10.0])
def test_votes_out_of_reach_are_left_out_and_hardly_matter(reach):
    shares = np.random.default_rng(0).uniform(0.2, 0.9, 2_000)
    distribution = np.zeros(1_101)
    distribution[0] = 1.0
    first = count_right_votes(shares, 1.0 - shares, reach, distribution)
    whole = right_votes(shares)[:1_101]
    mean, deviation = shares.sum(), math.sqrt((shares * (1 - shares)).sum())
    assert mean - reach * (deviation + 1) - 1 <= first <= mean - reach * deviation
    assert (distribution[:first] == 0.0).all()
    assert np.abs(distribution - whole).max() < math.exp(-0.5 * reach**2)


def test_a_short_row_holds_the_beginning_of_the_distribution():
    shares = np.linspace(0.1, 0.9, 40)
    distribution = np.zeros(16)
    distribution[0] = 1.0
    count_right_votes(shares, 1.0 - shares, 10.0, distribution)
    assert distribution == pytest.approx(right_votes(shares)[:16], rel=1e-12)


def test_nothing_is_written_behind_a_row_whose_last_place_is_out_of_reach():
    """Of members that are always right, any number that could still be a minority is too few."""
    memory = np.full(40, 7.0)
    distribution = memory[:6]
    distribution[:] = 0.0
    distribution[0] = 1.0
    first = count_right_votes(np.ones(30), np.zeros(30), 10.0, distribution)
    assert first == 5
    assert distribution.tolist() == [0.0] * 6
    assert (memory[6:] == 7.0).all()


def search(
    accuracies, usage, limits, keys, prices, log_base, most_nodes=10**9, log_target=np.inf, *, with_dominance=False
):
    """The best odd panel in the tree of all members, with none decided; also the number of nodes."""
    count, tilt = len(accuracies), 1.0
    gains, shares, _, _ = tilt_all(accuracies, tilt)
    usage_after = np.vstack([np.cumsum(usage[::-1], axis=0)[::-1], np.zeros((1, len(limits)))])
    relief_after = np.zeros_like(usage_after)
    width = count // 2 + 2
    state = UndecidedState(
        depth=np.zeros(1, dtype=np.int64),
        branch=np.zeros(count + 1, dtype=np.int64),
        sizes=np.zeros(count + 1, dtype=np.int64),
        deviations=np.zeros(count + 1),
        log_factors=np.zeros(count + 1),
        used=np.zeros((count + 1, len(limits))),
        distributions=np.zeros((count + 1, width)),
    )
    state.distributions[0, 0] = 1.0
    dominates = find_dominance(accuracies, usage) if with_dominance else np.zeros((len(keys), len(keys)), dtype=bool)
    earlier = [*list_earlier(dominates.T), *list_earlier(dominates)]
    undecided = plain(UndecidedMembers(gains, shares, 1.0 - shares, keys, usage, usage_after, relief_after, *earlier))
    budget = plain(PricedLimits(limits, prices))
    votes = plain(VoteWeights(np.exp(tilt * np.arange(width)), 0, tilt))
    best = np.zeros(count, dtype=bool)
    least, chosen, total = np.inf, best, 0
    while state.depth[0] >= 0:
        nodes, found = explore(
            undecided, budget, votes, log_base, min(least, log_target), most_nodes, plain(state), best
        )
        total += nodes
        if found < least:
            least, chosen = found, best.copy()
    return least, chosen, total


def best_of_all(accuracies, usage, limits):
    rows = np.array(
        [[bool(bits >> place & 1) for place in range(len(accuracies))] for bits in range(2 ** len(accuracies))]
    )
    rows = rows[(rows.sum(axis=1) % 2 == 1) & (rows @ usage <= limits).all(axis=1)]
    return min((odd_log_error(accuracies[row]) for row in rows), default=np.inf)


@pytest.mark.parametrize("resources", [0, 1, 2])
@pytest.mark.parametrize("most_nodes", [1, 7, 10**9])
def test_the_best_panel_agrees_with_enumeration_however_often_the_search_is_left(resources, most_nodes):
    random = np.random.default_rng(resources)
    for _ in range(4):
        accuracies, keys = random.uniform(0.3, 0.95, 8), random.normal(0, 1, 8)
        usage = random.uniform(0, 1, (8, resources))
        limits, prices = np.full(resources, 1.5), random.uniform(0, 1, resources)
        least, chosen, nodes = search(accuracies, usage, limits, keys, prices, -np.inf, most_nodes)
        assert least == pytest.approx(best_of_all(accuracies, usage, limits), abs=1e-11)
        assert odd_log_error(accuracies[chosen]) == pytest.approx(least, abs=1e-11)
        assert (usage[chosen].sum(axis=0) <= limits).all()
        assert nodes <= 2**9 - 1


def test_nothing_is_lost_where_keys_and_prices_say_just_as_much_as_is_true():
    """The base is as high as keys and prices allow for the best panel, and fewer nodes are explored than without."""
    random = np.random.default_rng(4)
    saved = 0
    for _ in range(60):
        accuracies, usage = random.uniform(0.3, 0.95, 7), random.uniform(0, 1, (7, 1))
        keys, prices, limits = random.normal(0, 0.3, 7), random.uniform(0, 0.3, 1), np.array([1.7])
        goal = best_of_all(accuracies, usage, limits)
        _, best, all_nodes = search(accuracies, usage, limits, keys, prices, -np.inf)
        deviations = np.maximum(keys, 0.0)[best].sum() + np.maximum(-keys, 0.0)[~best].sum()
        base = goal - deviations - float(prices @ (limits - usage[best].sum(axis=0)))
        least, _, nodes = search(accuracies, usage, limits, keys, prices, base - 1e-9)
        assert least == pytest.approx(goal, abs=1e-11)
        saved += nodes < all_nodes
        nothing, _, _ = search(accuracies, usage, limits, keys, prices, base + 1e-9, log_target=goal + 1e-12)
        assert nothing == np.inf
    assert saved > 50


@pytest.mark.parametrize("resources", [0, 1, 2])
def test_a_member_joins_only_with_those_that_dominate_it(resources):
    """Accuracies and usage of few values: many members dominate others, or equal them."""
    random = np.random.default_rng(resources)
    for _ in range(20):
        accuracies, keys = random.choice([0.6, 0.7, 0.8], 8), random.normal(0, 1, 8)
        usage = random.choice([-0.5, 0.0, 0.5, 1.0], (8, resources))
        limits, prices = np.full(resources, 1.5), np.zeros(resources)
        all_nodes = search(accuracies, usage + 0.5, limits, keys, prices, -np.inf)[2]
        least, chosen, nodes = search(accuracies, usage + 0.5, limits, keys, prices, -np.inf, with_dominance=True)
        assert least == pytest.approx(best_of_all(accuracies, usage + 0.5, limits), abs=1e-11)
        assert not (find_dominance(accuracies, usage + 0.5)[~chosen][:, chosen]).any()
        assert nodes < all_nodes


def test_what_is_left_over_has_its_price():
    """A panel that leaves half of the budget unused is cut where that costs more than the slack."""
    accuracies, usage, limits = np.array([0.9, 0.9]), np.ones((2, 1)), np.array([4.0])
    keys = np.array([-0.1, 0.1])
    for price, found in ((0.0, True), (1.0, False)):
        least, _, _ = search(
            accuracies, usage, limits, keys, np.array([price]), math.log(0.1) - 0.5, log_target=math.log(0.1) + 0.5
        )
        assert math.isfinite(least) == found


def test_a_panel_that_never_errs_has_the_least_logarithm_of_all():
    accuracies = np.array([1.0, 1.0, 0.9])
    least, chosen, _ = search(
        accuracies, np.zeros((3, 0)), np.zeros(0), np.array([-1.0, 1.0, 1.0]), np.zeros(0), -np.inf
    )
    assert least < -650.0
    assert odd_log_error(accuracies[chosen]) == -np.inf


def test_related_members_are_listed_if_they_come_before():
    dominates = np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]], dtype=bool)
    assert [each.tolist() for each in list_earlier(dominates.T)] == [[0, 0, 0, 1], [0]]
    assert [each.tolist() for each in list_earlier(dominates)] == [[0, 0, 1, 2], [0, 1]]
