"""Answers as positions among their labels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from haversack import PoolError
from haversack.pools.labels import encode_answers
from strategies import vote_tables_with_truth


@given(vote_tables_with_truth())
def test_positions_lead_back_to_the_answers(case):
    answers, truth = case
    given_codes, right_codes, labels = encode_answers(answers, truth)
    assert [[None if code < 0 else labels[code] for code in row] for row in given_codes.tolist()] == [
        list(row) for row in answers
    ]
    assert [labels[code] for code in right_codes.tolist()] == list(truth)
    assert len(set(labels)) == len(labels)


def test_labels_are_sorted_if_they_can_be():
    assert encode_answers([["b"], ["a"]], ["b", "a"])[2] == ("a", "b")
    assert encode_answers([["b"], [1]], ["b", 1])[2] == ("b", 1)


def test_arrays_and_lists_are_encoded_alike():
    answers, truth = [[3, 1], [1, -1]], [3, 1]
    for first, second in zip(
        encode_answers(answers, truth, missing=-1),
        encode_answers(np.array(answers), np.array(truth), missing=-1),
        strict=True,
    ):
        assert np.array_equal(first, second)


def test_a_table_with_a_row_per_member_is_transposed():
    given_codes, _, _ = encode_answers([[1, 1, 0], [0, None, 0]], [1, 1, 0])
    assert given_codes.tolist() == [[1, 0], [1, -1], [0, 0]]


def test_a_shape_that_does_not_match_is_reported():
    with pytest.raises(PoolError, match=r"a row for each of the 2 items of truth .* got an array of shape \(1, 3\)"):
        encode_answers([[1, 0, 1]], [1, 0])
