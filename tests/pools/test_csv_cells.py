from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack import Pool
from haversack.pools.csv_cells import escape_cell, explain_number, unescape_cell
from haversack.reports.csv_files import write_csv


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "'=1", "''"])
def test_what_looks_like_a_formula_is_escaped_and_comes_back(text):
    assert escape_cell(text) == f"'{text}"
    assert unescape_cell(escape_cell(text)) == text


@given(text=st.text() | st.text("=+-@'\t\rab"))
@pytest.mark.slow
def test_every_text_comes_back(text):
    assert unescape_cell(escape_cell(text)) == text
    assert not escape_cell(text).startswith(("=", "+", "-", "@"))


@pytest.mark.parametrize("text", ["ann", "'tis", "a=b", "1-2", ""])
def test_other_texts_stay(text):
    assert escape_cell(text) == unescape_cell(text) == text


def test_numbers_are_not_texts():
    assert write_csv(["x", "=y"], [{"x": -0.5, "=y": "-a"}]) == "x,'=y\n-0.5,'-a\n"


def test_a_pool_gets_the_names_back_that_were_written(tmp_path):
    names = ["=1+1", "+a", "-b", "@c", "'=d", "'e", "f"]
    rows = [{"name": name, "accuracy": 0.5, "cost": 1.0, "=x": name} for name in names]
    file = tmp_path / "pool.csv"
    file.write_text(write_csv(list(rows[0]), rows))
    pool = Pool.from_csv(file)
    assert list(pool.names) == names
    assert pool.metadata == {"=x": tuple(names)}
    assert "=1+1" not in [cell for line in csv.reader(io.StringIO(file.read_text())) for cell in line]


def test_members_that_are_columns_get_their_names_back(tmp_path):
    file = tmp_path / "answers.csv"
    file.write_text(write_csv(["question", "=ann", "truth"], [{"question": "1", "=ann": "-1", "truth": "-1"}]))
    pool = Pool.from_votes_csv(file)
    assert pool.names == ("=ann",)
    assert pool.accuracies.tolist() == [1.0]
    assert pool.votes.labels == ("-1",)


@pytest.mark.parametrize(
    ("text", "advice"),
    [("80.26%", "; write 0.8026"), ("€ 3", "; write 3"), ("0,75", "; write 0.75"), ("1,234.5", ""), ("high", "")],
)
def test_a_number_with_a_sign_is_rewritten(text, advice):
    assert explain_number(text) == f"must be a number, got {text!r}{advice}"
