from __future__ import annotations

import pytest

from haversack import PoolError
from haversack.pools.answer_tables import AnswerTable, read_answer_file, read_answer_table


def write(tmp_path, text):
    path = tmp_path / "new.csv"
    path.write_text(text)
    return path


def test_a_wide_file_may_name_items_and_right_answers(tmp_path):
    path = write(tmp_path, "id,ann,bob,gold\nq1,a,,a\nq2,b,a,\n")
    table = read_answer_file(path, ["ann", "bob"])
    assert table == AnswerTable({"ann": ["a", "b"], "bob": [None, "a"]}, ["q1", "q2"], ["a", None])


def test_a_long_file_is_turned_into_columns(tmp_path):
    path = write(tmp_path, "task,model,label,target\nq1,ann,a,a\nq2,bob,b,\nq1,bob,,a\n")
    table = read_answer_file(path, ["ann", "bob"])
    assert table == AnswerTable({"ann": ["a", None], "bob": [None, "b"]}, ["q1", "q2"], ["a", None])


def test_a_member_may_be_called_like_a_column(tmp_path):
    path = write(tmp_path, "item,judge,truth\n1,a,b\n")
    assert read_answer_file(path, ["judge"]).columns == {"judge": ["a"]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("item,member,answer\n1,ann,a\n1,ann,b\n", "line 3: 'ann' answers item '1' a second time, first on line 2"),
        ("item,member,answer\n1,,a\n", "line 2: expected the name of a member, the cell is empty"),
        (
            "item,member,answer,truth\n1,ann,a,a\n1,bob,a,b\n",
            "line 3: the right answer to item '1' is 'b' here, and 'a'",
        ),
    ],
)
def test_mistakes_in_a_file_are_named(tmp_path, text, message):
    with pytest.raises(PoolError) as caught:
        read_answer_file(write(tmp_path, text), ["ann", "bob"])
    assert message in str(caught.value)


def test_a_single_item_is_told_from_a_table():
    assert read_answer_table({"ann": "a"}, ["ann"]).is_single
    assert not read_answer_table({"ann": ["a"]}, ["ann"]).is_single
    assert read_answer_table({"ann": ("a", "b")}, ["ann"]).columns == {"ann": [("a", "b")]}
