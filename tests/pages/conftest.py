"""Results to report."""

from __future__ import annotations

import pytest

import haversack as hs
from hostile_names import HOSTILE


@pytest.fixture(scope="session")
def voted(builtins):
    """A selection by recorded votes, of members with hostile names of which the first two make the same mistakes."""
    answers = [["a", "a", "a", "b", "a", "b", "a", "a", "b"]] * 20 + [
        ["b", "b", "a", "a", "a", "a", "b", "a", "a"]
    ] * 12
    answers += [["a", "a", "b", "a", "b", "a", "a", "b", "a"]] * 8
    pool = hs.Pool.from_votes(answers, truth=["a"] * 40, names=HOSTILE, costs=[4, 4, 3, 3, 2, 2, 2, 1, 1])
    return hs.select(pool, 9.0, seed=0, catalog=builtins)


@pytest.fixture(scope="session")
def chosen(builtins):
    """A proved selection from a plain pool."""
    pool = hs.Pool(accuracies=[0.9, 0.85, 0.8, 0.75, 0.7], costs=[5, 3, 2, 2, 1], names=list("abcde"))
    return hs.select(pool, 8.0, seed=0, catalog=builtins)
