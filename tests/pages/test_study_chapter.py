"""What a page says about a study."""

from __future__ import annotations

import attrs
import pytest

pytest.importorskip("matplotlib")

from haversack import Pool, study
from haversack.config.recipe import POOLS_TOO_LARGE
from haversack.pages import carrying, study_chapter
from haversack.pages.documents import recognise
from haversack.pages.study_chapter import build_study_chapter
from hostile_names import HOSTILE


@pytest.fixture(scope="module")
def pools():
    return {name: Pool(accuracies=[0.9, 0.8 + number / 100, 0.7], costs=[4, 2, 2]) for number, name in enumerate("ab")}


@pytest.fixture(scope="module")
def found(pools, builtins):
    rule = {"kind": "max-step", "limit": 50}
    return study(
        pools=pools,
        searchers=["exact", "greedy-forward"],
        budgets=[2, 8],
        stopping=rule,
        certify="off",
        catalog=builtins,
    )


def test_the_verdict_comes_first(found):
    chapter = build_study_chapter(found, "key")
    assert chapter.title == "8 selections from 2 pools"
    worse = [
        {**record, "value": 0.5, "error": 0.5} if labels[2] != "exact" else record
        for labels, record in zip(found.labels, found.records, strict=True)
    ]
    lead = build_study_chapter(attrs.evolve(found, records=worse), "key").lead
    assert lead.startswith("Of 2 combinations of parts, exact, max-step:limit=50 has the best answers: the median")
    assert lead.endswith("100\xa0% of its answers are proved to be the best possible.")
    assert {tile.title: tile.text for tile in chapter.tiles}["Finished"] == "8"
    assert chapter.warnings == []
    assert [section.title for section in chapter.sections] == [
        "Standings",
        "Speed",
        "What budgets buy",
        "Best panels",
        "Provenance",
    ]
    assert chapter.document == found.to_dict()


def test_the_best_panel_of_each_pool_and_budget_is_listed(found):
    (table,) = build_study_chapter(found, "key").sections[3].tables
    assert [row[:2] for row in table.rows] == [["a", "2"], ["a", "8"], ["b", "2"], ["b", "8"]]
    best = {(row["pool"], row["budget"]): row for row in found.rows() if row["searcher"] == "exact"}
    for row in table.rows:
        exact = best[row[0], float(row[1])]
        assert (row[3], row[7]) == (str(exact["chosen"]), ", ".join(exact["names"]))


def test_a_long_name_does_not_hide_the_other_members(found):
    names = ["x" * 300, "bob", "christine of the second shift", "dan"]
    records = [{**record, "names": names} for record in found.records]
    (table,) = build_study_chapter(attrs.evolve(found, records=records), "key").sections[3].tables
    assert {row[7] for row in table.rows} == {f"{'x' * 39}…, bob, and 2 more"}


def test_the_fastest_of_equals_is_named(found):
    labels = [(row[0], "", f"s{number % 2}", "", "", "", 2.0, 0) for number, row in enumerate(found.labels)]
    records = [{**found.records[1], "seconds": 2.0 - number % 2} for number in range(len(labels))]
    lead = build_study_chapter(attrs.evolve(found, labels=labels, records=records), "key").lead
    assert lead.startswith("Both combinations of parts have the same median answer, ")
    assert ", and s1 is the fastest; 100\xa0% of its answers are proved" in lead


def test_lines_are_drawn_where_all_have_answered(found):
    """Otherwise the line of a combination would rise where its hardest pool is missing."""
    failed = {"key": "k", "status": "failed", "reason": "broken"}
    lost = next(place for place, labels in enumerate(found.labels) if labels[0] == "b" and labels[2] != "exact")
    records = [failed if place == lost else record for place, record in enumerate(found.records)]
    standings, *others = build_study_chapter(attrs.evolve(found, records=records), "key").sections
    assert standings.paragraphs == ["Median and seconds: over the 3 of 4 problems that every row answered."]
    failures = [column.title for column in standings.tables[0].columns].index("failed")
    assert sorted(row[failures] for row in standings.tables[0].rows) == ["0", "1"]
    assert [section.title for section in others] == ["Speed", "Best panels", "Provenance"]


def test_each_energy_has_its_own_best_panel(found):
    energies = {"exact": "votes", "greedy-forward": "bayes"}
    labels = [(row[0], energies[row[2]], "", *row[3:]) for row in found.labels]
    chapter = build_study_chapter(attrs.evolve(found, labels=labels), "key")
    assert "measure how good a panel is in different ways" in chapter.lead
    standings, budgets, panels, _ = chapter.sections
    assert standings.tables[0].marked == []
    assert budgets.paragraphs == [chapter.lead]
    assert sorted(row[6].split(",")[0] for row in panels.tables[0].rows) == ["bayes"] * 4 + ["votes"] * 4
    assert panels.tables[0].caption == "The best of 8 answers for each pool and budget, by each measure"


def test_what_is_missing_and_what_failed_are_warnings(found):
    failed = {"key": "k", "status": "failed", "reason": f"broken {HOSTILE[0]}"}
    result = attrs.evolve(found, records=[failed, None, *found.records[2:]])
    chapter = build_study_chapter(result, "key")
    assert chapter.title == "7 of 8 selections from 2 pools: 6 with an answer, 1 failed"
    assert chapter.warnings[0].startswith("Failed: a, exact, max-step:limit=50, budget 2, seed 0: broken ")
    assert chapter.warnings[-1] == "Not complete: 7 of 8 tasks are finished."


def test_tasks_without_an_answer_are_counted(found):
    failed = {"key": "k", "status": "failed", "reason": "broken"}
    infeasible = {"key": "k", "status": "infeasible", "reason": "too expensive"}
    records = [found.records[0], infeasible, failed, failed]
    labels = [(*found.labels[0][:-1], seed) for seed in range(4)]
    chapter = build_study_chapter(attrs.evolve(found, labels=labels, records=records), "key")
    assert chapter.title == "4 selections from 1 pool: 1 with an answer, 1 infeasible, 2 failed"
    assert chapter.lead.startswith("The only answer is ")
    assert chapter.lead.endswith("; it is proved to be the best possible.")
    tiles = {tile.title: (tile.text, tile.detail) for tile in chapter.tiles}
    assert tiles["Answers"] == ("1 of 4", "1 infeasible, 2 failed")
    assert tiles["Proved best"] == ("100\xa0%", "1 of 1 answer")
    panels = next(section for section in chapter.sections if section.title == "Best panels")
    assert panels.tables[0].caption == "The only answer for each pool and budget"


def test_a_study_without_answers_is_shown(pools, builtins):
    none = study(pools=pools, budgets=1, catalog=builtins)
    chapter = build_study_chapter(none, "key")
    assert chapter.lead == "No set of members fits any of the budgets, so no task has an answer."
    assert {tile.title: tile.text for tile in chapter.tiles} == {"Finished": "2", "Answers": "0 of 2"}
    assert [section.title for section in chapter.sections] == ["Standings", "Provenance"]


def test_a_large_study_is_not_carried_by_the_page(found, monkeypatch):
    monkeypatch.setattr(study_chapter, "_MOST_CARRIED", 7)
    monkeypatch.setattr(study_chapter, "_MOST_ROWS", 3)
    chapter = build_study_chapter(found, "key")
    assert chapter.document.keys() == {"tasks", "finished", "interrupted", "versions", "config"}
    assert chapter.sections[3].tables[0].caption.endswith("; the first 3 of 4")
    assert "repeats it" in chapter.sections[-1].paragraphs[0]
    monkeypatch.setattr(carrying, "_MOST_CHARACTERS", 100)
    chapter = build_study_chapter(found, "key")
    assert chapter.document is None
    assert "too large for a page" in chapter.sections[-1].paragraphs[0]


def test_a_page_on_a_page_says_that_pools_were_too_large(found, monkeypatch):
    monkeypatch.setattr(carrying, "_MOST_CHARACTERS", 100)
    document = build_study_chapter(found, "key").document
    assert "config" not in document
    assert document[POOLS_TOO_LARGE] is True
    monkeypatch.undo()
    chapter = build_study_chapter(recognise(document, "x").result, "key", 8, is_too_large=True)
    assert chapter.sections[-1].paragraphs[0].startswith("The pools of this study are too large for a page")
    assert chapter.document == document


def test_only_finished_tasks_of_a_larger_study(found):
    assert build_study_chapter(found, "key", 20).title == "8 of 20 selections from 2 pools"


def test_labels_that_begin_alike_are_told_apart(pools, builtins):
    """Heads of columns and lines of the legend have them whole."""
    labels = [f"greedy-forward-with-many-options-{number}" for number in "ab"]
    found = study(pools=pools, searchers=dict.fromkeys(labels, "greedy-forward"), budgets=[2, 8], catalog=builtins)
    budgets = build_study_chapter(found, "key").sections[2]
    assert [column.title for column in budgets.tables[0].columns] == ["budget", *labels]
    assert [entry.text for entry in budgets.drawings[0].legend] == labels
