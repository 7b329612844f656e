"""Tables whose columns are known by their names."""

from __future__ import annotations

import pandas as pd
import pytest

from haversack import LogSource
from haversack.readers import PlainTable


@pytest.mark.parametrize(
    ("columns", "expected"),
    [("item model answer", True), ("truth gpt", True), ("item truth", False), ("gpt", False)],
)
def test_it_recognises_all_but_right_answers_alone(columns, expected):
    source = LogSource.of(pd.DataFrame({name: [1] for name in columns.split()}))
    assert PlainTable().recognises(source) is expected
    assert PlainTable().read(source) is source.table
