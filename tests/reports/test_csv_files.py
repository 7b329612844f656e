"""Results as CSV."""

from __future__ import annotations

import csv
import io

from hypothesis import given
from hypothesis import strategies as st

from haversack.pools.csv_cells import unescape_cell
from haversack.reports.csv_files import write_csv

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\0"), max_size=8)


@given(st.lists(st.tuples(texts, st.floats(allow_nan=False)), max_size=5))
def test_the_same_texts_and_numbers_are_read_back(rows):
    text = write_csv(["name", "cost"], [{"name": name, "cost": cost} for name, cost in rows])
    read = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [(unescape_cell(line["name"]), float(line["cost"])) for line in read] == rows


def test_lines_end_alike_on_every_system_and_nothing_is_empty():
    assert write_csv(["a", "b"], [{"a": None, "b": True}]) == "a,b\n,True\n"
    assert write_csv(["a"], []) == "a\n"
