from __future__ import annotations

import itertools

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

import haversack as hs
from haversack.policies.coins import Coins
from haversack.policies.vote_orders import VoteOrders

MEMBERS = st.tuples(st.sampled_from([0.5, 0.6, 0.75, 0.9, 1.0]), st.sampled_from([0.0, 1.0, 2.0, 3.5]))


@given(st.lists(MEMBERS, min_size=1, max_size=5))
def test_no_order_costs_less(members):
    coins = Coins(*(np.array(column) for column in zip(*members, strict=True)))
    orders = list(itertools.permutations(range(len(members))))
    found = VoteOrders(coins).find_cheapest(orders[-1])
    assert sorted(found) == list(orders[0])
    assert coins.value_votes(found)[0] == pytest.approx(min(coins.value_votes(order)[0] for order in orders))


def test_the_order_with_the_best_member_per_price_first_may_cost_more():
    """Asked second, the dear member is asked always; asked last, where the others disagree."""
    policy = hs.policy(hs.Pool([0.8, 0.6, 0.8], costs=[0, 1, 2], names=list("abc")), 1.3, vote="plurality", seed=0)
    assert policy.branches[-1].order == ("a", "b", "c")
    assert policy.accuracy == pytest.approx(0.8 + 0.032 * 1.3 / 1.88)
