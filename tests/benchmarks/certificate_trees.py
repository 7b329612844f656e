"""Certificates by trees, written and verified: random problems of all kinds, and real sets of recorded votes.

`make bench` prints how many were verified, and the CPU seconds of proving, writing and verifying. With a number, so
many problems of each kind are tried. Sets of shared data are skipped with a reason where they are absent.
"""

from __future__ import annotations

import sys
import time

import numpy as np
from haversack_verify import Rejected
from haversack_verify.checking import check_document
from votes import DATA, read_code, read_crowd

from certificate_pools import SPATIAL, draw_votes
from constrained import random_case
from haversack import HaversackError, InfeasibleError, Pool, select

KINDS = ("majority", "coin", "spatial", "two budgets", "votes")


def draw(kind, random):
    """Return the arguments of a selection."""
    pool, budget, constraints, _ = random_case(random, members=int(random.choice([4, 12, 24])))
    options = {"constraints": constraints if random.random() < 0.6 else []}
    budget = None if random.random() < 0.1 else budget
    if kind == "votes":
        energy = {"kind": "votes", "ties": str(random.choice(["wrong", "coin"]))}
        return (draw_votes(random, pool), budget), {**options, "energy": energy}
    if kind == "two budgets":
        limits = {"cost": pool.costs.sum() * random.uniform(0.2, 0.7), "latency": random.uniform(3.0, 30.0)}
        return (pool, None), {**options, "cost": {"kind": "vector", "budgets": limits}}
    energies = {"coin": {"kind": "majority", "ties": "coin"}, "spatial": SPATIAL}
    return (pool, budget), {**options, "energy": energies.get(kind, "majority")}


def certify(*arguments, **options):
    """Return the outcome, and the CPU seconds of proving, writing and verifying."""
    clocks = [time.process_time()]
    found = select(*arguments, seed=0, certify="prove", estimate="none", **options)
    clocks.append(time.process_time())
    try:
        certificate = found.certificate
    except HaversackError as error:
        return f"not written: {error}", np.zeros(3)
    clocks.append(time.process_time())
    try:
        outcome = "verified" if check_document(certificate.document).error > 0 else "verified, no error"
    except Rejected as rejection:
        outcome = f"rejected: {rejection}"
    return outcome, np.diff([*clocks, time.process_time()])


def try_random(kind, count, seed=0):
    """Return how often each outcome came, with the sums of seconds."""
    outcomes, seconds = {}, np.zeros(3)
    random = np.random.default_rng([seed, KINDS.index(kind)])
    for _ in range(count):
        arguments, options = draw(kind, random)
        try:
            outcome, spent = certify(*arguments, **options)
        except InfeasibleError:
            outcome, spent = "nothing is feasible", 0.0
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
        seconds += spent
    return outcomes, seconds


def main(count=40):
    for kind in KINDS:
        outcomes, seconds = try_random(kind, count)
        print(f"{kind}: {outcomes}; CPU seconds {show(seconds)}", flush=True)
    for size in (30, 49, 100):
        random = np.random.default_rng(0)
        accuracies = random.beta(17, 5, size)
        costs = random.exponential(1 / (1 - accuracies))
        outcome, seconds = certify(Pool(accuracies=accuracies, costs=costs), 0.3 * costs.sum(), energy=SPATIAL)
        print(f"spatial, {size} members: {outcome}; CPU seconds {show(seconds)}", flush=True)
    if not DATA.is_dir():
        print(f"no shared data: proofs on real sets are skipped ({DATA} is absent)")
        return
    sets = {
        "bluebird": (read_crowd("crowd_bluebird"), (5, 7, 9)),
        "LiveCodeBench, code generation": (read_code("codegen_2024-02-26.csv"), (5,)),
        "LiveCodeBench, execution": (read_code("execution_direct.csv"), (5, 7)),
        "product": (read_crowd("crowd_product"), (5,)),
        "rte": (read_crowd("crowd_rte"), (5, 9)),
    }
    for name, (pool, sizes) in sets.items():
        for size in sizes:
            outcome, seconds = certify(pool, size)
            print(f"{name}, up to {size}: {outcome}; CPU seconds {show(seconds)}", flush=True)


def show(seconds):
    proving, writing, verifying = seconds
    return f"{proving:.2f} proving, {writing:.2f} writing, {verifying:.2f} verifying"


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
