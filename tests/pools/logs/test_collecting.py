"""From a line per answer to recorded votes."""

from __future__ import annotations

import pytest

from haversack import LogTable, PoolError
from haversack.pools.logs.collecting import collect_votes
from haversack.pools.logs.layout import Layout
from haversack.pools.logs.normalising import find_normaliser
from haversack.pools.logs.right_answers import read_right_answers

LAYOUT = Layout(item=("i",), member="m", answer="a")
TABLE = LogTable("f", {"i": [1, 1, 2, 3, 3], "m": list("uvuuv"), "a": ["x", "X", None, "y", "y"]})


def collect(truth, table=TABLE, layout=LAYOUT, mode="exact"):
    right = None if truth is None else read_right_answers(truth, {})
    return collect_votes(table, layout, right, find_normaliser(mode))


def test_votes_are_collected_and_everything_left_out_is_counted():
    found = collect({1: "x", 2: "y", 9: "z"})
    assert (found.names, found.votes.labels) == (("u", "v"), ("X", "x", "y"))
    assert found.votes.answers.tolist() == [[1, 0], [-1, -1]]
    assert found.votes.truth.tolist() == [1, 2]
    assert (found.without_truth, found.unasked, found.nearly_right) == (2, 1, 1)
    assert collect({1: "x"}, mode="casefold").votes.labels == ("x",)


def test_numbers_that_are_written_differently_are_counted():
    table = LogTable("f", {"i": [1, 1, 2], "m": list("uvu"), "a": ["1.0", "1", "x"]})
    found = collect({1: "1", 2: "x"}, table)
    assert (found.nearly_right, found.same_number) == (0, 1)
    assert collect({1: "1"}, table=LogTable("f", {"i": [1], "m": ["u"], "a": ["1.0"]}), mode="number").same_number == 0


def test_a_right_answer_on_one_line_of_an_item_is_enough():
    table = LogTable("f", TABLE.columns | {"t": ["x", None, "y", None, None]})
    found = collect(None, table, Layout(item=("i",), member="m", answer="a", truth="t"))
    assert found.votes.truth.tolist() == [1, 2]


def test_right_answers_that_are_no_numbers_are_reported_with_their_place():
    with pytest.raises(PoolError, match=r"^truth: '1': the right answer must be a number, got 'one'$"):
        collect({1: "one"}, mode="number")


def test_answers_that_are_written_in_another_way_than_the_right_ones_are_refused():
    """Otherwise everybody would be wrong about everything, without a word."""
    columns = {"i": [1, 1, 2, 2], "m": ["u", "v", "u", "v"], "a": ["yes", "no", "no", "no"]}
    message = r"^f: no answer is right: answers are such as 'no', 'yes', right ones such as '0', '1'; write both in the"
    with pytest.raises(PoolError, match=message):
        collect({1: "1", 2: "0"}, LogTable("f", columns))
    assert collect({1: "maybe", 2: "no"}, LogTable("f", columns)).votes.labels == ("maybe", "no", "yes")
