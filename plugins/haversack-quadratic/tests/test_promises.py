"""Energy and searcher keep what every energy and every searcher promises."""

from __future__ import annotations

import haversack_quadratic as hq
import numpy as np
import pytest

import haversack as hs
from haversack.testing import energy_checks, searcher_checks

SMALL = "tiny\n3\n3 1 4\n5 0\n2\n\n0\n5\n2 3 4\n"
PLACES = np.arange(30)
PROFITS = np.multiply.outer(PLACES + 1, PLACES + 1) % 11 - 2.0


class OfAnySize(hq.QuadraticProfit):
    """The profits of the first members: parts are tried on pools of many sizes, and a matrix has one."""

    def pair_profits(self, pool):
        return self._matrix[: len(pool), : len(pool)]


ENERGY = OfAnySize(profits=PROFITS)


def without_accuracies(accuracies, costs):
    return hs.Pool(costs=costs)


@pytest.mark.parametrize("check", energy_checks(ENERGY, make_pool=without_accuracies), ids=str)
@pytest.mark.slow
def test_the_energy(check):
    check()


def test_it_is_checked_for_walks():
    names = {check.name for check in energy_checks(ENERGY, make_pool=without_accuracies)}
    assert {"proposed-losses", "flips-are-applied", "walks-side-by-side", "own-pool", "own-budget"} <= names


def test_an_energy_from_a_file_brings_what_it_promises(tmp_path):
    (tmp_path / "tiny.txt").write_text(SMALL, encoding="utf-8")
    for check in energy_checks(hq.QuadraticProfit(path=tmp_path / "tiny.txt")):
        if check.name.startswith(("own-", "options-")):
            check()


@pytest.mark.parametrize(
    "check", searcher_checks("quadratic-tabu", energy=ENERGY, make_pool=without_accuracies), ids=str
)
@pytest.mark.slow
def test_the_searcher(check):
    check()
