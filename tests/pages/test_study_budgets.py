"""What budgets buy in a study."""

from __future__ import annotations

import statistics

import pytest

pytest.importorskip("matplotlib")

from haversack import Pool, study
from haversack.pages.study_budgets import build_budgets_section
from haversack.pages.study_verdict import format_answer_briefly
from hostile_names import HOSTILE

SMALL = Pool(accuracies=[0.9, 0.8, 0.7], costs=[4, 2, 2])
LARGE = Pool(accuracies=[0.9, 0.85, 0.8, 0.75, 0.7], costs=[40, 30, 20, 20, 10])


def compute(builtins, **settings):
    found = study(pools={"small": SMALL, "large": LARGE}, certify="off", catalog=builtins, **settings)
    return list(found.rows()), found.config


def test_medians_over_pools_are_listed_by_budget(builtins):
    rows, config = compute(builtins, budgets=[10, 60], searchers=["exact", "sweep"])
    section = build_budgets_section(rows, config, ["why"], "key")
    (table,), (drawing,) = section.tables, section.drawings
    assert section.paragraphs == ["why"]
    assert [column.title for column in table.columns] == ["budget", "exact", "sweep"]
    assert [row[0] for row in table.rows] == ["10", "60"]
    exact = [row for row in rows if row["searcher"] == "exact" and row["budget"] == 60]
    medians = (statistics.median(row[key] for row in exact) for key in ("value", "error"))
    assert table.rows[1][1] == format_answer_briefly(*medians)
    assert [(entry.text, entry.colour) for entry in drawing.legend] == [("exact", "series-0"), ("sweep", "series-1")]


def test_pools_with_other_costs_are_compared_by_shares(builtins):
    rows, config = compute(builtins, budget_shares=[0.25, 0.5, 1.0])
    section = build_budgets_section(rows, config, [], "key")
    (table,) = section.tables
    assert table.columns[0].title == "budget, % of the cost of all"
    assert [row[0] for row in table.rows] == ["25\xa0%", "50\xa0%", "100\xa0%"]
    halves = [row["value"] for row in rows if row["budget"] in (4.0, 60.0)]
    assert len(halves) == 2
    assert table.rows[1][1] == format_answer_briefly(statistics.median(halves), 1.0 - statistics.median(halves))
    assert section.drawings[0].legend == ()


def test_shares_need_the_costs_of_the_pools(builtins):
    rows, _ = compute(builtins, budget_shares=[0.25, 0.5])
    assert build_budgets_section(rows, None, [], "key") is None


def test_budgets_that_differ_much_have_a_logarithmic_axis(builtins):
    rows, config = compute(builtins, budgets=[10, 100_000])
    (drawing,) = build_budgets_section(rows, config, [], "key").drawings
    assert all(f">{tick}</text>" in drawing.svg for tick in ("10", "100", "1000"))


def test_a_study_without_pools_or_shares_is_drawn_by_budgets(builtins):
    rows, _ = compute(builtins, budgets=[10, 60])
    for config in ({}, {"pools": [], "budget_shares": None}):
        assert build_budgets_section(rows, config, [], "key").tables[0].columns[0].title == "budget"


def test_a_budget_that_not_all_pools_have_is_left_out(builtins):
    rows, config = compute(builtins, budgets=[10, 60, 90])
    rows = [row for row in rows if (row["pool"], row["budget"]) != ("large", 60)]
    (table,) = build_budgets_section(rows, config, [], "key").tables
    assert [row[0] for row in table.rows] == ["10", "90"]
    rows = [row for row in rows if row["budget"] != 90]
    assert build_budgets_section(rows, config, [], "key") is None


def test_names_of_parts_are_harmless_and_only_the_first_lines_are_drawn(builtins):
    names = [*HOSTILE, *(f"_{number}" for number in range(12))]
    searchers = {name: {"kind": "exact"} for name in names}
    rows, config = compute(builtins, budgets=[10, 60], searchers=searchers)
    section = build_budgets_section(rows, config, [], "key")
    assert section.paragraphs == [f"The first 8 of {len(names)} combinations are drawn."]
    assert len(section.drawings[0].legend) == 8
    assert not any(name in section.drawings[0].svg for name in names)
