"""An energy to check, and the sets to check it on."""

from __future__ import annotations

import numpy as np
import pytest

from fakes import MeanLoss, Profit
from haversack import Pool, Traits
from haversack.energies import MajorityVote
from haversack.testing.energy_case import EnergyCase, build_row, is_larger
from haversack.testing.examples import find_counterexample


def test_an_energy_without_a_value_is_a_probability():
    assert EnergyCase("energy", MeanLoss()).is_probability
    assert not EnergyCase("energy", Profit()).is_probability


def test_traits_that_are_missing_or_not_traits_are_the_default_ones():
    class WordsForTraits(MeanLoss):
        traits = "monotone"

    assert EnergyCase("energy", MajorityVote()).traits.odd_sizes_suffice
    assert EnergyCase("energy", MeanLoss()).traits == Traits()
    assert EnergyCase("energy", WordsForTraits()).traits == Traits()


def test_single_sets_are_members_of_their_pool():
    def claim(pool, members):
        return None if 2 <= len(set(members)) == len(members) and max(members) < len(pool) else "not a set"

    assert find_counterexample(EnergyCase("energy", MeanLoss()).single_sets(min_size=2), claim) is None


@pytest.mark.parametrize(
    ("number", "than", "expected"),
    [(1.1, 1.0, True), (1.0, 1.1, False), (1.0 + 1e-12, 1.0, False), (1e12 + 1.0, 1e12, False), (1e-6, 0.0, True)],
)
def test_larger_means_by_more_than_rounding(number, than, expected):
    assert is_larger(number, than=than) is expected


def test_a_row_has_the_given_members():
    assert np.array_equal(build_row(Pool(accuracies=[0.5] * 3), [0, 2]), [[True, False, True]])
