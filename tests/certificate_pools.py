"""Random pools of all kinds for certificates: from 1 to 1,000 members, with extreme values and ties."""

from __future__ import annotations

import attrs
import numpy as np

from haversack import Pool

KINDS = (
    "plain", "extreme", "ties", "similar", "no budget", "two budgets", "constraints", "coin", "spatial", "votes",
    "frontier",
)  # fmt: skip
PROVABLE = {"spatial": 100, "constraints": 60, "two budgets": 100}
"""Larger pools may take minutes to prove: they get a quick bound."""
SPATIAL = {"kind": "spatial", "curve": {"a": -3.43, "b": 101.7}}


def draw_selection(random, kind, most_members=1_000):
    """Return pool, budget and options of a random selection; small pools are as frequent as large ones."""
    most_members = min(most_members, 30) if kind == "votes" else most_members
    count = max(1, int(np.exp(random.uniform(0.0, np.log(most_members + 1)))))
    accuracies, costs = _draw_members(random, kind, count)
    vendors = [f"v{place}" for place in random.integers(0, 4, count)]
    latencies = random.integers(1, 6, count).astype(float)
    names = [f"m{place}" for place in range(count)]
    pool = Pool(accuracies, costs, names, {"vendor": vendors, "latency": latencies.tolist()})
    if kind == "votes":
        pool = draw_votes(random, pool)
    # In logarithms: one member or half of the pool.
    budget = max(float(np.exp(random.uniform(-6.0, 0.0))) * min(costs.sum(), 1e308), float(costs.min()))
    is_provable = count <= PROVABLE.get(kind, count)
    options = {"seed": 0, "certify": "prove" if is_provable else "quick", "estimate": "none"}
    if kind == "no budget":
        budget = None
    elif kind == "two budgets":
        limits = {"cost": budget, "latency": max(float(random.uniform(0.02, 0.5) * latencies.sum()), 5.0)}
        options["cost"] = {"kind": "vector", "budgets": limits}
        budget = None
    elif kind == "constraints":
        options["constraints"] = _draw_constraints(random, names, vendors)
    elif kind == "coin":
        options["energy"] = {"kind": "majority", "ties": "coin"}
    elif kind == "spatial":
        options["energy"] = SPATIAL
    elif kind == "votes":
        options["energy"] = {"kind": "votes", "ties": str(random.choice(["wrong", "coin"]))}
    return pool, budget, options


def draw_votes(random, pool):
    """Return a pool of the same members with recorded answers, some missing; labels and weights of items vary."""
    items, labels = int(random.integers(1, 40)), int(random.integers(2, 5))
    truth = random.integers(0, labels, items)
    right = random.random((items, len(pool))) < pool.accuracies
    answers = np.where(right, truth[:, None], random.integers(0, labels, right.shape)).astype(object)
    answers[random.random(right.shape) < random.choice([0.0, 0.3])] = None
    answers[0] = truth[0]
    weights = [None, random.uniform(0.1, 2.0, items), random.integers(1, 4, items)][int(random.integers(3))]
    voting = Pool.from_votes(answers, truth=truth, item_weights=weights, costs=pool.costs, names=pool.names)
    return attrs.evolve(voting, metadata=pool.metadata)


def _draw_members(random, kind, count):
    if kind == "extreme":
        chances = [0.0, 1.0, 0.5, 1e-300, 1e-16, 1.0 - 1e-16, 1.0 - 1e-9, 0.9]
        accuracies = np.where(random.random(count) < 0.3, random.choice(chances, count), random.beta(17, 5, count))
        if random.random() < 0.5:
            # Nobody is always right: an error of 0 needs no proof.
            accuracies = np.minimum(accuracies, 1.0 - 1e-16)
        costs = random.exponential(1.0, count) * random.choice([1.0, 1e-300, 1e300, 1e-9, 1e9], count)
        return accuracies, np.minimum(costs, 1e304)
    if kind == "ties":
        return random.choice([0.6, 0.7, 0.8, 0.8, 0.9], count), random.choice([1.0, 2.0, 3.0], count)
    if kind == "similar":
        return 0.7 + 1e-9 * random.random(count), 1.0 + 1e-9 * random.random(count)
    accuracies = random.beta(17, 5, count) if random.random() < 0.7 else random.uniform(0.3, 1.0, count)
    return accuracies, random.exponential(1.0 / (1.0 - accuracies))


def _draw_constraints(random, names, vendors):
    some = [str(name) for name in random.choice(names, min(len(names), 2), replace=False)]
    specs = [
        {"kind": "include", "members": some[:1]},
        {"kind": "exclude", "members": some},
        {"kind": "size", "least": min(3, len(names))},
        {"kind": "size", "most": 7},
        {"kind": "apart", "members": some},
        {"kind": "together", "members": some},
        {"kind": "at-most", "group": "vendor", "count": int(random.integers(1, 9))},
        {"kind": "at-least", "group": "vendor", "value": vendors[0], "count": 1},
    ]
    chosen = random.choice(len(specs), int(random.integers(1, 3)), replace=False)
    return [specs[place] for place in chosen]
