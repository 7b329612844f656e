"""Speed, as ratios measured in one run: `make bench` prints them and writes build/bench.json."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import reference_sherlock
import rivals

from haversack import Pool, Problem, select
from haversack.costs import Additive
from haversack.energies import MajorityVote
from haversack.searchers.efficiency import EfficiencyTable

RESULTS: dict[str, dict[str, float]] = {}


def paper_pool(members, seed=0):
    generator = np.random.default_rng(seed)
    accuracies = generator.beta(17, 5, members)
    return Pool(accuracies=accuracies, costs=generator.exponential(1 / (1 - accuracies)))


def seconds(work, repeat=5):
    """Best of several, after one call that compiles: other work on the machine only ever adds."""
    work()
    best = np.inf
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def report(name, wanted, **numbers):
    RESULTS[name] = numbers
    told = ", ".join(f"{key} {value:,.4g}" for key, value in numbers.items())
    print(f"{name}: {told}   (wanted: {wanted})", flush=True)


def losses():
    from fast_poibin import PoiBin
    from scipy.stats import poisson_binom

    pool = paper_pool(100)
    sets = np.random.default_rng(1).random((10_000, 100)) < 0.5
    energy, errors = MajorityVote(), np.empty(10_000)
    ours = seconds(lambda: energy.losses(pool, sets))
    bare = seconds(lambda: rivals.bare_losses(pool.accuracies, sets, errors))
    assert np.allclose(errors, energy.losses(pool, sets), rtol=1e-12)
    few = sets[:200]

    def by_scipy():
        return [poisson_binom.cdf(row.sum() // 2, pool.accuracies[row]) for row in few]

    def by_fast_poibin():
        return [PoiBin(pool.accuracies[row]).cdf[row.sum() // 2] for row in few]

    assert np.allclose(by_scipy(), errors[:200], atol=1e-12)
    report(
        "losses of 10,000 sets, n=100",
        "scipy 100, fast-poibin 10, bare at most 1.5",
        microseconds_each=ours / 10_000 * 1e6,
        times_faster_than_scipy=seconds(by_scipy, 2) * 50 / ours,
        times_faster_than_fast_poibin=seconds(by_fast_poibin, 2) * 50 / ours,
        times_a_bare_loop=ours / bare,
    )
    large = Pool(accuracies=np.random.default_rng(2).beta(17, 5, 10_001))
    everybody = np.ones((1, 10_001), dtype=bool)
    our_time, theirs = (
        seconds(lambda: energy.losses(large, everybody)),
        seconds(lambda: PoiBin(large.accuracies).cdf[5_000]),
    )
    report(
        "one set of 10,001 members",
        "at most 2 times fast-poibin",
        milliseconds=our_time * 1e3,
        times_fast_poibin=our_time / theirs,
        our_error=energy.losses(large, everybody)[0],
        fast_poibin_error=float(PoiBin(large.accuracies).cdf[5_000]),
    )


def steps_per_second(searcher, pool, budget, limit):
    def run():
        return select(pool, budget, searcher=searcher, stopping={"kind": "max-step", "limit": limit}, seed=0)

    return limit / seconds(run, 3)


def sherlock():
    for members, share, limit in ((30, 0.3, 200_000), (100, 0.2, 40_000)):
        pool = paper_pool(members)
        budget = share * float(pool.costs.sum())
        problem = Problem(pool, MajorityVote(), Additive(), budget)
        table = EfficiencyTable.of(problem, problem.resources())
        ours = steps_per_second("sherlock", pool, budget, limit)
        by_hand = limit / seconds(
            lambda p=pool, b=budget, t=table, k=limit: rivals.hand_written_sherlock(
                p.accuracies, p.costs, b, t.values, t.starts, k, 0
            ),
            3,
        )
        start = time.perf_counter()
        reference_sherlock.search(pool.accuracies, pool.costs, budget, 100, np.random.default_rng(0))
        naive = 100 / (time.perf_counter() - start)
        report(
            f"sherlock, n={members}",
            "reference 150, hand-written at most 1.5",
            steps_per_second=ours,
            times_the_reference=ours / naive,
            hand_written_over_ours=by_hand / ours,
        )


def walks():
    pool = paper_pool(100)
    budget = 0.2 * float(pool.costs.sum())
    report("annealing, n=100", "1,000,000", moves_per_second=steps_per_second("annealing", pool, budget, 400_000))
    pool = paper_pool(30)
    budget = 0.3 * float(pool.costs.sum())
    report("monte-carlo, n=30", "1,000,000", sets_per_second=steps_per_second("monte-carlo", pool, budget, 1_000_000))


def workers():
    pool = paper_pool(100)
    budget = 0.2 * float(pool.costs.sum())
    for kind, limit in (("sherlock", 60_000), ("monte-carlo", 400_000), ("annealing", 600_000)):
        one, two = (
            steps_per_second({"kind": kind, "workers": count}, pool, budget, limit) for count in (1, 2)
        )
        report(f"{kind}, two workers", "above 1", times_as_fast=two / one)


def start_up():
    """A process whose kernels are compiled and cached: how long until the first step?"""
    code = (
        "import time, sys; start = time.perf_counter(); import numpy as np, haversack as hs; "
        "g = np.random.default_rng(0); pool = hs.Pool(accuracies=g.beta(17, 5, 30), costs=g.exponential(4, 30)); "
        "imported = time.perf_counter(); "
        "hs.select(pool, 40.0, searcher='sherlock', stopping={'kind': 'max-step', 'limit': 1}, seed=0); "
        "print(imported - start, time.perf_counter() - imported)"
    )
    times = [
        [float(word) for word in subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout.split()]
        for _ in range(3)
    ]
    imported, searched = np.min(times, axis=0)
    report("a cached second process", "below 1 in all", import_seconds=imported, to_the_first_step_seconds=searched)


def main():
    for part in (losses, sherlock, walks, workers, start_up):
        part()
    target = Path("build/bench.json")
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(RESULTS, indent=2) + "\n")
    print(f"written to {target}")


if __name__ == "__main__":
    main()
