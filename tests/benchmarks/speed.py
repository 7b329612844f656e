"""Speed, as ratios measured in one run: `make bench` prints them and writes build/bench.json."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import rivals

import reference_sherlock
from haversack import Pool, Problem, select
from haversack.costs import Additive
from haversack.energies import MajorityVote
from haversack.searchers.common.efficiency import EfficiencyTable

RESULTS: dict[str, dict[str, float]] = {}


def paper_pool(members, seed=0):
    generator = np.random.default_rng(seed)
    accuracies = generator.beta(17, 5, members)
    return Pool(accuracies=accuracies, costs=generator.exponential(1 / (1 - accuracies)))


def seconds(*works, repeat=5):
    """Best of several, in turn, after one call each that compiles: other work on the machine only ever adds."""
    best = [np.inf] * len(works)
    for work in works:
        work()
    for _ in range(repeat):
        for place, work in enumerate(works):
            start = time.perf_counter()
            work()
            best[place] = min(best[place], time.perf_counter() - start)
    return best if len(best) > 1 else best[0]


def report(name, wanted, **numbers):
    RESULTS[name] = numbers
    measured = ", ".join(f"{key} {value:,.4g}" for key, value in numbers.items())
    print(f"{name}: {measured}   (wanted: {wanted})", flush=True)


def losses():
    from fast_poibin import PoiBin
    from scipy.stats import poisson_binom

    pool = paper_pool(100)
    sets = np.random.default_rng(1).random((10_000, 100)) < 0.5
    energy, errors = MajorityVote(), np.empty(10_000)
    few = sets[:200]

    def by_scipy():
        return [poisson_binom.cdf(row.sum() // 2, pool.accuracies[row]) for row in few]

    def by_fast_poibin():
        return [PoiBin(pool.accuracies[row]).cdf[row.sum() // 2] for row in few]

    ours, bare, scipys, fast_poibins = seconds(
        lambda: energy.losses(pool, sets),
        lambda: rivals.bare_losses(pool.accuracies, sets, errors),
        by_scipy,
        by_fast_poibin,
    )
    assert np.allclose(errors, energy.losses(pool, sets), rtol=1e-12)
    assert np.allclose(by_scipy(), errors[:200], atol=1e-12)
    report(
        "losses of 10,000 sets, n=100",
        "scipy 100, fast-poibin 10, bare at most 1.5",
        microseconds_each=ours / 10_000 * 1e6,
        times_faster_than_scipy=scipys * 50 / ours,
        times_faster_than_fast_poibin=fast_poibins * 50 / ours,
        times_a_bare_loop=ours / bare,
    )
    large = Pool(accuracies=np.random.default_rng(2).beta(17, 12, 10_001))
    all_members = np.ones((1, 10_001), dtype=bool)
    ours, theirs = seconds(lambda: energy.losses(large, all_members), lambda: PoiBin(large.accuracies).cdf[5_000])
    report(
        "one set of 10,001 members",
        "at most 2 times fast-poibin",
        milliseconds=ours * 1e3,
        times_fast_poibin=ours / theirs,
        our_error=energy.losses(large, all_members)[0],
        fast_poibin_error=float(PoiBin(large.accuracies).cdf[5_000]),
    )


def search(searcher, pool, budget, limit):
    return lambda: select(
        pool, budget, searcher=searcher, stopping={"kind": "max-step", "limit": limit}, seed=0, certify="off"
    )


def sherlock():
    for members, share, limit in ((30, 0.3, 200_000), (100, 0.2, 40_000)):
        pool = paper_pool(members)
        budget = share * float(pool.costs.sum())
        problem = Problem(pool, MajorityVote(), Additive(), budget)
        table = EfficiencyTable.of(problem, problem.resources())
        numbers = pool.accuracies, pool.costs, budget, table.copies.values, table.copies.starts, limit, 0
        ours, by_hand, naive = seconds(
            search("sherlock", pool, budget, limit),
            lambda numbers=numbers: rivals.hand_written_sherlock(*numbers),
            lambda pool=pool, budget=budget: reference_sherlock.search(
                pool.accuracies, pool.costs, budget, 50, np.random.default_rng(0)
            ),
        )
        report(
            f"sherlock, n={members}",
            "reference 150, hand-written at most 1.5",
            steps_per_second=limit / ours,
            times_the_reference=naive / 50 * limit / ours,
            times_as_long_as_hand_written=ours / by_hand,
        )


def walks():
    pool = paper_pool(100)
    limit, budget = 400_000, 0.2 * float(pool.costs.sum())
    taken = seconds(search("annealing", pool, budget, limit))
    report("annealing, n=100", "1,000,000", moves_per_second=limit / taken)
    pool = paper_pool(30)
    limit, budget = 1_000_000, 0.3 * float(pool.costs.sum())
    taken = seconds(search("monte-carlo", pool, budget, limit))
    report("monte-carlo, n=30", "1,000,000", sets_per_second=limit / taken)


def workers():
    for kind, members, limit in (
        ("sherlock", 100, 60_000),
        ("monte-carlo", 100, 400_000),
        ("annealing", 100, 400_000),
        ("annealing", 1000, 400_000),
    ):
        pool = paper_pool(members)
        budget = 0.2 * float(pool.costs.sum())
        one, two = seconds(*(search({"kind": kind, "workers": k}, pool, budget, limit) for k in (1, 2)), repeat=3)
        report(f"{kind}, n={members}, two workers", "1.6 on a free machine", times_as_fast=one / two)


def trap():
    """Section 3 of the paper: the best member uses up the budget; the others are hardly better than a coin."""
    pool = Pool(accuracies=[0.9] + [0.51] * 29, costs=[30.0] + [1.0] * 29)
    for kind in ("monte-carlo", "annealing"):
        hits = [
            select(
                pool, 30.0, searcher=kind, stopping={"kind": "max-step", "limit": 3_000}, seed=seed, certify="off"
            ).members
            == (0,)
            for seed in range(1_000)
        ]
        report(f"trap, {kind}, 3,000 steps", "annealing 0.96", found_of_1000_runs=float(np.mean(hits)))
        few = [
            select(
                pool, 30.0, searcher=kind, stopping={"kind": "max-step", "limit": 20}, seed=seed, certify="off"
            ).members
            == (0,)
            for seed in range(1_000)
        ]
        report(f"trap, {kind}, 20 steps", "for comparison", found_of_1000_runs=float(np.mean(few)))


def quality():
    """Error over the proven optimum after one second, without STOP."""
    proven = {
        30: (0.9963791691403641, 0.9934451869061925, 0.9971962066005358, 0.9962829807861653),
        100: (0.99999852392536, 0.9999990669896914, 0.9999989479517842, 0.9999986204696124),
    }
    for members, share in ((30, 0.3), (100, 0.2)):
        for kind in ("annealing", "sherlock", "monte-carlo"):
            excess = []
            for seed, value in enumerate(proven[members]):
                pool = paper_pool(members, seed)
                budget = share * float(pool.costs.sum())
                search(kind, pool, budget, 50_000)()
                found = select(
                    pool, budget, searcher=kind, stopping={"kind": "time-limit", "seconds": 1.0}, seed=0, certify="off"
                )
                excess.append(100 * (found.error / (1 - value) - 1))
            report(
                f"{kind}, n={members}, error above the optimum after 1 s",
                "annealing at most 2 % at n=30, 15 % at n=100",
                **{f"pool_{seed}_percent": percent for seed, percent in enumerate(excess)},
            )


FIRST_STEP = """
import time
start = time.perf_counter()
import numpy as np, haversack as hs
imported = time.perf_counter()
g = np.random.default_rng(0)
pool = hs.Pool(accuracies=g.beta(17, 5, 30), costs=g.exponential(4, 30))
hs.select(pool, 40.0, searcher="sherlock", stopping={"kind": "max-step", "limit": 1}, seed=0, certify="off")
print(imported - start, time.perf_counter() - imported)
"""


def start_up():
    """How long a new process takes to its first step, with kernels compiled again and with cached ones."""

    def process(cache):
        environment = os.environ | {"NUMBA_CACHE_DIR": cache}
        ran = subprocess.run([sys.executable, "-c", FIRST_STEP], capture_output=True, check=True, env=environment)
        return [float(word) for word in ran.stdout.split()]

    with tempfile.TemporaryDirectory() as cache:
        _, compiled = process(cache)
        imported, cached = np.min([process(cache) for _ in range(3)], axis=0)
    report(
        "seconds to the first step of a new process",
        "cached below 1 in all",
        importing=imported,
        cached=cached,
        compiling=compiled,
    )


def main():
    for part in (losses, sherlock, walks, workers, trap, quality, start_up):
        part()
    target = Path("build/bench.json")
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(RESULTS, indent=2) + "\n")
    print(f"written to {target}")


if __name__ == "__main__":
    main()
