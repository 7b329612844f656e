"""Expensive energies: evaluations that repeat, time limits, and the speed of plain numpy energies.

``python tests/benchmarks/expensive.py`` prints all three tables; ``counts``, ``limits`` or ``speed`` prints one.
"""

from __future__ import annotations

import sys
import time

import attrs
import numpy as np

from haversack import Pool, select
from haversack.energies import MajorityVote
from haversack.stopping import MaxStep, Paper, TimeLimit

SEARCHERS = ("auto", "annealing", "monte-carlo", "greedy-forward", "greedy-backward", "enumerate", "sherlock")
SECONDS_EACH, LIMIT, STEPS = 0.02, 1.0, 2_048


def paper_pool(members, seed=0):
    generator = np.random.default_rng(seed)
    accuracies = generator.beta(17, 5, members)
    return Pool(accuracies=accuracies, costs=generator.exponential(1 / (1 - accuracies)))


def numpy_losses(pool, sets):
    """Error of a majority vote, one member after the other, in plain numpy; ties are wrong."""
    most = int(sets.sum(axis=1).max(initial=0))
    right = np.zeros((len(sets), most + 1))
    right[:, 0] = 1.0
    # Members that no set has cost nothing.
    for member in np.flatnonzero(sets.any(axis=0)):
        p = np.where(sets[:, member], pool.accuracies[member], 0.0)[:, None]
        right[:, 1:] = right[:, 1:] * (1 - p) + right[:, :-1] * p
        right[:, :1] *= 1 - p
    return np.where(np.arange(most + 1) <= sets.sum(axis=1)[:, None] // 2, right, 0.0).sum(axis=1)


@attrs.frozen(eq=False)
class Plain:
    """The one required method, in numpy, counted."""

    sleep: float = 0.0
    seen: dict[bytes, int] = attrs.field(factory=dict)
    calls: list[int] = attrs.field(factory=list)

    def losses(self, pool, sets):
        self.calls.append(len(sets))
        if self.sleep:
            time.sleep(self.sleep * len(sets))
        else:
            for row in np.packbits(sets, axis=1):
                self.seen[row.tobytes()] = self.seen.get(row.tobytes(), 0) + 1
        return numpy_losses(pool, sets)

    # What sherlock asks for; not counted.
    def copies_losses(self, pool, members, copies):
        return MajorityVote().copies_losses(pool, members, copies)


@attrs.frozen
class Uncounted:
    """The same for measuring speed."""

    def losses(self, pool, sets):
        return numpy_losses(pool, sets)


@attrs.frozen
class Trivial:
    """About the cheapest energy there is."""

    def losses(self, pool, sets):
        return 1.0 / (1.0 + sets @ pool.accuracies)


def print_counts():
    print(f"evaluations, {STEPS:,} steps at most")
    for members in (12, 30):
        pool = paper_pool(members)
        for searcher in SEARCHERS:
            energy = Plain()
            chosen = select(
                pool, 0.3 * pool.costs.sum(), energy=energy, searcher=searcher, stopping=MaxStep(STEPS), seed=1
            )
            asked, distinct = sum(energy.seen.values()), len(energy.seen)
            print(
                f"  n={members} {searcher}: {asked:,} sets asked for, {asked - distinct:,} of them again; "
                f"{chosen.evaluations:,} reported, {chosen.steps:,} steps   (wanted: none again)"
            )


def print_limits():
    print(f"a limit of {LIMIT:g} s, {1000 * SECONDS_EACH:g} ms per set   (wanted: at most {1.1 * LIMIT + 0.2:g} s)")
    pool = paper_pool(30)
    several = ({"kind": "annealing", "workers": 2}, {"kind": "monte-carlo", "workers": 2})
    for searcher in (*SEARCHERS, *several):
        run_limited(pool, searcher=searcher, stopping=TimeLimit(LIMIT))
    run_limited(pool, preset="paper", stopping=TimeLimit(LIMIT))
    run_limited(pool, searcher="monte-carlo", stopping=Paper() | TimeLimit(LIMIT))


def run_limited(pool, **options):
    budget = 0.3 * pool.costs.sum()
    select(pool, budget, energy=Plain(), **{**options, "stopping": MaxStep(3)})  # Compiles.
    energy = Plain(sleep=SECONDS_EACH)
    start = time.perf_counter()
    chosen = select(pool, budget, energy=energy, seed=1, **options)
    seconds = time.perf_counter() - start
    print(
        f"  {options}: {seconds:.2f} s, {sum(energy.calls):,} sets in {len(energy.calls):,} calls; {chosen.stop_reason}"
    )


def print_speed():
    print("steps per second of annealing and of monte-carlo   (wanted: a ratio of at least 0.5)")
    for energy in (Uncounted(), Trivial()):
        for members in (30, 100, 1000):
            rates = [measure_rate(paper_pool(members), energy, searcher) for searcher in ("annealing", "monte-carlo")]
            print(f"  {energy}, n={members}: {rates[0]:,.0f}, {rates[1]:,.0f}, ratio {rates[0] / rates[1]:.2f}")


def measure_rate(pool, energy, searcher):
    options = {"energy": energy, "searcher": searcher, "seed": 1, "certify": "off"}
    budget = 0.3 * pool.costs.sum()
    select(pool, budget, stopping=MaxStep(3), **options)  # Compiles.
    start = time.process_time()
    chosen = select(pool, budget, stopping=TimeLimit(2.0), **options)
    return chosen.steps / (time.process_time() - start)


if __name__ == "__main__":
    tables = {"counts": print_counts, "limits": print_limits, "speed": print_speed}
    for name in sys.argv[1:] or tables:
        tables[name]()
