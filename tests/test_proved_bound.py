"""The strongest bound of a search, and bounds that cannot be true."""

from __future__ import annotations

import math

import pytest

from haversack.errors import SearchError
from haversack.proved_bound import ProvedBound


@pytest.fixture
def proved():
    return ProvedBound(is_probability=True)


def test_of_several_bounds_the_strongest_counts(proved):
    assert proved.loss == -math.inf
    for bound in (0.1, 0.3, 0.2):
        proved.tighten(bound, 0.5)
    assert proved.loss == 0.3


def test_the_smallest_gap_counts_until_a_better_set_is_found(proved):
    proved.tighten(0.0, 0.0, 0.4)
    proved.tighten(0.0, 0.0, 0.2)
    proved.tighten(0.0, 0.0, 0.3)
    assert proved.gap == 0.2
    proved.meet(0.0)
    assert proved.gap is None


@pytest.mark.parametrize("loss", [0.25, 1e-20, 1e-305])
def test_a_bound_beyond_a_known_set_by_rounding_is_its_loss(loss, proved):
    proved.tighten(loss * (1 + 1e-12), loss)
    assert proved.loss == loss


@pytest.mark.parametrize(("bound", "loss"), [(0.2500001, 0.25), (2e-20, 1e-20), (math.inf, 0.3)])
def test_a_bound_that_contradicts_a_known_set_is_refused(bound, loss, proved):
    with pytest.raises(SearchError, match="proved that no feasible set has a loss below .*, but .* is known"):
        proved.tighten(bound, loss)
    assert proved.loss == -math.inf


def test_a_bound_is_a_number(proved):
    with pytest.raises(SearchError, match="^searcher proved a bound that is not a number$"):
        proved.tighten(math.nan, 0.5)


def test_a_set_that_contradicts_the_bound_ends_the_bound(proved):
    proved.tighten(0.2, math.inf)
    with pytest.raises(SearchError, match="found a set of loss 0.1 after it was proved that none has a loss below 0.2"):
        proved.meet(0.1)
    assert proved.loss == -math.inf


def test_a_set_below_the_bound_by_rounding_lowers_it(proved):
    proved.tighten(0.1, math.inf)
    proved.meet(0.1 * (1 - 1e-13))
    assert proved.loss == 0.1 * (1 - 1e-13)


def test_other_losses_round_in_proportion_to_the_largest():
    """A sum of thousands that comes to 0 has a rounding error of its parts."""
    proved = ProvedBound(is_probability=False)
    proved.meet(5_000.0)
    proved.meet(-1e-13)
    proved.tighten(3e-12, -1e-13)
    assert proved.loss == -1e-13
    with pytest.raises(SearchError):
        ProvedBound(is_probability=False).tighten(3e-12, -1e-13)


def test_without_checks_a_false_bound_is_lowered():
    proved = ProvedBound(is_probability=True, is_checked=False)
    proved.tighten(0.9, 0.5)
    assert proved.loss == 0.5
    proved.meet(0.1)
    assert proved.loss == 0.1
