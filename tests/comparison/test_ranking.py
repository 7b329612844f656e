"""Who is the best of a comparison."""

from __future__ import annotations

import math

from comparison_rows import failed, row
from haversack.comparison.ranking import rank_contestants


def test_all_groups_count_and_not_the_first_alone():
    """All are as good on the small pool; on the large ones one is far from the reference."""
    rows = [
        row(group=group, pool=group, searcher=name, error=error, value=1 - error, seconds=seconds)
        for name, seconds, errors in (("annealing", 0.1, (0.01, 0.3, 0.2)), ("sweep", 0.5, (0.01, 0.01, 0.01)))
        for group, error in zip(("small", "large", "large2"), errors, strict=True)
    ]
    ranking = rank_contestants(rows)
    assert ranking.leaders == [("sweep", "paper")]
    assert (ranking.led, ranking.agree) == (3, True)
    assert [len(group.leaders) for group in ranking.groups] == [2, 1, 1]


def test_groups_may_disagree():
    rows = [
        row(group=group, pool=group, searcher=name, error=0.01 if name == group else 0.02)
        for group in "ab"
        for name in "ab"
    ]
    ranking = rank_contestants(
        [*rows, row(group="c", pool="c", searcher="a", error=0.01), row(group="c", pool="c", searcher="b")]
    )
    assert (ranking.leaders, ranking.led, ranking.agree) == ([("a", "paper")], 2, False)
    assert len(rank_contestants(rows).leaders) == 2


def test_only_cases_that_all_have_run_are_compared():
    """Interrupted: the good one has not run the hard pool yet."""
    rows = [
        row(error=0.02, seconds=9.0),
        row(pool="hard", error=0.5),
        row(searcher="lucky", error=0.02),
        row(pool="other", searcher="lucky", error=0.01),
    ]
    ranking = rank_contestants(rows)
    assert (ranking.shared, ranking.cases) == (1, 3)
    assert ranking.leaders == [("lucky", "paper"), ("sweep", "paper")]
    assert rank_contestants(rows[1:2] + rows[2:]).leaders == []


def test_no_set_is_the_worst_answer():
    rows = [row(), row(seed=1), failed(searcher="gone"), row(searcher="gone", error=0.01, seed=1)]
    ranking = rank_contestants(rows)
    assert ranking.leaders == [("sweep", "paper")]
    assert ranking.groups[0].excess["gone", "paper"] == math.inf
    assert rank_contestants([failed()]).leaders == []


def test_nothing_has_no_leader():
    ranking = rank_contestants([])
    assert (ranking.leaders, ranking.cases) == ([], 0)


def test_the_budget_is_part_of_a_case():
    rows = [row(), row(budget=9.0), row(searcher="lucky", error=0.03), row(pool="b", searcher="lucky", error=0.01)]
    ranking = rank_contestants(rows)
    assert (ranking.shared, ranking.cases) == (1, 3)


def test_medians_that_differ_by_rounding_are_equal():
    ranking = rank_contestants([row(), row(searcher="other", error=0.02 * (1 + 1e-13))])
    assert len(ranking.leaders) == 2
