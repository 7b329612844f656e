"""`haversack replay`: a policy on another log."""

from __future__ import annotations

import json

import pytest

from haversack.policies.answer_model import AnswerModel
from haversack.policies.branch import Branch
from haversack.policies.policy import Policy


@pytest.fixture
def saved(crowd, folder):
    model = AnswerModel(["ann", "bob", "cat"], [1.0, 2.0, 4.0], accuracies=[0.8, 0.7, 0.7])
    (folder / "policy.json").write_text(Policy([Branch(["ann", "bob", "cat"])], model, 0.75, 3.0).to_json())
    return folder


@pytest.fixture
def read(call):
    """Call the command on a log; returns what it printed."""

    def call_successfully(*words):
        status, out, err = call("replay", *words)
        assert status == 0
        assert err.startswith("answers.csv: 4 members, 3 items")
        return out

    return call_successfully


LOG = ("policy.json", "answers.csv", "--truth", "truth.csv")


def test_it_prints_what_the_policy_reached_and_cost(read, saved):
    out = read(*LOG)
    assert "accuracy   1 (0.439 to 1.000)" in out
    assert "mean cost  5.66667 " in out
    assert "items end  after 2 33.3 %, after 3 66.7 %" in out


def test_it_prints_json_and_lines_and_writes_files(read, saved):
    plain = json.loads(read(*LOG, "--json", "--out", "replay.json"))
    assert (plain["items"], plain["accuracy"]) == (3, 1.0)
    assert json.loads((saved / "replay.json").read_text()) == plain
    lines = [json.loads(line) for line in read(*LOG, "--jsonl").splitlines()]
    assert [line["asked"] for line in lines] == [["ann", "bob"], ["ann", "bob", "cat"], ["ann", "bob", "cat"]]


def test_costs_may_be_given(read, saved):
    (saved / "prices.csv").write_text("name,cost\nann,10\nbob,10\ncat,10\ndan,10\n")
    assert json.loads(read(*LOG, "--costs", "prices.csv", "--json"))["mean_cost"] == pytest.approx(80 / 3)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("gone.json", "answers.csv"), "gone.json: cannot be read"),
        (("policy.json", "gone.csv"), "gone.csv: cannot be read"),
        (("pool.csv", "answers.csv"), "pool.csv: is not JSON"),
        ((*LOG, "--json", "--jsonl"), "--json and --jsonl: give one of them, not both"),
        ((*LOG, "--out", "policy.json"), "--out policy.json: would overwrite policy.json, which the command reads"),
    ],
)
def test_mistakes_get_one_sentence(call, saved, words, message):
    status, out, err = call("replay", *words)
    assert (status, out) == (2, "")
    assert message in err
    assert "Traceback" not in err
