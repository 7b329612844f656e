"""What combinations of parts of a study can be compared by."""

from __future__ import annotations

import pytest

from haversack.studies.standings import compute_standings, find_shared_problems, rank_combinations

FAILED = {"key": "k", "status": "failed", "reason": "broke"}
INFEASIBLE = {"key": "k", "status": "infeasible", "reason": "too small"}


def label(pool, searcher="", *, energy="", cost_model="", preset="", budget=3.0, seed=0):
    return [pool, energy, searcher, "", cost_model, preset, budget, seed]


def done(value, *, seconds=1.0, **further):
    return {
        "key": "k",
        "status": "done",
        "value": value,
        "error": 1 - value,
        "proven": False,
        "seconds": seconds,
        **further,
    }


HARD_AND_EASY = [label(pool, searcher) for searcher in ("auto", "sweep") for pool in ("easy", "middle", "hard")]
SWEEP_FAILS = [done(0.9), done(0.8), done(0.6), done(0.9), done(0.8, seconds=2.0), FAILED]


def test_a_combination_gains_nothing_by_failing_where_it_is_hard():
    """The median of what sweep answered is 0.85, that of auto 0.8."""
    ranking = rank_combinations(HARD_AND_EASY, SWEEP_FAILS)
    assert [each["median_value"] for each in ranking.standings] == pytest.approx([0.8, 0.85])
    assert [each["shared_value"] for each in ranking.standings] == pytest.approx([0.85, 0.85])
    assert [each["searcher"] for each in ranking.leaders] == ["auto", "sweep"]
    assert (ranking.shared, ranking.problems) == (2, 3)
    assert [each["failed"] for each in ranking.standings] == [0, 1]


def test_problems_are_pools_with_budget_and_seed():
    labels = [label("a", "x"), label("a", "y", seed=1), label("a", "x", budget=None), label("a", "y", budget=None)]
    shared, problems = find_shared_problems(labels, [done(0.9)] * 4)
    assert (shared, len(problems)) == ({("a", None, 0)}, 3)
    assert find_shared_problems(labels, [None, FAILED, INFEASIBLE, None]) == (set(), set())


def test_nobody_leads_where_nothing_is_shared():
    ranking = rank_combinations([label("a", "x"), label("b", "y")], [done(0.9), done(0.8)])
    assert (ranking.leaders, ranking.shared, ranking.problems) == ([], 0, 2)
    assert [each["shared_value"] for each in ranking.standings] == [None, None]


def test_a_combination_without_answers_keeps_nobody_from_leading():
    ranking = rank_combinations([label("a", name) for name in "xyz"], [done(0.9), done(0.8), FAILED])
    assert [each["searcher"] for each in ranking.leaders] == ["x"]
    assert len(ranking.contestants) == 2


@pytest.mark.parametrize("kind", ["energy", "cost_model"])
def test_nobody_leads_where_answers_are_measured_differently(kind):
    ranking = rank_combinations([label("a", **{kind: name}) for name in "xy"], [done(0.9), done(0.8)])
    assert (ranking.leaders, ranking.measures) == ([], [kind])


def test_presets_that_value_a_member_differently_are_not_compared():
    labels = [label("a", preset=preset) for preset in ("", "paper")]
    for value, leaders in ((0.7, 1), (0.6, 0)):
        records = [
            done(0.9, best_single="ann", best_single_value=0.7),
            done(0.8, best_single="ann", best_single_value=value),
        ]
        assert len(rank_combinations(labels, records).leaders) == leaders


def test_equals_are_equal_in_spite_of_rounding_and_the_fastest_comes_first():
    labels = [label("a", name) for name in "xyz"]
    records = [done(0.9, seconds=3.0), done(0.9 + 1e-15, seconds=2.0), done(0.9 - 1e-6, seconds=1.0)]
    assert [each["searcher"] for each in rank_combinations(labels, records).leaders] == ["y", "x"]
    near = [done(1.0, error=1e-20), done(1.0, error=1e-22), done(1.0, error=1e-21)]
    assert [each["searcher"] for each in rank_combinations(labels, near).leaders] == ["y"]
    values = [done(value, error=None) for value in (4.0, 7.0, 5.0)]
    assert [each["searcher"] for each in rank_combinations(labels, values).leaders] == ["y"]


def test_errors_of_some_answers_are_not_the_median_of_all():
    (standing,) = compute_standings([label("a"), label("b")], [done(0.9), done(5.0, error=None)])
    assert (standing["median_error"], standing["best_value"]) == (None, 5.0)
