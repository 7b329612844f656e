"""A log as columns, with the place of every row."""

from __future__ import annotations

import pytest

from haversack import LogTable, PoolError
from haversack.pools.logs.tables import join_tables


def test_rows_are_numbered_from_one_unless_they_have_places():
    assert LogTable("a", {"x": [5, 6]}).locate(1) == "a: line 2"
    assert repr(LogTable("a", {"x": [5, 6], "y": [1, 2]})) == "LogTable of a with 2 rows and the columns x, y"


def test_columns_have_one_cell_per_row():
    with pytest.raises(PoolError, match=r"^a: column 'y': expected 2 cells, one per row, got 1$"):
        LogTable("a", {"x": [1, 2], "y": [1]})


def test_joined_rows_know_their_files_and_common_roles():
    first = LogTable("a", {"x": [1], "y": [2]}, places=[7], roles={"item": "x", "answer": "y"})
    second = LogTable("b", {"x": [3, 4]}, unit="record", roles={"item": "x"})
    joined = join_tables([first, second])
    assert (joined.columns, joined.roles) == ({"x": [1, 3, 4], "y": [2, None, None]}, {"item": "x"})
    assert [joined.locate(row) for row in range(3)] == ["a: row 7", "b: row 1", "b: row 2"]
    assert joined.locate_both(1, 2) == ("b: row 2", "row 1")
    assert joined.locate_both(0, 2) == ("b: row 2", "a: row 7")
    assert join_tables([first]) is first
