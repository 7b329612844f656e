"""The command line: what it prints where, and with which status it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from jsonschema import Draft202012Validator

import haversack
from conftest import ROOT
from haversack import Pool
from haversack.cli import main

TUTORIAL = ROOT / "docs" / "tutorial" / "run.toml"
POOL = "name,accuracy,cost\nann,0.9,4\nbob,0.8,2\ncat,0.7,2\ndan,0.6,1\n"
RUN = """\
budget = 8.0
seed = 1
[pool]
path = "pool.csv"
[stopping]
kind = "max-step"
limit = 300
"""
LIMITED = ("--stopping", "max-step", "--set", "stopping.limit=300")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a pool and a run file, in which the command is called."""
    (tmp_path / "pool.csv").write_text(POOL)
    (tmp_path / "free.csv").write_text("name,accuracy\nann,0.9\nbob,0.8\ncat,0.7\n")
    (tmp_path / "run.toml").write_text(RUN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HAVERSACK_NO_PLUGINS", "1")
    return tmp_path


@pytest.fixture
def call(folder, capsys):
    """Call the command; returns status, standard output and standard error."""

    def called(*words):
        with pytest.raises(SystemExit) as caught:
            main([str(word) for word in words])
        printed = capsys.readouterr()
        return caught.value.code or 0, printed.out, printed.err

    return called


@pytest.fixture
def answer(call):
    """Call the command, which must work without a word on standard error; returns what it printed."""

    def answered(*words):
        status, out, err = call(*words)
        assert (status, err) == (0, "")
        return out

    return answered


# --------------------------------------------------------------------------------------------------------- select


def test_select_prints_the_answer(answer):
    out = answer("select", "pool.csv", "--budget", 8, "--seed", 1, *LIMITED)
    assert out.startswith("chosen  accuracy  cost\n")
    assert "\n  members     3 of 4\n" in out
    assert "\n  accuracy    0.902\n" in out
    assert "\n  cost        8 of 8\n" in out
    assert "\n  optimality  proved: no set within the budget is better\n" in out
    assert "\n  stopped     limit of 300 steps\n" in out
    assert ", seed 1\n" in out


def test_select_prints_the_plan_of_the_papers_rule(answer):
    out = answer("select", "pool.csv", "--budget", 8, "--seed", 1)
    assert "\nplan\n" in out
    assert "threshold (STOP)" in out
    assert "step limit (MAXSTEP)" in out


def test_select_prints_json(answer):
    told = json.loads(answer("select", "pool.csv", "--budget", "8", "--seed", "1", "--json", *LIMITED))
    assert told["members"] == [0, 1, 2]
    assert told["names"] == ["ann", "bob", "cat"]
    assert told["value"] == pytest.approx(0.902)
    assert (told["cost"], told["budget"], told["seed"]) == (8.0, 8.0, 1)
    assert told["stop_reason"] == "limit of 300 steps"


def test_select_takes_every_part_by_name(answer):
    words = ("--energy", "majority", "--searcher", "monte-carlo", "--cost", "additive", *LIMITED)
    config = json.loads(answer("select", "pool.csv", "--budget", 8, "--json", *words))["config"]
    kinds = {key: section["kind"] for key, section in config.items() if key not in ("budget", "seed", "pool")}
    assert kinds == {"energy": "majority", "searcher": "monte-carlo", "stopping": "max-step", "cost": "additive"}


def test_select_without_a_budget_has_no_limit(answer):
    told = json.loads(answer("select", "pool.csv", "--json", *LIMITED))
    assert told["budget"] is None
    assert "(no limit)" in answer("select", "pool.csv", *LIMITED)


def test_select_from_a_pool_without_costs(answer):
    out = answer("select", "free.csv", *LIMITED)
    assert "\n  members     3 of 3\n" in out
    assert "cost" not in out


def test_a_budget_may_be_written_in_short(answer):
    assert json.loads(answer("select", "pool.csv", "--budget", "8.", "--json", *LIMITED))["budget"] == 8.0


def test_the_command_and_the_function_give_the_same_answer(answer, folder):
    told = json.loads(answer("select", "pool.csv", "--budget", 8, "--seed", 3, "--json", *LIMITED))
    chosen = haversack.select(
        Pool.from_csv(folder / "pool.csv"), 8, stopping={"kind": "max-step", "limit": 300}, seed=3
    ).to_dict()
    assert without_seconds(told) == without_seconds(chosen)


def without_seconds(result):
    trace = [{key: value for key, value in row.items() if key != "seconds"} for row in result["trace"]]
    return {key: value for key, value in result.items() if key != "seconds"} | {"trace": trace}


# ------------------------------------------------------------------------------------------------------------ run


def test_run_follows_a_run_file(answer):
    out = answer("run", "run.toml")
    assert "\n  cost        8 of 8\n" in out
    assert "limit of 300 steps" in out


def test_run_finds_the_pool_beside_the_run_file(answer, tmp_path_factory, monkeypatch, folder):
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert "3 of 4" in answer("run", folder / "run.toml")


def test_the_tutorials_run_works(answer):
    told = json.loads(answer("run", TUTORIAL, "--json"))
    assert told["cost"] <= told["budget"] == 40.0
    assert told["plan"]["max_steps"] > 0
    assert told["error"] <= told["plan"]["error_threshold"]


def test_settings_change_the_run(answer):
    words = ("--set", "stopping.limit=7", "--set", "budget=4", "--set", "searcher.kind=monte-carlo", "--set", "seed=9")
    told = json.loads(answer("run", "run.toml", "--json", *words))
    assert (told["config"]["stopping"]["kind"], told["config"]["stopping"]["limit"]) == ("max-step", 7)
    assert told["config"]["searcher"]["kind"] == "monte-carlo"
    assert (told["budget"], told["seed"], told["steps"]) == (4.0, 9, 7)


def test_a_new_kind_drops_the_options_of_the_old_one(answer):
    told = json.loads(
        answer("run", "run.toml", "--json", "--set", "stopping.steps=20", "--set", "stopping.kind=stagnation")
    )
    assert told["config"]["stopping"] == {"kind": "stagnation", "steps": 20}


def test_out_writes_the_result_and_the_answer_is_still_printed(answer, folder):
    printed = answer("run", "run.toml", "--out", "result.json")
    assert "chosen" in printed
    assert json.loads((folder / "result.json").read_text())["names"] == ["ann", "bob", "cat"]


def test_out_holds_what_json_prints(answer, folder):
    printed = answer("run", "run.toml", "--json", "--out", "result.json")
    assert (folder / "result.json").read_text() == printed


@pytest.mark.parametrize("flag", [(), ("--json",)])
def test_where_the_result_cannot_be_written_the_answer_is_printed_all_the_same(call, flag):
    status, out, err = call("run", "run.toml", "--out", "no/such/folder/result.json", *flag)
    assert status == 2
    assert err == "error: --out no/such/folder/result.json: cannot be written: No such file or directory\n"
    assert json.loads(out)["members"] == [0, 1, 2] if flag else "3 of 4" in out


def test_a_result_can_be_run_again_with_the_same_answer(answer, folder):
    answer("run", TUTORIAL, "--set", "stopping.fit=empirical", "--set", "seed=11", "--out", "first.json")
    first = json.loads(answer("run", "first.json", "--json", "--out", "second.json"))
    second = json.loads(answer("run", "second.json", "--json"))
    original = json.loads((folder / "first.json").read_text())
    assert without_seconds(original) == without_seconds(first) == without_seconds(second)
    assert original["seed"] == 11
    assert len(original["trace"]) >= 1


def test_a_drawn_seed_is_told_and_repeats_the_run(answer):
    first = json.loads(answer("select", "pool.csv", "--budget", 5, "--json", "--out", "first.json", *LIMITED))
    assert 0 <= first["seed"] < 2**53
    assert without_seconds(json.loads(answer("run", "first.json", "--json"))) == without_seconds(first)


def test_a_result_without_costs_can_be_run_again(answer):
    first = json.loads(answer("select", "free.csv", "--json", "--out", "first.json", *LIMITED))
    assert without_seconds(json.loads(answer("run", "first.json", "--json"))) == without_seconds(first)


def test_a_result_can_be_run_again_with_other_settings(answer):
    answer("run", "run.toml", "--out", "first.json")
    told = json.loads(answer("run", "first.json", "--json", "--set", "budget=2"))
    assert (told["budget"], told["names"]) == (2.0, ["bob"])


# ----------------------------------------------------------------------------------------------------------- plan


def test_plan_prints_the_model_and_does_not_search(answer, monkeypatch):
    monkeypatch.setattr("haversack.cli.app.run_selection", lambda *_, **__: pytest.fail("searched"))
    out = answer("plan", "pool.csv", "--budget", 8, "--seed", 0)
    assert out.startswith("plan\n  accuracy of a member   mean ")
    assert "chosen" not in out


def test_plan_of_a_pool_and_of_a_run_file_are_the_same(answer):
    assert answer("plan", "pool.csv", "--budget", 8, "--seed", 1) == answer(
        "plan", "run.toml", "--set", "stopping.kind=paper"
    )


def test_the_plan_is_that_of_the_run(answer):
    planned = json.loads(answer("plan", TUTORIAL, "--json"))
    assert planned == json.loads(answer("run", TUTORIAL, "--json"))["plan"]


def test_options_of_plan_come_before_those_of_the_file(answer):
    words = ("--stopping", "paper", "--set", "stopping.fit=empirical", "--seed", 5, "--cost", "additive")
    small = json.loads(answer("plan", "run.toml", "--budget", 2.5, "--json", *words))
    large = json.loads(answer("plan", "run.toml", "--budget", 9, "--json", *words))
    assert (small["size"], large["size"]) == (2, 4)
    assert small["accuracy_fit"] == "empirical"


def test_plan_of_a_result(answer):
    answer("run", TUTORIAL, "--out", "result.json")
    assert answer("plan", "result.json") == answer("plan", TUTORIAL)


def test_plan_of_a_rule_that_computes_nothing_is_told(call):
    assert call("plan", "run.toml") == (
        2,
        "",
        "error: this stopping rule computes nothing beforehand, so there is no plan; 'paper' does\n",
    )


# ---------------------------------------------------------------------------------------------- schema and others


def test_schema_prints_the_schema(answer):
    schema = json.loads(answer("schema"))
    Draft202012Validator.check_schema(schema)
    assert set(schema["$defs"]) == {"energy", "searcher", "stopping", "cost"}


@pytest.mark.parametrize("words", [["--version"], ["--version", "select"]])
def test_the_version_is_printed(answer, words):
    assert answer(*words) == f"haversack {haversack.__version__}\n"


@pytest.mark.parametrize("command", ["", "run", "select", "plan", "compare", "schema", "plugins"])
def test_help_is_printed(answer, command):
    out = answer(*command.split(), "--help")
    assert f"Usage: haversack {command}".strip() in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["selct", "pool.csv"], "selct"),
        (["select"], "POOL.csv"),
        (["select", "pool.csv", "--bugdet", "3"], "--bugdet"),
        (["run"], "FILE"),
    ],
)
def test_a_wrong_use_of_the_command_is_told(call, words, told):
    status, out, err = call(*words)
    assert (status, out) == (2, "")
    assert told in err
    assert "Traceback" not in err


def test_global_flags_may_stand_anywhere(answer):
    assert answer("--no-plugins", "plugins", "--json") == answer("plugins", "--json", "--no-plugins")


# ------------------------------------------------------------------------------------------------------ bad input

BAD_INPUT = {
    "missing run file": (["run", "no.toml"], "no.toml: cannot be read: No such file or directory"),
    "run file is a folder": (["run", "."], ".: cannot be read: Is a directory"),
    "not TOML": (["run", "pool.csv"], "pool.csv: is not TOML: Expected '=' after a key"),
    "not JSON": (["run", "bad.json"], "bad.json: is not JSON: "),
    "no result": (["run", "empty.json"], "empty.json: expected a result of haversack with the key 'config'"),
    "unknown key": (["run", "run.toml", "--set", "bugdet=3"], "run.toml: bugdet: unknown key; did you mean 'budget'?"),
    "unknown option": (
        ["run", "run.toml", "--set", "stopping.limt=3"],
        "run.toml: stopping.limt: unknown key; did you mean 'limit'?",
    ),
    "unknown kind": (
        ["run", "run.toml", "--set", "searcher.kind=sherlok"],
        "run.toml: searcher.kind: 'sherlok' is not registered; did you mean 'sherlock'? known: ",
    ),
    "wrong type": (
        ["run", "run.toml", "--set", "seed=many"],
        "run.toml: seed: must be a whole number, got 'many'",
    ),
    "no assignment": (["run", "run.toml", "--set", "budget"], "--set budget: expected key=value, for example "),
    "missing pool": (["select", "no.csv"], "no.csv: cannot be read: No such file or directory"),
    "pool is a folder": (["select", "."], ".: cannot be read: Is a directory"),
    "empty pool": (["select", "empty.csv"], "empty.csv: empty; expected a header with the columns"),
    "missing header": (["select", "headless.csv"], "headless.csv: line 1: expected a header with the columns"),
    "bad accuracy": (["select", "bad.csv"], "bad.csv: line 2, row 1, accuracy: must lie in [0, 1], got 1.5"),
    "unknown energy": (
        ["select", "pool.csv", "--energy", "majorty"],
        "command line: energy.kind: 'majorty' is not registered; did you mean 'majority'? known: ",
    ),
    "required option": (
        ["select", "pool.csv", "--stopping", "stagnation"],
        "command line: stopping.steps: missing; must be a whole number",
    ),
    "budget is no number": (
        ["select", "pool.csv", "--budget", "much"],
        "command line: budget: must be a number, got 'much'",
    ),
    "budget is negative": (
        ["select", "pool.csv", "--budget", "-3"],
        "command line: budget: must be a number above 0, got -3.0",
    ),
    "budget is NaN": (
        ["select", "pool.csv", "--budget", "nan"],
        "command line: budget: must be a number above 0, got nan",
    ),
    "budget is zero": (
        ["select", "pool.csv", "--budget", "0"],
        "command line: budget: must be a number above 0, got 0",
    ),
    "budget buys nothing": (
        ["select", "pool.csv", "--budget", "0.5"],
        "budget: no member fits in 0.5; the cheapest, 'dan', costs 1",
    ),
    "budget without costs": (
        ["select", "free.csv", "--budget", "3"],
        "budget: 3 was given, but the pool has no costs to spend it on",
    ),
    "costs that are not there": (
        ["select", "free.csv", "--cost", "additive", "--budget", "3"],
        "pool: this needs the cost of each member, and the pool has no costs; cost model 'none' needs none",
    ),
    "seed is negative": (
        ["select", "pool.csv", "--seed", "-1"],
        "command line: seed: must be a whole number of at least 0, got -1",
    ),
    "seed is no number": (["select", "pool.csv", "--seed", "x"], "command line: seed: must be a whole number, got 'x'"),
    "plan of a missing file": (["plan", "no.toml"], "no.toml: cannot be read: No such file or directory"),
    "plan with a bad budget": (["plan", "run.toml", "--budget", "x"], "run.toml: budget: must be a number, got 'x'"),
    "plan of a bad pool": (["plan", "bad.csv"], "bad.csv: line 2, row 1, accuracy: must lie in [0, 1], got 1.5"),
    "unknown plugin": (["plugins", "show", "sherlok"], "'sherlok' is not registered; "),
}


@pytest.fixture
def bad_files(folder):
    (folder / "bad.json").write_text("{")
    (folder / "empty.json").write_text("{}")
    (folder / "empty.csv").write_text("")
    (folder / "headless.csv").write_text("ann,0.9,4\n")
    (folder / "bad.csv").write_text("accuracy\n1.5\n")


@pytest.mark.usefixtures("bad_files")
@pytest.mark.parametrize(("words", "told"), BAD_INPUT.values(), ids=BAD_INPUT)
def test_bad_input_is_told_in_one_sentence_with_status_two(call, words, told):
    status, out, err = call(*words)
    assert (status, out) == (2, "")
    assert err.startswith(f"error: {told}")
    assert err.count("\n") == 1
    assert "Traceback" not in err


@pytest.mark.usefixtures("bad_files")
@pytest.mark.parametrize(("words", "told"), BAD_INPUT.values(), ids=BAD_INPUT)
def test_debug_shows_where_it_happened(call, words, told):
    status, out, err = call(*words, "--debug")
    assert (status, out) == (2, "")
    assert err.startswith("Traceback (most recent call last):\n")
    assert f"\nerror: {told}" in err


def test_several_mistakes_are_told_a_line_each(call):
    status, _, err = call("run", "run.toml", "--set", "budget=-1", "--set", "seed=-1", "--set", "energy.kind=xyz")
    assert status == 2
    assert [line.split(": ")[:3] for line in err.splitlines()] == [
        ["error", "run.toml", "budget"],
        ["error", "run.toml", "seed"],
        ["error", "run.toml", "energy.kind"],
    ]


# ---------------------------------------------------------------------------------------------- our own mistakes


def break_the_search(monkeypatch, error):
    def broken(*_, **__):
        raise error

    monkeypatch.setattr("haversack.cli.app.run_selection", broken)


def test_a_mistake_of_ours_has_status_one_and_advice(call, monkeypatch):
    break_the_search(monkeypatch, ZeroDivisionError("division by zero"))
    status, out, err = call("select", "pool.csv")
    assert (status, out) == (1, "")
    assert err == (
        "error: unexpected ZeroDivisionError: division by zero\n"
        "--debug shows where it happened; "
        "`--no-plugins` or HAVERSACK_NO_PLUGINS=1 runs without third-party plugins\n"
    )


def test_debug_shows_where_a_mistake_of_ours_happened(call, monkeypatch):
    break_the_search(monkeypatch, ZeroDivisionError("division by zero"))
    status, _, err = call("--debug", "select", "pool.csv")
    assert status == 1
    assert err.startswith("Traceback (most recent call last):\n")
    assert "error: unexpected ZeroDivisionError" in err


def test_an_interrupt_before_there_is_an_answer_is_told(call, monkeypatch):
    break_the_search(monkeypatch, KeyboardInterrupt())
    assert call("select", "pool.csv") == (130, "", "interrupted before any set was found\n")


# --------------------------------------------------------------------------------------------- as its own process


def command(*words, **keywords):
    return subprocess.run(
        [sys.executable, "-c", "from haversack.cli import main; main()", *words],
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
        **keywords,
    )


def test_arguments_are_read_from_the_process_and_the_status_is_its_own(folder):
    done = command("select", "no.csv", cwd=folder, stdout=subprocess.PIPE)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: no.csv: cannot be read: No such file or directory\n"


@pytest.mark.parametrize("words", [["--version"], ["schema"]], ids=["less than a buffer", "more than a buffer"])
def test_a_reader_who_has_gone_is_no_reason_to_complain(words, monkeypatch):
    """As in ``haversack schema | head -1``: no traceback, not even the one that Python writes at exit."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = command(*words, stdout=writing)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")


# ---------------------------------------------------------------------------------------------------- recorded votes


@pytest.fixture
def crowd(folder):
    """Answers of four members to three questions, and what they cost."""
    (folder / "answers.csv").write_text("question,ann,bob,cat,dan\n1,a,a,b,b\n2,a,b,a,b\n3,b,a,a,b\n")
    (folder / "truth.csv").write_text("question,truth\n1,a\n2,a\n3,a\n")


VOTES = ("--votes", "answers.csv", "--truth", "truth.csv", "--energy", "votes")


def test_votes_need_no_pool_beside_them(answer, crowd):
    told = json.loads(answer("select", *VOTES, "--seed", 0, "--json", *LIMITED))
    assert (told["names"], told["value"], told["budget"]) == (["ann", "bob", "cat"], 1.0, None)
    assert told["config"]["searcher"]["kind"] == "annealing"


def test_a_pool_beside_votes_has_the_costs(answer, crowd):
    told = json.loads(answer("select", "pool.csv", *VOTES, "--budget", 7, "--seed", 0, "--json", *LIMITED))
    assert (told["cost"], told["budget"]) == (2.0, 7.0)
    assert told["value"] == pytest.approx(2 / 3)


def test_a_plan_and_a_frontier_of_votes(answer, crowd):
    assert json.loads(answer("plan", *VOTES, "--json"))["size"] == 4
    out = answer("frontier", "pool.csv", *VOTES, "--budgets", "4,8", "--seed", 0)
    assert "  searcher  annealing\n" in out


def test_answers_in_place_of_a_pool_are_told_where_to_go(call, crowd):
    (status, _, err) = call("select", "truth.csv")
    assert status == 2
    assert "recorded answers are not a pool: they go under 'votes', on the command line --votes" in err


@pytest.mark.parametrize("command", ["select", "plan", "frontier"])
def test_neither_a_pool_nor_votes_is_told(call, command):
    expected = "error: command line: expected a pool, POOL.csv, or recorded answers, --votes FILE.csv\n"
    assert call(command) == (2, "", expected)


def test_an_energy_that_is_not_there_is_told_whatever_the_file(call, folder):
    (folder / "pool.txt").write_text("")
    (status, _, err) = call("select", "pool.txt", "--energy", "quadratc")
    assert status == 2
    assert "'quadratc' is not registered" in err
