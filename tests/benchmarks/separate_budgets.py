"""Budgets of a frontier in turn and separately: `python tests/benchmarks/separate_budgets.py`.

Each line is one pool of the paper's kind, searched at 20 budgets: seconds in turn, separately on one worker and on two,
and at how many budgets the separate searches found a better or a worse panel. Kernels are compiled beforehand.
"""

from __future__ import annotations

import time

from frontier import paper_pool

import haversack

BUDGETS = 20
CASES = [("exact", 1_000), ("exact", 10_000), ("annealing", 60), ("annealing", 200), ("annealing", 1_000)]
WAYS = [{}, {"separate": True}, {"separate": True, "jobs": 2}]


def search(pool, searcher, **way):
    start = time.perf_counter()
    found = haversack.frontier(pool, budgets=BUDGETS, searcher=searcher, seed=1, **way)
    return found, time.perf_counter() - start


def main():
    print("searcher   members  seed  in turn  one worker  two workers  better  worse  proved")
    for searcher, members in CASES:
        for way in WAYS:
            search(paper_pool(20, 9), searcher, **way)
        for seed in range(2):
            pool = paper_pool(members, seed)
            (chain, in_turn), (alone, one), (_, two) = (search(pool, searcher, **way) for way in WAYS)
            pairs = list(zip(alone.rows(), chain.rows(), strict=True))
            better = sum(mine.loss < other.loss * (1 - 1e-9) for mine, other in pairs)
            worse = sum(mine.loss > other.loss * (1 + 1e-9) for mine, other in pairs)
            proved = sum(mine.proven for mine, _ in pairs)
            times = f"{in_turn:7.2f}  {one:10.2f}  {two:11.2f}"
            print(f"{searcher:9}  {members:7,}  {seed:4}  {times}  {better:6}  {worse:5}  {proved:6}")


if __name__ == "__main__":
    main()
