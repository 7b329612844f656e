from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from conftest import paper_pool
from haversack import Problem
from haversack.costs import Additive
from haversack.energies import MajorityVote, OddsCurve, SpatialVote
from haversack.searchers.exact.size_bound import Window
from haversack.searchers.exact.size_tree import SizeTree, bound_sizes, trim_weights
from haversack.searchers.exact.sorted_members import SortedMembers

ENERGIES = [MajorityVote(), MajorityVote(ties="coin"), SpatialVote(curve=OddsCurve(a=-3.43, b=101.7))]


def problem_of(energy, seed=0):
    pool = paper_pool(10, seed)
    return Problem(pool, energy, Additive(), 0.4 * float(pool.costs.sum()))


def least_loss(problem, members, size):
    rows = np.array([np.isin(np.arange(len(members)), panel) for panel in combinations(range(len(members)), size)])
    sets = members.to_pool_sets(rows)
    return problem.losses(sets[problem.fits(sets)]).min(initial=np.inf)


@pytest.mark.parametrize("energy", ENERGIES)
@pytest.mark.parametrize("most_nodes", [3, 10**6])
def test_the_tree_of_each_size_holds_the_best_panel(energy, most_nodes):
    problem = problem_of(energy)
    members = SortedMembers.of(problem)
    for size in range(1, members.largest_size + 1):
        tree = SizeTree.of(problem, members, size)
        best, total = np.inf, 0
        while not tree.is_done:
            nodes, loss, chosen = tree.explore(best, most_nodes)
            assert 0 < nodes <= most_nodes
            total += nodes
            if loss < best:
                best = loss
                assert chosen.sum() == size
                assert problem.losses(members.to_pool_sets(chosen[None, :]))[0] == pytest.approx(loss)
        assert best == pytest.approx(least_loss(problem, members, size))


def test_a_window_that_excludes_all_panels_ends_the_search_at_once():
    problem = problem_of(MajorityVote())
    members = SortedMembers.of(problem)
    nothing = np.zeros(len(members))
    for log_bound, is_done in ((-0.5, True), (-50.0, False)):
        tree = SizeTree.of(problem, members, 3, (Window(log_bound, nothing, nothing),))
        nodes, loss, _ = tree.explore(0.5, 2)
        assert (nodes == 1, tree.is_done) == (is_done, is_done)
        assert loss == np.inf or not is_done


@pytest.mark.parametrize("energy", ENERGIES)
def test_no_panel_of_a_size_beats_its_bound(energy):
    for seed in range(3):
        problem = problem_of(energy, seed)
        members = SortedMembers.of(problem)
        sizes = np.arange(1, members.largest_size + 1)
        bounds = bound_sizes(problem, members, sizes)
        best = [least_loss(problem, members, int(size)) for size in sizes]
        assert (bounds <= np.array(best) * (1 + 1e-12)).all()
        assert bounds[0] == pytest.approx(best[0])


def test_weights_end_with_the_last_that_is_not_zero():
    assert trim_weights(np.array([1.0, 0.0, 0.5, 0.0])).tolist() == [1.0, 0.0, 0.5]
    assert trim_weights(np.zeros(3)).tolist() == [0.0]
