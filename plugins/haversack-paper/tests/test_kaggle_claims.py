"""What the paper prints, and verdicts that follow the numbers."""

from __future__ import annotations

import attrs
import pytest
from haversack_paper.experiments.kaggle import Kaggle
from haversack_paper.experiments.kaggle.claims import claims, merge_kinds, speedup
from haversack_paper.experiments.kaggle.voters import accuracy_needed, majority_accuracy, voters_needed
from haversack_paper.published import TABLE_3, TABLE_4, TABLE_5, averages_claim, equal_columns
from kaggle_fakes import TINY, enumerated_error, faked_study, the_claim

pytestmark = pytest.mark.slow


def test_averages_of_the_tables_are_checked_against_their_rows():
    assert set(TABLE_3.wrong_averages()) == {"SA to MAXSTEP, %", "SA to STOP, %"}
    assert TABLE_3.means()["SA to MAXSTEP, %"] == pytest.approx(93.498)
    assert set(TABLE_4.wrong_averages()) == {"SHErLoCk to MAXSTEP, %", "SHErLoCk to MAXSTEP, s"}
    assert TABLE_5.wrong_averages() == {}
    assert [averages_claim(table).verdict for table in (TABLE_3, TABLE_4, TABLE_5)] == ["differs", "differs", "agrees"]
    corrected = attrs.evolve(TABLE_3, average=tuple(round(mean, 2) for mean in TABLE_3.means().values()))
    assert averages_claim(corrected).verdict == "agrees"


def test_the_times_of_table_3_are_those_of_table_5():
    assert equal_columns(TABLE_3, TABLE_5) == {
        "SA to MAXSTEP, s": "SHErLoCk to MAXSTEP, s",
        "SA to STOP, s": "SA to STOP, s",
    }
    assert equal_columns(TABLE_3, TABLE_4) == {}


def test_what_equal_voters_need_is_consistent():
    needed = accuracy_needed(29, 0.9299)
    assert majority_accuracy(29, needed) == pytest.approx(0.9299)
    assert majority_accuracy(5, 0.7) == pytest.approx(1 - enumerated_error([0.7] * 5))
    assert voters_needed(needed + 1e-9, 0.9299) == 29
    assert voters_needed(0.3, 0.9) is None


def test_an_even_number_of_equal_voters_does_best_with_one_less():
    assert accuracy_needed(30, 0.9299) == accuracy_needed(29, 0.9299)
    assert majority_accuracy(30, 0.65) < majority_accuracy(29, 0.65)


def test_all_claims_are_made_and_those_without_data_cannot_be_checked(kaggle_studies):
    found = claims(kaggle_studies)
    assert len(found) == 11
    assert the_claim(found, "Table 3", "KKBox").verdict == "cannot be checked"
    retinopathy = the_claim(found, "Table 3", "Diabetic")
    assert retinopathy.verdict == "cannot be checked"
    assert "APTOS" in retinopathy.ours


def test_accuracies_agree_exactly_if_some_reading_gives_both(kaggle_studies):
    assert the_claim(claims(kaggle_studies), "Table 3", "Porto").verdict == "differs"
    for by_stop, verdict in ((0.8998, "agrees"), (0.8900, "differs")):
        faked = [faked_study(study, at_limit=0.9310, at_stop=by_stop) for study in kaggle_studies]
        made = the_claim(claims(faked), "Table 3", "Porto")
        assert made.verdict == verdict
        assert "93.10 %" in made.ours


def test_without_leaderboards_only_the_printed_numbers_are_judged():
    message = {(made.where, made.statement.split()[0]): (made.verdict, made.because) for made in claims([])}
    judged = {place for place, (verdict, _) in message.items() if verdict != "cannot be checked"}
    assert judged == {("Table 3", "Seconds"), ("Table 3, Average", "The")}
    assert all("a statement about the printed numbers" in message[place][1] for place in judged)


def stopping(studies):
    return the_claim(claims(studies), "Section 5.1, Table 3", "STOP")


def read_as(study, title, label):
    return (study.competition.title, study.reading.label) == (title, label)


def test_the_verdict_on_stop_follows_loss_and_time(kaggle_studies):
    fine = {"mean": 0.7, "at_limit": 0.95, "at_stop": 0.945, "reached": True, "faster": 50.0}
    for changed, verdict, words in (
        ({}, "agrees", "200,000 steps"),
        ({"faster": 5.0}, "differs", "is 5 times faster only;"),
        ({"at_stop": 0.90}, "differs", "loses 5 points;"),
        ({"at_stop": 0.90, "mean": 0.3}, "differs", "worse than coins"),
        ({"reached": False}, "differs", "never reached STOP"),
    ):
        made = stopping([faked_study(study, **(fine | changed)) for study in kaggle_studies])
        assert made.verdict == verdict
        assert words in made.because
    assert (
        "50 times faster, 0.50 ± 0.00 points lost, error 1.1 times as large"
        in stopping([faked_study(study, **fine) for study in kaggle_studies]).ours
    )


def test_one_way_of_reading_that_speaks_against_stop_is_enough(kaggle_studies):
    """Nothing is left out: neither members worse than coins nor pools in which STOP is not reached."""
    fine = {"mean": 0.7, "at_limit": 0.95, "at_stop": 0.945, "reached": True, "faster": 50.0}
    weak = {"mean": 0.3, "at_limit": 0.6, "at_stop": 0.1}
    own = [
        faked_study(study, **(fine | weak if read_as(study, "Statoil", "as is") else fine)) for study in kaggle_studies
    ]
    made = stopping(own)
    assert made.verdict == "differs"
    assert "Statoil, as is loses 50 points" in made.because
    assert "only where scores are read as Porto Seguro, as is or Porto Seguro, AUC" in made.because
    others = [
        faked_study(study, **(fine | weak if study.competition.title == "APTOS 2019" else fine))
        for study in kaggle_studies
    ]
    assert stopping(others).verdict == "agrees"
    assert "of 1 other leaderboard, 0 confirm it" in stopping(others).ours


def test_where_stop_is_not_reached_nothing_is_saved(kaggle_studies):
    fine = {"mean": 0.7, "at_limit": 0.95, "at_stop": 0.945, "reached": True, "faster": 1e6}
    some = [faked_study(study, **fine) for study in kaggle_studies]
    for study in some:
        if read_as(study, "Statoil", "as is") and study.kind == "drawn":
            study.pools[0]["stop"]["reached"] = False
    (merged,) = [study for study in merge_kinds(some) if study.name == "Statoil, as is"]
    assert (merged.count("stop", "reached"), len(merged.pools)) == (4, 5)
    assert speedup(merged) == pytest.approx(5.0, rel=1e-3)
    assert stopping(some).verdict == "differs"


def test_a_loss_too_close_to_a_point_leaves_it_open(kaggle_studies):
    fine = {"mean": 0.7, "at_limit": 0.95, "reached": True, "faster": 50.0}
    near = [faked_study(study, **fine, at_stop=0.95 if study.kind == "drawn" else 0.92) for study in kaggle_studies]
    made = stopping(near)
    assert made.verdict == "cannot be checked"
    assert "too close to 1 point" in made.because


def test_the_verdict_on_reaching_stop_follows_the_counts(kaggle_studies):
    for reached, verdict in ((True, "agrees"), (False, "differs")):
        faked = [faked_study(study, reached=reached) for study in kaggle_studies]
        assert the_claim(claims(faked), "Section 4.3", "STOP").verdict == verdict


def test_the_verdict_on_fits_follows_the_numbers(kaggle_studies):
    for accepted, verdict in ((True, "agrees"), (False, "differs")):
        faked = [faked_study(study, accepted=accepted) for study in kaggle_studies]
        assert the_claim(claims(faked), "Sections 1, 4.1 and 5.1", "Beta").verdict == verdict


def test_the_arithmetic_of_the_tables_needs_no_data():
    nowhere = Kaggle(None, **TINY)
    report = nowhere.report({part.key: nowhere.run(part, {}) for part in nowhere.parts()})
    averages = report.tables[-1]
    assert [(row["table"], row["column"]) for row in averages.rows if row["wrong"]] == [
        ("Table 3", "SA to MAXSTEP, %"),
        ("Table 3", "SA to STOP, %"),
        ("Table 4", "SHErLoCk to MAXSTEP, %"),
        ("Table 4", "SHErLoCk to MAXSTEP, s"),
    ]
    assert the_claim(report.claims, "Table 3, Average", "average").verdict == "differs"
