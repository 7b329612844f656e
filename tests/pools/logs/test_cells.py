"""Cells as text, and text as positions among its distinct values."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from haversack import PoolError
from haversack.pools.logs.cells import encode, join_names, to_names, to_texts


def test_values_of_all_kinds_become_text_and_missing_ones_none():
    values = ["a", " ", None, float("nan"), pd.NA, pd.NaT, 1, 1.0, 0.5, True, np.int64(3), np.float32(2), ["b", 1]]
    expected = ["a", None, None, None, None, None, "1", "1", "0.5", "true", "3", "2", '["b", 1]']
    assert to_texts(values) == expected
    assert to_texts(["a", ""]) == ["a", None]
    assert to_names([" a ", "b", " "]) == ["a", "b", None]


def test_what_cannot_be_written_is_refused():
    with pytest.raises(PoolError, match="expected text or a number"):
        to_texts([[{1, 2}]])


def test_codes_lead_back_to_the_values_and_names_are_joined():
    values = ["b", "a", None, "b"]
    codes, distinct = encode(values)
    assert [distinct[code] for code in codes] == values
    assert join_names([["a", "b"], ["1", None]]) == ["a/1", None]
