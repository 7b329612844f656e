"""Logs with a line per item, and one or more columns per member."""

from __future__ import annotations

import pytest

from haversack import LogTable, PoolError
from haversack.pools.logs.roles import sort_by_role
from haversack.pools.logs.wide import find_groups, melt_columns, melt_groups

TABLE = LogTable("f", {"id": ["x", "y"], "a": [1, 2], "b": [2, 2], "gold": [1, 2]}, places=[2, 4])


def melt(table=TABLE, members=("a", "b"), **changes):
    options = {"has_truth": False, "is_graded": False, "is_sure": False} | changes
    return melt_columns(table, sort_by_role(table.columns), members, **options)


def test_a_column_per_member_becomes_a_line_per_answer():
    table, layout = melt()
    assert table.columns == {
        "item": ["x", "x", "y", "y"],
        "member": ["a", "b", "a", "b"],
        "answer": [1, 2, 2, 2],
        "truth": [1, 1, 2, 2],
    }
    assert list(table.places) == [2, 2, 4, 4]
    assert layout.list_origins() == {"item": "id", "truth": "gold"}
    assert melt(is_graded=True)[1].correct == "correct"


def test_several_columns_per_member_become_one_line_too():
    table = LogTable("f", {"id": [1], "a.answer": ["x"], "a.usd": [2], "b.answer": ["y"], "truth": ["x"]})
    groups = find_groups(list(table.columns))
    melted, layout = melt_groups(table, sort_by_role(table.columns), groups, has_truth=False)
    assert (melted.columns["answer"], melted.columns["price"]) == (["x", "y"], [2, None])
    assert layout.price == "price"
    assert find_groups(["a", "b:c"]) == {}


def test_several_columns_may_name_the_item_together():
    table = LogTable("f", {"task": ["x", "x", "y"], "sample": ["1", "2", "1"], "a": [1, 1, 0], "gold": [1, 1, 1]})
    melted, layout = melt(table, ("a",), items=["task", "sample"])
    assert len(set(melted.columns["item"])) == 3
    assert layout.list_origins() == {"item": "task and sample", "truth": "gold"}
    with pytest.raises(PoolError, match="or both: item=task,item=sample"):
        melt(table, ("a",))


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"id": [1], "a:answer": [1]}, "f: no right answers"),
        ({"id": [1], "a:correct": [1], "b:price": [1]}, "f: 'b' has no column for correct, as others have"),
    ],
)
def test_members_without_what_others_have_are_refused(columns, message):
    table = LogTable("f", columns)
    with pytest.raises(PoolError, match=message):
        melt_groups(table, sort_by_role(columns), find_groups(list(columns)), has_truth=False)


def test_columns_that_hold_something_else_are_refused_unless_the_user_names_them():
    table = LogTable("f", {"a": [1, 2], "size": [10, 20], "truth": [1, 2]})
    with pytest.raises(PoolError, match="column 'size' holds no right answer at all, for example '10'; if it is not"):
        melt(table, ("a", "size"))
    assert melt(table, ("a", "size"), is_sure=True)[1].ignored == ()
    with pytest.raises(PoolError, match="no column holds the answers of a member"):
        melt(table, ())
