"""Pools that nobody made up: language models with measured accuracies and prices, crowd workers with gold labels."""

from __future__ import annotations

import csv
from collections import defaultdict

import numpy as np
import pytest

from haversack import Pool, select

RULE = {"kind": "max-step", "limit": 20_000}


def language_models(folder, task):
    """The single models of FrugalGPT's summary of a task: accuracy, and dollars per query."""
    with (folder / "frugalgpt_llm" / f"summary_{task}_full_2024.csv").open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["Method"] != "FrugalGPT"]
    return Pool(
        names=[row["Method"] + " " + row["Provider"] + str(place) for place, row in enumerate(rows)],
        accuracies=[float(row["Test_acc"]) for row in rows],
        costs=[float(row["Test_cost"]) for row in rows],
    )


@pytest.mark.parametrize("task", ["AGNEWS_e8", "COQA_e2", "HEADLINES_e8", "OVERRULING_e5"])
def test_searchers_find_the_proven_best_panel_of_language_models(shared_data, task):
    pool = language_models(shared_data, task)
    for share in (0.05, 0.3, 0.8):
        budget = max(share * float(pool.costs.sum()), float(pool.costs.min()))
        best = select(pool, budget, searcher="exact", stopping=RULE, seed=0)
        assert best.proven
        for searcher in ("annealing", "monte-carlo"):
            found = select(pool, budget, searcher=searcher, stopping=RULE, seed=0)
            assert found.error == pytest.approx(best.error, rel=1e-9)
        # SHErLoCk shuns cheap members below 1/2, of whom many copies are worth nothing, even where one is the best.
        drawn = select(pool, budget, searcher="sherlock", stopping=RULE, seed=0)
        assert drawn.error >= best.error * (1 - 1e-12)


def test_crowd_workers_make_a_panel(shared_data):
    """Thirty-nine workers who all answered the same 108 questions; without costs the best panel is a prefix."""
    with (shared_data / "crowd_bluebird" / "truth.csv").open(newline="") as file:
        truth = {row["question"]: row["truth"] for row in csv.DictReader(file)}
    right = defaultdict(list)
    with (shared_data / "crowd_bluebird" / "answer.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            right[row["worker"]].append(row["answer"] == truth[row["question"]])
    pool = Pool(names=list(right), accuracies=[np.mean(answers) for answers in right.values()])
    best = select(pool, searcher="exact", stopping=RULE, seed=0)
    assert best.proven
    chosen, others = pool.accuracies[list(best.members)], np.delete(pool.accuracies, best.members)
    assert chosen.min() >= others.max()
    assert select(pool, stopping=RULE, seed=0).error == pytest.approx(best.error, rel=0.05)
