"""What asking in order is worth, on real recorded answers: held-out accuracy at shares of the price of everybody.

``python tests/benchmarks/policies.py DATA [services|crowds|sizes|estimates|speed ...] [--repeats N]``, where DATA is a
folder with ``frugalml_apis`` and the crowds ``crowd_bluebird``, ``crowd_ducks240``, ``crowd_rte`` and
``crowd_product``. Everything is chosen on a random half of the items and valued on the other. A share of the price is
that of all recorded answers to an item, on average; no number stands where even the cheapest member costs more. No part
of the tests.

Rows: the best single member within the budget; the best fixed panel by plurality; a random mixture of two such; beta
stopping, which asks in a good order until P(p1 > p2) under Beta(v1 + 1, v2 + 1) passes a threshold, v1 and v2 the votes
of the two leading answers, mixed in the same way (Aggarwal et al., "Let's sample step by step: Adaptive-Consistency for
efficient reasoning and coding with LLMs", 2023); policies by plurality, with a fixed order, with an adaptive order, and
the default.
"""

from __future__ import annotations

import argparse
import csv
import itertools
import resource
from pathlib import Path

import attrs
import numpy as np
from scipy.special import betainc

import haversack as hs
from haversack.policies.candidates import list_orders, list_panels
from haversack.policies.envelope import find_corners, mix
from haversack.policies.plans import AskingPlan, trace_plan
from haversack.policies.records import Records
from haversack.policies.rivals import Mixture, choose_fixed, choose_single

SERVICES = ("audiomnist", "command", "digit", "expw", "ferplus", "imdb", "shop", "yelp")
CROWDS = ("bluebird", "ducks240", "rte", "product")
SHARES = (0.05, 0.10, 0.25, 0.50, 1.00)
CERTAINTIES = (0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.97, 0.99, 1.1)
ROWS = ("single", "fixed", "fixed mixed", "beta stopping", "plurality", "fixed order", "adaptive", "default")


def read_services(folder, name):
    path = Path(folder) / "frugalml_apis"
    with (path / f"{name}.csv").open(newline="") as lines:
        header, *rows = csv.reader(lines)
    with (path / "services.csv").open(newline="") as lines:
        prices = {
            row["service"]: float(row["cost_per_10k_calls_usd"])
            for row in csv.DictReader(lines)
            if row["dataset"].lower() == name
        }
    answers = [[answer or None for answer in row[1:]] for row in rows]
    return hs.Pool.from_votes(answers, [row[0] for row in rows], [prices[each] for each in header[1:]], header[1:])


def read_crowd(folder, name):
    path = Path(folder) / f"crowd_{name}"
    pool = hs.Pool.from_votes_csv(path / "answer.csv", path / "truth.csv")
    return attrs.evolve(pool, costs=np.ones(len(pool)))


def read_sets(folder, kind):
    if kind == "services":
        return [(name, read_services(folder, name)) for name in SERVICES]
    return [(name, read_crowd(folder, name)) for name in CROWDS]


def ask_by_beta(order, certainty, records):
    """Whether each row is right, and what it costs, when asked until the beta criterion holds."""
    counts = np.zeros((len(records.truth), records.labels))
    spent, is_open = np.zeros(len(counts)), np.ones(len(counts), dtype=bool)
    for member in order:
        asked = np.flatnonzero(is_open & (records.answers[:, member] >= 0))
        counts[asked, records.answers[asked, member]] += 1
        spent[asked] += records.prices[member]
        top = -np.sort(-counts, axis=1)
        second = top[:, 1] if records.labels > 1 else np.zeros(len(top))
        is_open &= (1.0 - betainc(top[:, 0] + 1, second + 1, 0.5) <= certainty) | (top[:, 0] == 0)
    best = counts == counts.max(axis=1, keepdims=True)
    right = best[np.arange(len(best)), records.truth] & (best.sum(axis=1) == 1)
    return right.astype(float), spent


def choose_by_beta(records, accuracies):
    """The envelope of orders, lengths and certainties."""
    orders = list_orders(records, accuracies)
    lengths = [size for size in (1, 2, 3, 4, 5, 7, 9, 12, 16, 24, 40) if size < records.members] + [records.members]
    found, points = [], []
    for order in {tuple(order[:size]) for order in orders for size in lengths}:
        for certainty in CERTAINTIES:
            right, spent = ask_by_beta(order, certainty, records)
            found.append((order, certainty))
            points.append((records.weights @ spent, records.weights @ right))
    costs, rights = np.array(points).T
    corners = find_corners(costs, rights)
    return [found[place] for place in corners], costs[corners]


def measure_beta(envelope, budget, new):
    found, costs = envelope
    if budget < costs[0]:
        return np.nan
    return sum(share * float(new.weights @ ask_by_beta(*found[place], new)[0]) for place, share in mix(costs, budget))


def measure_mixture(mixture, new):
    if mixture is None:
        return np.nan
    return sum(share * float(new.weights @ (trace.verdicts == new.truth)) for trace, share in mixture.trace(new))


def measure_policy(train, new, budget, **options):
    """The accuracy of a policy on new items, and its mean cost there."""
    if budget < train.costs.min():
        return np.nan, np.nan
    return value_policy(hs.policy(train, budget, seed=0, estimate="none", **options), train, new)


def value_policy(found, train, new):
    """The accuracy on new items, and the mean cost."""
    places = {name: place for place, name in enumerate(train.names)}
    accuracy = cost = 0.0
    for branch in found.branches:
        threshold = branch.threshold
        if branch.vote == "bayes" and threshold is None:
            threshold = 2.0
        plan = AskingPlan(tuple(places[name] for name in branch.order), threshold, branch.adaptive, 0.0, 0.0)
        trace = trace_plan(plan, new)
        accuracy += branch.share * float(new.weights @ (trace.verdicts == new.truth))
        cost += branch.share * float(new.weights @ trace.spent)
    return accuracy, cost


def choose_panel(records, accuracies, budget):
    """The best single panel within the budget."""
    answered = records.weights @ (records.answers >= 0) * records.prices
    panels = [each for each in list_panels(records, accuracies) if answered[list(each)].sum() <= budget * (1 + 1e-9)]
    if not panels:
        return None
    return Mixture((max(panels, key=lambda panel: records.value_votes(panel)[1]),), (1.0,))


def measure_half(pool, size, seed):
    """Accuracies of all rows at all shares, and the ratio of cost to budget of the default."""
    order = np.random.default_rng(seed).permutation(len(pool.votes))
    train, test = pool.on_items(np.sort(order[:size])), pool.on_items(np.sort(order[size:]))
    records, new = Records.cross_fit(train), Records.on_new_items(test, train)
    counted = attrs.evolve(records, blend=(0.0, 1.0))
    accuracies = train.votes.shrunk_accuracies
    beta = choose_by_beta(records, accuracies)
    table, spending = np.full((len(ROWS), len(SHARES)), np.nan), []
    for column, share in enumerate(SHARES):
        budget = share * records.total_price
        single, mixed = (choose(counted, accuracies, budget) for choose in (choose_single, choose_fixed))
        fixed = choose_panel(counted, accuracies, budget)
        default, cost = measure_policy(train, new, budget)
        spending.append(cost / budget)
        table[:, column] = (
            measure_mixture(single, new),
            measure_mixture(fixed, new),
            measure_mixture(mixed, new),
            measure_beta(beta, budget, new),
            measure_policy(train, new, budget, vote="plurality")[0],
            measure_policy(train, new, budget, vote="bayes", adaptive=False)[0],
            measure_policy(train, new, budget, adaptive=True)[0],
            default,
        )
    return table, spending


def print_table(title, table):
    print(f"\n{title}")
    print(f"  {'':<14}" + "".join(f"{share:>8.0%}" for share in SHARES))
    for name, row in zip(ROWS, table, strict=True):
        print(f"  {name:<14}" + "".join(f"{value:>8.3f}" if np.isfinite(value) else f"{'-':>8}" for value in row))


def mean(tables):
    with np.errstate(invalid="ignore"):
        known = np.isfinite(tables)
        return np.where(known.all(axis=0), np.where(known, tables, 0).sum(axis=0) / len(tables), np.nan)


def measure_sets(folder, kind, repeats):
    tables = []
    for name, pool in read_sets(folder, kind):
        halves = [measure_half(pool, len(pool.votes) // 2, seed) for seed in range(repeats)]
        tables.append(mean(np.array([table for table, _ in halves])))
        spent = np.nanmean([spending for _, spending in halves])
        print_table(f"{name}: {len(pool.votes)} items, {len(pool)} members, spends {spent:.3f} of it", tables[-1])
    together = np.array(tables)
    print_table(f"mean of {len(tables)} sets", mean(together))
    print("  default less fixed mixed, in points: mean, lowest")
    for column, share in enumerate(SHARES):
        gains = 100 * (together[:, -1, column] - together[:, 2, column])
        gains = gains[np.isfinite(gains)]
        if gains.size:
            print(f"    {share:>4.0%}: {gains.mean():+.2f}, {gains.min():+.2f} ({gains.size} sets)")


def measure_sizes(folder, repeats):
    """Small logs: nothing that a fixed panel beats."""
    print("\nfew items: default less fixed mixed, in points, by number of items")
    for name, pool in read_sets(folder, "services")[2:6] + read_sets(folder, "crowds"):
        for size in (50, 100, 200, 400):
            if size > 0.7 * len(pool.votes):
                continue
            tables = np.array([measure_half(pool, size, seed)[0] for seed in range(repeats)])
            gains = 100 * np.nanmean(tables[:, -1] - tables[:, 2], axis=0)
            print(f"  {name:<10} {size:>4}" + "".join(f"{gain:>8.2f}" for gain in gains), flush=True)


def measure_estimates(folder, repeats):
    """Whether the expected accuracy and cost hold on new items."""
    print("\non new items: bias, coverage of 95 %, bias of what is shown; cost over expected cost, its coverage")
    for name, pool in read_sets(folder, "services")[2:5:2] + read_sets(folder, "crowds"):
        for size in (50, 200):
            rows = []
            if size > 0.7 * len(pool.votes):
                continue
            for seed, share in itertools.product(range(repeats), (0.25,)):
                order = np.random.default_rng(seed).permutation(len(pool.votes))
                train, test = pool.on_items(np.sort(order[:size])), pool.on_items(np.sort(order[size:]))
                records, new = Records.cross_fit(train), Records.on_new_items(test, train)
                budget = share * records.total_price
                if budget < train.costs.min():
                    continue
                found = hs.policy(train, budget, seed=0)
                right, cost = value_policy(found, train, new)
                expected = found.expected
                rows.append(
                    (
                        expected.accuracy - right,
                        expected.low <= right <= expected.high,
                        expected.shown - right,
                        cost / found.expected_cost,
                        found.cost_low <= cost <= found.cost_high,
                    )
                )
            if rows:
                bias, covered, shown, ratio, paid = np.mean(rows, axis=0)
                row = f"{bias:+.3f} {covered:.2f} {shown:+.3f} {ratio:.3f} {paid:.2f}"
                print(f"  {name:<10} {size:>4} {row}", flush=True)


def measure_speed(folder, _repeats):
    """CPU seconds, compiled kernels loaded before."""
    rng = np.random.default_rng(0)
    truth = rng.integers(2, size=1_000)
    right = rng.random((1_000, 100)) < rng.uniform(0.55, 0.9, 100)
    crowd = hs.Pool.from_votes(np.where(right, truth[:, None], 1 - truth[:, None]), truth)
    few = hs.Pool(rng.uniform(0.55, 0.9, 8), costs=rng.uniform(1, 9, 8))
    many = hs.Pool(rng.uniform(0.55, 0.9, 30), costs=rng.uniform(1, 9, 30))
    imdb, command = read_services(folder, "imdb"), read_services(folder, "command")
    hs.policy(crowd.on_items(np.arange(40)), 5, seed=0)
    hs.policy(few, 9, seed=0)
    print("\nCPU seconds")
    for name, pool, budget in (
        ("4 services, 25,000 items, 2 labels", imdb, 1.7),
        ("4 services, 64,727 items, 31 labels", command, 31.5),
        ("100 workers, 1,000 items, with 25 resamples", crowd, 10),
        ("8 accuracies, all orders", few, 9),
        ("30 accuracies", many, 30),
    ):
        before = resource.getrusage(resource.RUSAGE_SELF)
        hs.policy(pool, budget, seed=0)
        after = resource.getrusage(resource.RUSAGE_SELF)
        print(f"  {name:<46} {after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime:6.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data")
    parser.add_argument("parts", nargs="*", default=["services", "crowds"])
    parser.add_argument("--repeats", type=int, default=2)
    options = parser.parse_args()
    for part in options.parts:
        if part in ("services", "crowds"):
            measure_sets(options.data, part, options.repeats)
        else:
            {"sizes": measure_sizes, "estimates": measure_estimates, "speed": measure_speed}[part](
                options.data, options.repeats
            )


if __name__ == "__main__":
    main()
