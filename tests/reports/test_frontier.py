"""Frontiers as text."""

from __future__ import annotations

import attrs
import pytest

from fakes import Profit
from haversack import FrontierPoint, frontier
from haversack.frontiers.point import link_points
from haversack.reports.frontier import find_targets, summarise_frontier


@pytest.fixture
def found(small_pool):
    return frontier(small_pool)


@pytest.fixture
def asked(small_pool):
    return frontier(small_pool, budgets=[2, 5, 8], searcher="greedy-forward")


def point(cost, loss, names):
    return FrontierPoint(cost, cost, tuple(range(len(names))), names, loss, 1 - loss, loss)


WHOLE = """\
budget  size  accuracy  error  reaches  next unit buys  enters    leaves
------------------------------------------------------------------------
     1     1       0.6    0.4                      0.2  dan
     2     1       0.8    0.2                     0.05  bob       dan
     4     1       0.9    0.1      90%          0.0005  ann       bob
     8     3     0.902  0.098                           bob, cat

frontier
  points    4, from a budget of 1 to 8
  coverage  whole: for every budget it is proved that no set is better
  reaches   90% from 4, 95% by no panel
  searcher  enumerate
  stopped   every budget is proved
  search    1 step in 0.25 s"""

ASKED = """\
budget  cost  size  accuracy  error  reaches  proved  next unit buys  enters    leaves
--------------------------------------------------------------------------------------
     2     2     1       0.8    0.2               no          0.0333  bob
     5     4     1       0.9    0.1      90%      no        0.000667  ann       bob
     8     8     3     0.902  0.098               no                  bob, cat

frontier
  points    3, from a budget of 2 to 8
  coverage  3 budgets, none proved; between them better sets may exist
  reaches   90% from at most 4, 95% by no panel found
  searcher  greedy-forward
  stopped   every budget was searched
  search    12 steps in 0.25 s, seed 7"""


def test_the_summary_tells_everything(found, asked):
    assert summarise_frontier(attrs.evolve(found, seconds=0.25, steps=1)) == WHOLE
    assert summarise_frontier(attrs.evolve(asked, seconds=0.25, steps=12, seed=7), width=90) == ASKED


def test_the_summary_of_one_budget_says_budget(small_pool):
    assert "  coverage  1 budget, 1 proved; between" in summarise_frontier(frontier(small_pool, budgets=[5]))


def test_the_summary_of_a_long_frontier_is_an_excerpt(found):
    points = link_points([point(float(place), 0.5 ** (place + 1), (f"m{place}",)) for place in range(1, 1235)])
    long = attrs.evolve(found, points=points)
    lines = summarise_frontier(long).splitlines()
    assert lines[30] == "(28 of 1,234 panels; enters and leaves are against the one above)"
    assert (lines[2].split()[0], lines[29].split()[0]) == ("1", "1234")
    # What first reaches 90, 95 and 99 % is not left out.
    assert [line.split()[0] for line in lines[3:6]] == ["3", "4", "6"]
    assert [line.split()[4] for line in lines[3:6]] == ["90%", "95%", "99%"]
    assert lines[6].split()[-2:] == ["m52", "m6"]


def test_each_panel_is_listed_once_whatever_the_number_of_budgets(small_pool):
    asked = frontier(small_pool, budgets=[4, 4.5, 5, 8, 9])
    assert [row.names for row in asked.rows()] == [("ann",)] * 3 + [("ann", "bob", "cat")] * 2
    text = summarise_frontier(asked)
    assert [line.split()[0] for line in text.splitlines()[2:4]] == ["4", "8"]
    assert text.splitlines()[3].endswith("  bob, cat")
    assert text.splitlines()[4] == "(each panel once, at the smallest of 5 budgets that it is the best for)"
    # The table is for people; files keep every budget.
    assert len(asked.to_csv().splitlines()) == 6
    assert len(asked.to_dict()["rows"]) == 5


def test_a_panel_is_proved_if_it_is_at_every_budget(asked):
    rows = [point(10.0, 0.4, ("ann",)), point(20.0, 0.1, ("bob",))]
    text = summarise_frontier(attrs.evolve(asked, points=link_points(rows), budgets=(10.0, 15.0, 20.0)))
    assert all("  no  " in line for line in text.splitlines()[2:4])


def test_many_names_are_cut_short(found):
    names = tuple("abcdef")
    short = attrs.evolve(found, points=link_points([point(1.0, 0.4, names[:4]), point(2.0, 0.1, names)]))
    assert "a, b, c, d\n" in summarise_frontier(short)
    one = attrs.evolve(found, points=link_points([point(1.0, 0.4, names)]))
    assert "a, b, c, d +2\n" in summarise_frontier(one, width=70)


def test_the_smallest_budget_for_each_accuracy_is_marked(found):
    points = link_points(
        [point(1.0, 0.3, ("a",)), point(2.0, 0.1, ("b",)), point(5.0, 0.05, ("c",)), point(9.0, 0.01, ("d",))]
    )
    high = attrs.evolve(found, points=points)
    assert find_targets(high) == {0.9: 2.0, 0.95: 5.0, 0.99: 9.0}
    assert "  reaches   90% from 2, 95% from 5, 99% from 9\n" in summarise_frontier(high)
    marks = [line.split()[4] for line in summarise_frontier(high).splitlines()[3:6]]
    assert marks == ["90%", "95%", "99%"]
    one = attrs.evolve(found, points=link_points([point(1.0, 0.04, ("a",))]))
    assert "90, 95%" in summarise_frontier(one).splitlines()[2]
    low = attrs.evolve(found, points=points[:1])
    assert "  reaches   90% by no panel\n" in summarise_frontier(low)


def test_a_value_that_is_no_probability_is_called_so(small_pool):
    message = summarise_frontier(frontier(small_pool, energy=Profit(), budgets=3, seed=0))
    assert "value" in message.splitlines()[0]
    assert "error" not in message.splitlines()[0]
    assert "reaches" not in message


def test_a_frontier_that_is_not_whole_says_how_far_it_is_proved(found):
    partly = attrs.evolve(found, whole=False, proven_to=4.0)
    assert "  coverage  proved up to a budget of 4; beyond, better sets may exist\n" in summarise_frontier(partly)
    nothing = attrs.evolve(found, whole=False, budgets=(), proven_to=0.0)
    assert "  coverage  no budget was searched to its end; better sets may exist\n" in summarise_frontier(nothing)


def test_a_wide_frontier_shortens_names_and_drops_the_cost_first(asked):
    names = tuple(f"reader-{number:02}" for number in range(9))
    rows = link_points([point(10.0, 0.4, names[:5]), point(20.0, 0.1, names[4:])])
    wide = attrs.evolve(asked, points=rows, budgets=(10.0, 20.0))
    lines = summarise_frontier(wide, width=82).splitlines()
    assert lines[:5] == [
        "budget  size  accuracy  error  reaches  proved  enters        leaves",
        "-" * 74,
        "    10     5       0.6    0.4               no  reader-00 +4",
        "    20     5       0.9    0.1      90%      no  reader-05 +3  reader-00 +3",
        "not shown: cost, next unit buys; --json has all",
    ]
    narrow = summarise_frontier(wide, width=72).splitlines()
    assert narrow[4] == "not shown: cost, size, next unit buys; --json has all"
    assert max(map(len, narrow)) <= 72
