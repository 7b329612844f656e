"""CPU seconds of a whole process that selects, with an empty and with a filled kernel cache."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

SIZES = (12, 49, 100, 1_000)
WORKERS, TASKS = 25, 120
REPEATS = 3

SELECT = """
import sys
import haversack as hs
pool = hs.Pool.from_csv(sys.argv[1])
hs.select(pool, float(sys.argv[2]), seed=0)
"""


def write_pool(path: Path, members: int) -> float:
    """Write a pool; return a budget."""
    random = np.random.default_rng(members)
    accuracies, costs = random.uniform(0.5, 0.95, members), random.uniform(0.1, 1.0, members)
    rows = [f"m{i},{a:.6f},{c:.6f}" for i, (a, c) in enumerate(zip(accuracies, costs, strict=True))]
    path.write_text("\n".join(["name,accuracy,cost", *rows, ""]), encoding="utf-8")
    return 0.1 * float(costs.sum())


def write_log(path: Path) -> None:
    """Write the answers of a crowd, with the right ones beside them."""
    random = np.random.default_rng(WORKERS)
    truth, accuracies = random.integers(0, 2, TASKS), random.uniform(0.55, 0.9, WORKERS)
    rows = [
        f"t{task},w{worker},{right if random.random() < accuracies[worker] else 1 - right},{right}"
        for task, right in enumerate(truth.tolist())
        for worker in range(WORKERS)
    ]
    path.write_text("\n".join(["task,worker,answer,truth", *rows, ""]), encoding="utf-8")


def measure(command: list[str], cache: str) -> float:
    """Return the CPU time, user and system, of one process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["NUMBA_CACHE_DIR"] = cache
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def report(title: str, command: list[str], folder: str) -> None:
    """Print a line about a command."""
    empty = min(measure(command, tempfile.mkdtemp(dir=folder)) for _ in range(REPEATS))
    cache = tempfile.mkdtemp(dir=folder)
    measure(command, cache)
    filled = min(measure(command, cache) for _ in range(REPEATS))
    print(f"{title:32}  {empty:11.2f}  {filled:12.2f}", flush=True)


def main() -> None:
    """Print one line for each size and interface, and one for a log of answers."""
    print(f"{'CPU seconds':32}  empty cache  filled cache")
    select = [sys.executable, "-m", "haversack", "select"]
    with tempfile.TemporaryDirectory() as folder:
        for members in SIZES:
            path = Path(folder) / f"pool-{members}.csv"
            budget = str(write_pool(path, members))
            report(f"haversack select, n={members}", [*select, str(path), "--budget", budget], folder)
            report(f"hs.select, n={members}", [sys.executable, "-c", SELECT, str(path), budget], folder)
        log = Path(folder) / "crowd.csv"
        write_log(log)
        title = f"haversack select, {TASKS} x {WORKERS} votes"
        report(title, [*select, str(log), "--constraint", "size:most=5"], folder)


if __name__ == "__main__":
    main()
