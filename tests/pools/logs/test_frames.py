"""Frames of pandas and others, known by what they can do."""

from __future__ import annotations

import pandas as pd
import pytest

from haversack import PoolError
from haversack.pools.logs.frames import is_frame, read_frame


def test_columns_and_an_index_with_a_name_are_read():
    frame = pd.DataFrame({"model": ["a", "b"], "n": [1, 2]}, index=pd.Index(["x", "y"], name="item"))
    table = read_frame(frame)
    assert table.columns == {"item": ["x", "y"], "model": ["a", "b"], "n": [1, 2]}
    assert (table.locate(0), table.row_names) == ("frame: row 1", ["x", "y"])
    assert is_frame(frame)
    assert not is_frame("model")
    assert not is_frame(frame["n"])


def test_mistakes_are_reported():
    with pytest.raises(PoolError, match=r"^frame: has no rows; expected one row per answer or item$"):
        read_frame(pd.DataFrame({"a": []}))
    twice = pd.DataFrame([[1, 2]], columns=["a", "a"])
    with pytest.raises(PoolError, match=r"^frame: duplicate column 'a'$"):
        read_frame(twice)

    class Broken:
        columns = ("a",)

        def __getitem__(self, name):
            raise RuntimeError("lost")

    with pytest.raises(PoolError, match=r"^frame: cannot be read: RuntimeError: lost$"):
        read_frame(Broken())
