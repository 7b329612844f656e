"""When two answers are the same."""

from __future__ import annotations

import pytest

from haversack import ConfigError
from haversack.pools.logs.normalising import MODES, find_normaliser


@pytest.mark.parametrize(
    ("mode", "result"),
    [("exact", " Straße "), ("strip", "Straße"), ("casefold", "strasse"), ("graded", " Straße ")],
)
def test_text_is_changed_as_the_mode_says(mode, result):
    assert find_normaliser(mode)(" Straße ") == result
    assert mode in MODES


@pytest.mark.parametrize("text", ["x", "1_000", "inf", "nan", "1,5", "1e999"])
def test_what_is_not_a_finite_number_is_none(text):
    with pytest.raises(ValueError, match=".*"):
        find_normaliser("number")(text)


@pytest.mark.parametrize("mode", ["Exact", None, []])
def test_other_modes_are_refused(mode):
    with pytest.raises(ConfigError, match="answers: expected how answers are compared"):
        find_normaliser(mode)
