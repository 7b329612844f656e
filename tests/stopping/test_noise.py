from __future__ import annotations

import numpy as np
import pytest

from haversack import CapabilityError, Pool, Problem, Progress, run, select
from haversack.costs import NoCost
from haversack.energies import PluralityVote
from haversack.searchers import Annealing
from haversack.stopping import MaxStep, Noise

# On 10 items the first member is right on 5, the second on 9, the third on all; the fourth on 9 others.
ANSWERS = np.ones((10, 4), dtype=int)
ANSWERS[5:, 0], ANSWERS[9:, 1], ANSWERS[:1, 3] = 0, 0, 0
POOL = Pool.from_votes(ANSWERS, [1] * 10)
ROWS = np.eye(4, dtype=bool)


def rule(least=1):
    return Noise(least=least).adapt(Problem(POOL, PluralityVote(), NoCost()), Annealing())


@pytest.mark.parametrize(
    ("steps", "milestones", "reason"),
    [
        (3, [(1, 0)], None),
        (4, [(1, 0)], "steps 2 to 4 found no better set"),
        # From 5 errors to none: a gain of 0.5 with a standard error of 0.17.
        (4, [(1, 0), (3, 2)], None),
        (7, [(1, 0), (3, 2)], None),
        (8, [(1, 0), (3, 2)], "steps 4 to 8 found no better set"),
        # One item of ten: a gain of 0.1 with a standard error of 0.1 is not below it.
        (4, [(1, 1), (3, 2)], None),
        # Later rounds do not undo what an earlier one has said.
        (100, [(1, 0), (90, 2)], "steps 2 to 4 found no better set"),
        # A set that came after the first half, where nothing was known before.
        (4, [(3, 0)], None),
        (8, [(3, 0)], "steps 4 to 8 found no better set"),
    ],
)
def test_it_stops_when_a_round_gained_less_than_chance(steps, milestones, reason):
    progress = Progress(steps=steps, best_loss=0.1, milestones=tuple((step, ROWS[row]) for step, row in milestones))
    assert rule()(progress) == reason


def test_a_gain_below_its_standard_error_is_chance():
    both = ROWS[1] | ROWS[2] | ROWS[3]
    # Different errors, the same number: one gained and one lost gives no mean at all.
    progress = Progress(steps=4, best_loss=0.1, milestones=((1, ROWS[1]), (3, ROWS[3])))
    assert rule()(progress) == "steps 2 to 4 found no better set"
    answers = np.ones((9, 2), dtype=int)
    answers[:3, 0], answers[3:5, 1] = 0, 0
    pool = Pool.from_votes(answers, [1] * 9)
    noisy = Noise(least=1).adapt(Problem(pool, PluralityVote(), NoCost()), Annealing())
    milestones = ((1, np.array([True, False])), (2, np.array([False, True])))
    found = noisy(Progress(steps=2, best_loss=0.2, milestones=milestones))
    assert found == "steps 1 to 2 gained 0.11, less than the standard error 0.26"
    assert both.any()


def test_it_waits_for_so_many_steps_for_each_member():
    progress = Progress(steps=1023, best_loss=0.1, milestones=((1, ROWS[0]),))
    assert rule(200)(progress) is None
    assert rule(200)(Progress(steps=1024, best_loss=0.1, milestones=((1, ROWS[0]),))) is not None


def test_a_proof_ends_the_run_too():
    assert rule()(Progress(best_loss=0.1, loss_bound=0.1)) == "proved optimal"


def crowd():
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 2, 80)
    right = rng.random((80, 20)) < rng.uniform(0.55, 0.8, 20)
    return Pool.from_votes(np.where(right, truth[:, None], 1 - truth[:, None]), truth, costs=np.ones(20))


@pytest.mark.slow
def test_a_run_ends_at_a_power_of_two_and_repeats():
    found = select(crowd(), 5.0, searcher="annealing", stopping="noise", certify="off", seed=3)
    assert found.steps >= 4096
    assert found.steps & (found.steps - 1) == 0
    assert found.stop_reason.startswith(f"steps {found.steps // 2:,} to {found.steps:,} ")
    assert found.settings["stopping"] == {"kind": "noise", "least": 200}
    assert run(found.config).members == found.members
    both = select(crowd(), 5.0, searcher="annealing", stopping=Noise() | MaxStep(limit=50), certify="off", seed=3)
    assert both.steps == 50


def test_an_energy_without_items_is_refused():
    with pytest.raises(
        CapabilityError, match="the stopping rule 'noise' compares panels item by item, and the pool has"
    ):
        select(Pool(accuracies=[0.7, 0.8]), stopping="noise")
