from __future__ import annotations

from math import sqrt
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack import Pool, RecordedVotes, select
from haversack.energies import PluralityVote, SmoothedVote
from haversack.energies.plurality import PluralityCount
from haversack.pools.shrinkage import shrink_accuracies
from oracles import every_set
from strategies import batches, vote_tables_with_truth


def pool_of(answers, truth, **keywords):
    votes = RecordedVotes.of(answers, truth, **keywords)
    return Pool(accuracies=np.full(votes.members, 0.5), votes=votes)


def slow_loss(votes, row):
    """The formula, item by item."""
    weights = np.ones(len(votes)) if votes.item_weights is None else votes.item_weights / votes.item_weights.mean()
    right = votes.answers == votes.truth[:, None]
    accuracies = shrink_accuracies(weights @ right, weights @ votes.answered)
    losses = []
    for item in range(len(votes)):
        chances = [
            0.5 * right[item, member] + 0.5 * accuracies[member]
            for member in np.flatnonzero(row)
            if votes.answers[item, member] >= 0
        ]
        mean, variance = sum(2 * p - 1 for p in chances), sum(4 * p * (1 - p) for p in chances)
        losses.append(NormalDist().cdf(-mean / sqrt(variance + 0.05)) if chances else 1.0)
    return np.average(losses, weights=weights)


@given(data=st.data(), case=vote_tables_with_truth(), weighted=st.booleans())
def test_losses_equal_the_formula(data, case, weighted):
    answers, truth = case
    pool = pool_of(answers, truth, item_weights=[1 + item % 3 for item in range(len(truth))] if weighted else None)
    sets = data.draw(batches(len(pool), max_rows=3))
    expected = [slow_loss(pool.votes, row) for row in sets]
    assert SmoothedVote().losses(pool, sets) == pytest.approx(expected, abs=1e-9)


@given(data=st.data(), case=vote_tables_with_truth())
def test_walks_have_exactly_the_losses_of_where_they_are(data, case):
    pool = pool_of(*case)
    energy = SmoothedVote().prepare(pool)
    sets = data.draw(batches(len(pool), max_rows=3).filter(len)).copy()
    walks, rows = energy.walks(pool, sets), np.arange(len(sets))
    for _ in range(data.draw(st.integers(1, 4))):
        flips = np.array([data.draw(st.permutations(range(len(pool)))) for _ in rows])
        lengths = np.array(data.draw(st.lists(st.integers(0, len(pool)), min_size=len(rows), max_size=len(rows))))
        for row, members, length in zip(sets, flips, lengths, strict=True):
            row[members[:length]] ^= True
        assert walks.losses(rows, flips, lengths).tolist() == energy.losses(pool, sets).tolist()
        walks.flip(rows, flips, lengths)


def test_annealing_finds_the_best_set_of_all():
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, 40)
    answers = np.where(rng.random((40, 7)) < rng.uniform(0.5, 0.9, 7), truth[:, None], 1 - truth[:, None])
    pool = Pool.from_votes(answers, truth, costs=rng.uniform(0.5, 2.0, 7))
    sets = every_set(7)
    sets = sets[(sets @ pool.costs <= 4.0) & sets.any(axis=1)]
    rule = {"kind": "max-step", "limit": 10_000}
    found = select(pool, 4.0, energy="smoothed", searcher="annealing", stopping=rule, seed=0)
    assert found.error == SmoothedVote().losses(pool, sets).min()


def test_the_note_says_what_the_votes_show():
    pool = Pool.from_votes([["a", "b", "a"], ["b", "b", "a"], ["a", "a", "a"]], ["a", "b", "a"])
    chosen = np.array([True, True, True])
    (note,) = SmoothedVote().notes(pool, chosen)
    assert note.value == pytest.approx(1.0 - PluralityVote().losses(pool, chosen[None, :])[0])
    assert note.text.endswith("on 3 recorded items; the value is smoothed")


def test_panels_decide_by_plurality():
    pool = Pool.from_votes([["a", "b"]], ["a"])
    assert SmoothedVote("coin").fit_vote(pool, [0]) == PluralityCount(2, "coin")
