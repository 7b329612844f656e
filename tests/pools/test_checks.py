"""Conditions on numbers and names, and how many problems are listed."""

from __future__ import annotations

import math

import numpy as np
import pytest

from haversack.pools.checks import IN_UNIT_INTERVAL, NOT_NEGATIVE, POSITIVE, find_name_problems, limit_problems


@pytest.mark.parametrize(
    ("condition", "accepted", "refused", "words"),
    [
        (IN_UNIT_INTERVAL, [0.0, 0.5, 1.0], [-1e-9, 1.0000001, math.nan, math.inf, -math.inf], "must lie in [0, 1]"),
        (NOT_NEGATIVE, [0.0, -0.0, 1e300], [-1e-300, math.nan, math.inf], "must be a finite number of at least 0"),
        (POSITIVE, [1e-300, 1.0, 1e300], [0.0, -0.0, -1.0, math.nan, math.inf], "must be a finite number above 0"),
    ],
)
def test_a_condition_names_the_numbers_that_do_not_meet_it(condition, accepted, refused, words):
    values = np.array([*accepted, *refused])
    expected = [(len(accepted) + index, f"{words}, got {value}") for index, value in enumerate(refused)]
    assert list(condition.find_problems(values)) == expected


def test_names_must_be_unique_and_not_empty():
    assert list(find_name_problems(["ann", "", "bob", "ann", "", "ann"])) == [
        (1, "must not be empty"),
        (3, "must be unique, but 'ann' is already used in row 1"),
        (4, "must not be empty"),
        (5, "must be unique, but 'ann' is already used in row 1"),
    ]


@pytest.mark.parametrize(("count", "last"), [(0, None), (6, "problem 5"), (7, "... and 1 more problems of this kind")])
def test_the_first_six_problems_are_listed_and_the_others_counted(count, last):
    limited = limit_problems([f"problem {number}" for number in range(count)])
    assert limited[:6] == [f"problem {number}" for number in range(min(count, 6))]
    assert (limited[-1] if limited else None) == last


@pytest.mark.parametrize(
    ("values", "advice"), [([80.0, 0.9, 75.5], "; divide percentages by 100"), ([0.8, 0.9, 7.0], ""), ([800.0], "")]
)
def test_a_column_of_percentages_is_recognised(values, advice):
    worst = max(values)
    messages = dict(IN_UNIT_INTERVAL.find_problems(np.array(values)))
    assert messages[values.index(worst)] == f"must lie in [0, 1], got {worst}{advice}"
