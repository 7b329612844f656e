"""The least cost that reaches a target, and frontiers under constraints."""

from __future__ import annotations

import numpy as np
import pytest

import haversack as hs
from constrained import example_pool, find_least_error, random_case
from haversack.frontiers.cheapest import explain_unreached, find_first_point
from haversack.selection import defaults


def test_the_cheapest_set_that_reaches_the_target():
    chosen = hs.cheapest(example_pool(), 0.85)
    assert (chosen.names, chosen.cost, chosen.budget) == (("a",), 4.0, 4.0)
    assert chosen.notes[-1] == hs.Note("target", "the least cost that reaches 0.85; proved", 0.85)
    limited = hs.cheapest(example_pool(), 0.85, constraints=[{"kind": "size", "least": 2}])
    assert len(limited.members) >= 2
    assert limited.value >= 0.85


@pytest.mark.parametrize("target", [0.93, 0.902001])
def test_a_target_out_of_reach_is_named_with_the_best_possible_value(target):
    pool = hs.Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4, 2, 2, 1])
    with pytest.raises(hs.InfeasibleError) as error:
        hs.cheapest(pool, target)
    assert str(error.value) == f"no panel reaches {target:g}; the best possible is 0.902"


def test_what_is_no_number_is_refused():
    with pytest.raises(hs.ConfigError, match="accuracy: must be a finite number, got 'high'"):
        hs.cheapest(example_pool(), "high")


def test_where_nothing_is_proved_the_message_says_so():
    found = hs.frontier(example_pool(), budgets=[4.0], searcher="annealing")
    assert find_first_point(found, 0.99) is None
    assert explain_unreached(found, 0.99).startswith("no panel was found that reaches 0.99; the best found has ")


@pytest.mark.parametrize("seed", range(16))
def test_frontiers_with_constraints_are_whole_and_right(seed, monkeypatch):
    if seed % 2:
        # From the largest budget down, as in larger pools.
        monkeypatch.setattr(defaults, "FRONTIER_SMALL", 1)
    rng = np.random.default_rng(seed)
    pool, _, specs, meanings = random_case(rng, members=8)
    if find_least_error(pool, 1e9, meanings) is None:
        with pytest.raises(hs.InfeasibleError):
            hs.frontier(pool, constraints=specs)
        return
    found = hs.frontier(pool, constraints=specs)
    assert found.whole
    for budget in rng.uniform(0.0, pool.costs.sum(), 5).tolist():
        least = find_least_error(pool, budget, meanings)
        if least is None:
            with pytest.raises(hs.InfeasibleError):
                found.at(budget)
        else:
            assert found.at(budget).loss == pytest.approx(least, rel=1e-9, abs=1e-15)
