"""One of several columns that may have a role."""

from __future__ import annotations

import pytest

from haversack import LogTable, PoolError
from haversack.pools.logs.choosing import choose_column, choose_item, list_found, no_right_answers

TABLE = LogTable(
    "f",
    {
        "id": [1, 2, 3, 4],
        "question": ["a", "a", "b", "b"],
        "task": [7, 7, 8, 8],
        "doc_id": [1, 2, 1, 2],
        "model": list("mnmn"),
    },
)


def test_columns_that_distinguish_the_same_lines_are_as_good_as_each_other():
    assert choose_column(TABLE, "item", ["question", "task"]) == "question"
    assert choose_item(TABLE, ["question", "id"], "model") == "question", "the other one numbers lines"
    assert choose_item(TABLE, ["id"], "model") == "id"


def test_others_are_refused_by_name():
    with pytest.raises(PoolError) as caught:
        choose_column(TABLE, "item", ["task", "doc_id"])
    assert str(caught.value) == (
        "f: columns 'task' and 'doc_id' may both hold the item; choose by columns: item=task or item=doc_id, or both: "
        "item=task,item=doc_id"
    )
    with pytest.raises(
        PoolError, match=r"'question' and 'task' may both hold the answer; choose by columns: answer=qu"
    ):
        choose_column(TABLE, "answer", ["question", "task"])


def test_messages_list_what_was_found():
    assert list_found(TABLE) == "found 'id', 'question', 'task', 'doc_id', 'model'"
    assert "no right answers" in str(no_right_answers(TABLE))
