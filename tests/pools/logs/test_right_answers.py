"""The right answers that are given beside a log."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from haversack import PoolError
from haversack.pools.logs.right_answers import is_row_by_row, read_right_answers


def texts_of(truth, assigned=None):
    return {item: text for item, (text, _) in read_right_answers(truth, assigned or {}).by_item.items()}


def test_mappings_series_frames_and_files_say_the_same(tmp_path):
    expected = {"1": "a", "2": "b"}
    assert texts_of({1: "a", "2 ": "b", 3: None}) == expected
    assert texts_of(pd.Series(["a", "b"], index=[1, 2])) == expected
    assert texts_of(pd.DataFrame({"task": [1, 2], "label": ["a", "b"]})) == expected, "as crowd-kit has it"
    file = tmp_path / "truth.csv"
    file.write_text("Doc-ID;Gold;note\n1;a;x\n2;b;y\n3;;z\n", encoding="utf-8")
    assert texts_of(file) == expected
    assert texts_of(file, {"truth": ("note",), "item": ("missing",)}) == {"1": "x", "2": "y", "3": "z"}


def test_lists_are_in_the_order_of_rows():
    assert is_row_by_row([1, 2])
    assert is_row_by_row(np.array([1, 2]))
    assert not any(map(is_row_by_row, ("file", {1: 2}, pd.Series([1]), pd.DataFrame({"a": [1]}))))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("question,truth\nq1,\n", "no item has a right answer"),
        ("question,truth\nq1,a\nq1,b\n", "line 3: duplicate item 'q1', first on line 2"),
        ("question,truth\n,a\n", "line 2: expected an item in column 'question', the cell is empty"),
        ("question,gld\nq1,a\n", "no column for the right answer: expected one of truth, target, gold, expected, "
         "true_label, ground_truth, gold_label; found 'question', 'gld'; name it by columns: truth=COLUMN"),
        ("quest,truth\nq1,a\n", "no column for the item: expected one of question, item, task, id, doc_id, case_id, "
         "pair_id; found 'quest', 'truth'; name it by columns: item=COLUMN"),
        ("question,truth\n", "has a header but no rows; expected one row per answer or item"),
        ("", "empty; expected a log of answers, with a header or a record per line"),
    ],
)  # fmt: skip
def test_mistakes_are_reported(tmp_path, text, message):
    file = tmp_path / "truth.csv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(PoolError) as caught:
        read_right_answers(file, {})
    assert str(caught.value) == f"{file}: {message}"


def test_other_values_are_refused():
    with pytest.raises(
        PoolError, match="truth: expected a file with the columns item and truth, or right answers by it"
    ):
        read_right_answers(3, {})
