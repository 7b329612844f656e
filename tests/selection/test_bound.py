from __future__ import annotations

import math

import numpy as np
import pytest

from conftest import paper_pool
from fakes import ListSearcher, WrongShare
from haversack import CapabilityError, ConfigError, Problem, select
from haversack.costs import Additive
from haversack.energies import MajorityVote
from haversack.monitor import RunMonitor
from haversack.plugins import default_catalog
from haversack.selection.bound import _LenientClock, _OwnTime, bound_loss, clip_bound, find_prover

FEW_STEPS = {"kind": "max-step", "limit": 50}


def found(pool, share=0.2, **arguments):
    return select(pool, share * float(pool.costs.sum()), seed=0, stopping=FEW_STEPS, **arguments)


@pytest.mark.parametrize("searcher", ["annealing", "sherlock", "monte-carlo", "greedy-forward", "greedy-backward"])
def test_every_answer_carries_a_bound_that_the_optimum_keeps(searcher):
    pool = paper_pool(60, 3)
    best = select(pool, 0.2 * float(pool.costs.sum()), searcher="exact", stopping={"kind": "gap", "share": 0.0})
    answer = found(pool, searcher=searcher)
    assert answer.error_bound <= best.error * (1 + 1e-12) <= answer.error * (1 + 2e-12)
    assert answer.gap == pytest.approx(1 - answer.error_bound / answer.error)
    assert answer.bound >= best.value


def test_an_answer_that_meets_the_bound_is_proved():
    pool = paper_pool(12, 0)
    answer = select(pool, 20.0, searcher="annealing", stopping={"kind": "max-step", "limit": 20_000}, seed=0)
    assert (answer.proven, answer.gap, answer.error_bound) == (True, 0.0, answer.error)
    assert "proved: no set within the budget is better" in answer.summary()


def test_the_bound_never_changes_the_answer():
    pool = paper_pool(60, 3)
    plain, message = found(pool, certify="off"), found(pool, certify="quick")
    assert (plain.members, plain.steps, plain.stop_reason) == (message.members, message.steps, message.stop_reason)
    assert (plain.bound, plain.error_bound, plain.gap, plain.proven) == (None, None, None, False)
    assert plain.config["certify"] == "off"
    assert "certify" not in message.config


def test_prove_goes_on_until_the_best_set_is_proved():
    pool = paper_pool(60, 3)
    answer = found(pool, searcher="monte-carlo", certify="prove")
    best = select(pool, 0.2 * float(pool.costs.sum()), searcher="exact", stopping={"kind": "gap", "share": 0.0})
    assert answer.members == best.members
    assert (answer.proven, answer.gap) == (True, 0.0)
    assert answer.stop_reason == "limit of 50 steps; then proved optimal"
    assert answer.trace[-1].error == answer.error
    assert answer.trace[-1].step > 50


def test_exact_tells_what_it_proved_itself_and_proves_on_when_asked_to():
    pool = paper_pool(100, 7)
    early = found(pool, searcher="exact")
    assert not early.proven
    assert found(pool, searcher="exact", certify="prove").proven


def test_energies_that_nobody_can_bound_have_no_bound():
    pool = paper_pool(10, 0)
    assert found(pool, 0.5, searcher="monte-carlo", energy=WrongShare()).bound is None
    with pytest.raises(CapabilityError, match="certify: 'prove' was asked for, but no installed searcher can"):
        found(pool, 0.5, searcher="monte-carlo", energy=WrongShare(), certify="prove")


def test_a_prover_that_finds_out_late_that_it_cannot_is_no_trouble():
    class Silent:
        """Counts votes, but promises nothing of accuracies."""

        def losses(self, pool, sets):
            return MajorityVote().losses(pool, sets)

        def error_weights(self, size):
            return MajorityVote().error_weights(size)

    assert found(paper_pool(10, 0), 0.5, searcher="monte-carlo", energy=Silent()).bound is None


def test_a_misspelt_mode_is_told():
    with pytest.raises(ConfigError, match="certify: must be 'off', 'quick' or 'prove', got 'fast'"):
        found(paper_pool(10, 0), certify="fast")


def test_the_time_is_a_tenth_of_the_search_or_a_twentieth_of_a_second():
    """A prover that looks at its clock for ever is stopped; one that has time proves more."""

    class Watching:
        def __init__(self):
            self.seconds = 0.0

        def search(self, problem, monitor, rng):
            while monitor.prove(0.0):
                self.seconds = monitor.progress().seconds

    pool = paper_pool(10, 0)
    problem = Problem(pool, MajorityVote(), Additive(), 30.0)
    monitor = RunMonitor(problem, lambda progress: None)
    monitor.offer(np.eye(10, dtype=bool))
    for search_seconds, limit in ((0.0, 0.05), (1.0, 0.1)):
        prover = Watching()
        assert bound_loss(problem, monitor, search_seconds, prover, np.random.default_rng(0)) == 0.0
        assert limit / 2 < prover.seconds < limit


def test_ctrl_c_while_a_bound_is_looked_for_keeps_what_is_proved():
    class Interrupted:
        def search(self, problem, monitor, rng):
            monitor.prove(0.01)
            raise KeyboardInterrupt

    problem = Problem(paper_pool(10, 0), MajorityVote(), Additive(), 30.0)
    monitor = RunMonitor(problem, lambda progress: None)
    monitor.offer(np.eye(10, dtype=bool))
    assert bound_loss(problem, monitor, 0.0, Interrupted(), np.random.default_rng(0)) == 0.01


def test_provers_are_found_in_the_catalog():
    problem = Problem(paper_pool(10, 0), MajorityVote(), Additive(), 30.0)
    assert type(find_prover("quick", ListSearcher(), problem, default_catalog())).__name__ == "Exact"


def test_a_long_pause_counts_for_a_short_one():
    times = iter([0.0, 0.001, 10.0, 10.002])
    clock = _LenientClock(0.01, lambda: next(times))
    assert [clock(), clock(), clock()] == pytest.approx([0.001, 0.011, 0.013])


def test_time_that_others_have_on_the_processor_hardly_counts(monkeypatch):
    walls, own = iter([5.0, 5.4, 6.0, 25.0]), iter([1.0, 1.1, 1.1, 1.2])
    monkeypatch.setattr("haversack.selection.bound.time.perf_counter", lambda: next(walls))
    monkeypatch.setattr("haversack.selection.bound.time.thread_time", lambda: next(own))
    clock = _OwnTime()
    assert [clock(), clock(), clock()] == pytest.approx([0.1, 0.1, 2.0])


def test_a_bound_that_meets_a_set_but_for_rounding_meets_it():
    assert clip_bound(1e-20 * (1 - 1e-14), 1e-20) == 1e-20
    assert clip_bound(0.9e-20, 1e-20) == 0.9e-20
    assert clip_bound(-math.inf, 0.0) == -math.inf
