"""Random pools with random constraints, and an oracle that tries every set with predicates of its own."""

from __future__ import annotations

import numpy as np

from haversack import Pool
from haversack.energies import MajorityVote
from oracles import every_set

SPECS = [
    {"kind": "include", "members": ["m0"]},
    {"kind": "exclude", "members": ["m0"]},
    {"kind": "together", "members": ["m0"]},
    {"kind": "apart", "members": ["m0"]},
    {"kind": "size", "least": 2},
    {"kind": "at-most", "group": "vendor", "count": 1},
    {"kind": "at-least", "group": "vendor", "value": "v0", "count": 1},
    {"kind": "limit", "column": "latency", "most": 4.0},
    {"kind": "limit", "column": "latency", "most": 2.0, "of": "each"},
]
"""A constraint of every kind, for pools that `with_vendors` makes."""


def with_vendors(accuracies, costs):
    """A pool of two vendors with latencies."""
    members = range(len(accuracies))
    columns = {"vendor": [f"v{place % 2}" for place in members], "latency": [1.0 + place for place in members]}
    return Pool(accuracies, costs, [f"m{place}" for place in members], columns)


def example_pool():
    """Five members of three vendors."""
    return Pool(
        accuracies=[0.9, 0.8, 0.7, 0.6, 0.75],
        costs=[4, 2, 2, 1, 3],
        names=list("abcde"),
        metadata={"vendor": list("xxyyz"), "latency": ["1.5", "2.5", "1", "3", "2"], "gaps": ["1", "", "2", "x", "3"]},
    )


def random_case(rng, members=12):
    """A pool, a budget, constraints as dicts, and what they mean as functions of sets; ties and conflicts included."""
    count = int(rng.integers(2, members + 1))
    accuracies = [rng.uniform(0.3, 0.95, count), rng.choice([0.5, 0.6, 0.7, 0.8, 1.0], count)][int(rng.integers(2))]
    costs = rng.choice([1.0, 2.0, 3.0], count) if rng.random() < 0.5 else rng.uniform(0.5, 3.0, count)
    vendors = np.array([f"v{place}" for place in rng.integers(0, 3, count)])
    latency = rng.integers(1, 6, count).astype(float)
    names = [f"m{place}" for place in range(count)]
    pool = Pool(accuracies, costs, names, {"vendor": vendors.tolist(), "latency": latency.tolist()})
    pairs = [_draw(rng, names, vendors, latency) for _ in range(int(rng.integers(1, 5)))]
    budget = float(rng.choice([1.2, 0.7, 0.4, 0.2]) * costs.sum())
    return pool, budget, [spec for spec, _ in pairs], [allows for _, allows in pairs]


def _draw(rng, names, vendors, latency):
    count = len(names)
    some = rng.choice(count, int(rng.integers(1, min(4, count) + 1)), replace=False)
    members = [names[place] for place in some]
    vendor, number = str(vendors[some[0]]), int(rng.integers(0, 4))
    group = vendors == vendor
    least = int(rng.integers(1, count + 1))
    most = least + int(rng.integers(0, 3))
    most_sum, most_each = float(rng.integers(2, 25)), float(rng.integers(1, 6))
    groups = [vendors == each for each in sorted(set(vendors))]
    return [
        ({"kind": "include", "members": members[:2]}, lambda sets: sets[:, some[:2]].all(axis=1)),
        ({"kind": "exclude", "members": members}, lambda sets: ~sets[:, some].any(axis=1)),
        ({"kind": "size", "least": least}, lambda sets: sets.sum(axis=1) >= least),
        (
            {"kind": "size", "least": least, "most": most},
            lambda sets: (sets.sum(axis=1) >= least) & (sets.sum(axis=1) <= most),
        ),
        (
            {"kind": "at-most", "group": "vendor", "value": vendor, "count": number},
            lambda sets: sets[:, group].sum(axis=1) <= number,
        ),
        (
            {"kind": "at-most", "group": "vendor", "count": number},
            lambda sets: np.all([sets[:, each].sum(axis=1) <= number for each in groups], axis=0),
        ),
        (
            {"kind": "at-least", "group": "vendor", "value": vendor, "count": max(1, number)},
            lambda sets: sets[:, group].sum(axis=1) >= max(1, number),
        ),
        ({"kind": "together", "members": members}, lambda sets: sets[:, some].all(axis=1) | ~sets[:, some].any(axis=1)),
        ({"kind": "apart", "members": members}, lambda sets: sets[:, some].sum(axis=1) <= 1),
        ({"kind": "limit", "column": "latency", "most": most_sum}, lambda sets: sets @ latency <= most_sum),
        (
            {"kind": "limit", "column": "latency", "most": most_each, "of": "each"},
            lambda sets: ~sets[:, latency > most_each].any(axis=1),
        ),
    ][int(rng.integers(11))]


def list_feasible(pool, budget, meanings):
    """Every set that the budget buys and all predicates allow."""
    sets = every_set(len(pool))
    sets = sets[sets.any(axis=1) & (sets @ pool.costs <= budget * (1 + 1e-12))]
    for allows in meanings:
        sets = sets[allows(sets)]
    return sets


def find_least_error(pool, budget, meanings, ties="wrong"):
    """The smallest error of all feasible sets, or None if there is none."""
    sets = list_feasible(pool, budget, meanings)
    return float(MajorityVote(ties=ties).losses(pool, sets).min()) if len(sets) else None
