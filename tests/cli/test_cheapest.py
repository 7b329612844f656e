"""`haversack cheapest`, and constraints on the command line."""

from __future__ import annotations

import json


def test_cheapest_prints_a_selection(answer):
    found = json.loads(answer("cheapest", "pool.csv", "--accuracy", 0.7, "--seed", 1, "--json"))
    assert found["value"] >= 0.7
    assert found["notes"][-1]["text"] == "the least cost that reaches 0.7; proved"
    assert "the least cost that reaches 0.7; proved" in answer("cheapest", "pool.csv", "--accuracy", 0.7, "--seed", 1)


def test_a_target_out_of_reach_and_a_text_are_errors(call):
    status, out, err = call("cheapest", "pool.csv", "--accuracy", 0.9999)
    assert (status, out) == (2, "")
    assert err.startswith("error: no panel reaches 0.9999; the best possible is 0.")
    assert (
        call("cheapest", "pool.csv", "--accuracy", "high")[2]
        == "error: accuracy: must be a finite number, got 'high'\n"
    )


def test_constraints_are_parts_in_a_word(answer, call):
    found = json.loads(answer("select", "pool.csv", "--budget", 8, "--constraint", "size:least=2,most=2", "--json"))
    assert len(found["members"]) == 2
    assert found["config"]["constraints"] == [{"kind": "size", "least": 2, "most": 2}]
    assert call("select", "pool.csv", "--constraint", "size:leest=2")[::2] == (
        2,
        "error: command line: constraints[0].leest: unknown key; did you mean 'least'?\n",
    )


def test_a_budget_of_the_run_is_kept(call, folder):
    (folder / "free.csv").write_text("name,accuracy,cost\nann,0.9,4\nbob,0.8,1\n")
    words = "cheapest", "free.csv", "--accuracy", "0.85", "--set"
    assert call(*words, "budget=4")[0] == 0
    status, out, err = call(*words, "budget=3")
    assert (status, out) == (2, "")
    assert "no panel was found within the budget of 3 that reaches 0.85; the cheapest one that does costs 4" in err
