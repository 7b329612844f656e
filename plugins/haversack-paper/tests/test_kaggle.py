"""Leaderboards as files and as pools; what annealing finds never beats the optimum; verdicts follow the numbers."""

from __future__ import annotations

import copy
import json
import math
from itertools import product
from pathlib import Path

import attrs
import numpy as np
import pytest
from haversack_paper.experiment import Sources
from haversack_paper.experiments.kaggle import Kaggle
from haversack_paper.experiments.kaggle.claims import claims_of
from haversack_paper.experiments.kaggle.competitions import COMPETITIONS, reading
from haversack_paper.experiments.kaggle.gathered import accuracy_text, gathered
from haversack_paper.experiments.kaggle.leaderboard import find_leaderboard, read_scores
from haversack_paper.experiments.kaggle.studies import beginning_log_errors, studied
from haversack_paper.experiments.kaggle.voters import accuracy_needed, majority_of, voters_needed
from haversack_paper.files import write_report
from haversack_paper.published import TABLE_3, TABLE_4, TABLE_5, averages_claim, equal_columns

import haversack as hs
from haversack.plots.canvas import new_figure

PORTO, STATOIL = "porto-seguro-safe-driver-prediction", "statoil-iceberg-classifier-challenge"
DATA = Path(__file__).parents[4] / "shared" / "data"
TINY = {"team_steps": 300, "pool_steps": 600, "draws": 3, "pool_sizes": (9,), "draws_per_part": 2, "most_tested": 50}


def written(folder, slug, scores):
    folder.mkdir(exist_ok=True)
    rows = "".join(f"{rank},{score}\n" for rank, score in enumerate(scores, start=1))
    (folder / f"{slug}_private.csv").write_text("rank,score\n" + rows, encoding="utf-8")


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """Two small leaderboards of the paper's competitions, and one that stands in for another."""
    folder = tmp_path_factory.mktemp("data") / "kaggle_leaderboards"
    random = np.random.default_rng(0)
    written(folder, PORTO, np.sort(random.normal(0.28, 0.005, 61))[::-1])
    written(folder, STATOIL, [*np.sort(random.gamma(4.0, 0.06, 60)), 1.7])
    written(folder, "aptos2019-blindness-detection", [*np.sort(random.beta(9, 3, 40))[::-1], -0.1])
    return Kaggle(folder, **TINY)


@pytest.fixture(scope="module")
def results(tiny):
    return {part.key: json.loads(json.dumps(tiny.run(part, {}), allow_nan=False)) for part in tiny.parts()}


@pytest.fixture(scope="module")
def studies(tiny, results):
    return gathered(tiny.parts()[1:], results)


def pools_of(studies):
    return [pool for study in studies for pool in study.pools]


def enumerated_error(accuracies):
    """1 - q by all outcomes."""
    size = len(accuracies)
    return sum(
        math.prod(p if right else 1 - p for p, right in zip(accuracies, votes, strict=True))
        for votes in product([False, True], repeat=size)
        if sum(votes) <= size // 2
    )


def claim(claims, where, words):
    (found,) = [claim for claim in claims if claim.where == where and words in claim.statement]
    return found


# Files


def test_scores_are_read_in_the_order_of_the_file(tmp_path):
    written(tmp_path, PORTO, [0.3, 0.2])
    path = find_leaderboard(tmp_path, PORTO)
    assert path is not None
    assert read_scores(path).tolist() == [0.3, 0.2]


def test_the_layout_of_a_download_from_kaggle_is_read_too(tmp_path):
    path = tmp_path / f"{PORTO}-privateleaderboard-2018.csv"
    path.write_text(
        "Rank,TeamId,TeamName,LastSubmissionDate,Score\n"
        '1,7,"a, b",2017-11-29 23:58:01,0.3\n2,9,c,2017-11-01 10:00:00,0.2\n',
        encoding="utf-8",
    )
    assert find_leaderboard(tmp_path, PORTO) == path
    assert read_scores(path).tolist() == [0.3, 0.2]


def test_of_a_history_the_last_score_of_each_team_counts(tmp_path):
    path = tmp_path / "history.csv"
    path.write_text(
        "TeamId,TeamName,SubmissionDate,Score\n"
        "7,a,2017-11-02 00:00:00,0.25\n7,a,2017-11-01 00:00:00,0.3\n9,c,2017-11-01 00:00:00,0.2\n",
        encoding="utf-8",
    )
    assert read_scores(path).tolist() == [0.25, 0.2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rank,points\n1,0.5\n", r"line 1: expected columns rank, score .* found 'rank', 'points'"),
        ("rank,score\n1,0.5\n2,high\n", r"line 3, row 2, score: must be a number, got 'high'"),
        ("rank,score\n1,nan\n", r"line 2, row 1, score: must be a number, got 'nan'"),
        ("rank,score\n1,0.5,0.6\n", r"line 2, row 1: expected 2 cells like the header, got 3"),
        ("rank,score\n", r"has a header but no rows"),
        ("", r"empty; expected a header"),
        ("TeamId,Score\n7,0.5\n7,0.6\n", r"line 3, row 2: team 7 stands here again, and there is no date"),
        ("TeamId,SubmissionDate,Score\n7,soon,0.5\n", r"line 2, row 1, submissiondate: must be a date .* got 'soon'"),
    ],
)
def test_a_bad_file_is_told_with_place_and_content(tmp_path, text, message):
    path = tmp_path / "board.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(hs.PoolError, match=message) as raised:
        read_scores(path)
    assert str(path) in str(raised.value)


def test_missing_leaderboards_are_told_with_where_to_get_them(tmp_path, tiny):
    nowhere = Kaggle.at_scale("quick", Sources())
    assert [part.key for part in nowhere.parts()] == ["printed-tables"]
    assert len(nowhere.missing()) == 6
    assert f"{PORTO}_private.csv" in nowhere.missing()[0]
    assert "--data DIR" in nowhere.missing()[0]
    assert f"www.kaggle.com/c/{PORTO}/leaderboard" in nowhere.missing()[0]
    assert len(Kaggle.at_scale("quick", Sources(data=tmp_path)).missing()) == 6
    assert [message.split("/")[-1] for message in tiny.missing()] != []
    assert not any(PORTO in message for message in tiny.missing())


def test_a_leaderboard_that_nobody_asks_for_is_used_where_it_is_there(tmp_path):
    written(tmp_path, "kkbox-churn-prediction-challenge", [0.1, 0.2])
    found = {part.arguments.get("competition") for part in Kaggle(tmp_path, **TINY).parts()}
    assert found == {None, "kkbox-churn-prediction-challenge"}


# Readings


def test_scores_become_accuracies_and_what_is_outside_is_clipped_and_counted():
    assert reading(PORTO, "auc").accuracies(np.array([0.3, -1.0])) == (pytest.approx([0.65, 0.0]), 0)
    assert reading(STATOIL, "exponential").accuracies(np.array([0.0, math.log(2)])) == (pytest.approx([1.0, 0.5]), 0)
    assert reading(STATOIL, "complement").accuracies(np.array([0.25, 3.0])) == (pytest.approx([0.75, 0.0]), 1)
    assert reading(STATOIL, "as-is").accuracies(np.array([0.25, 3.0])) == (pytest.approx([0.25, 1.0]), 1)


def test_every_row_of_the_table_has_its_competition():
    assert {known.row for known in COMPETITIONS if known.row and not known.stands_in} == set(TABLE_3.rows)


# Pools


@pytest.mark.parametrize("accuracies", [[0.9, 0.8, 0.7, 0.6, 0.5], [0.3, 0.2, 0.1], [1.0, 0.7, 0.0]])
def test_errors_of_beginnings_agree_with_enumeration(accuracies):
    errors = np.exp(beginning_log_errors(np.array(accuracies)))
    assert errors == pytest.approx([enumerated_error(accuracies[: size + 1]) for size in range(len(accuracies))])


def test_errors_too_small_for_the_machine_have_logarithms():
    """Chernoff's bound, which is sharp up to a factor of the order of the square root of the size."""
    log_error = beginning_log_errors(np.full(4_001, 0.9))[-1]
    assert log_error == pytest.approx(4_001 * math.log(2 * math.sqrt(0.9 * 0.1)), rel=0.01)
    assert math.exp(log_error) == 0.0


def test_the_optimum_is_the_best_of_all_sets_and_annealing_never_beats_it():
    accuracies = np.random.default_rng(3).beta(5, 3, 9)
    found = studied(accuracies, steps=2_000, walks=8, most_tested=100, seed=0)
    best = min(
        enumerated_error([p for p, member in zip(accuracies, row, strict=True) if member])
        for row in product([False, True], repeat=9)
    )
    assert found["optimum"]["error"] == pytest.approx(best, rel=1e-12)
    assert found["optimum"]["proven"]
    assert found["scan"]["size"] == found["optimum"]["size"]
    for run in "at_stop", "at_limit":
        assert found[run]["error"] >= best * (1 - 1e-12)


def test_in_every_pool_the_scan_confirms_the_proof_and_annealing_stays_below(studies):
    for pool in pools_of(studies):
        best = pool["optimum"]
        assert best["proven"]
        if best["error"] == 0.0:
            assert best["log10_error"] is pool["scan"]["log10_error"] is None
            assert pool["best_member"] == 1.0
            continue
        assert best["log10_error"] == pytest.approx(pool["scan"]["log10_error"], rel=1e-9, abs=1e-12)
        assert best["size"] % 2 == 1
        for run in "at_stop", "at_limit":
            assert pool[run]["error"] >= best["error"] * (1 - 1e-12)


def test_stop_saves_steps_at_a_small_loss_where_members_are_better_than_coins(studies):
    reached = [pool for pool in pools_of(studies) if pool["stop"]["reached"] and pool["mean"] > 0.5]
    assert len(reached) > 5
    assert all(pool["at_stop"]["steps"] < pool["at_limit"]["steps"] for pool in reached)
    assert np.mean([pool["at_limit"]["value"] - pool["at_stop"]["value"] for pool in reached]) < 0.03
    assert all(pool["stop"]["reachable"] for pool in reached)


def test_members_worse_than_coins_are_best_alone_and_stop_asks_for_nothing(studies):
    (whole,) = [s for s in studies if s.competition.slug == PORTO and s.kind == "all" and s.reading.key == "as-is"]
    (pool,) = whole.pools
    assert pool["optimum"]["size"] == 1
    assert pool["optimum"]["value"] == pytest.approx(pool["best_member"])
    assert pool["stop"]["value"] < 0.01
    assert not whole.good


def test_where_stop_is_out_of_reach_the_run_is_that_to_the_limit():
    accuracies = np.array([0.999] * 14 + [0.2])
    found = studied(accuracies, steps=500, walks=4, most_tested=100, seed=5)
    assert not found["stop"]["reachable"]
    limited = hs.select(
        hs.Pool(accuracies=accuracies),
        searcher={"kind": "annealing", "chains": 4, "groups": 1},
        stopping={"kind": "max-step", "limit": 500},
        seed=5,
        certify="off",
    )
    assert found["at_limit"]["error"] == limited.error
    assert found["at_limit"]["steps"] == limited.steps == 500


def test_the_same_part_gives_the_same_result_but_for_seconds(tiny, results):
    def without_seconds(value):
        if isinstance(value, dict):
            return {key: without_seconds(entry) for key, entry in value.items() if key != "seconds"}
        return [without_seconds(entry) for entry in value] if isinstance(value, list) else value

    part = tiny.parts()[2]
    assert without_seconds(tiny.run(part, {})) == without_seconds(results[part.key])


def test_a_changed_file_is_another_part(tmp_path, tiny):
    written(tmp_path, PORTO, [0.3, 0.2])
    before = Kaggle(tmp_path, **TINY).parts()
    written(tmp_path, PORTO, [0.3, 0.1])
    after = Kaggle(tmp_path, **TINY).parts()
    assert [part.key for part in before] == [part.key for part in after]
    assert all(one.arguments != other.arguments for one, other in zip(before[1:], after[1:], strict=True))


def test_draws_that_are_computed_in_pieces_are_put_together(tiny, studies):
    drawn = [study for study in studies if study.kind == "drawn"]
    assert {len(study.pools) for study in drawn} == {tiny.draws}
    assert {len(study.pools) for study in studies if study.kind != "drawn"} == {1}


# What the paper prints


def test_averages_of_the_tables_are_checked_against_their_rows():
    assert set(TABLE_3.wrong_averages()) == {"SA to MAXSTEP, %", "SA to STOP, %"}
    assert TABLE_3.means()["SA to MAXSTEP, %"] == pytest.approx(93.498)
    assert set(TABLE_4.wrong_averages()) == {"SHErLoCk to MAXSTEP, %", "SHErLoCk to MAXSTEP, s"}
    assert TABLE_5.wrong_averages() == {}
    assert [averages_claim(table).verdict for table in (TABLE_3, TABLE_4, TABLE_5)] == ["differs", "differs", "agrees"]
    mended = attrs.evolve(TABLE_3, average=tuple(round(mean, 2) for mean in TABLE_3.means().values()))
    assert averages_claim(mended).verdict == "agrees"


def test_the_times_of_table_3_are_those_of_table_5():
    assert equal_columns(TABLE_3, TABLE_5) == {
        "SA to MAXSTEP, s": "SHErLoCk to MAXSTEP, s",
        "SA to STOP, s": "SA to STOP, s",
    }
    assert equal_columns(TABLE_3, TABLE_4) == {}


def test_what_equal_voters_need_is_consistent():
    needed = accuracy_needed(29, 0.9299)
    assert majority_of(29, needed) == pytest.approx(0.9299)
    assert majority_of(5, 0.7) == pytest.approx(1 - enumerated_error([0.7] * 5))
    assert voters_needed(needed + 1e-9, 0.9299) == 29
    assert voters_needed(0.3, 0.9) is None


# Claims


def test_all_claims_are_made_and_those_without_data_cannot_be_checked(studies):
    claims = claims_of(studies)
    assert len(claims) == 12
    assert claim(claims, "Table 3", "KKBox").verdict == "cannot be checked"
    retinopathy = claim(claims, "Table 3", "Diabetic")
    assert retinopathy.verdict == "cannot be checked"
    assert "APTOS" in retinopathy.ours
    assert {made.verdict for made in claims_of([]) if "average" not in made.statement} <= {
        "cannot be checked",
        "differs",
    }


def test_accuracies_agree_exactly_if_some_reading_gives_both(studies):
    assert claim(claims_of(studies), "Table 3", "Porto").verdict == "differs"
    for by_stop, verdict in ((0.8998, "agrees"), (0.8900, "differs")):
        faked = [faked_study(study, at_limit=0.9310, at_stop=by_stop) for study in studies]
        made = claim(claims_of(faked), "Table 3", "Porto")
        assert made.verdict == verdict
        assert "93.10 %" in made.ours


def test_the_verdict_on_stop_follows_loss_and_time(studies):
    reached = [faked_study(study, mean=0.7, at_limit=0.95, at_stop=0.94, reached=True) for study in studies]
    for seconds, by_stop, verdict in ((5.0, 0.94, "agrees"), (0.02, 0.94, "differs"), (5.0, 0.90, "differs")):
        faked = [faked_study(study, seconds=seconds, at_stop=by_stop) for study in reached]
        assert claim(claims_of(faked), "Section 5.1, Table 3", "STOP").verdict == verdict
    assert claim(claims_of(reached), "Section 4.3", "STOP").verdict == "agrees"
    never = [faked_study(study, reached=False) for study in reached]
    assert claim(claims_of(never), "Section 4.3", "STOP").verdict == "differs"
    assert claim(claims_of(never), "Section 5.1, Table 3", "STOP").verdict == "cannot be checked"


def test_the_verdicts_on_fits_and_on_optimality_follow_the_numbers(studies):
    for accepted, verdict in ((True, "agrees"), (False, "differs")):
        faked = [faked_study(study, accepted=accepted) for study in studies]
        assert claim(claims_of(faked), "Sections 1, 4.1 and 5.1", "Beta").verdict == verdict
    for power, verdict in ((-3.0, "agrees"), (-2.9, "differs")):
        faked = [faked_study(study, powers=(-3.0, power)) for study in studies]
        assert claim(claims_of(faked), "Section 5.1", "optimal").verdict == verdict


def faked_study(study, mean=None, reached=None, seconds=None, accepted=None, powers=None, **values):
    """A study with some numbers changed in all of its pools."""
    pools = copy.deepcopy(list(study.pools))
    for pool in pools:
        for run, value in values.items():
            pool[run] |= {"value": value, "error": 1 - value, "log10_error": math.log10(1 - value)}
        if mean is not None:
            pool["mean"] = mean
        if reached is not None:
            pool["stop"] |= {"reached": reached}
        if seconds is not None:
            pool["at_limit"] = pool["at_limit"] | {"seconds": seconds}
            pool["at_stop"] = pool["at_stop"] | {"seconds": 0.01}
        if accepted is not None:
            pool["fit"] |= {"accepted": accepted}
        if powers is not None:
            pool["optimum"]["log10_error"], pool["at_limit"]["log10_error"] = powers
    return attrs.evolve(study, pools=pools)


def test_accuracies_next_to_1_are_told_by_their_error():
    assert accuracy_text({"value": 0.9299, "error": 0.0701, "log10_error": -1.15}) == "92.99 %"
    assert accuracy_text({"value": 1.0, "error": 0.0, "log10_error": -499.6}) == "$1 - 10^{-500}$"
    assert accuracy_text({"value": 1.0, "error": 0.0, "log10_error": None}) == "100 %"


def test_the_report_can_be_written(tiny, results, tmp_path):
    report = tiny.report(results)
    write_report("kaggle", attrs.evolve(report, figures=()), {}, tmp_path)
    assert (tmp_path / "kaggle" / "every-pool.csv").read_text().count("\n") == len(
        pools_of(gathered(tiny.parts()[1:], results))
    ) + 1
    for figure in report.figures:
        for draw in figure.draws:
            axes = new_figure().add_subplot()
            draw(axes)
            assert axes.has_data()
    assert "cannot come from all teams" in report.text


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
    assert claim(report.claims, "Table 3, Average", "average").verdict == "differs"


@pytest.mark.skipif(not (DATA / "kaggle_leaderboards").is_dir(), reason="the leaderboards are not there")
def test_the_real_leaderboard_of_porto_seguro_is_beyond_what_the_paper_prints():
    scores = read_scores(DATA / "kaggle_leaderboards" / f"{PORTO}_private.csv")
    assert len(scores) == 4_598
    as_is, clipped = reading(PORTO, "as-is").accuracies(scores)
    assert clipped == 0
    found = studied(as_is, steps=50, walks=1, most_tested=100, seed=0)
    assert (found["optimum"]["size"], found["optimum"]["value"]) == (1, pytest.approx(0.29698))
    assert found["stop"]["value"] == 0.0
    found = studied(reading(PORTO, "auc").accuracies(scores)[0], steps=50, walks=1, most_tested=100, seed=0)
    assert found["optimum"]["log10_error"] == pytest.approx(-82.08, abs=0.01)
    assert not found["stop"]["reachable"]
    assert not found["fit"]["accepted"]
