"""What better votes are worth, on real recorded answers: held-out accuracy of panels chosen on a part of the items.

``python tests/benchmarks/better_votes.py DATA [bayes|smoothed|noise|frugal ...] [--repeats N]``, where DATA is a folder
with the crowds ``crowd_bluebird``, ``crowd_ducks240``, ``crowd_rte`` and ``crowd_product``, each with ``answer.csv``
and ``truth.csv``. Prints a table for each part. Members cost 1 each; panels have up to 9 members. No part of the tests.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import attrs
import numpy as np

from haversack import Pool, select
from haversack.energies import BayesVote, PluralityVote
from haversack.statistics.verdicts import judge_items

CROWDS = ("bluebird", "ducks240", "rte", "product")
BUDGET = 9
PATIENCE = {"kind": "stagnation", "steps": 20_000}


def read_crowd(folder, name):
    path = Path(folder) / f"crowd_{name}"
    pool = Pool.from_votes_csv(path / "answer.csv", path / "truth.csv")
    return attrs.evolve(pool, costs=np.ones(len(pool)))


def restrict(pool, items, costs=None):
    """The pool with some items; members who answered none of them stay, with the accuracy of the pool."""
    return attrs.evolve(pool, votes=pool.votes.of_items(items), costs=pool.costs if costs is None else costs)


def held_out(energy, train, test, members):
    members = list(members)
    vote = energy.fit_vote(train, members)
    return float(judge_items(vote, test.votes.answers[:, members], test.votes.truth).mean())


def choose(pool, budget=BUDGET, **options):
    options = {"searcher": "annealing", "stopping": PATIENCE, "certify": "off", "seed": 0} | options
    return select(pool, budget, observers=None, **options)


def split(pool, size, rng):
    order = rng.permutation(len(pool.votes))
    return np.sort(order[:size]), np.sort(order[size:])


def report(title, rows):
    print(f"\n{title}")
    for name, differences in rows:
        if not differences:
            continue
        values = np.array(differences) * 100
        error = values.std(ddof=1) / np.sqrt(len(values)) if len(values) > 1 else float("nan")
        print(f"  {name:<28} {values.mean():+.2f} ± {error:.2f} points, {len(values)} repetitions", flush=True)


def measure_bayes(folder, repeats):
    """The Bayes vote against plurality, both learnt on a half and valued on the other, with the same members."""
    rows = []
    for name in CROWDS:
        pool, same, chosen, everybody = read_crowd(folder, name), [], [], []
        for repeat in range(repeats):
            rng = np.random.default_rng(repeat)
            inside, outside = split(pool, len(pool.votes) // 2, rng)
            train, test = restrict(pool, inside), restrict(pool, outside)
            members = choose(train).members
            plain = held_out(PluralityVote("coin"), train, test, members)
            same.append(held_out(BayesVote("coin"), train, test, members) - plain)
            by_bayes = choose(train, energy="bayes").members
            chosen.append(held_out(BayesVote("coin"), train, test, by_bayes) - plain)
            all_members = range(len(pool))
            everybody.append(
                held_out(BayesVote("coin"), train, test, all_members)
                - held_out(PluralityVote("coin"), train, test, all_members)
            )
        rows += [(f"{name}, same members", same), (f"{name}, chosen by bayes", chosen)]
        rows += [(f"{name}, everybody", everybody)]
    report("Bayes vote less plurality vote, held out: of the panel chosen by votes, and of everybody", rows)
    for kind in ("same members", "chosen by bayes", "everybody"):
        report("All crowds", [(kind, [value for title, values in rows if title.endswith(kind) for value in values])])


def measure_smoothed(folder, repeats):
    """Panels chosen by smoothed votes, and by `auto`, against panels chosen by votes; all decide by plurality."""
    for size in (50, 100, 200):
        rows = {"smoothed": [], "auto": []}
        for name in CROWDS:
            pool = read_crowd(folder, name)
            if len(pool.votes) < size * 1.5:
                continue
            for repeat in range(repeats):
                inside, outside = split(pool, size, np.random.default_rng(repeat))
                train, test = restrict(pool, inside), restrict(pool, outside)
                by_votes = held_out(PluralityVote("coin"), train, test, choose(train).members)
                for energy, differences in rows.items():
                    members = choose(train, energy=energy).members
                    differences.append(held_out(PluralityVote("coin"), train, test, members) - by_votes)
        report(f"Chosen on {size} items, less chosen by votes, held out", rows.items())


def measure_noise(folder, repeats):
    """The rule `noise` against 200,000 steps without a better set."""
    rows, steps, long_steps = [], [], []
    for name in CROWDS:
        pool, differences = read_crowd(folder, name), []
        for repeat in range(repeats):
            inside, outside = split(pool, len(pool.votes) // 2, np.random.default_rng(repeat))
            train, test = restrict(pool, inside), restrict(pool, outside)
            long = choose(train, stopping={"kind": "stagnation", "steps": 200_000})
            short = choose(train, stopping="noise")
            differences.append(
                held_out(PluralityVote("coin"), train, test, short.members)
                - held_out(PluralityVote("coin"), train, test, long.members)
            )
            steps.append(short.steps)
            long_steps.append(long.steps)
        rows.append((name, differences))
    report("Stopped by noise, less 200,000 steps without a better set, held out", rows)
    report("All crowds", [("all", [value for _, values in rows for value in values])])
    print(f"  median steps {np.median(steps):,.0f} against {np.median(long_steps):,.0f}")


def measure_frugal(folder, repeats):
    """The frugal panel against the best one, with costs drawn from an exponential distribution."""
    rows, saved = [], []
    for name in CROWDS:
        pool, differences = read_crowd(folder, name), []
        for repeat in range(repeats):
            rng = np.random.default_rng(repeat)
            inside, outside = split(pool, len(pool.votes) // 2, rng)
            costs = rng.exponential(1.0, len(pool)) + 0.2
            train, test = restrict(pool, inside, costs), restrict(pool, outside, costs)
            best, frugal = choose(train), choose(train, frugal=True)
            differences.append(
                held_out(PluralityVote("coin"), train, test, frugal.members)
                - held_out(PluralityVote("coin"), train, test, best.members)
            )
            saved.append(1.0 - frugal.cost / best.cost)
        rows.append((name, differences))
    report("Frugal less best panel, held out", rows)
    report("All crowds", [("all", [value for _, values in rows for value in values])])
    print(f"  mean cost saved {np.mean(saved):.0%}")


PARTS = {"bayes": measure_bayes, "smoothed": measure_smoothed, "noise": measure_noise, "frugal": measure_frugal}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("data")
    parser.add_argument("parts", nargs="*")
    parser.add_argument("--repeats", type=int, default=5)
    arguments = parser.parse_args()
    for part in arguments.parts or PARTS:
        PARTS[part](arguments.data, arguments.repeats)


if __name__ == "__main__":
    main()
