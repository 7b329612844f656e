"""The verdict on a comparison."""

from __future__ import annotations

from comparison_rows import row
from haversack.comparison import Comparison
from haversack.comparison.ranking import rank_contestants
from haversack.pages.comparison_verdict import list_comparison_tiles, write_comparison_lead, write_comparison_title


def judge(rows, planned=None):
    comparison, ranking = Comparison(rows, planned or len(rows)), rank_contestants(rows)
    tiles = {tile.title: (tile.text, tile.detail) for tile in list_comparison_tiles(comparison, ranking)}
    return write_comparison_title(comparison, ranking), write_comparison_lead(ranking), tiles


def make_rows(errors, **changes):
    """One row per group and searcher; the reference has an error of 0.01."""
    return [
        row(group=group, pool=group, searcher=name, error=error, value=1 - error, **changes)
        for name, each in errors.items()
        for group, error in each.items()
    ]


def test_the_best_is_the_best_in_all_groups():
    fast = {"small": 0.01, "large": 0.33, "large2": 0.18}
    title, lead, tiles = judge(make_rows({"annealing": fast, "sweep": dict.fromkeys(fast, 0.01)}))
    assert title == "2 searchers in 6 runs: sweep is best"
    assert lead == (
        "In each of 3 groups of pools, sweep has the smallest median excess, 0 %; "
        "100 % of its runs are as good as the reference."
    )
    assert tiles["Best"] == ("sweep", "excess 0 %")


def test_the_best_in_most_groups_is_not_the_best_everywhere():
    sweep = {"a": 0.01, "b": 0.02, "c": 0.33, "d": 0.01, "e": 0.02}
    title, lead, tiles = judge(
        make_rows({"annealing": {**dict.fromkeys(sweep, 0.03), "c": 0.01, "e": 0.01}, "sweep": sweep})
    )
    assert title == "2 searchers in 10 runs: sweep is best in 3 of 5 groups of pools"
    assert lead == (
        "sweep has the smallest median excess in 3 of 5 groups of pools, and one of up to 33 x elsewhere. "
        "The best there: annealing in c; annealing in e."
    )
    assert tiles["Best in most groups"] == ("sweep", "3 of 5 groups of pools")


def test_nobody_is_the_best_of_groups_that_disagree():
    groups = "abcdef"
    errors = {
        name: {group: 0.01 if place % 2 == number else 0.02 for place, group in enumerate(groups)}
        for number, name in enumerate(("x", "y"))
    }
    title, lead, tiles = judge(make_rows(errors))
    assert title == "2 searchers in 12 runs: which is best depends on the pools"
    assert lead == "The smallest median excess: x in a; y in b; x in c; y in d; and others in 2 more."
    assert not any("Best" in each for each in tiles)


def test_searchers_with_several_rules_are_named_with_their_rules():
    rows = [
        row(
            searcher=name,
            stopping=rule,
            error=0.01 if name == "sweep" else 0.02,
            seconds=0.1 if rule == "paper" else 0.5,
        )
        for name in ("annealing", "sweep")
        for rule in ("paper", "max-step")
    ]
    title, lead, tiles = judge(rows)
    assert title == "2 searchers with 2 stopping rules in 4 runs: sweep, paper is the fastest of 2 equally good ones"
    assert lead.startswith(
        "In n=5, 2 of 4 contestants have the smallest median excess, 0 %, and sweep, paper is the fastest"
    )
    assert tiles["Contestants"] == ("4", "2 searchers with 2 stopping rules")


def test_runs_that_others_lack_do_not_count():
    rows = [row(), row(pool="b"), row(searcher="x", error=0.01)]
    assert judge(rows, 4)[1].endswith(
        " The comparison covers what all contestants have run: 1 of 2 cases, each a pool, a budget and a seed."
    )
    assert judge([row(), row(pool="b", searcher="x")], 4)[1] == (
        "There is no winner: no case, each a pool, a budget and a seed, was run by all contestants."
    )
