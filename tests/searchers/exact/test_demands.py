"""Proofs where constraints demand something, compared with every set."""

from __future__ import annotations

import numpy as np
import pytest

import haversack as hs
import haversack.searchers.exact.demands
import haversack.searchers.exact.majority_search
import haversack.searchers.exact.search
from constrained import find_least_error, list_feasible, random_case

SEARCHERS = ("annealing", "greedy-backward", "greedy-forward", "monte-carlo", "sherlock", "sweep")


def compare(seed, searcher, ties="wrong", **options):
    """The answer of a searcher is feasible, and the best where it is proved; without a feasible set there is none."""
    pool, budget, specs, meanings = random_case(np.random.default_rng(seed))
    arguments = {"constraints": specs, "energy": {"kind": "majority", "ties": ties}, "searcher": searcher, "seed": 1}
    least = find_least_error(pool, budget, meanings, ties)
    if least is None:
        with pytest.raises(hs.InfeasibleError, match="constraints: no set meets|budget: no member fits"):
            hs.select(pool, budget, **arguments, certify="off", **options)
        return None
    chosen = hs.select(pool, budget, **arguments, certify="off", **options)
    row = np.isin(np.arange(len(pool)), chosen.members)
    assert (list_feasible(pool, budget, meanings) == row).all(axis=1).any()
    assert chosen.error >= least * (1 - 1e-9)
    if chosen.proven:
        assert chosen.error == pytest.approx(least, rel=1e-9, abs=1e-15)
    if chosen.error_bound is not None:
        assert chosen.error_bound <= least * (1 + 1e-9)
    return chosen


@pytest.mark.parametrize("seed", range(100))
def test_the_tree_proves_the_best_set(seed):
    chosen = compare(seed, "exact", ties=("wrong", "coin")[seed % 2])
    assert chosen is None or chosen.proven


@pytest.mark.parametrize("seed", range(60))
def test_bounds_by_tilting_hold_for_odd_and_for_even_panels(seed, monkeypatch):
    monkeypatch.setattr(haversack.searchers.exact.demands, "BOUND_FROM", 2)
    chosen = compare(1_000 + seed, "exact", ties=("wrong", "coin")[seed % 2])
    assert chosen is None or chosen.proven


@pytest.mark.parametrize("seed", range(30))
def test_bounds_hold_at_the_prices_of_a_linear_program(seed, monkeypatch):
    monkeypatch.setattr(haversack.searchers.exact.demands, "BOUND_FROM", 2)
    monkeypatch.setattr(haversack.searchers.exact.search, "BOUND_FROM", 2)
    monkeypatch.setattr(haversack.searchers.exact.majority_search, "_MANY_LIMITS", 1)
    monkeypatch.setattr(haversack.searchers.exact.majority_search, "_NODES_BEFORE_PRICES", 0)
    chosen = compare(2_000 + seed, "exact", ties=("wrong", "coin")[seed % 2])
    assert chosen is None or chosen.proven


@pytest.mark.slow
@pytest.mark.parametrize("least", [1, 3])
def test_a_large_pool_of_many_groups_is_proved(least):
    rng = np.random.default_rng(0)
    pool = hs.Pool(
        rng.uniform(0.5, 0.95, 300),
        rng.exponential(1.0, 300) + 0.05,
        metadata={"vendor": [f"v{vendor}" for vendor in rng.integers(0, 20, 300)]},
    )
    specs = [{"kind": "at-most", "group": "vendor", "count": 2}, {"kind": "size", "least": least}]
    assert hs.select(pool, 60.0, constraints=specs, seed=0).proven


@pytest.mark.parametrize("seed", range(40))
def test_where_only_a_least_size_is_demanded_larger_even_panels_need_no_search(seed, monkeypatch):
    monkeypatch.setattr(haversack.searchers.exact.demands, "BOUND_FROM", 2)
    rng = np.random.default_rng(seed)
    vendors = [str(vendor) for vendor in rng.choice(list("abc"), 11)]
    pool = hs.Pool(rng.uniform(0.45, 0.95, 11).round(2), rng.exponential(1.0, 11) + 0.1, metadata={"vendor": vendors})
    specs = [
        {"kind": "size", "least": int(rng.integers(2, 6))},
        {"kind": "at-most", "group": "vendor", "count": int(rng.integers(2, 4))},
    ]
    budget, energy = (
        float(pool.costs.sum() * rng.uniform(0.3, 0.9)),
        {"kind": "majority", "ties": ("wrong", "coin")[seed % 2]},
    )
    sets = (np.arange(1, 2**11)[:, None] >> np.arange(11)) & 1 == 1
    groups = np.stack([sets[:, np.array(vendors) == vendor].sum(axis=1) for vendor in "abc"], axis=1)
    sets = sets[
        (groups <= specs[1]["count"]).all(axis=1)
        & (sets.sum(axis=1) >= specs[0]["least"])
        & (sets @ pool.costs <= budget)
    ]
    if len(sets):
        least = hs.build_part("energy", energy).losses(pool, sets).min()
        chosen = hs.select(pool, budget, constraints=specs, energy=energy, searcher="exact", seed=0)
        assert chosen.proven
        assert chosen.error == pytest.approx(least, rel=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(300))
def test_every_prover_agrees_with_every_set(seed, monkeypatch):
    monkeypatch.setattr(haversack.searchers.exact.demands, "BOUND_FROM", 2 if seed % 2 else 25)
    for searcher in ("exact", "enumerate"):
        chosen = compare(2_000 + seed, searcher, ties=("wrong", "coin")[seed % 3 == 0])
        assert chosen is None or chosen.proven


@pytest.mark.parametrize("searcher", SEARCHERS)
@pytest.mark.parametrize("seed", [3, 5, 8, 13])
def test_every_searcher_keeps_constraints(searcher, seed):
    compare(seed, searcher, stopping={"kind": "max-step", "limit": 200})


def test_a_pool_of_60_is_proved_and_even_sizes_count():
    rng = np.random.default_rng(2)
    accuracies = rng.beta(6, 4, 60)
    pool = hs.Pool(
        accuracies,
        rng.exponential(1 / (1.05 - accuracies)),
        metadata={"vendor": [f"v{place % 5}" for place in range(60)]},
    )
    common = [{"kind": "include", "members": ["member-5"]}, {"kind": "at-most", "group": "vendor", "count": 3}]
    free = hs.select(pool, 30, constraints=common, seed=1)
    even = hs.select(pool, 30, constraints=[*common, {"kind": "size", "least": 8, "most": 8}], seed=1)
    either = hs.select(pool, 30, constraints=[*common, {"kind": "size", "least": 8, "most": 9}], seed=1)
    assert free.proven
    assert even.proven
    assert either.proven
    assert len(even.members) == 8
    assert free.error <= either.error <= even.error
    walked = hs.select(
        pool,
        30,
        constraints=[*common, {"kind": "size", "least": 8, "most": 8}],
        searcher="annealing",
        stopping={"kind": "max-step", "limit": 4000},
        certify="off",
        seed=1,
    )
    assert walked.error >= even.error * (1 - 1e-9)
