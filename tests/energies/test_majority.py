from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack import Pool, PoolError
from haversack.energies import MajorityVote
from oracles import exact_error, pair_moments, precise_distribution
from strategies import batches, pools


@given(data=st.data(), pool=pools(max_size=9, with_costs=False))
def test_losses_equal_enumeration_in_exact_fractions(data, pool):
    sets = data.draw(batches(len(pool)))
    losses = MajorityVote().losses(pool, sets)
    for row, loss in zip(sets, losses, strict=True):
        assert loss == pytest.approx(float(exact_error(pool.accuracies[row])), rel=1e-12, abs=1e-300)


@given(pool=pools(min_size=2, with_costs=False), seed=st.integers(0, 1000))
def test_the_order_of_voters_is_irrelevant(pool, seed):
    shuffled = Pool(accuracies=np.random.default_rng(seed).permutation(pool.accuracies))
    everybody = np.ones((1, len(pool)), dtype=bool)
    assert MajorityVote().losses(pool, everybody) == pytest.approx(
        MajorityVote().losses(shuffled, everybody), rel=1e-12
    )


@given(data=st.data(), pool=pools(min_size=2, with_costs=False))
def test_an_even_set_is_never_better_than_with_any_one_dropped(data, pool):
    size = 2 * data.draw(st.integers(1, len(pool) // 2))
    even = np.arange(len(pool)) < size
    loss = MajorityVote().losses(pool, even[None, :])[0]
    dropped = np.tile(even, (size, 1))
    dropped[np.arange(size), np.arange(size)] = False
    assert (MajorityVote().losses(pool, dropped) <= loss * (1 + 1e-12)).all()


@given(data=st.data(), pool=pools(max_size=10, with_costs=False))
def test_prefix_losses_equal_losses_at_odd_sizes(data, pool):
    order = np.array(data.draw(st.permutations(range(len(pool)))))
    length = data.draw(st.integers(0, len(pool)))
    prefixes = MajorityVote().prefix_losses(pool, order[None, :], np.array([length]))[0]
    for place in range(len(pool)):
        members = np.isin(np.arange(len(pool)), order[: place + 1])
        expected = MajorityVote().losses(pool, members[None, :])[0] if place % 2 == 0 and place < length else np.inf
        assert prefixes[place] == pytest.approx(expected, rel=1e-12)


@given(accuracy=st.floats(0.0, 1.0), copies=st.integers(0, 12))
def test_copies_equal_a_pool_of_equal_members(accuracy, copies):
    pool = Pool(accuracies=[accuracy] * max(copies, 1))
    row = (np.arange(len(pool)) < copies)[None, :]
    copied = MajorityVote().copies_losses(pool, np.array([0]), np.array([copies]))
    assert copied == pytest.approx(MajorityVote().losses(pool, row), rel=1e-11)


def test_a_thousand_and_one_members_are_precise_at_1e_60():
    accuracies = np.random.default_rng(0).beta(12, 4.2, 1001)
    exact = sum(precise_distribution(accuracies)[:501])
    assert Decimal("1e-80") < exact < Decimal("1e-50")
    loss = MajorityVote().losses(Pool(accuracies=accuracies), np.ones((1, 1001), dtype=bool))[0]
    assert abs(Decimal(float(loss)) / exact - 1) < 1e-10


@pytest.mark.parametrize("accuracy", [0.3, 0.5, 0.55, 0.9])
def test_ten_thousand_members_neither_overflow_nor_stall(accuracy):
    from scipy.stats import binom

    loss = MajorityVote().losses(Pool(accuracies=np.full(10_001, accuracy)), np.ones((1, 10_001), dtype=bool))[0]
    assert loss == pytest.approx(binom.cdf(5_000, 10_001, accuracy), rel=1e-9)


def test_an_error_is_no_more_than_1_even_where_thousands_are_worse_than_coins():
    """The chances of all numbers of right votes add up to 1, and rounding must not make that more."""
    random = np.random.default_rng(0)
    pool = Pool(accuracies=random.uniform(0.2, 0.3, 4_000))
    sets = random.random((200, 4_000)) < random.random((200, 1))
    losses = MajorityVote().losses(pool, sets)
    assert losses.max() == 1.0


@given(data=st.data(), pool=pools(max_size=9, with_costs=False))
def test_by_a_coin_half_of_the_ties_are_right(data, pool):
    energy = MajorityVote(ties="coin")
    sets = data.draw(batches(len(pool)))
    for row, loss in zip(sets, energy.losses(pool, sets), strict=True):
        assert loss == pytest.approx(float(exact_error(pool.accuracies[row], Fraction(1, 2))), rel=1e-12, abs=1e-300)
    order = np.arange(len(pool))[None, :]
    prefixes = energy.prefix_losses(pool, order, np.array([len(pool)]))[0]
    assert prefixes[::2] == pytest.approx(energy.losses(pool, np.tri(len(pool), dtype=bool)[::2]), rel=1e-12)
    assert (prefixes[1::2] == np.inf).all()


@given(accuracy=st.floats(0.0, 1.0), copies=st.integers(0, 12))
def test_copies_by_a_coin_equal_a_pool_of_equal_members(accuracy, copies):
    energy = MajorityVote(ties="coin")
    pool = Pool(accuracies=[accuracy] * max(copies, 1))
    row = (np.arange(len(pool)) < copies)[None, :]
    copied = energy.copies_losses(pool, np.array([0]), np.array([copies]))
    assert copied == pytest.approx(energy.losses(pool, row), rel=1e-11)


@pytest.mark.parametrize("size", [1, 2, 5, 8])
def test_moments_by_a_coin_equal_the_pair_construction(size):
    weights = [
        Fraction(1) if 2 * k < size else Fraction(1, 2) if 2 * k == size else Fraction(0) for k in range(size + 1)
    ]
    error, square = pair_moments(size, 0.7, 0.02, weights)
    moments = MajorityVote(ties="coin").moments(size, 0.7, 0.02)
    assert moments.mean_error == pytest.approx(float(error), rel=1e-12)
    assert moments.standard_deviation**2 == pytest.approx(float(square), rel=1e-10)


def test_by_a_coin_a_pair_is_as_good_as_its_members_on_average():
    """0.9 and 0.8 with a coin: 0.85; under the paper's rule a pair is worse than both."""
    pool = Pool(accuracies=[0.9, 0.8])
    pair = np.ones((1, 2), dtype=bool)
    assert MajorityVote(ties="coin").losses(pool, pair)[0] == pytest.approx(0.15)
    assert MajorityVote().losses(pool, pair)[0] == pytest.approx(0.28)


def test_certainties():
    pool = Pool(accuracies=[1.0, 1.0, 0.0])
    sets = np.array([[1, 1, 1], [1, 1, 0], [1, 0, 1], [0, 0, 1], [0, 0, 0]], dtype=bool)
    assert MajorityVote().losses(pool, sets).tolist() == [0.0, 0.0, 1.0, 1.0, 1.0]


def test_a_pool_without_accuracies_is_refused():
    with pytest.raises(PoolError, match="the pool has no accuracies"):
        MajorityVote().losses(Pool(costs=[1.0]), np.ones((1, 1), dtype=bool))
