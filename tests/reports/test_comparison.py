"""Comparisons as text."""

from __future__ import annotations

import math

import pytest

from comparison_rows import failed, profit, row
from haversack.comparison import Comparison, Reference
from haversack.reports.comparison import format_excess, summarise_comparison


def test_the_table_tells_medians_and_what_they_are_measured_against():
    outcome = Comparison([row(), row(seed=1, error=0.01, value=0.99)], 2, 10.0)
    lines = summarise_comparison(outcome).splitlines()
    assert [" ".join(line.split()) for line in (lines[0], *lines[2:4])] == [
        "pools searcher runs error excess 10 % 90 % optimal steps seconds",
        "n=5 1 - STOP - 0.04 300 % 300 % 300 % - - -",
        "n=5 sweep 2 0.015 50 % 10 % 90 % 50 % 10 0.5",
    ]
    assert lines[5:] == [
        "excess: error / reference - 1; median, 10 % and 90 % quantile over runs",
        "optimal: share of the runs that are as good as the reference",
        "reference: 1 proven optimum",
        "stopping: paper; at most 10 s each",
    ]


def test_several_rules_get_a_column():
    lines = summarise_comparison(Comparison([row(), row(stopping="target")], 2)).splitlines()
    assert "stopping" in lines[0]
    assert "target" in lines[4]
    assert lines[-1] == "stopping: paper, target"


def test_the_table_of_values():
    text = summarise_comparison(Comparison([profit(150.0)], 1))
    assert "value" in text.splitlines()[0]
    assert "excess: missing share of the reference; median, " in text
    assert "as good: share of the runs that are as good as the reference" in text
    assert "reference: 1 best known value" in text


def test_references_that_differ_are_told_by_group():
    bound = Reference("bound", 0.995, 0.005)
    rows = [row(), row(pool="b", reference=bound), row(pool="c", group="n=9", reference=bound)]
    rows.append(row(pool="d", group="n=9", reference=bound))
    text = summarise_comparison(Comparison(rows, 4))
    assert "reference of n=5: 1 proven optimum, 1 bound on the optimum (excess at most this)\n" in text
    assert "reference of n=9: 2 bounds on optima (excess at most this)\n" in text


def test_runs_without_a_set_are_told():
    text = summarise_comparison(Comparison([failed(reference=None), failed(seed=1, reference=None)], 2))
    assert "reference: none" in text
    assert text.endswith("without any set: 2 of 2 runs")
    assert " inf " in summarise_comparison(Comparison([failed(), failed(seed=1)], 2))


def test_an_interrupted_comparison_says_so():
    assert summarise_comparison(Comparison([row()], 7)).endswith(
        "interrupted: 1 of 7 runs are complete, and only these are shown"
    )
    assert summarise_comparison(Comparison([], 7)) == "no run of 7 is complete"


@pytest.mark.parametrize(
    ("share", "message"),
    [
        (1e-10, "0 %"),
        (-0.5, "-50 %"),
        (0.0012, "0.12 %"),
        (8.99, "899 %"),
        (9.9, "10.9 x"),
        (98.9, "99.9 x"),
        (12344.0, "12,345 x"),
        (1e9, "1e+09 x"),
        (math.inf, "inf"),
        (-math.inf, "-inf"),
    ],
)
def test_an_excess_is_told_in_per_cent_or_as_a_multiple(share, message):
    assert format_excess(share) == message


def test_multiples_are_explained_where_there_are_any():
    assert "\nx: times the error of the reference\n" in summarise_comparison(Comparison([row(error=0.5, value=0.5)], 1))
    assert "x: times" not in summarise_comparison(Comparison([row()], 1))


def test_a_wide_table_drops_counts_and_quantiles_first():
    rows = [row(searcher=f"annealing:cooling={cooling}", group="n=1,000") for cooling in (0.9, 0.99)]
    lines = summarise_comparison(Comparison([*rows, row(stopping="max-step:limit=20000")], 3)).splitlines()
    assert lines[0].split() == ["pools", "searcher", "stopping", "error", "excess", "optimal"]
    assert lines[7] == "not shown: runs, 10 %, 90 %, steps, seconds; --json has all"
    assert [line.split()[1] for line in lines[3:5]] == ["annealing:cooling=0.9", "annealing:cooling=0.99"]
    assert max(map(len, lines)) <= 80


def test_a_wide_screen_shows_every_column():
    rows = [row(searcher="annealing:cooling=0.99", group="n=1,000"), row(stopping="max-step:limit=20000")]
    text = summarise_comparison(Comparison(rows, 2), width=120)
    assert "not shown" not in text
    assert text.splitlines()[0].split()[2:5] == ["stopping", "runs", "error"]
