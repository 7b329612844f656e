from __future__ import annotations

import numpy as np

from haversack.energies.plurality import Plurality
from haversack.statistics.verdicts import find_verdicts, judge_items

ANSWERS = np.array([[0, 0, 1], [0, 1, -1], [-1, -1, -1], [1, 1, 1]])
TRUTH = np.array([0, 0, 0, 0])


def test_a_coin_decides_ties_only():
    assert judge_items(Plurality(2), ANSWERS, TRUTH).tolist() == [1.0, 0.0, 0.0, 0.0]
    assert judge_items(Plurality(2, "coin"), ANSWERS, TRUTH).tolist() == [1.0, 0.5, 0.0, 0.0]
    assert judge_items(Plurality(2), ANSWERS[:0], TRUTH[:0]).shape == (0,)


def test_ties_and_silence_are_undecided():
    assert find_verdicts(Plurality(2), ANSWERS).tolist() == [0, -1, -1, 1]
    assert find_verdicts(Plurality(2), ANSWERS[:0]).shape == (0,)
