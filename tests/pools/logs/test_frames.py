"""Frames of pandas and others, known by what they can do."""

from __future__ import annotations

import pandas as pd
import pytest

from haversack import Pool, PoolError
from haversack.pools.logs.frames import is_frame, list_headers, read_frame


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


def test_the_names_of_an_index_are_columns_by_which_a_log_is_recognised():
    frame = pd.DataFrame({"item": [1, 1], "worker": ["a", "b"], "label": ["x", "y"]}).set_index(["item", "worker"])
    assert list_headers(frame) == ["item", "worker", "label"]
    assert Pool.from_log(frame, truth={1: "x"}).votes.accuracies.tolist() == [1.0, 0.0]


def test_a_frame_without_columns_is_refused():
    with pytest.raises(PoolError, match=r"^frame: no reader recognises it; found a frame without columns; expected"):
        Pool.from_log(pd.DataFrame(), truth={1: "x"})
