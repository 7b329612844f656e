"""Random constraints against brute force; `tests/benchmarks/constraints.py` tries two thousand pools."""

from __future__ import annotations

import numpy as np
import pytest

from constrained_checks import Case, check_conflict, check_frontier, check_searchers
from haversack.selection import defaults

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]


@pytest.mark.parametrize("small", [1, 12], ids=["from the largest budget down", "every set"])
def test_proofs_frontiers_targets_and_conflicts_are_those_of_brute_force(small, monkeypatch):
    monkeypatch.setattr(defaults, "FRONTIER_SMALL", small)
    for seed in range(30):
        case = Case.draw(np.random.default_rng([seed, small]))
        check_searchers(case)
        check_frontier(case)
        check_conflict(case)
