"""Pools from arrays, and everything that can be wrong with them."""

from __future__ import annotations

import copy
import pickle
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack import HaversackError, Pool, PoolError
from strategies import pools


def problems_of(make, *arguments, **keywords):
    with pytest.raises(PoolError) as caught:
        make(*arguments, **keywords)
    return caught.value.problems


def test_arrays_are_copied_and_cannot_be_written_to():
    accuracies, costs = np.array([0.9, 0.8]), np.array([1.0, 2.0])
    pool = Pool(accuracies=accuracies, costs=costs)
    accuracies[0] = costs[0] = 0.0
    assert pool.accuracies.tolist() == [0.9, 0.8]
    assert pool.costs.tolist() == [1.0, 2.0]
    for column in (pool.accuracies, pool.costs):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 0.5


def test_a_pool_cannot_be_changed(small_pool):
    with pytest.raises(AttributeError):
        small_pool.names = ("x",)


def test_whole_numbers_become_floats():
    pool = Pool(accuracies=[1, 0], costs=[3, 2])
    assert pool.accuracies.dtype == pool.costs.dtype == np.float64


def test_names_are_numbered_if_left_out():
    assert Pool(accuracies=[0.9, 0.8]).names == ("member-0", "member-1")
    assert Pool(accuracies=[0.9, 0.8], names=[]).names == ("member-0", "member-1")


def test_names_may_come_from_an_array_and_be_numbers():
    assert Pool(accuracies=[0.9, 0.8], names=np.array([7, 8])).names == ("7", "8")


def test_a_pool_without_costs_has_none():
    pool = Pool(accuracies=[0.9, 0.8])
    assert pool.costs is None
    assert "costs" not in pool.to_dict()


def test_a_pool_without_accuracies_has_none():
    pool = Pool(costs=[1, 2, 3])
    assert pool.accuracies is None
    assert len(pool) == 3
    assert "accuracies" not in pool.to_dict()


def test_a_pool_may_have_names_only():
    assert len(Pool(names=["ann", "bob"])) == 2


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"accuracies": [0.5]}, "Pool of 1 member with accuracies"),
        ({"accuracies": [0.5, 0.5], "costs": [1, 1]}, "Pool of 2 members with accuracies and costs"),
        ({"costs": [1, 1]}, "Pool of 2 members with costs"),
        ({"names": ["a", "b"]}, "Pool of 2 members"),
    ],
)
def test_the_repr_is_short(columns, message):
    assert repr(Pool(**columns)) == message


def test_the_bounds_of_the_range_are_accuracies_too():
    assert Pool(accuracies=[0.0, 1.0]).accuracies.tolist() == [0.0, 1.0]


def test_pools_with_equal_columns_are_equal():
    def make(**changes):
        return Pool(**{"accuracies": [0.9, 0.8], "costs": [1, 2], "names": ["ann", "bob"]} | changes)

    assert make() == make()
    assert make() != make(accuracies=[0.9, 0.7])
    assert make() != make(costs=[1, 3])
    assert make() != make(costs=None)
    assert make() != make(names=["a", "b"])
    assert make() != make(metadata={"country": ["x", "y"]})
    assert make(costs=None) == make(costs=None)


@pytest.mark.parametrize("duplicate", [lambda pool: pickle.loads(pickle.dumps(pool)), copy.copy, copy.deepcopy])
def test_a_copy_of_a_pool_is_equal_and_read_only(duplicate):
    pool = Pool.from_votes([["a", "b"], ["b", "b"]], ["a", "b"], [2, 1], ["x", "y"], item_weights=[1, 2])
    copied = duplicate(pool)
    assert copied == pool
    votes = copied.votes
    for array in (copied.accuracies, copied.costs, votes.answers, votes.truth, votes.item_weights):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_metadata_is_kept_as_it_is():
    pool = Pool(accuracies=[0.9, 0.8], metadata={"country": ["no", "se"], "year": [1, None]})
    assert pool.metadata == {"country": ("no", "se"), "year": (1, None)}


def test_metadata_from_an_array_becomes_plain_numbers():
    column = Pool(accuracies=[0.9, 0.8], metadata={"year": np.array([1, 2])}).metadata["year"]
    assert [type(entry) for entry in column] == [int, int]


def test_required_columns_are_returned(small_pool):
    assert small_pool.require_accuracies() is small_pool.accuracies
    assert small_pool.require_costs() is small_pool.costs


def test_missing_columns_are_reported_when_they_are_required():
    with pytest.raises(PoolError, match=r"^pool: this needs the accuracy of each member, and the pool has no accurac"):
        Pool(costs=[1]).require_accuracies()
    with pytest.raises(PoolError, match=r"the pool has no costs; cost model 'none' needs none"):
        Pool(accuracies=[0.5]).require_costs()


@given(pools(), st.booleans())
def test_to_dict_makes_the_same_pool_again(pool, with_metadata):
    if with_metadata:
        pool = Pool(**pool.to_dict(), metadata={"note": [f"n{index}" for index in range(len(pool))]})
    assert Pool(**pool.to_dict()) == pool


def test_to_dict_holds_plain_values(small_pool):
    columns = Pool(**small_pool.to_dict(), metadata={"country": ["a", "b", "c", "d"]}).to_dict()
    assert columns == {
        "names": ["ann", "bob", "cat", "dan"],
        "accuracies": [0.9, 0.8, 0.7, 0.6],
        "costs": [4.0, 2.0, 2.0, 1.0],
        "metadata": {"country": ["a", "b", "c", "d"]},
    }
    assert type(columns["accuracies"][0]) is float


# ------------------------------------------------------------------------------------------------- bad input


def test_a_pool_error_is_a_value_error_and_one_of_ours():
    assert issubclass(PoolError, ValueError)
    assert issubclass(PoolError, HaversackError)


@pytest.mark.parametrize("columns", [{}, {"accuracies": []}, {"accuracies": [], "costs": []}, {"names": []}])
def test_an_empty_pool_is_refused(columns):
    assert problems_of(Pool, **columns) == ("pool: empty; expected at least one member",)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"accuracies": "abc"}, "pool: accuracies: expected a list of numbers, got 'abc'"),
        ({"accuracies": [0.5, "high"]}, "pool: accuracies: expected a list of numbers, got [0.5, 'high']"),
        ({"costs": [[1], [2, 3]]}, "pool: costs: expected a list of numbers, got [[1], [2, 3]]"),
        ({"costs": object}, "pool: costs: expected a list of numbers, got <class 'object'>"),
        ({"accuracies": 0.5}, "pool: accuracies: expected a list of numbers, got 0.5"),
        ({"costs": [[1, 2]]}, "pool: costs: expected a list of numbers, got an array of shape (1, 2)"),
        ({"names": "abc"}, "pool: names: expected a list with one entry per member, got 'abc'"),
        ({"names": 3}, "pool: names: expected a list with one entry per member, got 3"),
        ({"metadata": ["x"]}, "pool: metadata: expected columns by name, got ['x']"),
        ({"metadata": {"x": "abc"}}, "pool: metadata.x: expected a list with one entry per member, got 'abc'"),
    ],
)
def test_a_column_of_a_wrong_kind_is_named(columns, message):
    assert problems_of(Pool, **columns) == (message,)


def test_a_cost_too_large_for_a_float_is_refused():
    (problem,) = problems_of(Pool, costs=[10**400])
    assert problem.startswith("pool: costs: expected a list of numbers, got [1000")


def test_columns_of_different_lengths_are_named():
    problems = problems_of(Pool, accuracies=[0.5, 0.6], costs=[1], names=["a", "b", "c"], metadata={"x": [1, 2, 3, 4]})
    assert problems == (
        "pool: every column needs one entry per member, but accuracies has 2, costs has 1, names has 3, "
        "metadata.x has 4",
    )


@pytest.mark.parametrize(
    ("value", "shown"), [(-0.1, "-0.1"), (1.5, "1.5"), (float("nan"), "nan"), (float("inf"), "inf"), (None, "nan")]
)
def test_an_accuracy_outside_of_the_range_is_named(value, shown):
    problems = problems_of(Pool, accuracies=[0.5, value], names=["ann", "bob"])
    assert problems == (f"pool: accuracies[1] (row 2, 'bob'): must lie in [0, 1], got {shown}",)


@pytest.mark.parametrize(
    ("value", "shown"),
    [(-2, "-2.0"), (float("nan"), "nan"), (float("inf"), "inf"), (-float("inf"), "-inf"), (None, "nan")],
)
def test_a_cost_that_is_negative_or_not_finite_is_named(value, shown):
    problems = problems_of(Pool, accuracies=[0.5, 0.5], costs=[value, 1])
    assert problems == (f"pool: costs[0] (row 1, 'member-0'): must be a finite number of at least 0, got {shown}",)


def test_members_may_cost_nothing():
    assert Pool(accuracies=[0.5, 0.6], costs=[0, 1]).costs.tolist() == [0.0, 1.0]
    assert [Pool(accuracies=[0.5, 0.6], costs=costs).is_free for costs in ([0, 0], [0, 1], None)] == [
        True,
        False,
        False,
    ]


def test_a_duplicate_name_is_named_with_both_rows():
    problems = problems_of(Pool, accuracies=[0.5] * 3, names=["ann", "bob", "ann"])
    assert problems == ("pool: names[2] (row 3, 'ann'): must be unique, but 'ann' is already used in row 1",)


def test_an_empty_name_is_refused():
    assert problems_of(Pool, accuracies=[0.5] * 2, names=["ann", ""]) == (
        "pool: names[1] (row 2, ''): must not be empty",
    )


def test_all_problems_are_reported_at_once():
    problems = problems_of(Pool, accuracies=[2.0, 0.5, -1.0], costs=[1, -1, 1], names=["a", "a", "b"])
    assert [problem.split(" ")[1] for problem in problems] == ["accuracies[0]", "accuracies[2]", "costs[1]", "names[1]"]


def test_six_problems_are_reported_in_full():
    assert len(problems_of(Pool, accuracies=[2.0] * 6)) == 6


def test_more_than_six_problems_are_counted():
    problems = problems_of(Pool, accuracies=[2.0] * 9)
    assert len(problems) == 7
    assert problems[5].startswith("pool: accuracies[5]")
    assert problems[6] == "... and 3 more problems of this kind"


@pytest.mark.parametrize("names", [[10**5000], ["a\ud800"], np.ma.array(["a"]), {"a": 1}, b"a", 5])
def test_names_that_cannot_be_written_are_refused(names):
    with pytest.raises(PoolError, match="pool: names"):
        Pool(accuracies=[0.5], names=names)


def test_names_of_further_columns_are_texts():
    assert list(Pool(accuracies=[0.5], metadata={3: ["x"]}).metadata) == ["3"]
    with pytest.raises(PoolError, match=re.escape("pool: metadata.x: expected a list with one entry per member")):
        Pool(accuracies=[0.5], metadata={"x": 5})


def test_costs_have_a_finite_sum():
    assert Pool(costs=[1e308]).costs.tolist() == [1e308]
    with pytest.raises(PoolError, match="pool: costs: must have a sum that is a finite number, got infinity"):
        Pool(costs=[1e308, 1e308])
