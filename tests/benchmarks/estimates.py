"""How honest is the accuracy that a selection from recorded votes is expected to have on new items?

``python tests/benchmarks/estimates.py DATA`` selects on a random half of the items of each set, estimates, and values
the panel on the other half. DATA is the folder with the sets. ``--sets``, ``--halves``, ``--methods`` and
``--patience`` limit the work. ``--out`` keeps the rows as CSV, which ``--read`` takes instead of measuring, and
``--plot`` draws estimated against held-out accuracy.

Covered is a held-out accuracy within the 95 % interval of the estimate, widened by the sampling error of the held-out
half: the two variances are added.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path

import numpy as np

import haversack as hs
from haversack.energies import PluralityVote
from haversack.selection.estimating import FEW_MEMBERS, MANY_ITEMS
from haversack.statistics.intervals import compute_wilson_interval
from haversack.statistics.optimism import OUT_OF_BAG
from haversack.statistics.verdicts import judge_items

CROWDS = ("bluebird", "ducks240", "rte", "product")
CODE = {"lcb-codegen": "codegen_2024-02-26.csv", "lcb-execution": "execution_direct.csv"}
SERVICES = ("imdb", "yelp", "shop", "ferplus", "expw", "digit", "audiomnist", "command")
SIZES, SHARES = (3, 5, 9), (0.3, 0.6)
PASSED = 50.0
LEAST = 0.35
"""Accuracy at which the axes of the picture begin."""
Z = 1.96
METHODS = ("bootstrap", "nested", "holdout")
COLUMNS = ("set", "items", "members", "budget", "half", "method", "estimate", "low", "high", "held_out", "held_items")


def read_sets(data):
    """Yield name, pool and budgets of each set."""
    for name in CROWDS:
        folder = data / f"crowd_{name}"
        pool = hs.Pool.from_votes_csv(folder / "answer.csv", folder / "truth.csv")
        yield name, with_costs(pool, np.ones(len(pool))), SIZES
    for name, file in CODE.items():
        table = read_table(data / "livecodebench_llm" / file)
        first = next(iter(table))
        columns = {key: cells for key, cells in table.items() if key != first and is_numbers(cells)}
        passed = np.array([[float(cell) >= PASSED for cell in cells] for cells in columns.values()]).T
        yield name, grade(passed, list(columns), np.ones(len(columns))), SIZES
    table = read_table(data / "swebench_llm" / "verified500_mini_agent.csv")
    models = [key.removesuffix("resolved").rstrip("_. ") for key in table if key.endswith("resolved")]
    solved = np.array([[cell == "1" for cell in cells] for key, cells in table.items() if key.endswith("resolved")]).T
    prices = [np.mean([float(cell) for cell in cells]) for key, cells in table.items() if key.endswith("cost_usd")]
    yield "swebench", grade(solved, models, prices), shares(prices)
    listed = read_prices(data)
    for name in SERVICES:
        table = read_table(data / "frugalml_apis" / f"{name}.csv")
        truth = table.pop("truth")
        prices = [listed[name, service] for service in table]
        answers = np.array(list(table.values())).T
        yield name, hs.Pool.from_votes(answers, truth, costs=prices, names=list(table)), shares(prices)


def read_table(path):
    """Columns of a CSV file by name."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    return {name: list(column) for name, column in zip(rows[0], zip(*rows[1:], strict=True), strict=True)}


def read_prices(data):
    """Price of each service by set."""
    table = read_table(data / "frugalml_apis" / "services.csv")
    rows = zip(table["dataset"], table["service"], table["cost_per_10k_calls_usd"], strict=True)
    return {(name.lower(), service): float(price) for name, service, price in rows}


def is_numbers(cells):
    try:
        [float(cell) for cell in cells]
    except ValueError:
        return False
    return True


def shares(prices):
    return tuple(max(min(prices), share * sum(prices)) for share in SHARES)


def grade(right, names, costs):
    votes = hs.RecordedVotes(right.astype(int), np.ones(len(right), dtype=int), ("wrong", "right"), graded=True)
    return hs.Pool(votes=votes, names=names, costs=costs)


def with_costs(pool, costs):
    return hs.Pool(votes=pool.votes, names=pool.names, costs=costs)


def value_panel(pool, chosen, items):
    """Share of items on which the vote of the panel is right."""
    members = list(chosen.members)
    vote = PluralityVote().fit_vote(pool, members)
    return judge_items(vote, pool.votes.answers[np.ix_(items, members)], pool.votes.truth[items]).mean()


def measure_set(name, pool, budgets, halves, methods, searcher):
    """Yield a row per half, budget and way to estimate."""
    for half in range(halves):
        order = np.random.default_rng([half, len(pool.votes)]).permutation(len(pool.votes))
        inside, outside = np.sort(order[: len(order) // 2]), np.sort(order[len(order) // 2 :])
        part = pool.on_items(inside)
        for budget in budgets:
            known = (name, len(inside), len(pool), f"{budget:g}", half)
            for method in methods:
                began = time.perf_counter()
                chosen = hs.select(part, budget, seed=half, certify="off", estimate=method, searcher=searcher)
                seconds = time.perf_counter() - began
                held = value_panel(pool, chosen, outside)
                expected = chosen.expected
                rows = [(method, expected.accuracy, expected.low, expected.high)]
                if method == "bootstrap":
                    plain = (1.0 - OUT_OF_BAG) * expected.shown + OUT_OF_BAG * expected.outside
                    for other, accuracy in (("632", plain), ("shown", expected.shown)):
                        rows.append((other, accuracy, *compute_wilson_interval(accuracy, expected.items)))
                    # What `auto` does.
                    few = len(pool) <= FEW_MEMBERS or len(inside) >= MANY_ITEMS
                    rows.append(("auto", *rows[2 if few else 0][1:]))
                for row in rows:
                    yield dict(zip(COLUMNS, (*known, *row, held, len(outside)), strict=True))
                print(f"{name} half {half} budget {budget:g} {method}: {seconds:.1f} s", flush=True)


def is_covered(row):
    """Whether the held-out accuracy is within the interval, widened by the sampling error of the held-out half."""
    estimate, held = float(row["estimate"]), float(row["held_out"])
    end = float(row["high"]) if held > estimate else float(row["low"])
    items = float(row["held_items"])
    smoothed = (held * items + 2.0) / (items + 4.0)
    sampling = Z * np.sqrt(smoothed * (1.0 - smoothed) / (items + 4.0))
    return abs(held - estimate) <= np.hypot(end - estimate, sampling)


def print_tables(rows):
    methods = list(dict.fromkeys(row["method"] for row in rows))
    for title, groups in {
        "all": {"all": rows},
        "by set": {name: [row for row in rows if row["set"] == name] for name in dict.fromkeys(r["set"] for r in rows)},
        "by items": {
            f"{low} to {high - 1}": [row for row in rows if low <= int(row["items"]) < high]
            for low, high in ((1, 100), (100, 300), (300, 1000), (1000, 5000), (5000, 10**6))
        },
    }.items():
        print(f"\n{title:16}{'method':12}{'cases':>6}{'bias':>9}{'RMSE':>8}{'coverage':>10}{'width':>8}")
        for name, group in groups.items():
            for method in methods:
                mine = [row for row in group if row["method"] == method]
                if mine:
                    errors = np.array([float(row["estimate"]) - float(row["held_out"]) for row in mine])
                    widths = np.array([float(row["high"]) - float(row["low"]) for row in mine])
                    covered = np.mean([is_covered(row) for row in mine])
                    print(
                        f"{name:16}{method:12}{len(mine):6}{errors.mean():+9.4f}{np.sqrt((errors**2).mean()):8.4f}"
                        f"{covered:10.3f}{widths.mean():8.4f}"
                    )


def plot_rows(rows, path):
    """Draw what is shown and what is estimated against what the other half says, a dot per case."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    style = {"svg.hashsalt": "haversack", "font.size": 9.0, "axes.spines.right": False, "axes.spines.top": False}
    with mpl.rc_context(style | {"legend.frameon": False}):
        figure = Figure(figsize=(6.4, 3.4), layout="constrained")
        for axes, method, title in zip(
            figure.subplots(1, 2, sharex=True, sharey=True),
            ("shown", "auto"),
            ("shown on the items chosen by", "expected on new items"),
            strict=True,
        ):
            mine = [row for row in rows if row["method"] == method]
            for color, (low, high), label in (
                ("#d9661f", (1, 300), "below 300 items"),
                ("#4269d0", (300, 10**6), "300 items and more"),
            ):
                some = [row for row in mine if low <= int(row["items"]) < high]
                x, y = ([float(row[key]) for row in some] for key in ("held_out", "estimate"))
                axes.plot(x, y, "o", color=color, markersize=3, alpha=0.6, markeredgewidth=0, label=label)
            axes.plot([LEAST, 1.0], [LEAST, 1.0], color="#888888", linewidth=0.8)
            axes.set(title=title, xlabel="accuracy on the other half", xlim=(LEAST, 1.0), ylim=(LEAST, 1.0))
            axes.set_aspect("equal")
        figure.axes[0].set_ylabel("accuracy claimed")
        figure.axes[0].legend(loc="lower right")
        figure.savefig(path, metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", nargs="?", type=Path)
    parser.add_argument("--sets", type=lambda text: text.split(","))
    parser.add_argument("--halves", type=int, default=5)
    parser.add_argument("--methods", type=lambda text: text.split(","), default=list(METHODS))
    parser.add_argument("--patience", type=int, help="of annealing; below its default it saves time")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--read", type=Path, nargs="*")
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    searcher = {"kind": "auto"}
    if options.patience is not None:
        searcher |= {"patience": options.patience, "most_sets": 10_000}
    rows = []
    for path in options.read or []:
        with path.open(newline="", encoding="utf-8") as file:
            rows += list(csv.DictReader(file))
    for name, pool, budgets in [] if options.data is None else read_sets(options.data):
        if options.sets is None or name in options.sets:
            rows += measure_set(name, pool, budgets, options.halves, options.methods, searcher)
            if options.out is not None:
                with options.out.open("w", newline="", encoding="utf-8") as file:
                    writer = csv.DictWriter(file, COLUMNS)
                    writer.writeheader()
                    writer.writerows(rows)
    print_tables(rows)
    if options.plot is not None:
        plot_rows(rows, options.plot)


if __name__ == "__main__":
    main()
