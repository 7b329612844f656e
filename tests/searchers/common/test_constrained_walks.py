"""Walks through sets that constraints allow."""

from __future__ import annotations

import numpy as np

import haversack as hs
from haversack import Pool, Problem, build_part
from haversack.searchers.common.constrained_walks import ConstrainedWalks

POOL = Pool(
    accuracies=np.linspace(0.55, 0.9, 12), costs=np.linspace(1, 6, 12), names=[f"m{place}" for place in range(12)]
)
SPECS = [{"kind": "together", "members": ["m9", "m10", "m11"]}, {"kind": "include", "members": ["m0"]}]


def make_walks(seed=1):
    constraints = tuple(build_part("constraint", spec) for spec in SPECS)
    problem = Problem(POOL, build_part("energy", "majority"), build_part("cost", "additive"), 25.0, constraints)
    return ConstrainedWalks(problem, 4, np.random.default_rng(seed), on_log=True, swap_share=0.5)


class Listener:
    """Keeps what is offered."""

    def __init__(self):
        self.sets, self.losses = [], []

    def offer(self, sets, losses, **counts):
        self.sets += list(sets)
        self.losses += losses.tolist()
        return True


def test_all_that_is_offered_is_feasible_and_better_than_before():
    walks, listener = make_walks(), Listener()
    walks.restart()
    assert walks.offer_starts(listener)
    best = min(listener.losses)
    first = len(listener.losses)
    assert walks.compute_typical_rise() > 0.0
    walks.advance(np.full(200, 0.1), best)
    assert walks.offer_better(listener)
    assert walks._problem.fits(np.array(listener.sets)).all()
    better = listener.losses[first:]
    assert better == sorted(better, reverse=True)
    assert all(loss < best for loss in better)


def test_the_same_stream_gives_the_same_walks():
    first, second = make_walks(), make_walks()
    for walks in (first, second):
        walks.restart()
        ConstrainedWalks.advance_together([walks], np.full(50, 0.1), 1.0, lambda: False)
    assert (first._sets == second._sets).all()


def test_annealing_finds_the_best_set():
    exact = hs.select(POOL, 25, constraints=SPECS, searcher="enumerate")
    annealed = hs.select(
        POOL, 25, constraints=SPECS, searcher="annealing", stopping={"kind": "max-step", "limit": 3000}, seed=1
    )
    assert annealed.members == exact.members
