"""How far searches overshoot a time limit: a row for every searcher, energy, cost model, pool size and limit.

`python tests/benchmarks/limits.py` tries all; `--members 1000000 --searcher sherlock` some of them. Time is processor
time, so that a busy machine does not count. Each search runs in a process of its own, forked after the kernels are
loaded, and is killed when it takes far too long. The overshoot is the time of the search beyond the limit, as a
multiple of what is allowed: a tenth of the limit and 0.2 s.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import math
import multiprocessing
import resource
import time

import numpy as np
from haversack_quadratic import QuadraticProfit
from numba.core import event

from haversack import Pool, Problem
from haversack.clock import SetupClock
from haversack.config.build import build_part
from haversack.errors import CapabilityError
from haversack.monitor import RunMonitor, SearchOver
from haversack.needs import find_missing_capabilities
from haversack.plugins import default_catalog
from haversack.stopping import TimeLimit

PROCESSOR = SetupClock(time.process_time)


class CompilerListener(event.Listener):
    """Stops the clock while kernels are compiled or loaded."""

    def on_start(self, event):
        PROCESSOR.begin()

    def on_end(self, event):
        PROCESSOR.end()


event.register("numba:compiler_lock", CompilerListener())

SEARCHERS = ("auto", "annealing", "enumerate", "exact", "greedy-backward", "greedy-forward", "monte-carlo")
SEARCHERS += ("sherlock", "sweep", "quadratic-tabu")
ENERGIES = ("majority", "spatial", "votes", "quadratic")
COSTS = ("none", "additive", "vector", "parallel")
MEMBERS = (30, 1_000, 100_000, 1_000_000)
LIMITS = (0.5, 1.0, 3.0)
MOST_PAIRS = 1_000  # Profits of pairs are a matrix.
ITEMS = 20
PATIENCE = 5.0


@functools.lru_cache(maxsize=8)
def make_pool(members, has_votes):
    """A pool with accuracies, costs, another column, and maybe recorded votes."""
    random = np.random.default_rng(0)
    accuracies = random.beta(17, 5, members)
    costs = random.exponential(1 / (1 - accuracies))
    columns = {"metadata": {"seconds": random.exponential(1.0, members).tolist()}}
    if has_votes:
        answers = np.where(random.random((ITEMS, members)) < accuracies, "yes", "no")
        columns["votes"] = Pool.from_votes(answers, truth=["yes"] * ITEMS).votes
        assert columns["votes"].ballots.size  # Computed on first use, as set-up.
    return Pool(accuracies=accuracies, costs=costs, **columns)


@functools.lru_cache(maxsize=2)
def make_quadratic(members):
    profits = np.triu(np.random.default_rng(1).integers(0, 100, (members, members)))
    return QuadraticProfit(profits=(profits + profits.T).tolist())


def make_problem(energy, cost, members, share):
    pool = make_pool(members, energy == "votes")
    total = share * float(pool.costs.sum())
    budget = {"additive": total, "parallel": float(np.quantile(pool.costs, share)), "vector": 1.0}.get(cost, math.inf)
    costs = {"vector": {"kind": "vector", "budgets": {"cost": total, "seconds": share * members}}}
    energies = {"spatial": {"kind": "spatial", "curve": {"a": -3.43, "b": 101.7}}}
    part = make_quadratic(members) if energy == "quadratic" else energies.get(energy, energy)
    catalog = default_catalog()
    return Problem(
        pool, build_part("energy", part, catalog), build_part("cost", costs.get(cost, cost), catalog), budget
    )


class Impatient(RunMonitor):
    """A monitor on processor time that keeps all looks at its clock."""

    def __init__(self, problem, limit):
        self.looks = []
        super().__init__(problem, TimeLimit(seconds=limit), clock=self.look)

    def look(self):
        self.looks.append(PROCESSOR.read_search_seconds())
        return self.looks[-1]


def search(searcher, problem, monitor):
    """Search, if the searcher can do it."""
    part = build_part("searcher", searcher, default_catalog())
    if find_missing_capabilities(part, problem):
        return False
    try:
        part.search(problem, monitor, np.random.default_rng(0))
    except CapabilityError:
        return False
    except SearchOver:
        pass
    return True


def watch(searcher, problem, limit, results):
    """Search; report how long it took, the longest time between two looks at the clock, and how it ended."""
    most = int(time.process_time() + limit + PATIENCE) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))
    monitor = Impatient(problem, limit)
    search(searcher, problem, monitor)
    monitor.look()
    taken, gap = monitor.looks[-1] - monitor.looks[0], float(np.diff(monitor.looks).max())
    results.put((taken, gap, monitor.stop_reason, monitor.progress().steps, monitor.best_loss))


def measure(*case):
    """Run a search in a process of its own; return its outcome, or its exit status if it had to be killed."""
    context = multiprocessing.get_context("fork")
    results = context.SimpleQueue()
    process = context.Process(target=watch, args=(*case, results))
    process.start()
    process.join()
    return process.exitcode if results.empty() else results.get()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--searcher", nargs="*", default=SEARCHERS)
    parser.add_argument("--energy", nargs="*", default=ENERGIES)
    parser.add_argument("--cost", nargs="*", default=COSTS)
    parser.add_argument("--members", nargs="*", type=int, default=MEMBERS)
    parser.add_argument("--limit", nargs="*", type=float, default=LIMITS)
    parser.add_argument("--share", type=float, default=0.1, help="budget as a share of the total cost")
    given = parser.parse_args()
    failures = 0
    for members, energy, cost, searcher in itertools.product(given.members, given.energy, given.cost, given.searcher):
        if energy == "quadratic" and members > MOST_PAIRS:
            continue
        # Compile what the search needs: huge panels are evaluated in another way than small ones.
        for size in (30, 500, 40_000):
            problem = make_problem(energy, cost, min(size, members), given.share)
            is_possible = search(searcher, problem, RunMonitor(problem, TimeLimit(seconds=0.2)))
        if not is_possible:
            continue
        problem = make_problem(energy, cost, members, given.share)
        problem.resources()  # Columns are read on first use, as set-up.
        for limit in given.limit:
            outcome = measure(searcher, problem, limit)
            words = f"{members:>9,} {energy:9} {cost:8} {searcher:15} {limit:3g} s:"
            if not isinstance(outcome, tuple):
                failures += 1
                print(words, f"KILLED ({outcome})", flush=True)
                continue
            taken, gap, reason, steps, loss = outcome
            ratio = (taken - limit) / (0.1 * limit + 0.2)
            has_failed = ratio > 1.0 or loss == math.inf
            failures += has_failed
            verdict = "LATE" if ratio > 1.0 else ("NONE" if loss == math.inf else "ok  ")
            numbers = (
                f"overshoot {ratio:+.2f}, {taken:.2f} s, longest gap {gap:.2f} s, {steps:,} steps, loss {loss:.3g}"
            )
            print(words, verdict, numbers, reason or "ended by itself", flush=True)
    print(f"{failures} failures")


if __name__ == "__main__":
    main()
