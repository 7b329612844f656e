"""Overhead, speed-up and store of studies: ratios, by CPU time where the machine is shared.

Run as ``python tests/benchmarks/studies.py [TASKS]``.
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from pathlib import Path

from haversack import study
from haversack.studies.run import read_result
from haversack.studies.store import Store

PAPER = {"generator": "paper", "sizes": [100], "count": 100}


def measure(function):
    """Return wall seconds, CPU seconds of this process and of its ended children, and the result."""
    wall, own = time.perf_counter(), time.process_time()
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = function()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    others = after.ru_utime + after.ru_stime - children.ru_utime - children.ru_stime
    return time.perf_counter() - wall, time.process_time() - own, others, result


def end_workers():
    from joblib.externals.loky import get_reusable_executor

    get_reusable_executor().shutdown(wait=True)


def run_study(folder, seeds, jobs):
    found = study(pools=PAPER, seeds=seeds, jobs=jobs, store=folder / f"jobs-{jobs}")
    if jobs > 1:
        end_workers()
    return found


def compare_workers(folder, tasks):
    """One worker against two."""
    seeds = max(1, tasks // 100)
    study(pools=PAPER, seeds=1)
    wall, cpu, _, found = measure(lambda: run_study(folder, seeds, 1))
    work = sum(row["seconds"] + row["setup_seconds"] for row in found.rows())
    wall_two, driver, workers, _ = measure(lambda: run_study(folder, seeds, 2))
    print(f"{len(found):,} selections of n=100, {1000 * cpu / len(found):.1f} ms of CPU each")
    print(f"one worker:  {wall:.1f} s, {cpu:.1f} s of CPU, of which {work:.1f} s by the clocks of the runs")
    print(f"two workers: {wall_two:.1f} s, {workers:.1f} s of CPU in workers, {driver:.1f} s in the driver")
    print(f"speed-up by the wall clock:          {wall / wall_two:.2f}")
    print(f"CPU of all processes against one:    {(workers + driver) / cpu:.2f}")
    print(f"CPU of the driver against the work:  {driver / cpu:.3f}")


def open_large_store(folder, results=100_000):
    """Read and sum up a large study; against one file per task."""
    found = study(pools={**PAPER, "count": 1})
    (record,) = found.records
    rows = [["pool", "", "auto", "", "", "", 1.0, seed] for seed in range(results)]
    records = [{**record, "key": f"{number:032x}"} for number in range(results)]
    store = Store(folder / "large", create=True)
    with store.open_writer(store.keep_plan({"rows": rows, "keys": [each["key"] for each in records]})) as writer:
        for start in range(0, results, 1000):
            writer.add(records[start : start + 1000])
    wall, cpu, _, _ = measure(lambda: read_result(folder / "large").summary())
    size = sum(file.stat().st_size for file in (folder / "large" / "results").iterdir())
    print(f"{results:,} results, {size / 1e6:.0f} MB: opened and summed up in {wall:.2f} s, {cpu:.2f} s of CPU")
    single = folder / "files"
    single.mkdir()
    for each in records:
        (single / f"{each['key']}.json").write_text(json.dumps(each))
    logs = measure(lambda: Store(folder / "large"))
    files = measure(lambda: [json.loads(file.read_bytes()) for file in single.iterdir()])
    print(
        f"reading one file per task: {files[0]:.2f} s, {files[1]:.2f} s of CPU; logs: {logs[0]:.2f} s, {logs[1]:.2f} s"
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        open_large_store(Path(name))
        compare_workers(Path(name), int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
