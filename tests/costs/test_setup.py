from __future__ import annotations

import math

import numpy as np
import pytest

from haversack import Pool, select
from haversack.capabilities import AccuracyModel, UsesResources
from haversack.costs import Setup
from haversack.energies import MajorityVote
from oracles import every_set

EMPIRICAL = AccuracyModel(0.7, 0.01, "empirical")
POOL = Pool(
    accuracies=[0.9, 0.85, 0.8, 0.8, 0.75, 0.7],
    costs=[2.0, 1.0, 1.0, 2.0, 1.0, 0.5],
    metadata={"vendor": ["a", "b", "b", "b", "c", "c"], "licence": [4, 2, 2, 2, 1, 1]},
)


def test_each_vendor_is_paid_once():
    sets = every_set(6)
    licences = {"a": 4, "b": 2, "c": 1}
    expected = [
        POOL.costs[row].sum()
        + sum(licences[vendor] for vendor in {POOL.metadata["vendor"][i] for i in np.nonzero(row)[0]})
        for row in sets
    ]
    assert Setup(group="vendor", fee="licence").costs(POOL, sets).tolist() == expected


@pytest.mark.parametrize("searcher", ["auto", "enumerate", "greedy-forward", "annealing"])
@pytest.mark.parametrize("budget", [3.0, 5.0, 9.0])
def test_answers_are_feasible_and_the_proved_ones_are_the_best(searcher, budget):
    sets = every_set(6)[1:]
    model = Setup(group="vendor", fee="licence")
    best = MajorityVote().losses(POOL, sets[model.costs(POOL, sets) <= budget]).min()
    options = {} if searcher in ("auto", "enumerate") else {"stopping": {"kind": "max-step", "limit": 2_000}}
    found = select(POOL, budget, cost=model, searcher=searcher, seed=0, **options)
    assert found.cost <= budget
    assert found.error >= best - 1e-12
    if searcher in ("auto", "enumerate"):
        assert found.proven
        assert found.error == pytest.approx(best)


def test_fees_are_no_limit_on_sums_so_searchers_that_need_one_say_so():
    assert not isinstance(Setup(group="vendor", fee=1.0), UsesResources)
    with pytest.raises(Exception, match="cost model Setup does not offer UsesResources"):
        select(POOL, 5.0, cost=Setup(group="vendor", fee=1.0), searcher="exact")


def test_the_expected_size_includes_fees():
    free, charged = Setup(group="vendor", fee=0.0), Setup(group="vendor", fee=2.0)
    assert free.expected_size(POOL, 5.0, EMPIRICAL).size == 4
    assert charged.expected_size(POOL, 5.0, EMPIRICAL).size == 2
    assert charged.expected_size(POOL, math.inf, EMPIRICAL).size == 6


@pytest.mark.parametrize("options", [{"group": None, "fee": 1.0}, {"group": "vendor", "fee": None}])
def test_both_options_are_needed(options):
    with pytest.raises(ValueError, match="must be "):
        Setup(**options)
