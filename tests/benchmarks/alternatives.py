"""haversack beside what people use instead: `python tests/benchmarks/alternatives.py`, a part of `make bench`.

On pools made as in the paper, members err independently and the best panel is known by proof; on the votes recorded for
the tutorial (real services that read digits) and, where they are present, on crowds, panels are chosen on half of the
items and valued on the other half. Every rival is a small implementation of its own, with the same budget:

- `single`: the best member that the budget can buy;
- `top-k`: the most accurate members, as long as they fit: a fixed jury;
- `milp`: scipy's solver on an additive surrogate, the sum of log-odds;
- `genetic`: a genetic algorithm with as many evaluations as `--evaluations` says, the same objective as haversack;
- `caruana`: greedy ensemble selection, the member that helps most next, with the best prefix (without replacement);
- `haversack`: `select` with its defaults;
- `auto`: the same with `energy="auto"`, which lets folds decide between `votes` and `smoothed` (recorded votes only).

`--plot FILE` draws the errors. It takes about a minute of one core.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

import haversack as hs
from haversack.comparison import paper_cases
from haversack.energies import MajorityVote, PluralityVote

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data"
JURY = ROOT / "docs" / "tutorial" / "jury"


def choose_single(pool, budget, losses, random, evaluations):
    return choose_from(pool, budget, losses, np.eye(len(pool), dtype=bool))


def choose_top(pool, budget, losses, random, evaluations):
    chosen, cost = np.zeros(len(pool), dtype=bool), 0.0
    sets = []
    for member in np.argsort(-pool.accuracies, kind="stable"):
        if cost + pool.costs[member] <= budget:
            chosen[member], cost = True, cost + pool.costs[member]
            sets.append(chosen.copy())
    return choose_from(pool, budget, losses, np.array(sets))


def choose_milp(pool, budget, losses, random, evaluations):
    odds = np.log(pool.accuracies / (1.0 - pool.accuracies))
    within = LinearConstraint(pool.costs[None, :], ub=budget)
    found = milp(-odds, constraints=within, integrality=np.ones(len(pool)), bounds=Bounds(0, 1))
    return found.x > 0.5


def choose_caruana(pool, budget, losses, random, evaluations):
    chosen, sets = np.zeros(len(pool), dtype=bool), []
    while True:
        fits = ~chosen & (chosen @ pool.costs + pool.costs <= budget)
        if not fits.any():
            return choose_from(pool, budget, losses, np.array(sets))
        trials = chosen | (np.eye(len(pool), dtype=bool)[fits])
        chosen = trials[np.argmin(losses(trials))]
        sets.append(chosen)


def choose_genetic(pool, budget, losses, random, evaluations, population=100):
    """Tournaments of two, uniform crossover, one mutation per child on average, repair by dropping random members."""
    sets = repair(pool, budget, random.random((population, len(pool))) < 0.5, random)
    values = losses(sets)
    for _ in range(evaluations // population - 1):
        pairs = random.integers(0, population, (2, population, 2))
        parents = np.where(values[pairs[..., 0]] <= values[pairs[..., 1]], pairs[..., 0], pairs[..., 1])
        first, second = sets[parents[0]], sets[parents[1]]
        children = np.where(random.random(first.shape) < 0.5, first, second)
        children ^= random.random(children.shape) < 1.0 / len(pool)
        children = repair(pool, budget, children, random)
        everyone, all_values = np.concatenate([sets, children]), np.concatenate([values, losses(children)])
        best = np.argsort(all_values, kind="stable")[:population]
        sets, values = everyone[best], all_values[best]
    return sets[0]


def repair(pool, budget, sets, random):
    """Drop members in random order until each set fits; none is empty."""
    sets = sets.copy()
    for row in sets:
        for member in random.permutation(np.flatnonzero(row)):
            if row @ pool.costs <= budget:
                break
            row[member] = False
        if not row.any():
            row[random.choice(np.flatnonzero(pool.costs <= budget))] = True
    return sets


def choose_haversack(pool, budget, losses, random, evaluations):
    found = hs.select(pool, budget, seed=0, estimate="none")
    assert found.proven or pool.votes is not None
    return np.isin(np.arange(len(pool)), found.members)


def choose_auto(pool, budget, losses, random, evaluations):
    if pool.votes is None:
        return choose_haversack(pool, budget, losses, random, evaluations)
    found = hs.select(pool, budget, energy="auto", seed=0, estimate="none")
    return np.isin(np.arange(len(pool)), found.members)


def choose_from(pool, budget, losses, sets):
    sets = sets[sets @ pool.costs <= budget * (1 + 1e-9)]
    return sets[np.argmin(losses(sets))]


RIVALS = {
    "single": choose_single,
    "top-k": choose_top,
    "milp": choose_milp,
    "genetic": choose_genetic,
    "caruana": choose_caruana,
    "haversack": choose_haversack,
    "auto": choose_auto,
}


def measure_paper(members, pools, evaluations):
    """Return errors and seconds of all rivals on pools of the paper."""
    rows = []
    for number, case in enumerate(paper_cases([members], pools)):
        pool, budget = case.pool, case.budget
        rows.append(
            measure(pool, budget, lambda sets, pool=pool: MajorityVote().losses(pool, sets), number, evaluations)
        )
    return rows


def measure(pool, budget, losses, seed, evaluations, valued=None):
    found = {}
    for name, choose in RIVALS.items():
        start = time.process_time()
        chosen = choose(pool, budget, losses, np.random.default_rng(seed), evaluations)
        seconds = time.process_time() - start
        assert chosen @ pool.costs <= budget * (1 + 1e-9), name
        found[name] = (float((valued or losses)(chosen[None, :])[0]), seconds)
    return found


def measure_votes(pool, budget, splits, evaluations):
    """Choose on half of the items, value on the other half, ties by coin."""
    rows, votes = [], pool.votes
    for seed in range(splits):
        order = np.random.default_rng(seed).permutation(len(votes.truth))
        halves = []
        for items in np.array_split(order, 2):
            part = hs.RecordedVotes(votes.answers[items], votes.truth[items], votes.labels)
            halves.append(hs.Pool(votes=part, names=pool.names, costs=pool.costs))
        rows.append(
            measure(
                halves[0],
                budget,
                lambda sets, half=halves[0]: PluralityVote().losses(half, sets),
                seed,
                evaluations,
                lambda sets, half=halves[1]: PluralityVote(ties="coin").losses(half, sets),
            )
        )
    return rows


def read_crowd(name):
    answers = DATA / name / "answer.csv"
    if not answers.exists():
        return None
    with answers.open() as file:
        workers = sorted({row["worker"] for row in csv.DictReader(file)})
    costs = dict.fromkeys(workers, 1.0)
    return hs.Pool.from_log(answers, truth=DATA / name / "truth.csv", costs=costs)


def measure_all(evaluations):
    results = {
        "paper, 30 members": measure_paper(30, 20, evaluations),
        "paper, 100 members": measure_paper(100, 10, evaluations),
        "digit services": measure_votes(
            hs.Pool.from_log(JURY / "digit.csv", costs=JURY / "digit-prices.csv"), 42.0, 20, evaluations
        ),
    }
    bluebird = read_crowd("crowd_bluebird")
    if bluebird is None:
        print(f"no shared data: the crowd is left out ({DATA} is absent)")
    else:
        results["bluebird crowd"] = measure_votes(bluebird, 5.0, 50, evaluations)
    return results


def tabulate(results):
    print(f"{'data':20}{'rival':12}{'error':>12}{'times ours':>12}{'seconds':>10}")
    summary = {}
    for data, rows in results.items():
        own = np.array([row["haversack"][0] for row in rows])
        for name in RIVALS:
            errors = np.array([row[name][0] for row in rows])
            seconds = float(np.median([row[name][1] for row in rows]))
            # On new items an error may be 0, so ratios are those of mean errors; on the paper's pools, median ratios.
            is_paper = data.startswith("paper")
            ratio = float(np.median(errors / own)) if is_paper else float(errors.mean() / own.mean())
            mean = float(np.median(errors)) if is_paper else float(errors.mean())
            summary.setdefault(data, {})[name] = {"error": mean, "ratio": ratio, "seconds": seconds}
            print(f"{data:20}{name:12}{mean:12.3g}{ratio:12.3g}{seconds:10.3f}", flush=True)
    return summary


def plot(summary, target):
    import matplotlib as mpl
    from matplotlib.figure import Figure

    style = {"axes.spines.right": False, "axes.spines.top": False, "font.size": 9.0, "svg.hashsalt": "haversack"}
    with mpl.rc_context(style):
        figure = Figure(figsize=(8.0, 3.2), layout="constrained")
        axes = figure.subplots(1, len(summary), sharey=True)
        for place, (data, found) in zip(axes, summary.items(), strict=True):
            names = list(RIVALS)[::-1]
            colours = ["#d9661f" if name in ("haversack", "auto") else "#4269d0" for name in names]
            # Dots: bars have no foot on a logarithmic axis. Those at the rim are shown whole.
            place.scatter([found[name]["error"] for name in names], names, color=colours, zorder=2, clip_on=False)
            place.grid(axis="y", color="#8886", linewidth=0.8)
            place.set(title=data, xlabel="error")
            if data.startswith("paper"):
                place.set_xscale("log")
            else:
                place.set_xlim(left=0)
        figure.savefig(target, format="svg", metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--evaluations", type=int, default=20_000)
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    summary = tabulate(measure_all(options.evaluations))
    if options.plot:
        options.plot.parent.mkdir(exist_ok=True)
        plot(summary, options.plot)


if __name__ == "__main__":
    main()
