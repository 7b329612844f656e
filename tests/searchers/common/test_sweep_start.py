from __future__ import annotations

import numpy as np
import pytest

from conftest import OPTIC_DISC, paper_pool
from fakes import SlowestMember, WrongShare
from haversack import CapabilityError, Problem, select
from haversack.costs import Additive
from haversack.energies import MajorityVote
from haversack.searchers.common.sweep_start import find_sweep_sets


class Recorder:
    """A monitor that stops after some offers."""

    best_loss = np.inf

    def __init__(self, most=10**9):
        self.left, self.sets = most, []

    def offer(self, sets, losses=None, **counts):
        self.sets.extend(map(tuple, sets.tolist()))
        self.left -= 1
        return self.left > 0

    def prove(self, loss, *, gap=None):
        return True


def test_the_sets_that_sweep_offered_come_back_the_best_first():
    pool = paper_pool(30, 1)
    problem = Problem(pool, MajorityVote(), Additive(), 0.3 * float(pool.costs.sum()))
    monitor = Recorder()
    sets = find_sweep_sets(problem, monitor, np.random.default_rng(0))
    assert {tuple(row) for row in sets.tolist()} == {row for row in monitor.sets if any(row)}
    assert problem.fits(sets).all()
    losses = problem.losses(sets)
    assert (np.diff(losses) >= 0.0).all()
    assert len(losses) > 3


def test_there_is_no_start_if_the_run_ends_before():
    problem = Problem(paper_pool(30, 1), MajorityVote(), Additive(), 40.0)
    assert find_sweep_sets(problem, Recorder(1), np.random.default_rng(0)) is None


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({"energy": WrongShare()}, "energy WrongShare does not offer CountsVotes"),
        ({"cost": SlowestMember()}, "cost model SlowestMember does not offer UsesResources"),
    ],
)
def test_what_sweep_cannot_handle_is_no_start(parts, expected):
    with pytest.raises(CapabilityError, match=f"cannot start from 'sweep' here: {expected}; start = 'random' needs"):
        select(OPTIC_DISC, 100.0, searcher={"kind": "annealing", "start": "sweep"}, seed=0, **parts)
