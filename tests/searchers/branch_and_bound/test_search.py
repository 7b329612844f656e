"""The best set of every energy that can be bounded, compared with enumeration."""

from __future__ import annotations

import math

import attrs
import numpy as np
import pytest

from constrained import list_feasible, random_case
from fakes import SlowestMember, WrongShare
from haversack import CapabilityError, EnergyError, Pool, Problem, select
from haversack.capabilities import BoundsLosses
from haversack.costs import Additive, NoCost, Vector
from haversack.monitor import RunMonitor
from haversack.searchers import BranchAndBound
from haversack.selection.compatibility import list_provers
from haversack.testing.examples import every_set
from submodular import DIMINISHING, BoundedPairs, Coverage, DirectedCut, NobodySees, draw_energy


def draw_problem(seed, most_members=9):
    generator = np.random.default_rng(seed)
    members = int(generator.integers(1, most_members + 1))
    costs = generator.choice([0.0, 0.1, 1.0, 2.0], members) if seed % 2 else generator.exponential(1.0, members)
    pool = Pool(
        accuracies=np.full(members, 0.7),
        costs=costs,
        metadata={"seconds": generator.choice([0.0, 1.0, 3.0], members).tolist()},
    )
    energy = draw_energy(generator, members)
    cost = [Additive(), Additive(), NoCost(), SlowestMember(), Vector({"cost": 2.5, "seconds": 4.0})][seed % 5]
    budget = 1.0 if isinstance(cost, Vector) else math.inf
    if isinstance(cost, (Additive, SlowestMember)) and seed % 7:
        total = float(cost.costs(pool, np.ones((1, members), dtype=bool))[0])
        budget = max(float(generator.uniform(0.1, 1.0)) * total, 1e-3)
    return Problem(pool, energy, cost, budget)


def find_optimum(problem):
    sets = every_set(len(problem.pool))[1:]
    sets = sets[problem.fits(sets)]
    return float(problem.losses(sets).min()) if len(sets) else math.inf


def explore(problem, rule=lambda progress: None, searcher=None):
    monitor = RunMonitor(problem, rule)
    reason = (searcher or BranchAndBound()).search(problem, monitor, np.random.default_rng(0))
    return monitor, reason


@pytest.mark.parametrize("block", range(8))
@pytest.mark.slow
def test_the_best_set_is_found_and_proved(block):
    for seed in range(50 * block, 50 * block + 50):
        problem = draw_problem(seed)
        best = find_optimum(problem)
        monitor, reason = explore(problem)
        if math.isinf(best):
            assert (monitor.best_set, reason) == (None, "no set is feasible")
            continue
        assert reason == "proved optimal"
        assert monitor.best_loss == pytest.approx(best, rel=1e-11, abs=1e-300), seed
        assert monitor.loss_bound == monitor.best_loss


@pytest.mark.slow
def test_larger_pools_are_proved_too():
    for seed in range(40):
        problem = draw_problem(seed, most_members=14)
        best = find_optimum(problem)
        if math.isfinite(best):
            assert explore(problem)[0].best_loss == pytest.approx(best, rel=1e-11, abs=1e-300), seed


@pytest.mark.parametrize("seed", range(60))
def test_whenever_it_is_stopped_the_bound_is_true(seed):
    problem = draw_problem(seed, most_members=8)
    best = find_optimum(problem)
    if math.isinf(best):
        return
    for steps in (1, 5, 20, 60):
        monitor, _ = explore(problem, lambda progress, steps=steps: "over" if progress.steps >= steps else None)
        assert monitor.loss_bound <= best + 1e-11 * abs(best)


def large_coverage(members=60):
    generator = np.random.default_rng(1)
    covers = (generator.random((members, 200)) < 0.05).astype(float)
    pool = Pool(accuracies=np.full(members, 0.7), costs=generator.uniform(0.5, 2.0, members))
    return pool, Coverage(covers, generator.exponential(1.0, 200), np.zeros(members))


@pytest.mark.slow
def test_a_search_that_is_cut_short_leaves_a_gap():
    pool, energy = large_coverage()
    found = select(pool, 12.0, energy=energy, searcher={"kind": "branch-and-bound", "most_nodes": 4_000}, seed=0)
    assert (found.proven, found.stop_reason) == (False, "4,000 sets evaluated")
    assert found.value < found.bound < 1.5 * found.value
    assert f"the value could rise by at most {found.bound - found.value:.6g}" in found.summary()


@pytest.mark.slow
def test_the_default_bounds_such_an_energy():
    pool, energy = large_coverage()
    found = select(pool, 5.0, energy=energy, seed=0)
    assert found.proven
    assert found.stop_reason == "proved optimal"


def test_another_searcher_is_bounded():
    pool, energy = large_coverage()
    found = select(pool, 5.0, energy=energy, searcher="monte-carlo", stopping={"kind": "max-step", "limit": 5}, seed=0)
    assert (found.proven, found.stop_reason) == (True, "limit of 5 steps; then proved optimal")


@pytest.mark.slow
def test_it_starts_from_the_best_set_so_far():
    pool, energy = large_coverage()
    problem = Problem(pool, energy, Additive(), 5.0)
    monitor, _ = explore(problem)
    again = RunMonitor(problem, lambda progress: None)
    again.offer(monitor.best_set[None, :])
    BranchAndBound().search(problem, again, np.random.default_rng(0))
    assert again.best_set.tolist() == monitor.best_set.tolist()
    assert again.progress().evaluations <= monitor.progress().evaluations + len(pool)


def test_it_needs_bounds_or_diminishing_returns(small_pool, builtins):
    problem = Problem(small_pool, WrongShare(), Additive(), 8.0)
    sentence = "energy WrongShare neither offers BoundsLosses nor promises diminishing_returns"
    assert BranchAndBound.find_unmet_needs(problem) == [sentence]
    with pytest.raises(CapabilityError, match=f"searcher 'branch-and-bound' cannot be used here: {sentence}"):
        select(small_pool, 8, energy=WrongShare(), searcher="branch-and-bound", catalog=builtins)
    with pytest.raises(CapabilityError, match=sentence):
        explore(problem)
    assert list_provers(Problem(small_pool, NobodySees(small_pool.accuracies), Additive(), 8.0), builtins) == [
        BranchAndBound
    ]


class FalseTrait(WrongShare):
    traits = DIMINISHING

    def losses(self, pool, sets):
        return 1.0 - (sets.sum(axis=1) / sets.shape[1]) ** 3

    def value(self, loss):
        return -loss


def test_a_trait_that_does_not_hold_is_reported():
    pool = Pool(accuracies=[0.7] * 6, costs=[1.0] * 6)
    with pytest.raises(EnergyError, match=r"has the loss -?[\d.]+, but by the bounds or the trait diminishing_returns"):
        explore(Problem(pool, FalseTrait(), Additive(), 6.0))


@attrs.frozen(eq=False)
class GivenBounds(BoundedPairs):
    bounds: object = None

    def loss_bounds(self, problem, required, allowed):
        return self.bounds(len(required))


@pytest.mark.parametrize(
    ("bounds", "sentence"),
    [
        (lambda rows: np.zeros(rows + 1), r"expected one bound per row, shape \(1,\), got \(2,\)"),
        (lambda rows: np.full(rows, math.nan), "a bound is not a number"),
        (lambda rows: np.full(rows, 1e6), "has the loss .* it is at least 1e\\+06"),
    ],
)
def test_bounds_that_cannot_be_are_reported(bounds, sentence):
    pool = Pool(accuracies=[0.7] * 4, costs=[1.0] * 4)
    with pytest.raises(EnergyError, match=sentence):
        explore(Problem(pool, GivenBounds(np.ones((4, 4)), bounds), Additive(), 3.0))


def test_bounds_that_say_nothing_lead_to_all_sets():
    pool = Pool(accuracies=[0.7] * 5, costs=[1.0] * 5)
    gains = np.arange(25.0).reshape(5, 5) % 7 - 3.0
    problem = Problem(pool, GivenBounds(gains + gains.T, lambda rows: np.full(rows, -math.inf)), Additive(), 3.0)
    monitor, reason = explore(problem)
    assert (monitor.best_loss, reason) == (find_optimum(problem), "proved optimal")
    assert isinstance(problem.energy, BoundsLosses)


def test_arrows_need_no_monotone_energy():
    arrows = np.triu(np.ones((12, 12)), 1)
    pool = Pool(accuracies=[0.7] * 12)
    assert explore(Problem(pool, DirectedCut(arrows), NoCost()))[0].best_loss == -36.0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_constraints_are_kept_and_proved(seed):
    generator = np.random.default_rng(seed)
    pool, budget, specs, meanings = random_case(generator, members=9)
    energy, feasible = draw_energy(generator, len(pool)), list_feasible(pool, budget, meanings)
    if not len(feasible):
        return
    chosen = select(pool, budget, energy=energy, constraints=specs, searcher="branch-and-bound", seed=0)
    row = np.isin(np.arange(len(pool)), chosen.members)
    assert chosen.proven
    assert (feasible == row).all(axis=1).any()
    assert energy.losses(pool, row[None, :])[0] == pytest.approx(
        energy.losses(pool, feasible).min(), rel=1e-9, abs=1e-12
    )
