from __future__ import annotations

import numpy as np

from conftest import paper_pool
from haversack import Problem
from haversack.costs import Additive
from haversack.energies import SpatialVote
from haversack.energies.curves import OddsCurve
from haversack.monitor import RunMonitor
from haversack.searchers.exact.lagrangian import find_lagrangian_panels
from haversack.searchers.exact.sorted_members import SortedMembers
from haversack.searchers.exact.swept_sizes import sweep_sizes
from haversack.stopping import MaxStep

ENERGY = SpatialVote(curve=OddsCurve(a=-3.43, b=101.7))


def pose(members, share):
    pool = paper_pool(members, 0)
    return Problem(pool, ENERGY, Additive(), share * float(pool.costs.sum()))


def test_few_sizes_are_all_looked_at():
    problem = pose(60, 0.3)
    members = SortedMembers.of(problem)
    monitor = RunMonitor(problem, lambda progress: None)
    assert sweep_sizes(problem, monitor, members) == "every promising size was looked at"
    sizes = range(1, members.largest_size + 1)
    losses = problem.losses(find_lagrangian_panels(members, list(sizes)))
    assert monitor.best_loss == losses.min()
    assert monitor.progress().steps == len(sizes)


def test_of_many_sizes_the_neighbours_of_the_best_are_looked_at():
    problem = pose(1_500, 0.5)
    members = SortedMembers.of(problem)
    monitor = RunMonitor(problem, lambda progress: None)
    sweep_sizes(problem, monitor, members)
    best = int(monitor.best_set.sum())
    near = find_lagrangian_panels(members, [size for size in (best - 1, best + 1) if size <= members.largest_size])
    assert monitor.best_loss <= problem.losses(near[near.any(axis=1)]).min()
    assert monitor.progress().steps < 200


def test_it_stops_when_the_monitor_says_so():
    problem = pose(60, 0.3)
    monitor = RunMonitor(problem, MaxStep(limit=3))
    assert sweep_sizes(problem, monitor, SortedMembers.of(problem)) is None
    assert monitor.progress().steps == 3
    assert np.any(monitor.best_set)
