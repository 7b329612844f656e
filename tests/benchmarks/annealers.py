"""Annealing against the package simanneal on the same pools: `make bench` prints decades of error above the optimum.

Each has the same seconds of one run. simanneal minimises the logarithm of the error with moves like ours (a swap, two
members join, two leave, random removals over budget), once with the schedule that it finds itself (`auto`) and once
with one fitted by hand to these pools.
"""

from __future__ import annotations

import json
import math
import random
import sys
import time
from pathlib import Path

import numpy as np
from simanneal import Annealer

from haversack import select
from haversack.comparison.paper_pools import choose_share, paper_pool
from haversack.energies import MajorityVote

RESULTS: dict[str, float] = {}
POOLS = 2


class Panel(Annealer):
    copy_strategy = "method"
    updates = 0

    def __init__(self, pool, budget):
        self.pool, self.budget, self.left = pool, budget, budget
        state = np.zeros(len(pool), dtype=bool)
        for member in random.sample(range(len(pool)), len(pool)):
            if pool.costs[state].sum() + pool.costs[member] <= budget:
                state[member] = True
        if state.sum() % 2 == 0:
            state[np.flatnonzero(state)[0]] = False
        super().__init__(state)

    def move(self):
        inside, outside = np.flatnonzero(self.state).tolist(), np.flatnonzero(~self.state).tolist()
        kind = random.random()
        if kind < 0.5 and outside:
            self.state[random.choice(inside)] = False
            self.state[random.choice(outside)] = True
        elif kind < 0.75 and len(outside) > 1:
            self.state[random.sample(outside, 2)] = True
        elif len(inside) > 2:
            self.state[random.sample(inside, 2)] = False
        while self.pool.costs[self.state].sum() > self.budget and self.state.sum() > 2:
            self.state[random.sample(np.flatnonzero(self.state).tolist(), 2)] = False

    def energy(self):
        if self.pool.costs[self.state].sum() > self.budget:
            return 0.0
        return math.log(max(MajorityVote().losses(self.pool, self.state[None, :])[0], 1e-320))

    def default_update(self, *_):
        """Print nothing."""


def anneal_by_simanneal(pool, budget, seconds, *, by_hand):
    """Return the error found, with a schedule of about so many seconds."""
    random.seed(0)
    panel = Panel(pool, budget)
    panel.Tmax, panel.Tmin, panel.steps = 1.0, 1e-3, 500
    if not by_hand:
        panel.set_schedule(panel.auto(minutes=seconds / 60, steps=200))
        panel.updates, panel.steps = 0, 500
    start = time.perf_counter()
    panel.anneal()
    each = (time.perf_counter() - start) / panel.steps
    fitted = Panel(pool, budget)
    fitted.Tmax, fitted.Tmin, fitted.steps = panel.Tmax, panel.Tmin, max(1, int(seconds / each))
    return math.exp(fitted.anneal()[1])


def report(name, decades):
    RESULTS[name] = float(np.mean(decades))
    print(f"{name}: {np.mean(decades):.3f}   (pools: {', '.join(f'{one:.3f}' for one in decades)})", flush=True)


def main():
    for members, allowed in ((30, (1.0,)), (100, (1.0,)), (1_000, (1.0, 10.0))):
        pools = [paper_pool(members, seed) for seed in range(POOLS)]
        budgets = [choose_share(members) * float(pool.costs.sum()) for pool in pools]
        optima = [select(pool, budget, searcher="exact").error for pool, budget in zip(pools, budgets, strict=True)]
        cases = list(zip(pools, budgets, optima, strict=True))
        for seconds in allowed:
            rule = {"kind": "time-limit", "seconds": seconds}
            for name, anneal in {
                "annealing": lambda pool, budget, rule=rule: (
                    select(pool, budget, searcher="annealing", stopping=rule, seed=0, certify="off").error
                ),
                "simanneal, auto": lambda pool, budget, seconds=seconds: anneal_by_simanneal(
                    pool, budget, seconds, by_hand=False
                ),
                "simanneal, schedule by hand": lambda pool, budget, seconds=seconds: anneal_by_simanneal(
                    pool, budget, seconds, by_hand=True
                ),
            }.items():
                errors = [anneal(pool, budget) for pool, budget, _ in cases]
                decades = [math.log10(error / optimum) for error, (*_, optimum) in zip(errors, cases, strict=True)]
                report(f"n={members}, {seconds:g} s, {name}: decades above the optimum", decades)
    target = Path("build/annealers.json")
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(RESULTS, indent=2) + "\n")
    print(f"written to {target}")


if __name__ == "__main__":
    sys.exit(main())
