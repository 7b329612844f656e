from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack import Pool, PoolError, RecordedVotes, select
from haversack.energies import BayesVote, bayes
from haversack.statistics.folds import assign_folds
from haversack.statistics.verdicts import judge_items
from oracles import every_set, slow_tables
from strategies import batches, vote_tables_with_truth

NEAR = 1e-4


def pool_of(answers, truth, **keywords):
    """A pool also where somebody answered nothing."""
    votes = RecordedVotes.of(answers, truth, **keywords)
    return Pool(accuracies=np.full(votes.members, 0.5), votes=votes)


def slow_range(votes, row):
    """The least and the largest loss, item by item with tables of the other folds; they differ at close scores."""
    folds = assign_folds(len(votes), 4)
    fits = {fold: slow_tables(votes, np.flatnonzero(folds != fold)) for fold in set(folds.tolist())}
    low, high = [], []
    for item in range(len(votes)):
        prior, tables = fits[folds[item]]
        members = [j for j in np.flatnonzero(row) if votes.answers[item, j] >= 0]
        scores = [
            math.log(prior[t]) + sum(math.log(tables[j][votes.answers[item, j]][t]) for j in members)
            for t in range(len(votes.labels))
        ]
        right = scores.pop(votes.truth[item])
        lead = max(scores, default=-math.inf) - right
        if not members:
            low, high = [*low, 1.0], [*high, 1.0]
        elif abs(lead) < NEAR:
            low, high = [*low, 0.0], [*high, 1.0]
        else:
            low, high = [*low, float(lead > 0)], [*high, float(lead > 0)]
    weights = votes.item_weights
    return np.average(low, weights=weights), np.average(high, weights=weights)


@given(data=st.data(), case=vote_tables_with_truth(max_members=4), weighted=st.booleans(), by_coin=st.booleans())
def test_losses_equal_a_slow_computation_with_cross_fitting(data, case, weighted, by_coin):
    answers, truth = case
    weights = [1 + item % 3 for item in range(len(truth))] if weighted else None
    pool = pool_of(answers, truth, item_weights=weights)
    sets = data.draw(batches(len(pool), max_rows=3))
    losses = BayesVote("coin" if by_coin else "wrong").losses(pool, sets)
    for loss, row in zip(losses, sets, strict=True):
        low, high = slow_range(pool.votes, row)
        assert low - 1e-12 <= loss <= high + 1e-12


def test_a_tie_is_a_tie():
    """Members who are mirror images of each other, and labels that are equally frequent."""
    answers, truth = [["a", "b"], ["b", "a"]] * 8, ["a", "b"] * 8
    pool = pool_of(answers + [[b, a] for a, b in answers], truth + truth)
    both = np.array([[True, True]])
    votes = pool.votes
    for ties, loss in (("wrong", 1.0), ("coin", 0.5)):
        vote = BayesVote(ties).fit_vote(pool, [0, 1])
        assert 1.0 - judge_items(vote, votes.answers, votes.truth).mean() == loss
    assert BayesVote("coin").losses(pool, both)[0] == pytest.approx(0.5, abs=0.5)


@given(data=st.data(), case=vote_tables_with_truth(), ties=st.sampled_from(["wrong", "coin"]))
def test_walks_have_exactly_the_losses_of_where_they_are(data, case, ties):
    pool = pool_of(*case)
    energy = BayesVote(ties).prepare(pool)
    sets = data.draw(batches(len(pool), max_rows=3).filter(len)).copy()
    walks = energy.walks(pool, sets)
    for _ in range(data.draw(st.integers(1, 4))):
        rows = np.arange(len(sets))
        flips = np.array([data.draw(st.permutations(range(len(pool)))) for _ in rows])
        lengths = np.array(data.draw(st.lists(st.integers(0, len(pool)), min_size=len(rows), max_size=len(rows))))
        for row, members, length in zip(sets, flips, lengths, strict=True):
            row[members[:length]] ^= True
        assert walks.losses(rows, flips, lengths).tolist() == energy.losses(pool, sets).tolist()
        walks.flip(rows, flips, lengths)


def crowd(members=7, items=60, labels=3, seed=0):
    """Members who confuse some labels, and who answer some of the items."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, labels, items)
    accuracies = rng.uniform(0.4, 0.9, members)
    wrong = (truth[:, None] + rng.integers(1, labels, (items, members))) % labels
    answers = np.where(rng.random((items, members)) < accuracies, truth[:, None], wrong).astype(object)
    answers[rng.random((items, members)) < 0.1] = None
    return Pool.from_votes(answers, truth, costs=rng.uniform(0.5, 2.0, members))


def test_annealing_finds_the_best_set_of_all():
    pool = crowd()
    sets = every_set(len(pool))
    sets = sets[(sets @ pool.costs <= 4.0) & sets.any(axis=1)]
    best = BayesVote().losses(pool, sets).min()
    found = select(
        pool, 4.0, energy="bayes", searcher="annealing", stopping={"kind": "max-step", "limit": 20_000}, seed=0
    )
    assert found.error == best
    assert found.notes[0].title == "plain vote"


def test_the_vote_on_new_items_knows_all_items():
    pool = crowd(members=3, items=12)
    vote = BayesVote().fit_vote(pool, [2, 0])
    prior, tables = slow_tables(pool.votes.of_members([2, 0]), range(12))
    answers = pool.votes.answers[:, [2, 0]]
    for item, scores in enumerate(vote.scores(answers)):
        expected = np.log(prior)
        for place in range(2):
            if answers[item, place] >= 0:
                expected = expected + np.log(np.array(tables[place])[answers[item, place]])
        assert scores == pytest.approx(expected, abs=1e-7)


def test_numbers_that_fit_into_no_memory_are_refused(monkeypatch):
    monkeypatch.setattr(bayes, "_MOST_ENTRIES", 100)
    with pytest.raises(PoolError, match="needs a number for each of 7 members, 60 items and 3 labels"):
        BayesVote().prepare(crowd())


def test_graded_votes_and_pools_without_votes_are_refused():
    votes = RecordedVotes(np.array([[1, 0]]), np.array([1]), (False, True), graded=True)
    with pytest.raises(PoolError, match="say right or wrong only; energies 'votes' and 'smoothed' can use them"):
        select(Pool(votes=votes), energy="bayes")
    with pytest.raises(PoolError, match="this needs recorded votes"):
        select(Pool(accuracies=[0.7]), energy="bayes")


@pytest.mark.parametrize("ties", ["wrong", "coin"])
def test_one_label_is_always_right_where_somebody_answers(ties):
    pool = pool_of([["a", None], ["a", None]], ["a", "a"])
    assert BayesVote(ties).losses(pool, np.array([[True, False], [False, True]])).tolist() == [0.0, 1.0]
