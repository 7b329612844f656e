"""Overhead, speed-up and store of studies: ratios, by CPU time where the machine is shared."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import resource
import sqlite3
import statistics
import tempfile
import time
from pathlib import Path

from haversack import study
from haversack.execution.store import Store
from haversack.studies.stored import read_result

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


def find_worker_cpu():
    """Return the CPU seconds of each worker process so far."""
    seconds = []
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError, IndexError):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(fields[1]) == os.getpid() and "tracker" not in (folder / "cmdline").read_text():
                seconds.append((int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"))
    return seconds


def compare_workers(tasks, turns=5):
    """One worker against two, in turns: what else runs on the machine disturbs both alike."""
    seeds = max(1, tasks // turns // 100)
    study(pools=PAPER, seeds=1)
    study(pools=PAPER, seeds=1, jobs=2)
    rows = []
    for turn in range(turns):
        one = measure(lambda first=turn: study(pools=PAPER, seeds=range(first * seeds, (first + 1) * seeds)))
        before = find_worker_cpu()
        two = measure(lambda first=turn: study(pools=PAPER, seeds=range(first * seeds, (first + 1) * seeds), jobs=2))
        workers = [after - start for start, after in zip(before, find_worker_cpu(), strict=True)]
        rows.append((one[0], one[1], two[0], two[1], sum(workers), max(workers)))
        print("turn {}: {:.1f} s, {:.1f} CPU; two: {:.1f} s, CPU {:.2f} driver, {:.1f} workers".format(turn, *rows[-1]))
    end_workers()
    count = seeds * 100
    print(f"{count * turns:,} selections of n=100, {1000 * min(row[1] for row in rows) / count:.1f} ms of CPU each")
    walls = [row[0] / row[2] for row in rows]
    shares = [row[1] / max(row[5], (row[3] + row[4]) / 2) for row in rows]
    extra = [(row[3] + row[4]) / row[1] - 1 for row in rows]
    print(f"speed-up by the wall clock:                              {show_median(walls, '.2f')}")
    print(f"speed-up by CPU, one worker over the busier core of two: {show_median(shares, '.2f')}")
    print(f"CPU of driver and workers beyond that of one:            {show_median(extra, '.1%')}")
    drivers = [row[3] / row[1] for row in rows]
    print(f"CPU of the driver against the work:                      {show_median(drivers, '.1%')}")


def show_median(numbers, form):
    return f"{statistics.median(numbers):{form}} ({', '.join(f'{number:{form}}' for number in numbers)})"


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
    print(f"{results:,} results, {size / 1e6:.0f} MB: opened and summarised in {wall:.2f} s, {cpu:.2f} s of CPU")
    compare_stores(folder, records)


def compare_stores(folder, records):
    """A log per process against one file per task and SQLite: to write, in the portions of a driver, and to read."""
    portions = [records[start : start + 15] for start in range(0, len(records), 15)]
    single, database = folder / "files", folder / "results.sqlite"

    def write_log():
        with Store(folder / "log", create=True).open_writer() as writer:
            for portion in portions:
                writer.add(portion)

    def write_files():
        single.mkdir()
        for each in records:
            unfinished = single / "unfinished"
            unfinished.write_text(json.dumps(each))
            unfinished.rename(single / f"{each['key']}.json")

    def write_database():
        with contextlib.closing(sqlite3.connect(database)) as connection:
            # As safe as the others after a kill; a machine that crashes may lose the last results.
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("CREATE TABLE results (key TEXT PRIMARY KEY, result TEXT)")
            for portion in portions:
                with connection:
                    connection.executemany(
                        "INSERT INTO results VALUES (?, ?)", [(each["key"], json.dumps(each)) for each in portion]
                    )

    def read_database():
        with contextlib.closing(sqlite3.connect(database)) as connection:
            return [json.loads(text) for (text,) in connection.execute("SELECT result FROM results")]

    ways = {
        "a log per process": (write_log, lambda: Store(folder / "log")),
        "one file per task": (write_files, lambda: [json.loads(file.read_bytes()) for file in single.iterdir()]),
        "SQLite": (write_database, read_database),
    }
    for name, (write, read) in ways.items():
        written, found = measure(write), measure(read)
        print(f"{name + ':':18} written in {written[0]:.2f} s, read in {found[0]:.2f} s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", nargs="?", type=int, default=10_000, help="selections on one and on two workers")
    tasks = parser.parse_args().tasks
    with tempfile.TemporaryDirectory() as name:
        open_large_store(Path(name))
        compare_workers(tasks)
