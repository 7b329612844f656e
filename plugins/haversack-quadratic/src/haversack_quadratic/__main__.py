"""Benchmark a searcher on instance files: ``python -m haversack_quadratic bench DIRECTORY``."""

from __future__ import annotations

import argparse
import csv
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import haversack as hs
from haversack_quadratic import DEFAULT_SEARCHER, load

if TYPE_CHECKING:
    from collections.abc import Sequence

_BEST_KNOWN = "best-known.csv"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m haversack_quadratic", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    bench = commands.add_parser("bench", help="search every instance in a directory and print a table")
    bench.add_argument("directory", type=Path, help=f"directory with instances (*.txt) and, optionally, {_BEST_KNOWN}")
    bench.add_argument("--searcher", default=DEFAULT_SEARCHER, help="default: %(default)s")
    bench.add_argument("--seconds", type=float, default=10.0, help="time limit for each instance; default: %(default)s")
    bench.add_argument("--seed", type=int, default=0, help="default: %(default)s")
    given = parser.parse_args(arguments)
    try:
        bench_directory(given.directory, given.searcher, given.seconds, given.seed)
    except hs.HaversackError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def bench_directory(directory: Path, searcher: str, seconds: float, seed: int) -> None:
    """Search every instance up to its best known value or the time limit, and print a table."""
    files = sorted(directory.glob("*.txt"))
    if not files:
        raise hs.HaversackError(f"{directory}: no instances (*.txt) found")
    known = _read_best_known(directory / _BEST_KNOWN)
    print(f"{'instance':16} {'best known':>10} {'found':>10} {'share':>9} {'after s':>8}")
    shares = []
    for file in files:
        pool, energy, budget = load(file)
        target = known.get(file.stem)
        rules = [{"kind": "time-limit", "seconds": seconds}]
        if target is not None:
            rules.append({"kind": "target", "value": target})
        found = hs.select(pool, budget, energy=energy, searcher=searcher, stopping={"any": rules}, seed=seed)
        share = "" if target is None else f"{found.value / target:.6f}"
        shares += [] if target is None else [found.value / target]
        best_known = "" if target is None else f"{target:.0f}"
        print(
            f"{file.stem:16} {best_known:>10} {found.value:>10.0f} {share:>9} {found.trace[-1].seconds:>8.2f}",
            flush=True,
        )
    if shares:
        reached = sum(share >= 1.0 for share in shares)
        print(f"best known reached on {reached} of {len(shares)}; smallest share {min(shares):.6f}")


def _read_best_known(path: Path) -> dict[str, float]:
    if not path.exists():
        return {}
    with path.open(newline="", encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    try:
        return {row["instance"]: float(row["best_known"]) for row in rows}
    except (KeyError, TypeError, ValueError) as error:
        raise hs.HaversackError(f"{path}: expected the columns instance and best_known, a number; {error!r}") from error


if __name__ == "__main__":
    sys.exit(main())
