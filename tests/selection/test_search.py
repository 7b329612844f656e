from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from fakes import ListSearcher, StubbornSearcher
from haversack import InfeasibleError, Pool, Problem, select
from haversack.costs import NoCost
from haversack.energies import MajorityVote
from haversack.evaluation.evaluator import RunEvaluator
from haversack.monitor import RunMonitor, SearchOver
from haversack.selection.bound import BoundingRule
from haversack.selection.search import continue_run

STEPS = {"kind": "max-step", "limit": 500}


def test_a_searcher_that_ends_by_itself_says_why(small_pool):
    chosen = select(small_pool, 8.0, searcher=ListSearcher(((0,), (1, 2)), "list done"), certify="off")
    assert (chosen.members, chosen.stop_reason, chosen.steps) == ((0,), "list done", 2)
    silent = select(small_pool, 8.0, searcher=ListSearcher(((0,),)), certify="off")
    assert silent.stop_reason == "the searcher had nothing left to try"


def test_a_searcher_that_will_not_stop_is_stopped(small_pool):
    chosen = select(small_pool, 8.0, searcher=StubbornSearcher(), stopping=STEPS, certify="off")
    assert (chosen.steps, chosen.stop_reason) == (500, "limit of 500 steps")


def test_ctrl_c_gives_the_best_set_so_far_and_says_so(small_pool):
    class Impatient:
        def search(self, problem, monitor, rng):
            monitor.offer(np.eye(4, dtype=bool)[:1])
            raise KeyboardInterrupt

    chosen = select(small_pool, 8.0, searcher=Impatient(), stopping=STEPS)
    assert (chosen.members, chosen.interrupted, chosen.stop_reason) == ((0,), True, "interrupted (Ctrl-C)")
    assert chosen.to_dict()["interrupted"] is True
    assert not select(small_pool, 8.0, stopping=STEPS).interrupted


def test_ctrl_c_before_any_set_is_raised(small_pool):
    class Impatient:
        def search(self, problem, monitor, rng):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        select(small_pool, 8.0, searcher=Impatient(), stopping=STEPS)


def test_a_search_that_is_interrupted_is_not_proved(small_pool):
    class Impatient:
        def search(self, problem, monitor, rng):
            monitor.offer(np.eye(4, dtype=bool)[-1:])
            raise KeyboardInterrupt

    chosen = select(small_pool, 8.0, searcher=Impatient(), stopping=STEPS, certify="prove")
    assert (chosen.members, chosen.interrupted, chosen.proven) == ((3,), True, False)


def test_the_rule_of_a_search_that_is_over_does_not_end_bounding_beside_it(small_pool):
    def end():
        raise SearchOver

    # Every look at the clock is a second later, and majority remembers no losses.
    problem = RunEvaluator(Problem(small_pool, MajorityVote(), NoCost()), clock=itertools.count().__next__).problem
    monitor = RunMonitor(problem, lambda progress: None)
    monitor.offer(np.array([[True, False, False, False]]))
    problem.evaluator.watch(end)
    beside = continue_run(problem, monitor, BoundingRule(math.inf), is_beside=True)
    assert beside.best_loss == monitor.best_loss


@pytest.mark.parametrize("energy", ["majority", "votes"])
def test_a_budget_just_below_what_constraints_cost_is_infeasible(energy):
    """By less than the tolerance of the integer program that looks for a first set."""
    random = np.random.default_rng(5)
    truth = random.integers(0, 2, 30)
    answers = np.where(random.random((30, 16)) < 0.7, truth[:, None], 1 - truth[:, None])
    pool = Pool.from_votes(answers, truth=truth, costs=random.uniform(1.0, 4.0, 16))
    least = float(np.sort(pool.costs)[:3].sum())
    size = [{"kind": "size", "least": 3}]
    assert len(select(pool, least, energy=energy, constraints=size, estimate="none").members) == 3
    searcher = "exact" if energy == "majority" else "exact-votes"
    with pytest.raises(InfeasibleError, match=r"^constraints: no set meets all of these together: size \(least = 3\);"):
        select(pool, least * (1 - 1e-9), energy=energy, constraints=size, searcher=searcher)
