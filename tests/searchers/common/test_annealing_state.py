from __future__ import annotations

import numpy as np
import pytest

from conftest import paper_pool
from fakes import FollowedPairProfit, PairProfit, PairWalks, SlowestMember, pair_gains
from haversack import Pool, Problem, build_part, select
from haversack.costs import Additive, NoCost
from haversack.energies import MajorityVote
from haversack.searchers.common.annealing_state import WalkGroup, knows_all_rows, makes_many_moves


class Recorder:
    def __init__(self):
        self.offers = []

    def offer(self, sets, losses=None, **counts):
        self.offers.append((sets.copy(), losses.copy(), counts))
        return True


def group_of(problem, walks=8, **options):
    return WalkGroup(problem, walks, np.random.default_rng(3), **{"on_log": True, "swap_share": 0.5} | options)


def problem_of(energy=None, cost=None):
    pool = paper_pool(20, 1)
    return Problem(pool, energy or MajorityVote(), cost or Additive(), 0.3 * float(pool.costs.sum()))


@pytest.mark.parametrize("energy", [MajorityVote(), FollowedPairProfit()])
def test_better_sets_are_reported_with_their_losses_and_steps(energy):
    problem = problem_of(energy)
    group, monitor = group_of(problem), Recorder()
    group.restart()
    assert group.offer_starts(monitor)
    starts, losses, _ = monitor.offers.pop()
    assert losses == pytest.approx(problem.losses(starts))
    group.advance(np.full(50, 0.1), float(losses.min()))
    assert group.offer_better(monitor)
    sets, better, counts = monitor.offers.pop()
    assert len(better) > 0
    assert better == pytest.approx(problem.losses(sets))
    assert (np.diff(np.r_[losses.min(), better]) < 0.0).all()
    assert problem.fits(sets).all()
    assert (counts["steps"], counts["evaluations"]) == (400, 400)
    assert (np.diff(counts["at"]) >= 0).all()
    assert 1 <= counts["at"][0] <= counts["at"][-1] <= 400
    group.advance(np.full(1, 0.1), -np.inf)
    group.offer_better(monitor)
    assert len(monitor.offers.pop()[0]) == 0


def test_walks_start_from_given_sets():
    problem = problem_of()
    sets = np.eye(20, dtype=bool)[:8]
    group, monitor = group_of(problem), Recorder()
    group.restart(sets.copy())
    group.offer_starts(monitor)
    assert monitor.offers[0][0].tolist() == sets.tolist()


def test_sets_that_any_cost_model_refuses_are_never_reported():
    pool = Pool(accuracies=[0.9, 0.6, 0.6, 0.6], costs=[5.0, 1.0, 1.0, 1.0])
    problem = Problem(pool, MajorityVote(), SlowestMember(), 2.0)
    group, monitor = group_of(problem), Recorder()
    group.restart()
    group.advance(np.full(60, 1.0), np.inf)
    group.offer_better(monitor)
    sets, _, _ = monitor.offers.pop()
    assert len(sets) > 0
    assert problem.fits(sets).all()


def test_the_typical_rise_is_the_mean_over_moves_that_raise_the_loss():
    """From the best single member, with unit costs, every exchange goes to a member that errs more."""
    pool = Pool(accuracies=[0.9, 0.6, 0.6], costs=[1.0, 1.0, 1.0])
    problem = Problem(pool, MajorityVote(), Additive(), 1.0)
    best = np.tile([True, False, False], (8, 1))
    for on_log, rise in ((True, np.log(0.4 / 0.1)), (False, 0.3)):
        group = group_of(problem, on_log=on_log, swap_share=1.0)
        group.restart(best.copy())
        assert group.compute_typical_rise() == pytest.approx(rise)
    group.restart(np.tile([False, False, True], (8, 1)))
    assert group.compute_typical_rise() == 1.0


class DriftingWalks(PairWalks):
    """Goes wrong by a little with every change."""

    def flip(self, rows, flips, lengths):
        super().flip(rows, flips, lengths)
        self.profits[rows] += 0.001


class Drifting(PairProfit):
    def walks(self, pool, sets):
        return DriftingWalks(sets, pair_gains(len(pool)))


def test_walks_are_restarted_now_and_then_so_that_rounding_errors_cannot_accumulate():
    problem = problem_of(Drifting())
    group = group_of(problem)
    group.restart()
    group.advance(np.full(999, 100.0), -np.inf)
    assert np.abs(group._losses - problem.losses(_positions_of(group))).max() > 0.1
    group.advance(np.full(1, 100.0), -np.inf)
    assert group._losses.tolist() == problem.losses(_positions_of(group)).tolist()


def _positions_of(group):
    """The sets of the walks, without what is proposed to them."""
    sets = group._sets.copy()
    flips, lengths, _ = group._proposals
    for row, length in enumerate(lengths):
        sets[row, flips[row, :length]] ^= True
    return sets


def test_what_is_shown_is_computed_from_scratch():
    steps = {"kind": "max-step", "limit": 30_000}
    found = select(paper_pool(20, 1), 30.0, energy=Drifting(), searcher="annealing", stopping=steps, seed=0)
    assert found.value == round(found.value)


def test_moves_end_when_the_time_is_over():
    group, monitor = group_of(problem_of(FollowedPairProfit())), Recorder()
    group.restart()
    group.advance(np.full(50, 0.1), -np.inf, lambda: True)
    group.offer_better(monitor)
    assert monitor.offers.pop()[2]["steps"] == 8


def test_which_energies_make_many_moves_in_one_call():
    assert makes_many_moves(problem_of())
    assert not makes_many_moves(problem_of(FollowedPairProfit()))
    assert not makes_many_moves(problem_of(PairProfit()))
    assert not makes_many_moves(problem_of(cost=SlowestMember()))


def test_members_are_ordered_by_their_largest_share_of_a_limit():
    pool = Pool(accuracies=[0.6] * 3, costs=[3.0, 1.0, 2.0])
    group = group_of(Problem(pool, MajorityVote(), Additive(), 4.0))
    assert group._moves[4].tolist() == [1, 2, 0]
    assert group._moves[5].tolist() == [2, 0, 1]
    assert group_of(Problem(pool, MajorityVote(), NoCost()))._moves[4].size == 0
    assert group_of(Problem(pool, PairProfit(), Additive(), 4.0))._moves[4].size == 0


def test_walks_keep_linear_constraints_that_demand_something():
    pool = paper_pool(12, seed=3)
    include, size = (
        build_part("constraint", spec)
        for spec in ({"kind": "include", "members": pool.names[:1]}, {"kind": "size", "least": 4})
    )
    problem = Problem(pool, MajorityVote(), Additive(), 0.6 * float(pool.costs.sum()), (include, size))
    assert knows_all_rows(problem)
    assert makes_many_moves(problem)
    group = WalkGroup(problem, 6, np.random.default_rng(0), on_log=True, swap_share=0.5)
    group.restart(np.zeros((6, 12), dtype=bool))
    assert problem.fits(group._starts).all()
    group.restart()
    group.advance(np.full(300, 0.1), 1.0)
    assert group._better
    assert problem.fits(np.array([row for _, row, _ in group._better])).all()
    # Costs with steps are not a sum.
    assert not knows_all_rows(Problem(pool, MajorityVote(), SlowestMember(), 1.0, (size,)))
