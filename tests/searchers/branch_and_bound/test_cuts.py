"""Additive functions below a loss with diminishing returns, and their combinations."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linprog

from haversack.searchers.branch_and_bound.cuts import Combination, Cut, CutPool
from haversack.searchers.branch_and_bound.relaxation import Relaxation
from haversack.testing.examples import every_set
from submodular import Coverage, DirectedCut, NobodySees

MEMBERS = 6
SETS = every_set(MEMBERS)


def make_energies(seed):
    generator = np.random.default_rng(seed)
    covers = (generator.random((MEMBERS, 9)) < 0.3).astype(float)
    yield Coverage(covers, generator.exponential(1.0, 9), generator.choice([0.0, 0.6], MEMBERS))
    yield NobodySees(generator.random(MEMBERS))
    yield DirectedCut(generator.integers(0, 4, (MEMBERS, MEMBERS)).astype(float))


def make_cut(energy, chosen):
    losses = energy.losses(None, SETS)
    loss_of = {row.tobytes(): loss for row, loss in zip(SETS, losses, strict=True)}
    everything, units = np.ones(MEMBERS, dtype=bool), np.eye(MEMBERS, dtype=bool)
    least = np.array([loss_of[(everything & ~unit).tobytes()] for unit in units]) - loss_of[everything.tobytes()]
    gains = loss_of[chosen.tobytes()] - np.array([loss_of[(chosen | unit).tobytes()] for unit in units])
    return Cut.at(chosen, loss_of[chosen.tobytes()], gains, least), losses


@pytest.mark.parametrize("seed", range(5))
def test_the_cut_of_a_set_is_below_the_loss_of_every_set_and_meets_its_own(seed):
    for energy in make_energies(seed):
        for row, chosen in enumerate(SETS):
            cut, losses = make_cut(energy, chosen)
            below = cut.constant - SETS @ cut.weights
            assert (below <= losses + 1e-12).all()
            assert below[row] == pytest.approx(losses[row], abs=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_a_combination_bounds_every_node_and_is_almost_the_best(seed):
    generator = np.random.default_rng(seed)
    costs = generator.uniform(0.2, 2.0, MEMBERS)
    relaxation = Relaxation(costs, 3.0)
    nobody, everybody = np.zeros(MEMBERS, dtype=bool), np.ones(MEMBERS, dtype=bool)
    for energy in make_energies(seed):
        pool = CutPool([relaxation])
        cuts = [make_cut(energy, chosen) for chosen in SETS[generator.integers(len(SETS), size=8)]]
        for cut, _ in cuts:
            pool.add(cut)
        feasible = SETS @ costs <= 3.0
        losses = cuts[0][1]
        best = losses[feasible].min()
        shares = pool.combine(nobody, everybody, best, 400)
        assert ((shares >= 0.0) & (shares <= 1.0)).all()
        required = SETS[feasible]
        candidates = ~required & (generator.random(required.shape) < 0.7)
        for row, bound in enumerate(pool.bound(required, candidates)):
            inside = (
                feasible & (required[row] <= SETS).all(axis=1) & (required[row] | candidates[row] >= SETS).all(axis=1)
            )
            assert bound <= losses[inside].min() + 1e-11
        # maximise t such that t <= constant - weights @ x for all cuts
        rows = [np.concatenate([[1.0], cut.weights]) for cut, _ in cuts]
        program = linprog(
            np.concatenate([[1.0], np.zeros(MEMBERS)]),
            A_ub=-np.array([*rows, np.concatenate([[0.0], -costs])]),
            b_ub=[*(-cut.constant for cut, _ in cuts), 3.0],
            bounds=[(None, None)] + [(0, 1)] * MEMBERS,
        )
        found = pool.bound(nobody[None, :], everybody[None, :])[0]
        assert found <= program.fun + 1e-9
        assert found >= program.fun - 0.15 * (best - program.fun) - 1e-6


def test_of_many_cuts_and_combinations_the_latest_stay_and_what_is_kept():
    relaxation = Relaxation(np.ones(2), 1.0)
    pool = CutPool([relaxation])
    row = np.array([[False, False]])
    pool.add(Cut(0.5, np.zeros(2)))
    pool.combine(row[0], ~row[0], 1.0, 5)
    pool.keep_latest()
    for number in range(200):
        pool.add(Cut(-1.0 - number, np.zeros(2)))
        pool.combine(row[0], ~row[0], 1.0, 0)
    assert pool.bound(row, ~row)[0] == pytest.approx(0.5)


def test_rounding_makes_no_bound_too_strong():
    """The difference of large numbers is not a bound on a tiny loss."""
    combination = Combination.of(Cut(1.0, np.array([0.7, 0.3 - 1e-17])), Relaxation(np.zeros(2), 0.0))
    assert combination.bound(np.zeros((1, 2), dtype=bool), np.ones((1, 2), dtype=bool))[0] < 0.0
