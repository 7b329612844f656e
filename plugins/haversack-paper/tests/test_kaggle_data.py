"""Leaderboards as files, and their scores as accuracies."""

from __future__ import annotations

import hashlib
import math

import numpy as np
import pytest
from haversack_paper.experiment import Sources
from haversack_paper.experiments.kaggle import Kaggle
from haversack_paper.experiments.kaggle.competitions import COMPETITIONS
from haversack_paper.experiments.kaggle.leaderboard import find_leaderboard, read_scores
from haversack_paper.published import TABLE_3
from kaggle_fakes import PORTO, STATOIL, TINY, write_board

import haversack as hs


def test_scores_are_read_in_the_order_of_the_file(tmp_path):
    write_board(tmp_path, PORTO, [0.3, 0.2])
    found = find_leaderboard(tmp_path, PORTO)
    assert found is not None
    assert read_scores(found[0]).tolist() == [0.3, 0.2]


def test_the_layout_of_a_download_from_kaggle_is_read_too(tmp_path):
    path = tmp_path / f"{PORTO}-privateleaderboard-2018.csv"
    path.write_text(
        "Rank,TeamId,TeamName,LastSubmissionDate,Score\n"
        '1,7,"a, b",2017-11-29 23:58:01,0.3\n2,9,c,2017-11-01 10:00:00,0.2\n',
        encoding="utf-8",
    )
    assert find_leaderboard(tmp_path, PORTO) == (path, hashlib.sha256(path.read_bytes()).hexdigest())
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


def test_missing_leaderboards_are_told_with_where_to_get_them(tmp_path, kaggle):
    nowhere = Kaggle.at_scale("quick", Sources())
    assert [part.key for part in nowhere.parts()] == ["printed-tables"]
    head, *files = nowhere.missing()
    assert "--data DIR is needed" in head
    assert "kaggle_leaderboards with a file <competition>_private.csv" in head
    assert "columns rank, score, or <competition>-privateleaderboard.csv as www.kaggle.com/c/" in head
    assert len(files) == 6
    assert files[0] == f"DIR/kaggle_leaderboards/{PORTO}_private.csv: not found"
    head, *files = Kaggle.at_scale("quick", Sources(data=tmp_path)).missing()
    assert head.startswith(f"{tmp_path / 'kaggle_leaderboards'}: not found; in --data DIR is needed a folder")
    assert len(files) == 6
    assert "santander-customer-satisfaction/leaderboard has it" in kaggle.missing()[0]
    absent = [message.split("_private.csv")[0].split("/")[-1] for message in kaggle.missing()]
    assert absent == [
        "santander-customer-satisfaction",
        "jigsaw-toxic-comment-classification-challenge",
        "histopathologic-cancer-detection",
    ]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"rank,points\n1,0.5\n", "line 1: expected columns rank, score"),
        (b"rank,score\n1,0.5\n2,high\n", "line 3, row 2, score: must be a number, got 'high'; its results"),
        (b"rank,score\n1,low\n2,high\n", "line 2, row 1, score: must be a number, got 'low' (and more in this file)"),
        (b"TeamId,Score\n7,0.5\n7,0.6\n", "line 3, row 2: team 7 stands here again"),
        (b"\xff\xfe\x00", "is not a CSV file in UTF-8"),
    ],
)
def test_a_bad_file_is_told_once_and_the_others_are_used(tmp_path, content, expected):
    write_board(tmp_path, PORTO, [0.3, 0.2, 0.1])
    good = [part for part in Kaggle(tmp_path, **TINY).parts() if part.arguments.get("competition") == PORTO]
    bad = tmp_path / f"{STATOIL}_private.csv"
    bad.write_bytes(content)
    experiment = Kaggle(tmp_path, **TINY)
    (message,) = [message for message in experiment.missing() if STATOIL in message]
    assert message.startswith(f"{bad}: {expected}")
    assert message.endswith("; its results are left out")
    assert [*experiment.parts()][1:] == good


def test_a_bad_file_that_nobody_asks_for_is_told_too(tmp_path):
    (tmp_path / "kkbox-churn-prediction-challenge_private.csv").write_text("rank\n", encoding="utf-8")
    experiment = Kaggle(tmp_path, **TINY)
    assert any("kkbox" in message for message in experiment.missing())
    assert [part.key for part in experiment.parts()] == ["printed-tables"]


def test_a_file_that_may_not_be_looked_for_is_told(tmp_path, monkeypatch):
    def refused(_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.is_file", refused)
    with pytest.raises(hs.PoolError, match=rf"{PORTO}_private.csv: cannot be read: Permission denied"):
        find_leaderboard(tmp_path, PORTO)


def test_with_one_bad_file_there_is_a_report_of_the_others(tmp_path):
    write_board(tmp_path, PORTO, np.linspace(0.29, 0.25, 21))
    (tmp_path / f"{STATOIL}_private.csv").write_text("rank,score\n1,high\n", encoding="utf-8")
    experiment = Kaggle(tmp_path, **(TINY | {"draws": 1}))
    report = experiment.report({part.key: experiment.run(part, {}) for part in experiment.parts()})
    (statoil,) = [claim for claim in report.claims if claim.statement.startswith("Statoil")]
    assert statoil.verdict == "cannot be checked"
    assert "was not there or could not be read" in statoil.because
    assert any(claim.statement.startswith("Porto") and claim.verdict == "differs" for claim in report.claims)


def test_a_file_that_changes_or_goes_while_parts_are_computed_is_told(tmp_path):
    write_board(tmp_path, PORTO, [0.3, 0.2])
    experiment = Kaggle(tmp_path, **TINY)
    part = experiment.parts()[1]
    write_board(tmp_path, PORTO, [0.3, 0.1])
    with pytest.raises(hs.HaversackError, match=rf"{PORTO}_private.csv: the file is no longer what it was"):
        experiment.run(part, {})
    (tmp_path / f"{PORTO}_private.csv").unlink()
    with pytest.raises(hs.HaversackError, match=rf"{PORTO}_private.csv: the file is no longer what it was"):
        experiment.run(part, {})


def test_a_file_that_cannot_be_read_is_told(tmp_path, monkeypatch):
    write_board(tmp_path, PORTO, [0.3, 0.2])
    monkeypatch.setattr("pathlib.Path.read_bytes", lambda path: (path / "inside").open())
    with pytest.raises(hs.PoolError, match=rf"{PORTO}_private.csv: cannot be read: Not a directory"):
        find_leaderboard(tmp_path, PORTO)


def test_a_leaderboard_that_nobody_asks_for_is_used_where_it_is_there(tmp_path):
    write_board(tmp_path, "kkbox-churn-prediction-challenge", [0.1, 0.2])
    found = {part.arguments.get("competition") for part in Kaggle(tmp_path, **TINY).parts()}
    assert found == {None, "kkbox-churn-prediction-challenge"}


def test_scores_become_accuracies_and_what_is_outside_is_clipped_and_counted():
    porto, statoil = COMPETITIONS[PORTO].readings, COMPETITIONS[STATOIL].readings
    assert porto["auc"].accuracies(np.array([0.3, -1.0])) == (pytest.approx([0.65, 0.0]), 0)
    assert statoil["exponential"].accuracies(np.array([0.0, math.log(2)])) == (pytest.approx([1.0, 0.5]), 0)
    assert statoil["complement"].accuracies(np.array([0.25, 3.0])) == (pytest.approx([0.75, 0.0]), 1)
    assert statoil["as-is"].accuracies(np.array([0.25, 3.0])) == (pytest.approx([0.25, 1.0]), 1)


def test_every_row_of_the_table_has_its_competition():
    assert {known.row for known in COMPETITIONS.values() if known.is_own} == set(TABLE_3.rows)
