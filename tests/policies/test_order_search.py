from __future__ import annotations

import itertools

import numpy as np

from haversack.policies.coins import Coins
from haversack.policies.envelope import interpolate
from haversack.policies.order_search import improve_orders
from haversack.policies.plans import keep_envelope, plan_order

COINS = Coins(np.array([0.6, 0.65, 0.7, 0.75, 0.9]), np.array([1.0, 3.0, 1.0, 2.0, 3.0]))
WORST = keep_envelope(plan_order(COINS, (1, 0, 3, 2, 4)))


def read(plans, cost):
    return interpolate(np.array([p.cost for p in plans]), np.array([p.accuracy for p in plans]), cost)


def improve(items, seed=0):
    return improve_orders(COINS, WORST, 4.0, items, 300, np.random.default_rng(seed))


def test_the_best_of_all_orders_is_found():
    best = keep_envelope(plan for order in itertools.permutations(range(5)) for plan in plan_order(COINS, order))
    found = improve(1e18)
    assert read(found, 4.0) > read(WORST, 4.0) + 0.02
    assert read(found, 4.0) > read(best, 4.0) - 0.005


def test_on_few_items_small_gains_are_left():
    """Nobody is moved to the front."""
    assert {plan.order[0] for plan in improve(1e-6)} == {1}


def test_the_same_moves_give_the_same_orders():
    assert improve(1e18) == improve(1e18)


def test_votes_alone_have_no_orders_to_improve():
    votes = [plan for plan in WORST if plan.threshold is None]
    assert improve_orders(COINS, votes, 4.0, 1e18, 10, np.random.default_rng(0)) == []
