"""What a page says about a comparison."""

from __future__ import annotations

import pytest

pytest.importorskip("matplotlib")

from comparison_rows import failed, profit, row
from haversack.comparison import Comparison
from haversack.pages import comparison_chapter
from haversack.pages.comparison_chapter import build_comparison_chapter


def test_the_best_is_the_one_nearest_to_the_reference():
    rows = [row(), row(searcher="exact", error=0.01, value=0.99, seconds=9.0)]
    chapter = build_comparison_chapter(Comparison(rows, 2, 10.0), "key")
    assert chapter.title == "2 searchers in 2 runs: exact is best"
    assert chapter.lead == (
        "In n=5, exact has the smallest median excess, 0 %; 100 % of its runs are as good as the reference."
    )


def test_equals_are_called_equal_and_the_fastest_is_named():
    rows = [row(), row(searcher="fast", seconds=0.1)]
    chapter = build_comparison_chapter(Comparison(rows, 2, 10.0), "key")
    assert chapter.title == "2 searchers in 2 runs: fast is the fastest of 2 equally good ones"
    assert chapter.lead == (
        "In n=5, both searchers have the same median excess, 100 %, and fast is the fastest; "
        "0 % of its runs are as good as the reference."
    )


def test_several_of_the_best_are_counted():
    rows = [
        row(),
        row(searcher="exact", error=0.01, value=0.99),
        row(searcher="fast", error=0.01, value=0.99, seconds=0.1),
    ]
    chapter = build_comparison_chapter(Comparison(rows, 3, 10.0), "key")
    assert chapter.title == "3 searchers in 3 runs: fast is the fastest of 2 equally good ones"
    assert chapter.lead == (
        "In n=5, 2 of 3 searchers have the smallest median excess, 0 %, and fast is the fastest of them; "
        "100 % of its runs are as good as the reference."
    )
    standings, over_time, provenance = chapter.sections
    assert [cells[1] for cells in standings.tables[0].rows] == ["1 - STOP", "sweep", "exact", "fast"]
    assert dict(standings.facts)["reference"] == "1 proven optimum"
    assert dict(standings.facts)["1 - STOP"].startswith("no run: ")
    assert len(over_time.drawings) == 1
    assert dict(provenance.facts) == {"pools": "a", "budgets": "3", "seeds": "0", "longest run": "10 s"}


@pytest.mark.slow
def test_every_group_has_a_figure_up_to_a_limit(monkeypatch):
    monkeypatch.setattr(comparison_chapter, "_MOST_FIGURES", 2)
    rows = [row(group=f"g{number}", pool=f"p{number}") for number in range(3)]
    _, over_time, provenance = build_comparison_chapter(Comparison(rows, 3), "key").sections
    assert len(over_time.drawings) == 2
    assert over_time.paragraphs == ["The first 2 of 3 groups of pools."]
    assert dict(provenance.facts)["pools"] == "p0, p1, p2"


def test_legends_are_text_of_the_page_and_lines_differ(recwarn):
    """In the drawing, long labels would leave no room for it."""
    rows = [row(searcher=f"{number}{'x' * 300}", group="g" * 300) for number in range(20)]
    _, over_time, _ = build_comparison_chapter(Comparison(rows, 20), "key").sections
    (drawing,) = over_time.drawings
    assert "xxx" not in drawing.svg
    assert drawing.svg.count("g" * 100) == 0
    entries = [(line.colour, line.style) for line in drawing.legend]
    assert len(set(entries)) == len(entries) == 16 + 2
    assert [line.text for line in drawing.legend][-2:] == ["1 - STOP", "proven optimum"]
    assert over_time.paragraphs == ["The first 16 of 20 contestants are drawn."]
    assert [str(each.message) for each in recwarn] == []


def test_failures_and_missing_runs_are_warnings():
    chapter = build_comparison_chapter(Comparison([failed()], 3, failures=["energy x failed"]), "key")
    assert chapter.warnings == ["Energy x failed.", "Interrupted: 1 of 3 runs are complete."]
    assert [section.title for section in chapter.sections] == ["Standings", "Provenance"]
    assert chapter.lead == "No run has an answer that can be measured against a reference."


def test_values_and_no_runs_at_all_are_shown():
    assert "fast" in build_comparison_chapter(Comparison([profit(150.0, searcher="fast")], 1), "key").title
    assert build_comparison_chapter(Comparison([], 2), "key").title == "0 searchers in 0 runs"


def test_long_lists_are_cut():
    rows = [row(seed=seed, trace=()) for seed in range(30)]
    provenance = build_comparison_chapter(Comparison(rows, 30), "key").sections[-1]
    assert dict(provenance.facts)["seeds"].endswith("18, 19, and 10 more")
