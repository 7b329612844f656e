"""What a page says about a selection."""

from __future__ import annotations

import pytest

pytest.importorskip("matplotlib")

import haversack as hs
from haversack.pages.computing import Computed, compute_beside
from haversack.pages.selection_chapter import build_selection_chapter
from haversack.pages.staircase import Stair, Staircase


def test_sections_come_in_the_order_of_interest(voted, builtins):
    chapter = build_selection_chapter(voted, "key", compute_beside(voted, builtins))
    titles = [section.title for section in chapter.sections]
    assert titles == ["Members", "Budget", "Alternatives", "New items", "Shared mistakes", "Provenance"]
    assert chapter.document == voted.to_dict()


def test_what_is_not_known_has_no_section_and_remarks_have_one(chosen):
    titles = [section.title for section in build_selection_chapter(chosen, "key").sections]
    assert titles == ["Members", "Alternatives", "Provenance"]
    chapter = build_selection_chapter(chosen, "key", Computed(remarks=("Too long.",)))
    assert [section.paragraphs for section in chapter.sections if section.title == "Not shown"] == [("Too long.",)]


def test_a_search_that_was_cut_short_is_warned_of_and_not_sent_for_more_money(builtins):
    """The best panel within 40 has fewer mistakes than what was called the next useful budget."""
    pool = hs.Pool.from_csv("docs/tutorial/pool.csv")
    run = {"searcher": "annealing", "stopping": {"kind": "max-step", "limit": 5}, "certify": "off"}
    panel = hs.select(pool, 40, seed=0, catalog=builtins, **run)
    chapter = build_selection_chapter(panel, "key", compute_beside(panel, builtins))
    sentence = (
        "The same budget buys a panel that is right 99.34\u00a0% (cost 39.64, 9 members); this search did not find it."
    )
    assert chapter.warnings == [sentence]
    sections = {section.title: section for section in chapter.sections}
    assert sentence in sections["Budget"].paragraphs
    assert (
        sections["Budget"]
        .paragraphs[-1]
        .startswith("The next useful budget is 43.04, 3.04 more: mistakes fall from 0.")
    )
    assert sections["Alternatives"].tables[0].rows[1][:2] == ["best within the budget: 9 members", "99.34\u00a0%"]


def test_a_frontier_in_another_chapter_counts(chosen):
    better = Stair(7.0, 7.0, ("a", "b"), 0.999, 0.001)
    chapter = build_selection_chapter(chosen, "key", None, Staircase((better,)))
    assert [section.title for section in chapter.sections] == ["Members", "Alternatives", "Provenance"]
    assert chapter.warnings == [
        "The same budget buys a panel that is right 99.9\u00a0% (cost 7, 2 members); this search did not find it."
    ]


def test_several_budgets_are_searched_and_explained(builtins):
    pool = hs.Pool(accuracies=[0.9, 0.8, 0.7], metadata={"seconds": [6, 3, 2], "dollars": [1, 1, 1]})
    cost = {"kind": "vector", "budgets": {"seconds": 8.0, "dollars": 2.0}}
    panel = hs.select(pool, cost=cost, seed=0, catalog=builtins)
    sections = {s.title: s for s in build_selection_chapter(panel, "key", compute_beside(panel, builtins)).sections}
    assert sections["Budget"].paragraphs[0] == (
        "The budgets are scaled together: a budget of 1 means 8 seconds and 2 dollars."
    )
    assert sections["Alternatives"].tables[0].columns[-1].title == "share of the scarcest budget"
