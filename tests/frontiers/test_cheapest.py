"""The least cost that reaches a target, and frontiers under constraints."""

from __future__ import annotations

import attrs
import numpy as np
import pytest

import haversack as hs
from constrained import example_pool, find_least_error, random_case
from haversack.config.build import build_part
from haversack.costs import Additive
from haversack.energies import PluralityVote
from haversack.errors import ConfigError
from haversack.frontiers.cheapest import explain_unreached, select_point
from haversack.plugins import get_catalog
from haversack.selection import defaults
from haversack.selection.options import SelectOptions
from haversack.selection.run import run_selection
from oracles import every_set


def test_the_cheapest_set_that_reaches_the_target():
    chosen = hs.cheapest(example_pool(), 0.85)
    assert (chosen.names, chosen.cost, chosen.budget) == (("a",), 4.0, 4.0)
    assert chosen.notes[-1] == hs.Note("target", "the least cost that reaches 0.85; proved", 0.85)
    limited = hs.cheapest(example_pool(), 0.85, constraints=[{"kind": "size", "least": 2}])
    assert len(limited.members) >= 2
    assert limited.value >= 0.85


@pytest.mark.parametrize("target", [0.93, 0.902001])
def test_a_target_out_of_reach_is_named_with_the_best_possible_value(target):
    pool = hs.Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4, 2, 2, 1])
    with pytest.raises(hs.InfeasibleError) as error:
        hs.cheapest(pool, target)
    assert str(error.value) == f"no panel reaches {target:g}; the best possible is 0.902"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("members", "specs"),
    [(45, [{"kind": "size", "least": 2}, {"kind": "limit", "column": "latency", "most": 9.0}]), (130, [])],
    ids=["constraints", "a large pool"],
)
def test_the_least_cost_is_proved_where_the_frontier_is_not(members, specs):
    random = np.random.default_rng(members)
    accuracies, costs = random.uniform(0.5, 0.95, members), random.exponential(1.0, members)
    pool = hs.Pool(accuracies, costs, metadata={"latency": random.uniform(0.5, 4.0, members).tolist()})
    assert not hs.frontier(pool, constraints=specs, seed=0).whole
    chosen = hs.cheapest(pool, 0.97, constraints=specs, seed=0)
    assert (chosen.value >= 0.97, chosen.budget) == (True, chosen.cost)
    assert chosen.notes[-1].text == "the least cost that reaches 0.97; proved"
    below = hs.select(pool, chosen.cost * (1 - 1e-9), constraints=specs, searcher="exact", seed=0)
    assert (below.proven, below.value < 0.97) == (True, True)


def test_the_best_panel_is_proved_where_the_frontier_misses_it(monkeypatch):
    pool = hs.Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4, 2, 2, 1])
    hasty = hs.frontier(pool, budgets=[2.0], searcher="annealing", seed=0)
    monkeypatch.setattr("haversack.frontiers.cheapest.search_frontier", lambda *_, **__: hasty)
    chosen = hs.cheapest(pool, 0.902)
    assert (chosen.cost, chosen.notes[-1].text) == (8.0, "the least cost that reaches 0.902; proved")
    with pytest.raises(hs.InfeasibleError, match="^no panel reaches 0.95; the best possible is 0.902$"):
        hs.cheapest(pool, 0.95)


def test_an_interrupted_frontier_marks_the_answer(monkeypatch):
    pool = hs.Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4, 2, 2, 1])
    found = attrs.evolve(hs.frontier(pool), interrupted=True, whole=False, proven_to=0.0, stop_reason="interrupted")
    monkeypatch.setattr("haversack.frontiers.cheapest.search_frontier", lambda *_, **__: found)
    chosen = hs.cheapest(pool, 0.75)
    assert (chosen.interrupted, chosen.stop_reason, chosen.cost) == (True, "interrupted", 2.0)
    assert chosen.notes[-1].text == "the least cost that reaches 0.75; a cheaper one is not excluded"
    with pytest.raises(KeyboardInterrupt):
        hs.cheapest(pool, 0.95)


def test_a_frontier_of_votes_of_members_who_work_side_by_side_is_proved():
    found = hs.frontier(pool_with_votes(), cost="parallel", constraints=[{"kind": "size", "least": 2}], seed=0)
    assert found.whole
    assert hs.cheapest(pool_with_votes(), 0.6, cost="parallel", seed=0).notes[-1].text.endswith("proved")


def test_percentages_are_explained():
    with pytest.raises(hs.InfeasibleError, match="no panel reaches 85; the best possible is 0.9; for 85 % write 0.85"):
        hs.cheapest(hs.Pool(accuracies=[0.9, 0.6], costs=[2, 1]), 85)


def test_what_is_no_number_is_refused():
    with pytest.raises(hs.ConfigError, match="accuracy: must be a finite number, got 'high'"):
        hs.cheapest(example_pool(), "high")


def test_where_nothing_is_proved_the_message_says_so():
    found = hs.frontier(example_pool(), budgets=[4.0], searcher="annealing")
    assert found.points[-1].value < 0.99
    assert explain_unreached(found, 0.99).startswith("no panel was found that reaches 0.99; the best found has ")


@pytest.mark.parametrize("seed", range(16))
def test_frontiers_with_constraints_are_whole_and_right(seed, monkeypatch):
    if seed % 2:
        # From the largest budget down, as in larger pools.
        monkeypatch.setattr(defaults, "FRONTIER_SMALL", 1)
    rng = np.random.default_rng(seed)
    pool, _, specs, meanings = random_case(rng, members=8)
    if find_least_error(pool, 1e9, meanings) is None:
        with pytest.raises(hs.InfeasibleError):
            hs.frontier(pool, constraints=specs)
        return
    found = hs.frontier(pool, constraints=specs)
    assert found.whole
    for budget in rng.uniform(0.0, pool.costs.sum(), 5).tolist():
        least = find_least_error(pool, budget, meanings)
        if least is None:
            with pytest.raises(hs.InfeasibleError):
                found.at(budget)
        else:
            assert found.at(budget).loss == pytest.approx(least, rel=1e-9, abs=1e-15)


def pool_with_votes(seed=0, members=8, items=60):
    """Members of three vendors whose answers are recorded."""
    random = np.random.default_rng(seed)
    truth = random.integers(0, 2, items)
    right = random.random((items, members)) < random.uniform(0.55, 0.9, members)
    return attrs.evolve(
        hs.Pool.from_votes(
            np.where(right, truth[:, None], 1 - truth[:, None]),
            truth=truth,
            costs=random.integers(1, 5, members).astype(float),
            names=[f"m{place}" for place in range(members)],
        ),
        metadata={"vendor": [f"v{place % 3}" for place in range(members)]},
    )


def test_with_votes_the_target_is_on_what_is_expected_of_new_items():
    pool = pool_with_votes()
    found = hs.frontier(pool, seed=0)
    points = [hs.select(pool, point.cost, seed=0) for point in found.points]
    target = float(np.median([point.expected.accuracy for point in points]))
    first = next(each for each in points if each.value >= target and each.expected.accuracy >= target)
    chosen = hs.cheapest(pool, target, seed=0)
    assert (chosen.members, chosen.expected) == (first.members, first.expected)
    assert (chosen.notes[-1].title, chosen.notes[-1].value) == ("target", target)
    assert chosen.notes[-1].text == (
        f"the cheapest panel of the frontier whose expected accuracy reaches {target:g}; the frontier up to it: proved"
    )
    low = hs.cheapest(pool, points[-1].expected.low - 0.02, seed=0, confidence=True)
    assert low.expected.low >= points[-1].expected.low - 0.02
    assert "lower limit of the expected accuracy" in low.notes[-1].text


def test_the_panel_is_as_good_as_its_point_where_a_search_misses_it():
    pool = pool_with_votes(seed=5, members=14)
    point = hs.frontier(pool, seed=0).points[-1]
    hasty = SelectOptions(
        searcher="monte-carlo", stopping={"kind": "max-step", "limit": 1}, estimate="none", certify="off", seed=0
    )
    assert run_selection(pool, point.cost, hasty).value < point.value
    assert select_point(pool, point, point.cost, hasty, None).value == point.value


def test_the_best_expectation_is_named_where_it_falls_short():
    pool = pool_with_votes()
    best = hs.select(pool, float(pool.costs.sum()), seed=0)
    with pytest.raises(hs.InfeasibleError, match="^no panel of the frontier reaches 0.9999; the best expected is 0"):
        hs.cheapest(pool, 0.9999, seed=0)
    with pytest.raises(hs.InfeasibleError, match="; the best lower limit of an expected accuracy is 0"):
        hs.cheapest(pool, best.value, seed=0, confidence=True)


def test_confidence_needs_votes():
    for target in (0.85, 0.9999):
        with pytest.raises(ConfigError, match="^confidence: needs recorded votes and an energy that counts them"):
            hs.cheapest(example_pool(), target, confidence=True)


@pytest.mark.parametrize(
    "specs",
    [
        [],
        [{"kind": "include", "members": ["m1"]}, {"kind": "size", "least": 2, "most": 5}],
        [
            {"kind": "together", "members": ["m2", "m3"]},
            {"kind": "at-least", "group": "vendor", "value": "v1", "count": 2},
        ],
    ],
)
def test_frontiers_of_votes_with_constraints_agree_with_every_set(specs):
    pool = pool_with_votes(seed=3)
    found = hs.frontier(pool, constraints=specs, seed=0)
    constraints = tuple(build_part("constraint", spec, get_catalog(None)) for spec in specs)
    problem = hs.Problem(pool, PluralityVote(), Additive(), float(pool.costs.sum()), constraints)
    sets = every_set(len(pool))
    sets = sets[sets.any(axis=1) & problem.fits(sets)]
    losses, costs = problem.losses(sets), problem.costs(sets)
    assert found.whole
    for budget in range(1, int(pool.costs.sum()) + 1):
        if (costs <= budget).any():
            assert found.at(budget).loss == pytest.approx(losses[costs <= budget].min(), abs=1e-12)
        else:
            with pytest.raises(hs.InfeasibleError):
                found.at(budget)


@pytest.mark.parametrize("cost", ["additive", "parallel"])
def test_the_cheapest_panel_may_cost_nothing(cost):
    pool = hs.Pool(accuracies=[0.9, 0.95, 0.8], costs=[0, 2, 1])
    chosen = hs.cheapest(pool, accuracy=0.85, cost=cost, seed=0)
    assert (chosen.names, chosen.cost) == (("member-0",), 0.0)
    assert chosen.proven
    assert hs.frontier(pool, cost=cost, seed=0).points[0].cost == 0.0
