from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack import kernels
from haversack.energies import OddsCurve, SpatialVote
from haversack.pools.votes import RecordedVotes
from haversack.statistics import vote_errors
from haversack.statistics.vote_errors import compute_plurality_errors, compute_vote_errors, is_plurality_small
from oracles import every_set, exact_error
from strategies import batches, pools, vote_tables_with_truth


def weigh_minority(size):
    return (2 * np.arange(size + 1) < size) + 0.5 * (2 * np.arange(size + 1) == size)


@given(data=st.data(), pool=pools(with_costs=False))
def test_errors_are_those_of_the_kernel_to_the_last_digit(data, pool):
    sets = data.draw(batches(len(pool)))
    by_kernel = np.empty(len(sets))
    kernels.majority.write_set_errors(pool.require_accuracies(), sets, 0.5, by_kernel)
    assert compute_vote_errors(pool.require_accuracies(), sets, weigh_minority).tolist() == by_kernel.tolist()


def test_tiny_errors_keep_their_relative_precision():
    accuracies = np.array([1.0 - 1e-9] * 11)
    errors = compute_vote_errors(accuracies, np.ones((1, 11), dtype=bool), weigh_minority)
    assert errors[0] < 1e-50
    assert errors[0] == pytest.approx(float(exact_error(accuracies)), rel=1e-13)


def test_the_empty_set_has_the_error_that_is_given():
    sets = np.zeros((1, 3), dtype=bool)
    assert compute_vote_errors(np.array([0.9, 0.8, 0.7]), sets, weigh_minority).tolist() == [1.0]
    assert compute_vote_errors(np.array([0.9, 0.8, 0.7]), sets, weigh_minority, 0.5).tolist() == [0.5]


def test_slices_change_nothing(monkeypatch):
    accuracies, sets = np.random.default_rng(1).uniform(0.4, 1.0, 6), every_set(6)
    whole = compute_vote_errors(accuracies, sets, weigh_minority)
    monkeypatch.setattr(vote_errors, "_SLICE", 5)
    assert compute_vote_errors(accuracies, sets, weigh_minority).tolist() == whole.tolist()


def test_a_batch_without_sets_has_no_errors():
    assert compute_vote_errors(np.array([0.9]), np.zeros((0, 1), dtype=bool), weigh_minority).shape == (0,)


def test_weights_of_any_kind_agree_with_the_kernel():
    energy = SpatialVote(curve=OddsCurve(a=-3.43, b=101.7))
    accuracies, sets = np.random.default_rng(2).uniform(0.4, 1.0, 8), every_set(8)
    by_kernel = np.empty(len(sets))
    rows = [np.ones(1), *(energy.error_weights(size) for size in range(1, 9))]
    starts = np.concatenate([[0], np.cumsum([len(row) for row in rows])[:-1]])
    kernels.spatial.write_set_errors(accuracies, sets, np.concatenate(rows), starts, by_kernel)
    assert compute_vote_errors(accuracies, sets, energy.error_weights) == pytest.approx(by_kernel, rel=1e-14)


@given(table=vote_tables_with_truth(), by_coin=st.booleans(), is_weighted=st.booleans(), rows=st.integers(1, 100))
@pytest.mark.slow
def test_plurality_errors_are_those_of_the_kernel(table, by_coin, is_weighted, rows):
    answers, truth = table
    weights = np.arange(1.0, len(truth) + 1.0) if is_weighted else None
    votes = RecordedVotes.of(answers, truth, item_weights=weights)
    sets = every_set(votes.members)
    by_kernel = np.empty(len(sets))
    kernels.votes.write_set_errors(votes.ballots, votes.most_answers, sets, (votes.weights, by_coin), by_kernel)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vote_errors, "_MOST_COUNTS", rows * len(votes))
        errors = compute_plurality_errors(votes.ballots, votes.most_answers, sets, votes.weights, by_coin=by_coin)
    assert errors.tolist() == by_kernel.tolist()


@pytest.mark.parametrize(("members", "items", "is_small"), [(12, 1_000, True), (13, 10, False), (12, 10**6, False)])
def test_many_members_or_items_are_left_to_the_kernel(members, items, is_small):
    ballots, sets = np.broadcast_to(np.int16(0), (members, items)), np.zeros((4_096, members), dtype=bool)
    assert is_plurality_small(ballots, 3, sets) is is_small
