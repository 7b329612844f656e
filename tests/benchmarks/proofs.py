"""How long proofs take and what gap they leave: `make bench` prints it and writes build/proofs.json.

Times are medians over pools, after one search that compiles. What a time is worth depends on the machine; the last part
measures two ways against each other in one run.
"""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from haversack import Pool, select
from haversack.energies import MajorityVote

RESULTS: dict[str, dict[str, float]] = {}

COSTS = {
    "exponential": lambda random, accuracies: random.exponential(1 / (1 - accuracies)),
    "correlated": lambda random, accuracies: random.uniform(0.8, 1.2, len(accuracies)) / (1 - accuracies),
    "uniform": lambda random, accuracies: random.uniform(0.5, 1.5, len(accuracies)),
}


def make_pool(members, seed, costs="exponential"):
    """Accuracies Beta(17, 5), as in the paper; its costs are the exponential ones."""
    random = np.random.default_rng(seed)
    accuracies = random.beta(17, 5, members)
    return Pool(accuracies=accuracies, costs=COSTS[costs](random, accuracies))


def report(name, **numbers):
    RESULTS[name] = numbers
    print(f"{name}: " + ", ".join(f"{key} {value:,.4g}" for key, value in numbers.items()), flush=True)


def timed(searcher, pool, share, limit):
    """A search, and its seconds; stopped after so many seconds at the latest."""
    budget = share * float(pool.costs.sum())
    start = time.perf_counter()
    found = select(pool, budget, searcher=searcher, stopping={"kind": "time-limit", "seconds": limit}, seed=0)
    return found, time.perf_counter() - start


def find_gap(found):
    """The share of the error that could still be removed, also of errors that are too small for a number."""
    if found.stop_reason.startswith("proved optimal") or found.proven:
        return 0.0
    gap = re.search(r"([\d.]+)% of the error in doubt", found.stop_reason)
    return float(gap.group(1)) / 100 if gap else (np.nan if found.gap is None else found.gap)


def optima():
    for members, share in ((30, 0.3), (100, 0.2), (300, 0.1), (1_000, 0.1), (3_000, 0.1)):
        seeds = range(10) if members <= 1_000 else range(5)
        found = [timed("exact", make_pool(members, seed), share, 60.0) for seed in (0, *seeds)][1:]
        times = [taken for _, taken in found]
        report(
            f"exact, n={members:,}, budget {share} of the total",
            median_milliseconds=1e3 * float(np.median(times)),
            slowest_milliseconds=1e3 * max(times),
            proved=sum(one.proven for one, _ in found),
            pools=len(found),
            largest_gap=max(find_gap(one) for one, _ in found),
        )


def large_pools():
    for members, share in ((10_000, 0.01), (100_000, 0.001), (10_000, 0.1)):
        for costs in COSTS:
            found = [timed("sweep", make_pool(members, seed, costs), share, 120.0) for seed in (0, *range(3))][1:]
            times = [taken for _, taken in found]
            report(
                f"sweep, n={members:,}, {costs} costs, budget {share} of the total",
                median_seconds=float(np.median(times)),
                slowest_seconds=max(times),
                proved=sum(find_gap(one) == 0.0 for one, _ in found),
                pools=len(found),
                largest_gap=max(find_gap(one) for one, _ in found),
            )


def most_accurate_panels(pool, budget, sizes):
    """For each size the set within the budget that has the largest sum of accuracies, by integer programming."""
    members = len(pool)
    limits = LinearConstraint(pool.costs[None, :], -np.inf, budget)
    panels = []
    for size in sizes:
        exactly = LinearConstraint(np.ones((1, members)), size, size)
        solved = milp(
            -pool.accuracies, constraints=[limits, exactly], integrality=np.ones(members), bounds=Bounds(0, 1)
        )
        if solved.x is not None:
            panels.append(solved.x > 0.5)
    return np.array(panels)


def yardstick():
    """The answer of a library: the error is not a sum, so a solver maximises one, for each odd size."""
    for members, share, pools, around in ((100, 0.2, 10, None), (1_000, 0.1, 2, 10)):
        excess, ours, theirs, solved = [], [], [], 0
        for seed in range(pools):
            pool = make_pool(members, seed)
            budget = share * float(pool.costs.sum())
            found, taken = timed("sweep", pool, share, 60.0)
            fitting = int(np.searchsorted(np.cumsum(np.sort(pool.costs)), budget, side="right"))
            sizes = [
                size for size in range(1, fitting + 1, 2) if around is None or abs(size - len(found.members)) <= around
            ]
            start = time.perf_counter()
            panels = most_accurate_panels(pool, budget, sizes)
            theirs.append(time.perf_counter() - start)
            ours.append(taken)
            solved += len(sizes)
            excess.append(np.log10(MajorityVote().losses(pool, panels).min() / found.error))
        report(
            f"sweep against integer programming for each odd size, n={members:,}"
            + ("" if around is None else f", only sizes within {around} of the best"),
            times_as_fast=float(np.median(np.array(theirs) / ours)),
            our_median_milliseconds=1e3 * float(np.median(ours)),
            sizes_per_pool=solved / pools,
            mean_decades_that_its_error_is_larger=float(np.mean(excess)),
            least_decades=float(np.min(excess)),
            pools=pools,
        )


def main():
    for part in (optima, large_pools, yardstick):
        part()
    target = Path("build/proofs.json")
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(RESULTS, indent=2) + "\n")
    print(f"written to {target}")


if __name__ == "__main__":
    main()
