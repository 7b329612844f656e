"""Who searches single budgets, and until when, where the caller says nothing."""

from __future__ import annotations

import numpy as np
import pytest

from fakes import MeanLoss
from haversack import Pool
from haversack.api.problem import Problem
from haversack.costs import Additive, Vector
from haversack.energies import MajorityVote, PluralityVote
from haversack.frontiers.choosing import Never, choose_prover, choose_rule, choose_searcher
from haversack.searchers import Annealing, Exact, Sweep
from haversack.selection.assembly import use_pool
from recorded_pools import make_pool


def pose(count, energy=None, cost=None):
    pool = Pool(accuracies=np.linspace(0.6, 0.9, count), costs=np.linspace(1.0, 2.0, count))
    return Problem(pool, energy or MajorityVote(), cost or Additive(), budget=5.0)


def pose_two_limits(count):
    hours = {"hours": [1.0] * count}
    pool = Pool(accuracies=np.linspace(0.6, 0.9, count), costs=np.linspace(1.0, 2.0, count), metadata=hours)
    return use_pool(Problem(pool, MajorityVote(), Vector({"cost": 5.0, "hours": 3.0}), budget=1.0), pool)


@pytest.mark.parametrize(("count", "chosen"), [(30, Exact), (120, Exact), (121, Sweep)])
def test_small_pools_are_proved_and_large_ones_swept(builtins, count, chosen):
    assert isinstance(choose_searcher(pose(count), builtins, ()), chosen)


def test_few_budgets_that_matter_are_proved_in_large_pools_too(builtins):
    assert isinstance(choose_searcher(pose(121), builtins, (1.0, 2.0)), Exact)


def test_several_limits_are_proved_in_smaller_pools(builtins):
    chosen = {count: choose_searcher(pose_two_limits(count), builtins, ()) for count in (40, 41)}
    assert isinstance(chosen[40], Exact)
    assert isinstance(chosen[41], Sweep)


def test_any_energy_is_annealed(builtins):
    assert isinstance(choose_searcher(pose(30, MeanLoss()), builtins, ()), Annealing)


def test_a_searcher_that_ends_by_itself_needs_no_rule(builtins):
    assert choose_rule(Exact(), pose(5), builtins) == Never()
    assert Never()(None) is None


def test_patience_is_larger_where_steps_cost_little(builtins):
    followed = choose_rule(Annealing(), pose(5), builtins)
    asked = choose_rule(Annealing(), pose(5, MeanLoss()), builtins)
    assert followed.steps > asked.steps


def test_the_prover_of_accuracies_never_gives_up_and_others_may(builtins):
    assert choose_prover(pose(30), builtins, insist=False) == Exact()
    by_votes = Problem(make_pool(costs=[1.0] * 4), PluralityVote(), Additive(), budget=5.0)
    limited, whole = (choose_prover(by_votes, builtins, insist=insist) for insist in (False, True))
    assert limited.most_nodes > 1
    assert whole == type(limited)()


def test_nobody_proves_for_every_energy(builtins):
    assert choose_prover(pose(30, MeanLoss()), builtins, insist=True) is None
