"""`haversack select`: its options and its answer."""

from __future__ import annotations

import json

import pytest

import haversack
from haversack import Pool

LIMITED = ("--stopping", "max-step", "--set", "stopping.limit=300")
VOTES = ("--votes", "answers.csv", "--truth", "truth.csv", "--energy", "votes")


def test_select_prints_the_answer(answer):
    out = answer("select", "pool.csv", "--budget", 8, "--seed", 1, *LIMITED)
    assert out.startswith("chosen  accuracy  cost\n")
    assert "\n  members      3 of 4\n" in out
    assert "\n  accuracy     0.902, if members err independently\n" in out
    assert "\n  cost         8 of 8\n" in out
    assert "\n  optimality   proved: no set within the budget is better\n" in out
    assert "\nplan\n" not in out
    assert ", seed 1\n" in out


@pytest.mark.parametrize("words", [("--plan",), ("--preset", "paper")])
def test_select_prints_the_plan_if_asked(answer, words):
    out = answer("select", "pool.csv", "--budget", 8, "--seed", 1, *words)
    assert "\nplan\n" in out
    assert "threshold (STOP)" in out
    assert "step limit (MAXSTEP)" in out


def test_select_prints_json(answer):
    words = ("--searcher", "monte-carlo", *LIMITED)
    plain = json.loads(answer("select", "pool.csv", "--budget", "8", "--seed", "1", "--json", *words))
    assert plain["members"] == [0, 1, 2]
    assert plain["names"] == ["ann", "bob", "cat"]
    assert plain["value"] == pytest.approx(0.902)
    assert (plain["cost"], plain["budget"], plain["seed"]) == (8.0, 8.0, 1)
    assert plain["stop_reason"].startswith("limit of 300 steps")
    assert (plain["best_single"]["members"], plain["best_single"]["names"]) == ([0], ["ann"])


def test_select_takes_every_part_by_name(answer):
    words = ("--energy", "majority", "--searcher", "monte-carlo", "--cost", "additive", *LIMITED)
    config = json.loads(answer("select", "pool.csv", "--budget", 8, "--json", *words))["config"]
    kinds = {key: section["kind"] for key, section in config.items() if key not in ("budget", "seed", "pool")}
    assert kinds == {"energy": "majority", "searcher": "monte-carlo", "stopping": "max-step", "cost": "additive"}


def test_select_without_a_budget_has_no_limit(answer):
    plain = json.loads(answer("select", "pool.csv", "--json", *LIMITED))
    assert plain["budget"] is None
    assert "(no limit)" in answer("select", "pool.csv", *LIMITED)


def test_select_from_a_pool_without_costs(answer):
    out = answer("select", "free.csv", *LIMITED)
    assert "\n  members      3 of 3\n" in out
    assert "cost" not in out


def test_a_budget_may_be_written_in_short(answer):
    assert json.loads(answer("select", "pool.csv", "--budget", "8.", "--json", *LIMITED))["budget"] == 8.0


def test_the_command_and_the_function_give_the_same_answer(answer, folder, without_seconds):
    plain = json.loads(answer("select", "pool.csv", "--budget", 8, "--seed", 3, "--json", *LIMITED))
    chosen = haversack.select(
        Pool.from_csv(folder / "pool.csv"), 8, stopping={"kind": "max-step", "limit": 300}, seed=3
    ).to_dict()
    assert without_seconds(plain) == without_seconds(chosen)


def test_votes_need_no_pool_beside_them(call, crowd):
    status, out, err = call("select", *VOTES, "--seed", 0, "--json", *LIMITED)
    assert (status, err.splitlines()[0]) == (0, "answers.csv: 4 members, 3 items, 0 missing answers")
    plain = json.loads(out)
    assert (plain["names"], plain["value"], plain["budget"]) == (["ann", "bob", "cat"], 1.0, None)
    assert plain["config"]["energy"]["kind"] == "votes"


def test_a_pool_beside_votes_has_the_costs(call, crowd):
    plain = json.loads(call("select", "pool.csv", *VOTES, "--budget", 7, "--seed", 0, "--json", *LIMITED)[1])
    assert (plain["cost"], plain["budget"]) == (2.0, 7.0)
    assert plain["value"] == pytest.approx(2 / 3)


def test_answers_in_place_of_a_pool_are_told_where_to_go(call, crowd):
    (status, _, err) = call("select", "truth.csv")
    assert status == 2
    assert "recorded answers are not a pool: they go under 'votes', on the command line --votes" in err


def break_the_search(monkeypatch, error):
    def broken(*_, **__):
        raise error

    monkeypatch.setattr("haversack.cli.select.run_selection", broken)


def test_an_interrupt_before_there_is_an_answer_is_told(call, monkeypatch):
    break_the_search(monkeypatch, KeyboardInterrupt())
    assert call("select", "pool.csv") == (130, "", "interrupted before any set was found\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--searcher", "annealing:coolng=0.9"), "command line: searcher.coolng: unknown key; did you mean 'cooling'?"),
        (("--searcher", "anealing:cooling=0.9"), "command line: searcher.kind: 'anealing' is not registered; did you"),
        (("--searcher", "annealing:cooling=hot"), "command line: searcher.cooling: must be a number, got 'hot'"),
        (("--stopping", "max-step:500"), "--stopping max-step:500: expected key=value after the colon, got '500'"),
        (
            ("--stopping", "max-step:limit"),
            "command line: stopping.kind: 'max-step:limit' is not registered; "
            "options of 'max-step' are written max-step:key=value",
        ),
        (("--cost", ":size=mean"), "--cost :size=mean: expected KIND or KIND:key=value,key=value"),
    ],
)
def test_mistakes_in_the_options_of_a_part_name_the_place(call, words, message):
    status, out, err = call("select", "pool.csv", "--budget", "8", *words)
    assert (status, out) == (2, "")
    assert err.startswith(f"error: {message}")


def test_options_of_parts_follow_their_names(answer):
    words = ("--searcher", "annealing:cooling=0.5,start=sweep", "--stopping", "max-step:limit=70", "--seed", "1")
    plain = json.loads(answer("select", "pool.csv", "--budget", "8", "--json", *words))
    searcher = plain["config"]["searcher"]
    assert (searcher["kind"], searcher["cooling"], searcher["start"]) == ("annealing", 0.5, "sweep")
    assert plain["config"]["stopping"]["limit"] == 70
    same = ("--searcher", "annealing", "--set", "searcher.cooling=0.5", "--set", "searcher.start=sweep")
    rest = ("--stopping", "max-step:limit=70", "--seed", "1")
    again = json.loads(answer("select", "pool.csv", "--budget", "8", "--json", *same, *rest))
    assert again["config"] == plain["config"]


def test_observers_are_named_by_an_option_or_in_the_environment(answer, folder, monkeypatch):
    answer("select", "pool.csv", "--observer", "jsonl:path=a.jsonl", "--observer", "jsonl:path=b.jsonl")
    assert (folder / "a.jsonl").read_text().count("\n") == (folder / "b.jsonl").read_text().count("\n") > 2
    monkeypatch.setenv("HAVERSACK_OBSERVERS", "jsonl:path=always.jsonl")
    answer("select", "pool.csv")
    assert (folder / "always.jsonl").exists()


def test_an_observer_that_fails_is_a_warning_and_the_answer_is_printed(call):
    status, out, errors = call("select", "pool.csv", "--json", "--seed", "1", "--observer", "jsonl:path=none/a.jsonl")
    assert status == 0
    assert json.loads(out)["proven"]
    assert errors.startswith("warning: observer 'jsonl' of haversack ")
    assert errors.count("\n") == 1


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("jsonl:pth=a.jsonl", "error: --observer.pth: unknown key; did you mean 'path'?"),
        ("josnl", "error: --observer.kind: 'josnl' is not registered; did you mean 'jsonl'?"),
        ("jsonl:path", "error: --observer.kind: 'jsonl:path' is not registered; "),
        ("jsonl:path=a.csv", "error: --observer: path must be a file name in .jsonl, got "),
    ],
)
def test_a_mistake_in_an_observer_is_reported(call, word, message):
    status, out, errors = call("select", "pool.csv", "--observer", word)
    assert (status, out) == (2, "")
    assert errors.startswith(message)


def test_ctrl_c_while_a_certificate_is_written_keeps_the_answer(call, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("haversack.cli.select.make_certificate", interrupt)
    status, out, err = call("select", "pool.csv", "--budget", "9", "--certificate", "proof.json")
    assert status == 4
    assert "optimality" in out
    assert err.endswith("interrupted: the certificate was not written\n")
