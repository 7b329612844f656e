"""`haversack plan`: the model without a search."""

from __future__ import annotations

import json

import pytest

from conftest import ROOT

TUTORIAL = ROOT / "docs" / "tutorial" / "run.toml"
VOTES = ("--votes", "answers.csv", "--truth", "truth.csv", "--energy", "votes")


def test_plan_prints_the_model_and_does_not_search(answer, monkeypatch):
    monkeypatch.setattr("haversack.cli.select.run_selection", lambda *_, **__: pytest.fail("searched"))
    out = answer("plan", "pool.csv", "--budget", 8, "--seed", 0)
    assert out.startswith("plan\n  accuracy of a member   mean ")
    assert "chosen" not in out


def test_plan_of_a_pool_and_of_a_run_file_are_the_same(answer):
    assert answer("plan", "pool.csv", "--budget", 8, "--seed", 1) == answer(
        "plan", "run.toml", "--set", "stopping.kind=paper"
    )


def test_the_plan_is_that_of_the_run(answer):
    planned = json.loads(answer("plan", TUTORIAL, "--json"))
    assert planned == json.loads(answer("run", TUTORIAL, "--preset", "paper", "--json"))["plan"]


def test_options_of_plan_come_before_those_of_the_file(answer):
    words = ("--stopping", "paper", "--set", "stopping.fit=empirical", "--seed", 5, "--cost", "additive")
    small = json.loads(answer("plan", "run.toml", "--budget", 2.5, "--json", *words))
    large = json.loads(answer("plan", "run.toml", "--budget", 9, "--json", *words))
    assert (small["size"], large["size"]) == (2, 4)
    assert small["accuracy_fit"] == "empirical"


def test_plan_of_a_result(answer):
    answer("run", TUTORIAL, "--preset", "paper", "--out", "result.json")
    assert answer("plan", "result.json") == answer("plan", TUTORIAL)


def test_plan_of_a_run_without_a_plan_is_that_of_the_papers_rule(answer):
    answer("run", TUTORIAL, "--out", "result.json")
    assert answer("plan", "result.json") == answer("plan", TUTORIAL)


def test_plan_of_a_rule_that_computes_nothing_is_told(call):
    assert call("plan", "run.toml") == (
        2,
        "",
        "error: this stopping rule computes nothing before the search, so there is no plan; 'paper' does\n",
    )


def test_a_plan_of_votes(call, crowd):
    assert json.loads(call("plan", *VOTES, "--json")[1])["size"] == 4
