from __future__ import annotations

import numpy as np
import pytest

from haversack import Pool
from haversack.energies import MajorityVote
from haversack.energies.set_errors import compute_set_errors
from haversack.kernels.vote_state import collect_accuracies, evaluate_from_scratch, make_scratch
from haversack.kernels.vote_state import compute_large_error_from_scratch as compute_large_error


def test_the_accuracies_of_a_set_are_collected():
    chosen = np.empty(4)
    size = collect_accuracies(np.array([0.1, 0.2, 0.3, 0.4]), np.array([False, True, False, True]), chosen)
    assert chosen[:size].tolist() == [0.2, 0.4]


def test_a_proposal_is_evaluated_from_scratch_and_nothing_moves():
    accuracies, sets = np.array([0.9, 0.8, 0.7, 0.6]), np.array([[False] * 4, [True, True, False, False]])
    before = sets.copy()
    error = evaluate_from_scratch(accuracies, sets, 1, np.array([1, 2, 3, 0]), 2, 1.0, make_scratch(4, 10))
    after = np.array([[True, False, True, False]])
    assert error == pytest.approx(MajorityVote().losses(Pool(accuracies=accuracies), after)[0], rel=1e-14)
    assert sets.tolist() == before.tolist()
    assert evaluate_from_scratch(accuracies, sets, 1, np.array([1, 0]), 2, 1.0, make_scratch(4, 10)) == 1.0


@pytest.mark.parametrize("perfect", [0, 300, 1_001])
def test_large_panels_are_evaluated_as_the_energy_does(perfect):
    accuracies = np.r_[np.ones(perfect), np.random.default_rng(0).uniform(0.3, 0.7, 2_001 - perfect)]
    expected = compute_set_errors(accuracies, np.ones((1, 2_001), dtype=bool), "wrong")[0]
    assert compute_large_error(accuracies, 2_001, 1.0) == pytest.approx(expected, rel=1e-11, abs=0.0)
    assert (expected == 0.0) == (perfect > 1_000)
