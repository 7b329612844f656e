from __future__ import annotations

import pytest

from fakes import NoisyShare, WrongShare
from haversack.api.noise import DrawsLosses, count_repeats


def test_an_energy_says_that_it_is_noisy_by_its_method():
    assert isinstance(NoisyShare(), DrawsLosses)
    assert not isinstance(WrongShare(), DrawsLosses)


@pytest.mark.parametrize(
    ("energy", "repeats"), [(WrongShare(), 16), (NoisyShare(repeats=5), 5), (NoisyShare(repeats=1), 2)]
)
def test_it_may_say_how_often_a_set_is_evaluated_again(energy, repeats):
    assert count_repeats(energy) == repeats
