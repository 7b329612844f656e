"""Monte Carlo and annealing on the paper's trap: computed chances against plain simulations of the same."""

from __future__ import annotations

import copy
import functools

import numpy as np
import pytest
from haversack_paper.experiments.monte_carlo import MonteCarlo
from haversack_paper.experiments.monte_carlo.compute import (
    build_trap,
    compute_draw_chances,
    compute_walk_chance,
    one_is_best,
)
from scipy.stats import binom
from theory_fakes import computed, written

import haversack as hs

pytestmark = pytest.mark.slow

TINY = MonteCarlo(
    traps=((0.1, 0.01), (0.4, 0.1)),
    members=(8, 14),
    searched=(14,),
    steps=(3, 100, 1_000),
    runs=60,
    temperatures=((1.0, 0.001),),
    estimates=20_000,
)


@pytest.fixture(scope="module")
def results():
    return computed(TINY)


def claims(results):
    return TINY.report(results).claims


@pytest.mark.parametrize(("beta", "epsilon", "best"), [(0.1, 0.01, (0,)), (0.4, 0.1, tuple(range(1, 14)))])
def test_the_best_panel_is_proved_to_be_the_one_or_the_many(beta, epsilon, best):
    case = build_trap(14, beta, epsilon)
    proof = hs.select(case.pool(), case.budget, searcher="exact", stopping={"kind": "max-step", "limit": 10**6}, seed=0)
    assert proof.proven
    assert proof.members == best
    assert proof.error == pytest.approx(case.smallest_error(), rel=1e-12)
    assert one_is_best(case) == (best == (0,))


@pytest.mark.parametrize("infeasible_counts", [False, True])
def test_chances_of_draws_are_those_of_drawing(infeasible_counts):
    draws = 20
    sets = np.random.default_rng(1).random((4_000, 60, 6)) < 0.5
    is_best = sets[:, :, 0] & (sets.sum(axis=2) == 1)
    feasible = ~sets[:, :, 0] | is_best
    counted = np.cumsum(np.ones_like(feasible) if infeasible_counts else feasible, axis=1) <= draws
    share = (is_best & counted).any(axis=1).mean()
    chance = compute_draw_chances(build_trap(6, 0.1, 0.01), [draws], infeasible_counts=infeasible_counts)[0]
    assert chance == pytest.approx(share, abs=0.03)


def fits(chosen):
    return not chosen[0] or chosen.sum() == 1


@functools.cache
def loss_of_others(size, accuracy):
    return float(binom.cdf(size // 2, size, accuracy))


def loss_of(chosen, case):
    return 1.0 - case.accuracy if chosen[0] else loss_of_others(int(chosen.sum()), case.other_accuracy)


def walked(case, members, flips, temperatures, generator):
    """The smallest error on a walk over sets of members."""
    while True:
        chosen = generator.random(members) < 0.5
        if fits(chosen) and (flips == 1 or chosen.sum() % 2 == 1):
            break
    loss = best = loss_of(chosen, case)
    for temperature in temperatures:
        moved = chosen.copy()
        moved[generator.permutation(members)[:flips]] ^= True
        if fits(moved) and generator.random() < np.exp(-max(loss_of(moved, case) - loss, 0.0) / temperature):
            chosen, loss = moved, loss_of(moved, case)
            best = min(best, loss)
    return best


@pytest.mark.parametrize("flips", [1, 2])
@pytest.mark.parametrize(("beta", "epsilon"), [(0.1, 0.01), (0.4, 0.1)])
def test_chances_of_walks_are_those_of_walking(flips, beta, epsilon):
    """The same walk, on sets of members instead of on their number, many times."""
    case, members, steps, runs = build_trap(6, beta, epsilon), 6, 25, 800
    generator = np.random.default_rng(2)
    temperatures = np.geomspace(1.0, 0.01, steps - 1)
    target = case.smallest_error() * (1 + 1e-9)
    found = sum(walked(case, members, flips, temperatures, generator) <= target for _ in range(runs))
    assert compute_walk_chance(case, steps, flips=flips, hot=1.0, cold=0.01) == pytest.approx(found / runs, abs=0.05)


def test_more_draws_never_find_less():
    shares = compute_draw_chances(build_trap(14, 0.4, 0.1), [1, 10, 100, 1_000, 10**6], infeasible_counts=True)
    assert shares == sorted(shares)
    assert shares[0] == pytest.approx(2.0**-14, rel=1e-9)


def test_annealing_finds_the_best_panel_nearly_always(results):
    """The paper's 96 %, from 1,000 steps on, whichever panel is best."""
    assert results["annealing-0.1-0.01-14"]["shares"]["annealing"][-1] >= 0.96
    assert results["annealing-0.4-0.1-14"]["shares"]["annealing"][-1] >= 0.96


def test_the_papers_numbers_come_out_for_draws_with_one_half_and_a_walk_by_pairs(results):
    found = results["chances-0.4-0.1-14"]["shares"]
    assert found["half-draws"][-1] == pytest.approx(0.115, abs=0.001)
    assert found["walk-2-1-0.001"][-1] == pytest.approx(0.97, abs=0.01)
    first = claims(results)[0]
    assert first.verdict == "cannot be checked"
    assert "come out where the many cheap ones are best" in first.because


def test_each_greedy_strategy_fails_in_one_of_the_traps(results):
    one, many = results["chances-0.1-0.01-14"]["greedy"], results["chances-0.4-0.1-14"]["greedy"]
    assert {name for name, found in one.items() if found} == {"forward-accuracy", "backward-accuracy"}
    assert {name for name, found in many.items() if found} == {"forward-usefulness", "backward-usefulness"}


def test_the_share_of_estimates_within_the_papers_error_is_the_exact_one(results):
    for row in results["estimates"]["rows"]:
        samples, failure = row["samples"], row["failure"]
        counts = np.arange(samples + 1)
        within = np.abs(counts / samples / failure - 1) <= row["error"]
        exact = binom.pmf(counts, samples, failure)[within].sum()
        assert row["within"] == pytest.approx(exact, abs=0.008)


def test_the_verdicts_are_those_of_the_numbers(results):
    assert [claim.verdict for claim in claims(results)] == ["cannot be checked", "differs", "agrees"]


def test_other_numbers_get_other_verdicts(results):
    faked = copy.deepcopy(results)
    for key, found in faked.items():
        for name in found.get("shares", {}):
            found["shares"][name] = [0.0] * 3 if "draws" in name or name == "monte-carlo" else [0.5] * 3
        if key.startswith("chances"):
            found["greedy"] = dict.fromkeys(found["greedy"], False)
    for row in faked["estimates"]["rows"]:
        row["within"] = 0.8
    now = claims(faked)
    assert [claim.verdict for claim in now] == ["cannot be checked", "agrees", "differs"]
    assert "never come out" in now[0].because
    for found in faked.values():
        for name in found.get("shares", {}):
            found["shares"][name] = [0.5] * 3
    first = claims(faked)[0]
    assert (first.verdict, "in none of ours" in first.because) == ("differs", True)


def test_the_report_can_be_written(results):
    report = TINY.report(results)
    assert len(report.figures[0].draws) == 2
    assert all(written(report))
