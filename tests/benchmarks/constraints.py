"""Constraints: proved answers against every set of random pools, and what three constraints cost in time.

The first part draws pools of up to 12 members with up to four constraints of every kind, ties and conflicts included,
and compares searchers, frontiers, targets and named conflicts with every set; it stops at the first difference. The
second part selects from pools of 100 members without constraints and with three of different kinds, and prints the
ratios of CPU times; the bar is 5.
"""

from __future__ import annotations

import argparse
import time
import warnings

import numpy as np

import haversack as hs
from constrained_checks import Case, check_conflict, check_frontier, check_searchers

MEMBERS, ITEMS = 100, 500


def compare_with_brute_force(cases):
    """Check random cases."""
    start, unproved, infeasible = time.process_time(), 0, 0
    for seed in range(cases):
        case = Case.draw(np.random.default_rng([seed, 15]))
        infeasible += not len(case.list_sets()[0])
        unproved += check_searchers(case)
        check_frontier(case)
        check_conflict(case)
    seconds = time.process_time() - start
    print(f"{cases:,} random pools agree with brute force, in {seconds:.0f} CPU seconds")
    print(f"  {infeasible:,} of them are infeasible; {unproved:,} answers of sweep had no proof", flush=True)


def draw_pool(random, kind):
    """A pool with vendors and latencies."""
    accuracies, costs = random.uniform(0.5, 0.95, MEMBERS), random.exponential(1.0, MEMBERS) + 0.05
    columns = {
        "vendor": [f"v{place}" for place in random.integers(0, 6, MEMBERS)],
        "latency": random.uniform(0.5, 4.0, MEMBERS).round(2).tolist(),
    }
    names = [f"m{place}" for place in range(MEMBERS)]
    if kind == "majority":
        return hs.Pool(accuracies, costs, names, columns)
    truth = random.integers(0, 2, ITEMS)
    # Some items are hard for everybody, so that no panel is right on all of them.
    is_hard = random.random((ITEMS, 1)) < 0.2
    right = random.random((ITEMS, MEMBERS)) < np.where(is_hard, 0.2 + 0.3 * accuracies, accuracies)
    votes = hs.RecordedVotes(np.where(right, truth[:, None], 1 - truth[:, None]), truth, ["a", "b"])
    return hs.Pool(names=names, costs=costs, votes=votes, metadata=columns)


def draw_constraints(random, pool):
    """Three constraints of different kinds that some panel meets."""
    names = [str(name) for name in random.choice(pool.names, 12, replace=False)]
    vendor = str(random.choice(pool.metadata["vendor"]))
    most = int(random.integers(5, 16))
    kinds = [
        {"kind": "include", "members": names[:2]},
        {"kind": "exclude", "members": names[2:6]},
        {"kind": "size", "least": int(random.integers(2, 6))},
        {"kind": "size", "most": most},
        {"kind": "at-most", "group": "vendor", "count": int(random.integers(1, 5))},
        {"kind": "at-least", "group": "vendor", "value": vendor, "count": int(random.integers(1, 4))},
        {"kind": "together", "members": names[6:9]},
        {"kind": "apart", "members": names[9:]},
        {"kind": "limit", "column": "latency", "most": float(random.uniform(10.0, 30.0))},
        {"kind": "limit", "column": "latency", "most": float(random.uniform(1.5, 3.5)), "of": "each"},
    ]
    chosen = [kinds[place] for place in random.choice(len(kinds), 3, replace=False)]
    # The budget may not buy those that must be in: of these one is enough.
    return [spec | {"members": spec["members"][:1]} if spec["kind"] == "include" else spec for spec in chosen]


def measure(pool, budget, constraints):
    """Return the CPU seconds of a selection, and whether it is proved."""
    start = time.process_time()
    found = hs.select(pool, budget, constraints=constraints, estimate="none", seed=0)
    return time.process_time() - start, found.proven


def compare_times(kind, cases):
    """Print the ratios of times with and without constraints."""
    ratios, worst, proved = [], (0.0, None), [0, 0]
    seed = 0
    while len(ratios) < cases:
        random = np.random.default_rng([seed, len(kind)])
        seed += 1
        pool = draw_pool(random, kind)
        budget = float(random.uniform(0.05, 0.3) * pool.costs.sum())
        constraints = draw_constraints(random, pool)
        try:
            measure(pool, budget, constraints)  # Loads kernels.
        except hs.InfeasibleError:
            continue
        free = min(measure(pool, budget, []) for _ in range(2))
        bound = min(measure(pool, budget, constraints) for _ in range(2))
        ratios.append(bound[0] / free[0])
        proved = [proved[0] + free[1], proved[1] + bound[1]]
        worst = max(
            worst, (ratios[-1], f"{free[0]:.3f} to {bound[0]:.3f} s with {constraints}"), key=lambda case: case[0]
        )
    median, most = np.median(ratios), max(ratios)
    print(f"{kind}, {MEMBERS} members, three constraints, {cases} cases: median {median:.2f} times, at most {most:.2f}")
    print(f"  proved without {proved[0]}, with {proved[1]}; above 5 times: {sum(ratio > 5.0 for ratio in ratios)}")
    print(f"  the slowest: {worst[1]}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cases", type=int, default=2000, help="random pools to compare with brute force")
    parser.add_argument("--times", type=int, default=40, help="pools of 100 members to measure, of each kind")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    compare_with_brute_force(given.cases)
    for kind in ("majority", "votes"):
        compare_times(kind, given.times)


if __name__ == "__main__":
    main()
