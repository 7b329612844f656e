"""Answers of which only right or wrong is known."""

from __future__ import annotations

import pytest

from haversack import LogTable, PoolError
from haversack.pools.logs.grading import read_grades
from haversack.pools.logs.layout import Layout


def test_grades_are_zero_one_true_and_false():
    layout = Layout(item=("i",), member="m", correct="c")
    table = LogTable("f", {"c": [1, 0, True, False, "True", " 0.0", 1.0, None]})
    assert read_grades(table, layout).tolist() == [0, 1, 0, 1, 0, 1, 0, -1]


def test_others_are_refused_with_the_column_of_the_member():
    table = LogTable("f", {"m": ["gpt"], "c": [40]})
    layout = Layout(item=("i",), member="m", correct="c", origins={})
    with pytest.raises(
        PoolError, match="^f: line 1: gpt: must be 0, 1, true or false where answers are graded, got '40'"
    ):
        read_grades(table, layout)
