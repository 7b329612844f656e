"""Majority votes that are updated: the same losses as from scratch, after any walk."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from conftest import paper_pool
from haversack import Pool
from haversack.api.moves import MakesMoves
from haversack.energies import MajorityVote
from oracles import exact_distribution

TOLERANCE = 1e-9

accuracies_of_any_kind = st.one_of(
    st.floats(0.0, 1.0),
    st.sampled_from([0.0, 1.0, 0.5, 1e-12, 1.0 - 1e-12, 1.0 - 2.0**-53, 5e-324, 0.77]),
)


def walk(pool, ties, seed, turns, most_flips=3, share=0.5, walks=3):
    """Yield sets that proposals lead to with the losses of the walks, over a random walk that makes half of them."""
    random, members = np.random.default_rng(seed), len(pool)
    sets = random.random((walks, members)) < share
    followed = MajorityVote(ties=ties).walks(pool, sets)
    rows, most_flips = np.arange(walks), min(most_flips, members)
    for _ in range(turns):
        lengths = random.integers(0, most_flips + 1, walks)
        flips = random.permuted(np.tile(np.arange(members), (walks, 1)), axis=1)[:, :most_flips]
        proposed = sets.copy()
        for row in rows:
            proposed[row, flips[row, : lengths[row]]] ^= True
        yield proposed, followed.losses(rows, flips, lengths)
        accepted = np.flatnonzero(random.random(walks) < 0.5)
        followed.flip(accepted, flips[accepted], lengths[accepted])
        sets[accepted] = proposed[accepted]


def exact_error(accuracies, ties):
    """The error in exact fractions, rounded once."""
    distribution, half = exact_distribution(accuracies), len(accuracies) // 2
    tie_error = 1 if len(accuracies) % 2 or ties == "wrong" else Fraction(1, 2)
    return float(sum(distribution[:half]) + tie_error * distribution[half]) if len(accuracies) else 1.0


def assert_close(losses, expected):
    assert losses == pytest.approx(expected, rel=TOLERANCE, abs=0.0)


@given(
    accuracies=st.lists(accuracies_of_any_kind, min_size=1, max_size=24),
    ties=st.sampled_from(["wrong", "coin"]),
    seed=st.integers(0, 99),
    most_flips=st.integers(1, 12),
)
@example(accuracies=[1.0 - 1e-13] * 5 + [0.5] * 5, ties="wrong", seed=0, most_flips=8)
@example(accuracies=[0.5] * 20, ties="coin", seed=1, most_flips=4)
def test_losses_are_those_of_exact_fractions(accuracies, ties, seed, most_flips):
    pool = Pool(accuracies=accuracies)
    for sets, losses in walk(pool, ties, seed, 6, most_flips, walks=2):
        exact = np.array([exact_error(pool.accuracies[row], ties) for row in sets])
        normal = exact > 1e-290  # Below it, numbers lose digits of their own.
        assert_close(losses[normal], exact[normal])
        assert (losses[~normal] <= 1e-280).all()


@pytest.mark.slow
@pytest.mark.parametrize("ties", ["wrong", "coin"])
@pytest.mark.parametrize(
    "accuracies",
    [
        paper_pool(100, 0).accuracies,
        np.full(150, 0.77),
        np.repeat([0.6, 0.95], 60),
        np.repeat([0.5, 1.0 - 1e-13], 30),
        np.linspace(0.0, 1.0, 101),
        np.linspace(0.49, 0.51, 101),
    ],
    ids=["paper", "equal", "two kinds", "nearly perfect", "all kinds", "coins"],
)
def test_long_walks_keep_their_precision(accuracies, ties):
    pool = Pool(accuracies=accuracies)
    for most_flips in (1, 4):
        for sets, losses in walk(pool, ties, 5, 700, most_flips):
            assert_close(losses, MajorityVote(ties=ties).losses(pool, sets))


@pytest.mark.parametrize(("members", "share"), [(1_000, 0.3), (1_000, 1.0), (4_000, 0.9)])
def test_tiny_errors_of_large_panels_keep_their_precision(members, share):
    pool = paper_pool(members, 1)
    seen = []
    for sets, losses in walk(pool, "wrong", 7, 150, share=share, walks=1):
        assert_close(losses, MajorityVote().losses(pool, sets))
        seen.append(losses.min())
    assert 0.0 < min(seen) < 1e-20


def test_walks_that_only_exchange_good_members_for_bad_ones_and_back():
    """All members of one kind are replaced one by one: rounding errors of the other kind would be amplified."""
    pool = Pool(accuracies=np.repeat([0.9, 0.6], 101))
    sets = (np.arange(202) < 101)[None, :].copy()
    followed, row, length = MajorityVote().walks(pool, sets), np.array([0]), np.array([2])
    for leaving, joining in [(range(101), range(101, 202)), (range(101, 202), range(101))] * 3:
        for flips in zip(leaving, joining, strict=True):
            sets[0, list(flips)] ^= True
            assert_close(followed.losses(row, np.array([flips]), length), MajorityVote().losses(pool, sets))
            followed.flip(row, np.array([flips]), length)


def test_walks_make_many_moves_in_one_call():
    assert isinstance(MajorityVote().walks(Pool(accuracies=[0.6, 0.7]), np.zeros((1, 2), dtype=bool)), MakesMoves)


@pytest.mark.parametrize("ties", ["wrong", "coin"])
def test_the_empty_set_is_always_wrong(ties):
    pool = Pool(accuracies=[0.9, 0.8])
    followed = MajorityVote(ties=ties).walks(pool, np.array([[True, False]]))
    assert followed.losses(np.array([0]), np.array([[0]]), np.array([1])).tolist() == [1.0]
