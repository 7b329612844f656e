"""The search of a run, repeated on samples."""

from __future__ import annotations

import math
import time
import types

import numpy as np
import pytest

from haversack import Pool
from haversack.plugins import load_catalog
from haversack.selection.assembly import build_parts, pose_problem
from haversack.selection.failures import Failures, Suspects
from haversack.selection.reselection import QUICK_PROOF, Ending, Reselection, Unfinished


@pytest.fixture(scope="module")
def catalog():
    return load_catalog(third_parties=False)


def repeat(catalog, *, searcher="auto", steps=100, bound=0.1, energy="votes", members=14):
    """How a run that took so many steps and proved such a bound is repeated."""
    answers = np.random.default_rng(0).integers(2, size=(20, members))
    pool = Pool.from_votes(answers, np.ones(20, dtype=int), costs=np.ones(members))
    built = build_parts(pool, energy=energy, searcher=searcher, catalog=catalog)
    parts, problem = pose_problem(built, pool, 3.0, catalog)
    monitor = types.SimpleNamespace(loss_bound=bound, best_loss=0.1, count=lambda: (steps, steps, 0.0))
    failures = Failures(Suspects.of(parts, catalog))
    return Reselection.of_run(built, parts, problem, monitor, catalog, failures), pool, parts


def test_a_quick_proof_is_repeated(catalog):
    again, _, parts = repeat(catalog, searcher="exact-votes", steps=QUICK_PROOF)
    assert again.searcher == parts.searcher
    assert again.most_steps < math.inf


@pytest.mark.parametrize("searcher", ["auto", "exact"])
@pytest.mark.parametrize("changes", [{"steps": QUICK_PROOF + 1}, {"bound": 0.05}])
def test_a_long_proof_is_left_out(catalog, searcher, changes):
    again, _, _ = repeat(catalog, searcher=searcher, energy="majority", **changes)
    assert [type(each).__name__ for each in again.searcher.searchers] == ["Annealing"]
    assert again.most_steps == math.inf


def test_a_searcher_that_proves_nothing_is_repeated(catalog):
    again, _, _ = repeat(catalog, searcher={"kind": "annealing", "patience": 77}, bound=-math.inf)
    assert again.searcher.patience == 77


def test_the_best_panel_and_the_best_single_member_are_found(catalog):
    again, pool, _ = repeat(catalog, searcher="enumerate")
    panel, single = again.choose(pool, np.random.SeedSequence(0), Ending())
    assert 1 <= len(panel) <= 3
    assert single == (int(np.argmax(pool.votes.accuracies)),)
    assert again.choose(pool, np.random.SeedSequence(0), Ending()) == (panel, single)


def test_an_end_from_outside_leaves_the_search_unfinished(catalog):
    again, pool, _ = repeat(catalog, searcher="enumerate")
    late, told = Ending(deadline=time.perf_counter() - 1.0), Ending()
    told.event.set()
    for ending in (late, told):
        assert ending.seconds_left == 0.0
        with pytest.raises(Unfinished):
            again.choose(pool, np.random.SeedSequence(0), ending)
