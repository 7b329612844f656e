"""How long the whole frontier takes: `python tests/benchmarks/frontier.py [MEMBERS ...]`.

The pools are the paper's, seeds 0 to 3. The kernels are compiled, or read from where they are kept, beforehand.
"""

from __future__ import annotations

import sys
import time

import numpy as np

import haversack


def paper_pool(members, seed):
    generator = np.random.default_rng(seed)
    accuracies = generator.beta(17, 5, members)
    return haversack.Pool(accuracies=accuracies, costs=generator.exponential(1 / (1 - accuracies)))


def main(sizes):
    haversack.frontier(paper_pool(8, 0))
    print("members  seed  points  whole      steps  seconds  of the processor")
    for members in sizes:
        for seed in range(4):
            pool = paper_pool(members, seed)
            start, worked = time.perf_counter(), time.process_time()
            found = haversack.frontier(pool, budgets="all")
            seconds, worked = time.perf_counter() - start, time.process_time() - worked
            outcome = f"{len(found.points):6,}  {'yes' if found.whole else 'no':>5}  {found.steps:9,}"
            print(f"{members:7}  {seed:4}  {outcome}  {seconds:7.2f}  {worked:16.2f}")


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or [30, 100])
