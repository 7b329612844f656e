"""The verdict on a study."""

from __future__ import annotations

import pytest

from haversack.pages.study_verdict import explain_measures, list_study_tiles, write_study_lead, write_study_title
from haversack.studies.result import StudyResult
from haversack.studies.standings import rank_combinations

FAILED = {"key": "k", "status": "failed", "reason": "broke"}
INFEASIBLE = {"key": "k", "status": "infeasible", "reason": "too small"}


def label(pool, searcher="", *, energy="", budget=3.0):
    return [pool, energy, searcher, "", "", "", budget, 0]


def done(value, *, seconds=1.0, proven=True):
    return {"key": "k", "status": "done", "value": value, "error": 1 - value, "proven": proven, "seconds": seconds}


def lead(labels, records, planned=None):
    rows = list(StudyResult(labels, records).rows())
    return write_study_lead(rank_combinations(labels, records), rows, planned or len(labels))


def title(labels, records, planned):
    rows = list(StudyResult(labels, records).rows())
    return write_study_title(rank_combinations(labels, records), rows, planned)


def test_who_fails_where_it_is_hard_is_not_the_best():
    labels = [label(pool, searcher) for searcher in ("auto", "sweep") for pool in ("easy", "middle", "hard")]
    records = [done(0.9), done(0.8), done(0.6), done(0.9), done(0.8, seconds=2.0), FAILED]
    assert lead(labels, records) == (
        "Both combinations of parts have the same median answer, 85\u00a0%, and auto is the fastest; 100\u00a0% of its "
        "answers are proved to be the best possible. The comparison covers the 2 of 3 problems (a pool, a budget and a "
        "seed) that all of them answered."
    )


def test_the_best_of_several_equals_is_the_fastest():
    labels = [label("a", name) for name in "xyz"]
    text = lead(labels, [done(0.9, seconds=2.0), done(0.9), done(0.8)])
    assert text.startswith("Of 3 combinations of parts, y has the best answers in the least time: the median answer is")
    assert "comparison covers" not in text


def test_no_winner_is_named_where_all_answered_something_else():
    text = lead([label("a", "x"), label("b", "y")], [done(0.9), done(0.8)])
    assert text.startswith("There is no winner: no problem (a pool, a budget and a seed) was answered by ")


def test_no_winner_is_named_among_energies():
    labels = [label("a", energy=energy) for energy in ("votes", "bayes")]
    ranking = rank_combinations(labels, [done(0.9), done(0.97)])
    text = (
        "The combinations of parts (votes, bayes) measure how good a panel is in different ways, so they cannot be "
        "ranked."
    )
    assert explain_measures(ranking) == [text]
    assert lead(labels, [done(0.9), done(0.97)]) == text
    rows = list(StudyResult(labels, [done(0.9), done(0.97)]).rows())
    assert "Median answer" not in [tile.title for tile in list_study_tiles(ranking, rows, 2)]


def test_combinations_without_any_answer_are_named():
    labels = [label("a", name) for name in "xyz"]
    assert lead(labels, [done(0.9), done(0.8), FAILED]).endswith(" Without any answer: z.")
    assert lead(labels, [done(0.9), FAILED, FAILED]) == (
        "Only x has answers; 2 other combinations of parts have none. "
        "The only answer is 90\u00a0%; it is proved to be the best possible."
    )


@pytest.mark.parametrize(
    ("records", "budget", "text"),
    [
        ([INFEASIBLE, INFEASIBLE], 3.0, "No set of members fits any of the budgets, so no task has an answer."),
        ([INFEASIBLE, INFEASIBLE], None, "No set of members meets the constraints, so no task has an answer."),
        ([INFEASIBLE, FAILED], 3.0, "No task has an answer: 1 infeasible, 1 failed."),
        ([INFEASIBLE, None], 3.0, "No task has an answer yet."),
    ],
)
def test_the_reason_is_named_where_there_is_no_answer(records, budget, text):
    assert lead([label("a", budget=budget), label("b", budget=budget)], records) == text


def test_the_title_counts_what_is_missing():
    labels, records = [label(name) for name in "abc"], [done(0.9), FAILED, INFEASIBLE]
    assert title(labels, records, 4) == "3 of 4 selections from 3 pools: 1 with an answer, 1 infeasible, 1 failed"


def test_the_title_names_the_only_best_one_by_what_it_differs_in():
    labels = [label("a", name, energy="votes") for name in "xyz"]
    assert title(labels, [done(0.9), done(0.8), done(0.7)], 3) == "3 selections from 1 pool: x is best"
    assert title(labels, [done(0.9), done(0.9), done(0.7)], 3) == "3 selections from 1 pool"
    assert title(labels[:1], [done(0.9)], 1) == "1 selection from 1 pool"
