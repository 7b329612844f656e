"""Every searcher with an energy that takes long: sets are counted, because seconds depend on the machine."""

from __future__ import annotations

import time

import attrs
import numpy as np
import pytest

from conftest import paper_pool
from haversack import select
from haversack.energies import MajorityVote
from haversack.stopping import MaxStep, Paper, TimeLimit

SEARCHERS = ["auto", "annealing", "enumerate", "greedy-backward", "greedy-forward", "monte-carlo", "sherlock"]
POOL = paper_pool(30, 0)
BUDGET = 0.3 * float(POOL.costs.sum())


@attrs.frozen(eq=False)
class Slow:
    """A majority vote with the one required method and what sherlock needs, and a list of what it was asked for."""

    seconds: float = 0.0
    asked: list[bytes] = attrs.field(factory=list)

    def losses(self, pool, sets):
        time.sleep(self.seconds * len(sets))
        self.asked.extend(row.tobytes() for row in sets)
        return MajorityVote().losses(pool, np.array(sets))

    def copies_losses(self, pool, members, copies):
        return MajorityVote().copies_losses(pool, members, copies)


@pytest.mark.parametrize("members", [10, 30])
@pytest.mark.parametrize("searcher", SEARCHERS)
def test_no_set_is_evaluated_twice(searcher, members):
    energy, pool = Slow(), paper_pool(members, 0)
    found = select(pool, 0.3 * float(pool.costs.sum()), energy=energy, searcher=searcher, stopping=MaxStep(500), seed=1)
    assert len(energy.asked) == len(set(energy.asked)) == found.evaluations
    assert found.best_single is not None


@pytest.mark.slow
@pytest.mark.parametrize("searcher", [*SEARCHERS, {"kind": "annealing", "workers": 2}])
def test_a_limit_on_time_ends_a_batch(searcher):
    energy = Slow(0.01)
    found = select(POOL, BUDGET, energy=energy, searcher=searcher, stopping=TimeLimit(0.2), seed=1)
    # Twenty in time, with one worker; some more to bound and to report. A batch has up to 1,024 sets.
    assert len(energy.asked) <= 100
    assert found.is_feasible()
    assert found.members


def test_a_limit_on_time_ends_planning():
    energy = Slow(0.01)
    rule = Paper() | TimeLimit(0.2)
    found = select(POOL, BUDGET, energy=energy, searcher="monte-carlo", stopping=rule, seed=1)
    assert len(energy.asked) <= 100
    assert found.stop_reason == "limit of 0.2 seconds, reached while the stopping rule was prepared"
    assert found.plan is None


@pytest.mark.slow
@pytest.mark.parametrize("searcher", ["annealing", "monte-carlo", "enumerate", "greedy-forward"])
def test_the_speed_does_not_change_the_answer(searcher):
    answers = [
        select(POOL, BUDGET, energy=Slow(seconds), searcher=searcher, stopping=MaxStep(150), seed=3, certify="off")
        for seconds in (0.0, 0.002)
    ]
    fast, slow = ((found.members, found.error, found.steps, found.evaluations) for found in answers)
    assert fast == slow


@pytest.mark.parametrize("calls", [3, 6])
def test_ctrl_c_within_a_batch_keeps_what_was_evaluated(calls):
    class Interrupted(Slow):
        def losses(self, pool, sets):
            if len(self.asked) > 4 * calls and not presses:
                presses.append(len(self.asked))
                raise KeyboardInterrupt
            return super().losses(pool, sets)

    presses = []
    energy = Interrupted(0.002)
    searcher = {"kind": "annealing", "chains": 64}
    found = select(POOL, BUDGET, energy=energy, searcher=searcher, stopping=MaxStep(10_000), seed=1)
    assert found.interrupted
    asked = np.array([np.frombuffer(row, dtype=np.bool_) for row in energy.asked[: presses[0]]])
    assert found.error == pytest.approx(MajorityVote().losses(POOL, asked).min())


def test_progress_is_shown_within_a_batch():
    seen = []
    select(
        POOL,
        BUDGET,
        energy=Slow(0.01),
        searcher={"kind": "annealing", "chains": 64},
        stopping=TimeLimit(0.4),
        on_progress=lambda progress, plan: seen.append(progress.seconds),
        seed=1,
    )
    assert len(seen) > 2
    assert seen == sorted(seen)
