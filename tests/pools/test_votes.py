"""Recorded votes: from tables of any kind, and everything that can be wrong with them."""

from __future__ import annotations

import json
import pickle

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack import Pool, PoolError, RecordedVotes
from strategies import vote_tables_with_truth

ANSWERS = [["a", "b", "a"], ["b", "b", None], ["a", "c", "c"], ["b", "a", "b"]]
TRUTH = ["a", "b", "c", "b"]


def problem_of(make, *arguments, **keywords):
    with pytest.raises(PoolError) as caught:
        make(*arguments, **keywords)
    (problem,) = caught.value.problems
    return problem


def test_raw_accuracies_are_shares_of_right_answers_among_those_given():
    pool = Pool.from_votes(ANSWERS, TRUTH, costs=[3, 2, 1], names=["ann", "bob", "cat"])
    assert pool.votes.accuracies.tolist() == [3 / 4, 2 / 4, 3 / 3]
    assert pool.accuracies.tolist() == pool.votes.shrunk_accuracies.tolist()
    assert pool.has_estimated_accuracies
    assert (pool.names, pool.costs.tolist()) == (("ann", "bob", "cat"), [3.0, 2.0, 1.0])
    assert repr(pool) == "Pool of 3 members with accuracies, costs and votes on 4 items"
    assert repr(pool.votes) == "RecordedVotes of 3 members on 4 items with 3 labels"
    with pytest.raises(ValueError, match="read-only"):
        pool.accuracies[0] = 0.5


def test_weights_of_items_count_in_accuracies():
    pool = Pool.from_votes([[1, 0], [1, 1]], [1, 0], item_weights=[3.0, 1.0])
    assert pool.votes.accuracies.tolist() == [0.75, 0.0]
    scaled = Pool.from_votes([[1, 0], [1, 1]], [1, 0], item_weights=[30.0, 10.0])
    assert pool.accuracies == pytest.approx(scaled.accuracies, rel=1e-12)


def test_accuracies_may_be_given_instead():
    pool = Pool(accuracies=[0.1, 0.2, 0.3], votes=RecordedVotes.of(ANSWERS, TRUTH))
    assert pool.accuracies.tolist() == [0.1, 0.2, 0.3]
    assert not pool.has_estimated_accuracies
    assert pool.on_items(np.array([0, 1])).accuracies.tolist() == [0.1, 0.2, 0.3]


@pytest.mark.parametrize(
    ("answers", "truth", "missing"),
    [
        ([[1, 0], [1, None], [0, 0]], [1, 1, 0], None),
        (np.array([[1, 0], [1, np.nan], [0, 0]]), [1, 1, 0], None),
        (np.array([[1, 0], [1, -1], [0, 0]]), np.array([1, 1, 0]), -1),
        (np.array([[1.0, 0.0], [1.0, -1.0], [0.0, 0.0]]), np.array([1, 1, 0]), -1),
        ([[np.int64(1), np.int8(0)], [1, None], [0, 0]], [1, 1, 0], None),
        ([[1, 0], [1, True], [0, 0]], [1, 1, 0], True),
        ([[True, False], [True, None], [False, False]], [True, True, False], None),
        ([["y", "n"], ["y", "?"], ["n", "n"]], ("y", "y", "n"), "?"),
        (np.array([["y", "n"], ["y", "?"], ["n", "n"]]), np.array(["y", "y", "n"]), "?"),
        (np.array([["y", "n"], ["y", None], ["n", "n"]], dtype=object), ["y", "y", "n"], None),
        ([[(0, 1), (0, 0)], [(0, 1), None], [(0, 0), (0, 0)]], None, None),
        ([[1, 1, 0], [0, None, 0]], [1, 1, 0], None),
    ],
)
def test_answers_may_be_anything_hashable_and_may_be_missing(answers, truth, missing):
    if truth is None:  # tuples as labels: numpy must be kept from looking into them
        labels = np.empty(3, dtype=object)
        labels[:] = [(0, 1), (0, 1), (0, 0)]
        table = np.empty((3, 2), dtype=object)
        for row, entries in enumerate(answers):
            table[row, 0], table[row, 1] = entries
        answers, truth = table, labels
    votes = RecordedVotes.of(answers, truth, missing=missing)
    assert votes.answers.tolist() == [[1, 0], [1, -1], [0, 0]]
    assert votes.truth.tolist() == [1, 1, 0]
    assert votes.answered.tolist() == [[True, True], [True, False], [True, True]]


def test_labels_that_cannot_be_sorted_stay_in_the_order_in_which_they_turn_up():
    assert RecordedVotes.of([["b", 1], [2, "a"]], ["b", 2]).labels == ("b", 2, 1, "a")


def test_minus_one_is_an_answer_unless_said_otherwise():
    assert RecordedVotes.of([[-1], [1]], [-1, 1]).accuracies.tolist() == [1.0]


def test_a_square_table_has_a_row_per_item():
    assert RecordedVotes.of([[1, 0], [1, 0]], [1, 0]).accuracies.tolist() == [0.5, 0.5]
    assert RecordedVotes.of([[1, 0], [0, 1]], [1, 0]).accuracies.tolist() == [1.0, 0.0]


@given(vote_tables_with_truth())
def test_ballots_tell_right_answers_and_which_wrong_ones_agree(case):
    answers, truth = case
    ballots = RecordedVotes.of(answers, truth).ballots
    for item, (given_answers, right) in enumerate(zip(answers, truth, strict=True)):
        kinds = {answer for answer in given_answers if answer not in (None, right)}
        column = ballots[:, item].tolist()
        assert [code == 0 for code in column] == [answer == right for answer in given_answers]
        assert [code == -1 for code in column] == [answer is None for answer in given_answers]
        assert {code for code in column if code > 0} == set(range(1, len(kinds) + 1))
        pairs = {(code, answer) for code, answer in zip(column, given_answers, strict=True) if code > 0}
        assert len(pairs) == len(kinds)


@given(vote_tables_with_truth())
def test_votes_survive_plain_values_and_pickling(case):
    votes = RecordedVotes.of(*case)
    plain = json.loads(json.dumps(votes.to_dict()))
    assert RecordedVotes.from_dict(plain) == votes
    assert pickle.loads(pickle.dumps(votes)) == votes
    if votes.answered.any(axis=0).all():
        pool = Pool(votes=votes)
        assert Pool(**pool.to_dict()) == pool


def test_plain_values_are_short_and_readable():
    assert RecordedVotes.of(ANSWERS, TRUTH, item_weights=[1, 1, 2, 2]).to_dict() == {
        "labels": ["a", "b", "c"],
        "truth": [0, 1, 2, 1],
        "answers": ["0 1 0", "1 1 .", "0 2 2", "1 0 1"],
        "item_weights": [1.0, 1.0, 2.0, 2.0],
    }


def test_labels_that_json_does_not_know_become_text():
    labels = np.empty(1, dtype=object)
    labels[0] = (1, 2)
    assert RecordedVotes.of(labels[:, None], labels).to_dict()["labels"] == ["(1, 2)"]


def test_pools_with_different_votes_differ():
    first, second = Pool.from_votes([[1, 0], [0, 1]], [1, 1]), Pool.from_votes([[0, 1], [1, 0]], [1, 1])
    assert first.accuracies.tolist() == second.accuracies.tolist()
    assert first != second
    assert first == Pool.from_votes([[1, 0], [0, 1]], [1, 1])


def test_votes_of_some_members():
    votes = RecordedVotes.of(ANSWERS, TRUTH).of_members([2, 0])
    assert votes.accuracies.tolist() == [1.0, 0.75]


@pytest.mark.parametrize(
    ("answers", "truth", "message"),
    [
        ([[1, 0]] * 3, [1, 0, 1, 1], "pool: answers: expected a row for each of the 4 items of truth and a column per "
         "member, got an array of shape (3, 2)"),
        ([1, 0], [1, 0], "pool: answers: expected a table with a row per item and a column per member, got shape (2,)"),
        ([[1, 0], [1]], [1, 0], "pool: answers: expected rows of equal length, got [[1, 0], [1]]"),
        (3, [1, 0], "pool: answers: expected rows of equal length, got 3"),
        ("abc", [1], "pool: answers: expected a list, got 'abc'"),
        ([[1, 0]], [], "pool: truth: expected the right answer to each item, got shape (0,)"),
        ([[1, 0]], [[1]], "pool: truth: expected the right answer to each item, got shape (1, 1)"),
        ([[1], [1]], [1, None], "pool: truth[1]: the right answer is missing"),
        (np.array([[{}], [1]], dtype=object), [1, 1], "pool: answers: an answer must be hashable, got {}"),
    ],
)  # fmt: skip
def test_what_cannot_be_votes_is_reported(answers, truth, message):
    assert problem_of(Pool.from_votes, answers, truth) == message


def test_members_who_answered_nothing_are_members_with_the_mean_accuracy():
    pool = Pool.from_votes([[1, None, 1], [0, None, 1]], [1, 1], names=["ann", "bob", "cid"])
    assert pool.votes.silent == (1,)
    assert np.isnan(pool.votes.accuracies[1])
    assert pool.accuracies[1] == pytest.approx(0.75)


def test_a_pool_on_some_items_estimates_its_accuracies_again():
    pool = Pool.from_votes(ANSWERS, TRUTH)
    part = pool.on_items(np.array([0, 2]), np.array([2.0, 1.0]))
    assert part.accuracies.tolist() == part.votes.shrunk_accuracies.tolist()
    assert (len(part.votes), part.votes.item_weights.tolist(), part.names) == (2, [2.0, 1.0], pool.names)


def test_columns_of_other_lengths_are_reported():
    message = problem_of(Pool.from_votes, ANSWERS, TRUTH, costs=[1, 2])
    assert message == "pool: every column needs one entry per member, but costs has 2, votes has 3"


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1.0], "pool: item_weights: expected one per item, 4, got an array of shape (1,)"),
        ([1, 1, 0, 1], "pool: item_weights[2]: must be a finite number above 0, got 0.0"),
        ([1, 1, float("nan"), 1], "pool: item_weights[2]: must be a finite number above 0, got nan"),
        ("heavy", "pool: item_weights: expected a list of numbers, got 'heavy'"),
        ([1e308] * 4, "pool: item_weights: must have a sum that is a finite number, got infinity"),
    ],
)
def test_weights_that_cannot_be_are_reported(weights, message):
    assert problem_of(Pool.from_votes, ANSWERS, TRUTH, item_weights=weights) == message


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"labels": ["a"], "truth": [0]}, "pool: votes: the key 'answers' is missing; expected labels, truth, answers "
         "and optionally item_weights, graded, compared"),
        ({"labels": ["a"], "truth": [0], "answers": ["0"], "note": []}, "pool: votes: unknown key 'note'; expected "
         "labels, truth, answers and optionally item_weights, graded, compared"),
        ({"labels": ["a"], "truth": [0], "answers": ["0 1"]}, "pool: votes: answers[0, 1]: expected the position "
         "of one of 1 labels, got 1"),
        ({"labels": ["a"], "truth": [-1], "answers": ["0 0"]}, "pool: votes: truth[0]: expected the position "
         "of one of 1 labels, got -1"),
        ({"labels": ["a"], "truth": [], "answers": []}, "pool: votes: expected answers of shape (items, members) and "
         "one right answer per item, got answers of shape (0,) and 0 right answers"),
        ({"labels": ["a"], "truth": [0, 0], "answers": ["0"]}, "pool: votes: expected answers of shape (items, "
         "members) and one right answer per item, got answers of shape (1, 1) and 2 right answers"),
    ],
)  # fmt: skip
def test_plain_values_that_cannot_be_votes_are_reported(columns, message):
    assert problem_of(Pool, votes=columns) == message


@pytest.mark.parametrize("answers", [["0 x"], [0], ["0", "0 0"], 3])
def test_answers_that_are_no_text_of_codes_are_reported(answers):
    message = problem_of(Pool, votes={"labels": ["a"], "truth": [0] * 2, "answers": answers})
    assert message.startswith(
        "pool: votes: expected answers as one text per item, such as '0 1 . 1', with the position"
    )


def test_no_items_are_reported():
    message = problem_of(RecordedVotes, np.zeros((0, 2), dtype=int), np.zeros(0, dtype=int), ())
    assert message == "pool: votes: expected at least one item, got none"


def test_what_is_no_votes_at_all_is_reported():
    message = problem_of(Pool, votes=[1, 2])
    assert message == "pool: votes: expected recorded votes, as Pool.from_votes makes them, got [1, 2]"


def test_a_pool_without_votes_says_so():
    with pytest.raises(PoolError, match="^pool: this needs recorded votes, and the pool has none; give a log, --votes"):
        Pool(accuracies=[0.5]).require_votes()


@given(st.integers(1, 3))
def test_one_item_is_enough(members):
    assert Pool.from_votes([[1] * members], [1]).accuracies.tolist() == [1.0] * members


def test_graded_votes_keep_their_mark_through_samples_files_and_copies():
    votes = attrs.evolve(RecordedVotes.of([[1, 0], [0, 0], [1, 1]], [1, 1, 1], item_weights=[1, 2, 3]), graded=True)
    sample = votes.of_items(np.array([2, 0]))
    assert sample.graded
    assert sample.answers.tolist() == [[1, 1], [1, 0]]
    assert sample.item_weights.tolist() == [3.0, 1.0]
    assert votes.of_items(np.array([0]), np.array([7.0])).item_weights.tolist() == [7.0]
    assert RecordedVotes.from_dict(votes.to_dict()) == votes == pickle.loads(pickle.dumps(votes))
    with pytest.raises(PoolError, match="graded: must be true or false, got 'yes'"):
        attrs.evolve(votes, graded="yes")
