"""Amounts against plain loops over the members of every set."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack.costs.amounts import Amount, TierPrices
from oracles import every_set


@st.composite
def tier_prices(draw):
    widths = draw(st.lists(st.integers(1, 6), max_size=3))
    starts = [0, *itertools.accumulate(widths)]
    prices = draw(st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0, 3.0]), min_size=len(starts), max_size=len(starts)))
    return TierPrices(np.array(starts, dtype=float), np.array(prices))


@st.composite
def amounts(draw, *, fees=True):
    size = draw(st.integers(1, 6))
    values = np.array(draw(st.lists(st.integers(0, 8), min_size=size, max_size=size)), dtype=float)
    places = np.array(draw(st.lists(st.integers(0, 2), min_size=size, max_size=size)))
    charged = draw(st.lists(st.integers(0, 4), min_size=3, max_size=3)) if fees else [0, 0, 0]
    tiers = draw(st.none() | tier_prices())
    groups = places[:, None] == np.arange(3)
    return Amount("'x'", values, draw(st.booleans()), tiers, groups, np.array(charged, dtype=float))


def price_by_units(tiers, amount):
    """Whole units, one after the other."""
    if tiers is None:
        return Fraction(amount)
    owner = [max(place for place, start in enumerate(tiers.starts) if start <= unit) for unit in range(int(amount))]
    return sum((Fraction(tiers.prices[place]) for place in owner), Fraction(0))


def compute_by_loop(amount, row):
    members = np.flatnonzero(row)
    values = [amount.values[member] for member in members]
    combined = max(values, default=0.0) if amount.is_maximum else sum(values)
    met = {int(np.flatnonzero(amount.groups[member])[0]) for member in members}
    return float(price_by_units(amount.tiers, combined) + sum(Fraction(amount.fees[group]) for group in met))


@given(amount=amounts())
def test_costs_are_those_of_a_loop_and_never_fall_with_a_member(amount):
    sets = every_set(len(amount.values))
    costs = amount.compute(sets)
    assert costs.tolist() == pytest.approx([compute_by_loop(amount, row) for row in sets], rel=1e-12)
    for row, cost in zip(sets, costs, strict=True):
        larger = np.array([row | (np.arange(len(row)) == member) for member in range(len(row))])
        assert (amount.compute(larger) >= cost * (1 - 1e-12)).all()


@given(amount=amounts(fees=False), budget=st.integers(1, 40).map(lambda number: number / 4) | st.just(math.inf))
def test_limits_keep_exactly_the_sets_within_the_budget(amount, budget):
    sets = every_set(len(amount.values))
    usage, limits = amount.limit(budget)
    kept = (sets @ usage <= limits * (1 + 1e-12)).all(axis=1)
    assert np.array_equal(kept, amount.compute(sets) <= budget * (1 + 1e-12))


@given(tiers=tier_prices(), limit=st.floats(0.01, 30.0))
def test_the_largest_amount_for_a_price_is_where_the_price_passes_it(tiers, limit):
    most = tiers.find_most(limit)
    if math.isinf(most):
        assert tiers.price(np.array([1e12]))[0] <= limit
    else:
        assert tiers.price(np.array([most]))[0] == pytest.approx(limit)
        assert tiers.price(np.array([most + 0.01]))[0] > limit


@given(amount=amounts(), budget=st.floats(0.25, 40.0))
def test_the_expected_size_is_where_the_mean_over_all_sets_of_a_size_reaches_the_budget(amount, budget):
    """Fees are averaged over all sets of a size; the price of a sum is that of its mean."""
    sets = every_set(len(amount.values))
    size = amount.estimate_size(budget)
    if amount.is_maximum and not amount.has_fees:
        assert size == max(1, int((amount.compute(np.eye(len(amount.values), dtype=bool)) <= budget).sum()))
        return
    plain = Amount("'x'", np.zeros(len(amount.values)), False, None, amount.groups, amount.fees)
    means = []
    for count in range(1, len(amount.values) + 1):
        usual = amount.values.max() if amount.is_maximum else count * amount.values.mean()
        price = usual if amount.tiers is None else amount.tiers.price(np.array([usual]))[0]
        means.append(price + plain.compute(sets[sets.sum(axis=1) == count]).mean())
    near = [abs(mean - budget) <= 1e-9 * budget for mean in means]
    expected = next((count for count, mean in enumerate(means, 1) if mean >= budget), len(means))
    assert size == expected or any(near)


def test_without_a_budget_all_are_expected():
    amount = Amount("'x'", np.ones(4), False, None, np.zeros((4, 0), dtype=bool), np.zeros(0))
    assert amount.estimate_size(math.inf) == 4
    assert [amount.estimate_size(budget) for budget in (0.1, 2.0, 2.1, 9.0)] == [1, 2, 3, 4]
