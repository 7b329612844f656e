"""What a page says about a frontier."""

from __future__ import annotations

import attrs
import pytest

pytest.importorskip("matplotlib")

import haversack as hs
from haversack.pages.frontier_chapter import build_frontier_chapter
from haversack.pages.measure import RECORDED
from haversack.pages.staircase import read_staircase


@pytest.fixture(scope="module")
def document(builtins):
    pool = hs.Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4, 2, 2, 1])
    return hs.frontier(pool, catalog=builtins).to_dict()


def test_the_title_has_both_ends(document):
    chapter = build_frontier_chapter(read_staircase(document, "f"), "key", document)
    assert chapter.title == "Budgets from 1 to 8: right 60\u00a0% to 90.2\u00a0%"
    assert chapter.lead == "From the cheapest panel to the best one, the best choice changes at 4 budgets."
    assert [section.title for section in chapter.sections] == ["Budget", "Panels", "Provenance"]
    assert dict(chapter.sections[2].facts)["energy"].startswith("majority of haversack ")
    assert chapter.document is document


def test_the_members_of_every_panel_are_listed(document):
    (table,) = build_frontier_chapter(read_staircase(document, "f"), "key", document).sections[1].tables
    assert table.rows == [
        ["1", "60\u00a0%", "member-3"],
        ["2", "80\u00a0%", "member-1"],
        ["4", "90\u00a0%", "member-0"],
        ["8", "90.2\u00a0%", "member-0, member-1, member-2"],
    ]
    assert (table.caption, table.folded) == ("The members of 4 panels", False)
    assert [column.style for column in table.columns] == ["number", "number", "name"]


def test_many_panels_are_folded_and_cut(document):
    staircase = read_staircase(document, "f")
    many = attrs.evolve(staircase, stairs=staircase.stairs * 60)
    (table,) = build_frontier_chapter(many, "key", document).sections[1].tables
    assert (len(table.rows), table.folded) == (200, True)
    assert table.caption == "The members of 240 panels: the first 200 of 240"


def test_failures_and_interruptions_are_warnings(document):
    staircase = attrs.evolve(read_staircase(document, "f"), whole=False, failed=True, interrupted=True)
    chapter = build_frontier_chapter(staircase, "key", document | {"parts": {"energy": 3}})
    assert [warning.partition(" ")[0] for warning in chapter.warnings] == ["A", "The"]
    assert chapter.lead.startswith("The best panels known for the budgets that were searched: 4")


def test_names_of_parts_are_harmless(document):
    """A lone half of a character could not even be written to a file."""
    odd = document | {"parts": {"energy": {"name": "a\ud800", "distribution": "b\n", "version": "1"}}}
    facts = dict(build_frontier_chapter(read_staircase(document, "f"), "key", odd).sections[2].facts)
    assert facts["energy"] == "a\\ud800 of b\\n 1"


def test_values_that_are_no_probabilities_are_called_values(document):
    staircase = read_staircase(document, "f")
    worth = tuple(attrs.evolve(stair, error=None, value=10.0 * stair.value) for stair in staircase.stairs)
    chapter = build_frontier_chapter(attrs.evolve(staircase, stairs=worth), "key", document)
    assert chapter.title == "Budgets from 1 to 8: value 6 to 9.02"


def test_one_panel_is_one_panel(builtins):
    document = hs.frontier(hs.Pool(accuracies=[0.8], costs=[3]), catalog=builtins).to_dict()
    staircase = read_staircase(document, "f")
    chapter = build_frontier_chapter(staircase, "key", document)
    assert chapter.title == "From a budget of 3: right 80\u00a0%"
    assert chapter.lead == "One panel is the best for every budget that allows a panel."
    part = build_frontier_chapter(attrs.evolve(staircase, whole=False), "key", document)
    assert part.lead == "One panel is the best known for all budgets that were searched."


def test_beside_a_verdict_on_new_items_it_speaks_of_recorded_ones(document):
    chapter = build_frontier_chapter(read_staircase(document, "f"), "key", document, place=RECORDED)
    assert chapter.title.endswith("to 90.2\u00a0% on recorded items")
    titles = [section.tables[0].columns[place].title for section, place in zip(chapter.sections, (2, 1), strict=False)]
    assert titles == ["right on recorded items"] * 2
