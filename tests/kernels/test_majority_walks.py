"""The kernels against the energy are in tests/energies/test_majority_walks.py."""

from __future__ import annotations

import numpy as np
import pytest

from conftest import paper_pool
from haversack import Problem
from haversack.costs import Additive
from haversack.energies import MajorityVote
from haversack.searchers.common import annealing_state
from haversack.searchers.common.annealing_state import WalkGroup


@pytest.mark.parametrize(("members", "on_log"), [(20, True), (20, False), (150, True)])
def test_many_moves_in_one_call_are_the_same_moves(members, on_log, monkeypatch):
    """The same random streams, in one compiled call and in lock-step: the same sets at the same steps."""
    pool = paper_pool(members, 2)
    problem = Problem(pool, MajorityVote(), Additive(), 0.2 * float(pool.costs.sum()))

    def advance():
        group = WalkGroup(problem, 5, np.random.default_rng(1), on_log=on_log, swap_share=0.5)
        group.restart()
        for temperatures in np.geomspace(0.3, 0.01, 450).reshape(3, 150):
            group.advance(temperatures, 1.0)
        return group

    at_once = advance()
    monkeypatch.setattr(annealing_state, "MakesMoves", ())
    one_by_one = advance()
    assert at_once._sets.tolist() == one_by_one._sets.tolist()
    assert at_once._losses.tolist() == one_by_one._losses.tolist()
    assert len(at_once._better) > 3
    for ours, theirs in zip(at_once._better, one_by_one._better, strict=True):
        assert (ours[0], ours[2]) == (theirs[0], theirs[2])
        assert ours[1].tolist() == theirs[1].tolist()
