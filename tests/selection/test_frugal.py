from __future__ import annotations

import numpy as np
import pytest

import haversack as hs
from haversack import CapabilityError, ConfigError, Pool, Problem, Selection, run, select
from haversack.costs import Additive
from haversack.energies import PluralityVote, SmoothedVote
from haversack.statistics.paired import compare_items, compute_item_losses
from oracles import every_set


def recorded(seed=0, items=60, members=7):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, items)
    right = rng.random((items, members)) < rng.uniform(0.6, 0.9, members)
    answers = np.where(right, truth[:, None], 1 - truth[:, None])
    return Pool.from_votes(answers, truth, costs=rng.uniform(0.5, 3.0, members))


@pytest.mark.parametrize("energy", [PluralityVote(), SmoothedVote()])
@pytest.mark.parametrize("seed", range(4))
def test_the_panel_is_cheaper_and_within_one_standard_error(energy, seed):
    pool = recorded(seed)
    best, frugal = (select(pool, 6.0, energy=energy, frugal=frugal, seed=1) for frugal in (False, True))
    problem = Problem(pool, energy, Additive(), 6.0)
    rows = [np.isin(np.arange(7), panel.members) for panel in (frugal, best)]
    apart = compare_items(*(compute_item_losses(problem, row) for row in rows), None)
    assert frugal.cost <= best.cost
    assert apart.mean <= apart.standard_error or frugal.members == best.members
    assert frugal.error == pytest.approx(problem.losses(rows[0][None, :])[0])
    # Against every panel: what the search by small changes finds is cheap, if not always the cheapest.
    sets = every_set(7)
    sets = sets[sets.any(axis=1) & (sets @ pool.costs <= best.cost)]
    reference = compute_item_losses(problem, rows[1])
    close = [
        row
        for row in sets
        if (d := compare_items(compute_item_losses(problem, row), reference, None)).mean <= d.standard_error
    ]
    assert frugal.cost <= np.median([row @ pool.costs for row in close]) + 1e-9


def test_the_result_is_honest_about_the_better_panel():
    pool = recorded(1)
    best, frugal = (select(pool, 6.0, frugal=frugal, seed=1) for frugal in (False, True))
    assert frugal.cost < best.cost
    assert frugal.error > best.error
    assert (frugal.best_known.members, frugal.best_known.cost) == (best.members, best.cost)
    assert frugal.best_known.value == pytest.approx(best.value)
    assert not frugal.proven
    assert frugal.gap > 0.0
    assert frugal.notes[0].title == "frugal"
    assert "best known" in str(frugal)
    assert Selection.from_json(frugal.to_json()) == frugal
    assert frugal.settings["frugal"] is True
    assert run(frugal.config).members == frugal.members


def test_a_panel_that_is_already_cheap_stays():
    pool = Pool.from_votes([["a", "b"]] * 20, ["a"] * 20, costs=[1.0, 2.0])
    found = select(pool, frugal=True)
    assert found.members == (0,)
    assert found.notes[-1].text == "no cheaper panel that was tried is within one standard error of this one"


def test_what_cannot_be_compared_is_refused():
    with pytest.raises(ConfigError, match="frugal: must be true or false, got 'yes'"):
        select(recorded(), frugal="yes")
    with pytest.raises(ConfigError, match="frugal: looks for a cheaper panel, and nothing has a cost here"):
        select(Pool.from_votes([["a", "b"]], ["a"]), frugal=True)
    with pytest.raises(
        CapabilityError, match="frugal compares panels item by item, and the pool has no recorded votes"
    ):
        select(Pool(accuracies=[0.7], costs=[1.0]), frugal=True)
    with pytest.raises(CapabilityError, match="is not a mean over items"):
        select(recorded(), energy="majority", frugal=True)


@pytest.mark.parametrize(
    ("constraint", "allowed"),
    [
        ({"kind": "exclude", "members": ["c"]}, {("a",), ("b",), ("a", "b")}),
        ({"kind": "include", "members": ["a"]}, {("a",), ("a", "b"), ("a", "c"), ("a", "b", "c")}),
        ({"kind": "size", "least": 2}, {("a", "b"), ("a", "c"), ("b", "c"), ("a", "b", "c")}),
        ({"kind": "together", "members": ["b", "c"]}, {("a",), ("b", "c"), ("a", "b", "c")}),
    ],
)
def test_a_cheaper_panel_meets_the_constraints(constraint, allowed):
    votes = [[0, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]]
    pool = hs.Pool.from_votes(votes, truth=[0] * 4, costs=[3, 2, 1], names=list("abc"))
    assert hs.select(pool, 6, frugal=True, seed=0).names == ("c",)
    assert hs.select(pool, 6, constraints=[constraint], frugal=True, seed=0).names in allowed
