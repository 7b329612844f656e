"""Many runs, because each is random: their mean error is compared with the expected loss of the sets they chose."""

from __future__ import annotations

import attrs
import numpy as np
import pytest

from conftest import paper_pool
from fakes import NoisyShare, WrongShare
from haversack import Problem, select
from haversack.costs import Additive
from haversack.noisy_monitor import LossEstimate, NoisyMonitor
from haversack.stopping import MaxStep

POOL = paper_pool(20, 0)
BUDGET = 0.3 * float(POOL.costs.sum())


@attrs.frozen
class Undeclared:
    """The same noise from an energy that does not say that it is noisy."""

    rng: np.random.Generator
    spread: float = 0.1

    def losses(self, pool, sets):
        return NoisyShare(self.rng, self.spread).losses(pool, sets)


def choose(energy, seed=0, **options):
    options = {"searcher": "monte-carlo", "stopping": MaxStep(300), "certify": "off"} | options
    return select(POOL, BUDGET, energy=energy, seed=seed, **options)


def expected_loss(found):
    row = np.isin(np.arange(len(POOL)), found.members)
    return float(WrongShare().losses(POOL, row[None, :])[0])


@pytest.mark.slow
def test_the_best_of_many_noisy_losses_is_too_good_and_the_mean_of_fresh_ones_is_not():
    """The winner's curse: of 300 draws with a spread of 0.1, the least lies far below what it is a draw of."""
    cursed = [choose(Undeclared(np.random.default_rng(seed)), seed) for seed in range(12)]
    fair = [choose(NoisyShare(), seed) for seed in range(12)]
    bias = [found.error - expected_loss(found) for found in cursed]
    assert np.mean(bias) < -0.15
    # The mean of 12 means of 16 draws: a standard error of 0.1 / sqrt(192).
    unbiased = [found.error - expected_loss(found) for found in fair]
    assert abs(np.mean(unbiased)) < 4 * 0.1 / np.sqrt(12 * 16)
    # And the sets themselves are better.
    assert np.mean([expected_loss(found) for found in fair]) < np.mean([expected_loss(found) for found in cursed])


def test_the_standard_error_is_that_of_the_mean():
    found = choose(NoisyShare(repeats=400))
    assert found.repeats == 400
    assert found.standard_error == pytest.approx(0.1 / np.sqrt(400), rel=0.2)
    assert abs(found.error - expected_loss(found)) < 5 * found.standard_error
    assert f"± {found.standard_error:.2g}, mean of 400 evaluations" in found.summary()
    assert (found.to_dict()["standard_error"], found.to_dict()["repeats"]) == (found.standard_error, 400)


@pytest.mark.parametrize("searcher", ["monte-carlo", "annealing", "greedy-forward", "enumerate"])
def test_the_same_seed_gives_the_same_answer(searcher):
    one, two = (choose(NoisyShare(), 3, searcher=searcher) for _ in range(2))
    assert (one.members, one.error, one.evaluations) == (two.members, two.error, two.evaluations)


@pytest.mark.slow
def test_nothing_is_proved_and_no_single_member_is_called_the_best():
    found = choose(NoisyShare(), searcher="enumerate", stopping="auto", certify="prove")
    assert (found.proven, found.bound, found.best_single) == (False, None, None)


def test_evaluations_include_those_of_claims_and_of_the_report():
    energy = NoisyShare()
    found = choose(energy, stopping=MaxStep(1), searcher={"kind": "monte-carlo", "samples": 1})
    # The set itself, 16 to accept it, 16 to report it; a block of samples is drawn at once.
    assert found.evaluations >= 33


def test_without_noise_the_answer_is_that_of_the_energy_itself():
    found = choose(NoisyShare(spread=0.0), stopping=MaxStep(200))
    plain = choose(WrongShare(), stopping=MaxStep(200))
    assert (found.members, found.steps) == (plain.members, plain.steps)
    assert found.error == pytest.approx(plain.error)
    assert found.standard_error == pytest.approx(0.0, abs=1e-12)


def make_monitor(energy):
    return NoisyMonitor(Problem(POOL, energy, Additive(), BUDGET), MaxStep(1_000))


def test_a_lucky_claim_does_not_replace_a_better_set():
    monitor = make_monitor(NoisyShare(np.random.default_rng(0), spread=0.01))
    order = np.argsort(-POOL.accuracies)
    sets = np.zeros((2, len(POOL)), dtype=np.bool_)
    cheap = [member for member in order if POOL.costs[member] <= BUDGET]
    sets[0, cheap[0]] = sets[1, cheap[-1]] = True
    monitor.offer(sets[:1])
    monitor.offer(sets[1:], np.array([-1.0]))
    assert monitor.best_set.tolist() == sets[0].tolist()
    assert len(monitor.trace) == 1


def test_when_time_is_over_two_evaluations_make_the_estimate():
    monitor = make_monitor(NoisyShare(np.random.default_rng(0)))
    monitor.offer(np.eye(len(POOL), dtype=np.bool_)[[int(np.argmin(POOL.costs))]])
    assert monitor.estimate_answer(0.0).repeats == 2


def test_an_estimate_has_a_mean_and_its_standard_error():
    estimate = LossEstimate.of(np.array([1.0, 2.0, 3.0, 6.0]))
    assert (estimate.mean, estimate.repeats) == (3.0, 4)
    assert estimate.standard_error == pytest.approx(np.sqrt(14 / 3) / 2)
