"""Samples as `samples_df` of Inspect exports them."""

from __future__ import annotations

import pandas as pd
import pytest

from haversack import Pool, PoolError, read_log

FRAME = pd.DataFrame(
    {
        "sample_id": list("stuv"),
        "eval_id": list("efef"),
        "model": ["openai/a", "openai/a", "openai/b", "openai/b"],
        "id": [1, 2, 1, 2],
        "epoch": 1,
        "input": "question",
        "target": ["A", "B", "A", "B"],
        "score_choice": ["C", "I", "C", None],
        "score_choice_answer": ["A", "A", "A", "B"],
        "total_time": [1.0, 3.0, 2.0, 2.0],
    }
)


def problem_of(frame, **options):
    with pytest.raises(PoolError) as caught:
        read_log(frame, **options)
    return str(caught.value)


def test_scores_are_grades_and_answers_are_read_if_named(tmp_path):
    file = tmp_path / "samples.csv"
    FRAME.to_csv(file)
    for source in (FRAME, file):
        reading = read_log(source)
        assert (reading.reader, reading.pool.names) == ("inspect", ("openai/a", "openai/b"))
        assert reading.pool.votes.graded
        assert reading.pool.votes.accuracies.tolist() == [0.5, 1.0]
        assert reading.pool.metadata == {"latency": (2.0, 2.0)}
    by_answer = Pool.from_log(FRAME, columns={"answer": "score_choice_answer", "truth": "target"})
    assert by_answer.votes == Pool.from_votes([["A", "A"], ["A", "B"]], ["A", "B"]).votes


def test_tasks_keep_their_samples_apart():
    frame = pd.concat([FRAME.assign(task_name=name) for name in ("one", "two")])
    assert len(Pool.from_log(frame).votes) == 4


def test_epochs_and_scorers_are_chosen_by_options():
    twice = pd.concat([FRAME, FRAME.assign(epoch=2)])
    assert problem_of(twice) == (
        "frame: has 2 epochs, so models answered each sample several times; choose one by format: inspect:epoch=1"
    )
    assert len(Pool.from_log(twice, format="inspect:epoch=2").votes) == 2
    assert problem_of(twice, format="inspect:epoch=3") == "frame: no sample of epoch 3; found 1, 2"
    more = FRAME.assign(score_match=[1, 0, 0, 0])
    assert problem_of(more) == (
        "frame: has the scores 'score_choice' and 'score_match'; choose one by format: inspect:scorer=choice"
    )
    assert Pool.from_log(more, format="inspect:scorer=match").votes.accuracies.tolist() == [0.5, 0.0]
    assert (
        problem_of(more, format="inspect:scorer=x") == "frame: no column 'score_x'; found 'score_choice', 'score_match'"
    )


def test_what_is_neither_right_nor_wrong_or_has_no_model_is_refused():
    assert problem_of(FRAME.assign(score_choice="P")) == (
        "frame: row 1: score_choice: partial credit, 'P', is neither right nor wrong; convert the scores to 0 and 1"
    )
    assert problem_of(FRAME.drop(columns="model")) == (
        "frame: no column 'model'; export it too: samples_df(logs, columns=EvalModel + SampleSummary)"
    )


def test_samples_of_different_tasks_are_not_joined():
    inputs = ["capital of France", "capital of Italy", "2 + 2", "3 + 3"]
    assert "row 3: item '1' is another one than on row 1: 'input' differs" in problem_of(FRAME.assign(input=inputs))


def test_an_export_without_epoch_and_target_is_read():
    reading = read_log(FRAME[["sample_id", "id", "model", "score_choice"]])
    assert (reading.reader, reading.pool.votes.accuracies.tolist()) == ("inspect", [0.5, 1.0])
