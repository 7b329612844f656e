"""Columns of a pool by name."""

from __future__ import annotations

import math

import pytest

from constrained import example_pool
from haversack import Pool, PoolError
from haversack.pools.column_values import (
    find_members,
    is_missing,
    list_column_names,
    read_labels,
    read_numbers,
)


def test_columns_of_a_csv_file_are_numbers_where_they_are_used_as_such(tmp_path):
    (tmp_path / "pool.csv").write_text("accuracy,cost,latency,note\n0.9,1,1.5,\n0.8,2,2,x\n", encoding="utf-8")
    pool = Pool.from_csv(tmp_path / "pool.csv")
    assert read_numbers(pool, "latency", "test").tolist() == [1.5, 2.0]
    assert read_numbers(pool, "cost", "test").tolist() == [1.0, 2.0]
    with pytest.raises(PoolError, match=r"pool: note\[0\] \(row 1, 'member-0'\): must be a finite number, got nothing"):
        read_numbers(pool, "note", "test")


def test_all_wrong_cells_are_named():
    with pytest.raises(PoolError) as error:
        read_numbers(example_pool(), "gaps", "limit.column", least=0.0)
    assert error.value.problems == (
        "pool: gaps[1] (row 2, 'b'): must be a finite number of at least 0, got nothing",
        "pool: gaps[3] (row 4, 'd'): must be a finite number of at least 0, got 'x'",
    )


def test_an_unknown_column_is_named_with_those_there_are():
    with pytest.raises(
        PoolError, match="no column 'price', which limit.column names; columns: accuracy, cost, name, gaps"
    ):
        read_numbers(example_pool(), "price", "limit.column")


def test_labels_are_texts():
    pool = Pool(accuracies=[0.5, 0.6], names=["a", "b"], metadata={"tier": [1.0, " x "]})
    assert read_labels(pool, "tier", "test") == ("1", "x")
    assert read_labels(pool, "name", "test") == ("a", "b")
    assert read_labels(pool, "accuracy", "test") == ("0.5", "0.6")
    assert list_column_names(pool) == ["accuracy", "name", "tier"]


def test_members_are_found_by_name():
    assert find_members(example_pool(), ["c", "a"], "test").tolist() == [2, 0]
    with pytest.raises(PoolError, match="test: no member 'z'; known: 'a', 'b', 'c', 'd', 'e'"):
        find_members(example_pool(), ["z"], "test")


@pytest.mark.parametrize(("cell", "expected"), [(None, True), (" ", True), (math.nan, True), (0, False), ("x", False)])
def test_empty_cells_are_missing(cell, expected):
    assert is_missing(cell) is expected
