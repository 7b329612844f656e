"""The command `haversack frontier`."""

from __future__ import annotations

import csv
import functools
import io
import json
import sys

import pytest

import haversack
import haversack.cli.frontier as command


@pytest.fixture
def call(call):
    """Call the command; returns status, standard output and standard error."""
    return functools.partial(call, "frontier")


def test_it_prints_a_table(call):
    status, out, err = call("pool.csv")
    assert (status, err) == (0, "")
    assert out.startswith("budget  size  accuracy  error  reaches  next unit buys  enters    leaves\n")
    assert "whole: for every budget it is proved" in out


def test_json_is_everything(call):
    plain = json.loads(call("pool.csv", "--json")[1])
    assert [point["cost"] for point in plain["points"]] == [1.0, 2.0, 4.0, 8.0]


@pytest.mark.parametrize(
    ("text", "budgets"), [("3", [1.0, 3.0, 9.0]), ("2,8.5", [2.0, 8.5]), ("4,", [4.0]), (" 8 , 2 ", [2.0, 8.0])]
)
def test_budgets_are_a_number_or_a_list(call, text, budgets):
    assert json.loads(call("pool.csv", "--json", "--budgets", text)[1])["budgets"] == budgets


def test_all_budgets_can_be_asked_for(call):
    assert json.loads(call("pool.csv", "--json", "--budgets", "all")[1])["whole"]


def test_parts_are_given_by_name_and_set(call):
    words = ("--searcher", "monte-carlo", "--set", "searcher.samples=40", "--cost", "parallel", "--budgets", "2,4")
    plain = json.loads(call("pool.csv", "--json", "--seed", "3", "--stopping", "max-step", *words, "--set",
                           "stopping.limit=30", "--energy", "majority", "--set", "energy.ties=coin")[1])  # fmt: skip
    assert (plain["searcher"], plain["seed"], plain["steps"]) == ("monte-carlo", 3, 60)


def test_a_run_file_gives_pool_and_parts_and_its_budget_does_not_matter(call, folder):
    (folder / "costs.toml").write_text("budget = 2\nseed = 5\n[pool]\npath = 'pool.csv'\n[cost]\nkind = 'parallel'\n")
    whole = json.loads(call("costs.toml", "--json")[1])
    same = json.loads(call("pool.csv", "--json", "--cost", "parallel")[1])
    assert whole["points"] == same["points"]
    assert len(whole["points"]) > 1
    searched = json.loads(call("costs.toml", "--json", "--budgets", "2,4", "--searcher", "monte-carlo:samples=40",
                               "--stopping", "max-step:limit=30")[1])  # fmt: skip
    assert (searched["searcher"], searched["seed"], searched["steps"]) == ("monte-carlo", 5, 60)


def test_the_preset_of_a_run_file_chooses_the_parts(call, folder):
    (folder / "paper.toml").write_text("preset = 'paper'\nseed = 5\n[pool]\npath = 'pool.csv'\n")
    found = json.loads(call("paper.toml", "--json", "--budgets", "2,4")[1])
    assert (found["searcher"], found["seed"]) == ("sherlock", 5)


def test_an_earlier_result_gives_pool_and_parts(call, folder):
    chosen = haversack.select(haversack.Pool.from_csv("pool.csv"), 4.0, searcher="exact", seed=1)
    (folder / "found.json").write_text(chosen.to_json())
    status, out, err = call("found.json", "--json", "--budgets", "2,4")
    assert (status, err) == (0, "")
    found = json.loads(out)
    assert (found["searcher"], found["budgets"]) == ("exact", [2.0, 4.0])


def test_files_are_written(call, folder):
    pytest.importorskip("matplotlib")
    status, _, err = call("pool.csv", "--out", "all.csv", "--plot", "all.svg")
    assert (status, err) == (0, "")
    assert len(list(csv.DictReader(io.StringIO((folder / "all.csv").read_text())))) == 4
    assert "<svg" in (folder / "all.svg").read_text()
    call("pool.csv", "--out", "all.json")
    assert json.loads((folder / "all.json").read_text())["whole"]


@pytest.mark.parametrize(("budget", "is_marked"), [(4.0, True), (0.5, False)])
def test_the_budget_of_a_run_file_is_marked_where_it_buys_something(call, folder, budget, is_marked):
    pytest.importorskip("matplotlib")
    (folder / "marked.toml").write_text(f"budget = {budget}\n[pool]\npath = 'pool.csv'\n")
    status, _, err = call("marked.toml", "--plot", "all.svg")
    assert (status, err) == (0, "")
    assert ('id="mark"' in (folder / "all.svg").read_text()) is is_marked


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("free.csv",), "error: pool: a frontier needs the cost of each member, and the pool has no costs\n"),
        (("pool.csv", "--budgets", "4.5"), "from 2 to 100,000, or a list of finite numbers above 0, got '4.5'\n"),
        (("pool.csv", "--budgets", "4,x"), "got 'x' among others\n"),
        (("pool.csv", "--budgets", ","), "got an empty list\n"),
        (("pool.csv", "--budgets", "0.5,2"), "error: budget: no member fits in 0.5; the cheapest, 'dan', costs 1\n"),
        (("pool.csv", "--out", "all.txt"), "error: --out all.txt: must end in one of .csv, .json\n"),
        (("pool.csv", "--plot", "all.txt"), "error: --plot all.txt: must end in one of .png, .svg, .pdf\n"),
        (
            ("pool.csv", "--set", "budget=3"),
            "error: command line: budget: a frontier is for many budgets; use",
        ),
        (
            ("run.toml", "--set", "budget=3"),
            "error: command line: budget: a frontier is for many budgets; use",
        ),
        (("pool.csv", "--seed", "x"), "error: command line: seed: "),
        (("pool.csv", "--searcher", "exat"), "did you mean 'exact'"),
    ],
)
def test_mistakes_get_one_sentence_and_status_2(call, words, complaint):
    status, out, err = call(*words)
    assert (status, out) == (2, "")
    assert complaint in err
    assert err.count("\n") == 1


def test_the_answer_is_shown_even_if_a_file_cannot_be_written(call):
    pytest.importorskip("matplotlib")
    for option, name in (("--out", "nowhere/all.csv"), ("--plot", "nowhere/all.png")):
        status, out, err = call("pool.csv", option, name)
        assert status == 2
        assert "whole: for every budget" in out
        assert err.startswith(f"error: {option} {name}: cannot be written: ")


def test_without_matplotlib_the_extra_is_named_before_the_search(call, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    status, out, err = call("pool.csv", "--plot", "all.png")
    assert (status, out, err) == (2, "", 'error: plots need matplotlib: pip install "haversack[plots]"\n')


def test_ctrl_c_before_any_set_was_found_ends_with_one_line(call, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "find_frontier", interrupted)
    assert call("pool.csv") == (130, "", "interrupted before any set was found\n")


def test_votes_can_be_searched_for_several_budgets(call, crowd):
    words = ("--votes", "answers.csv", "--truth", "truth.csv", "--energy", "votes", "--budgets", "4,8", "--seed", 0)
    assert "  searcher  annealing\n" in call("pool.csv", *words)[1]


def test_certificates_are_written_into_a_folder(call, folder):
    status, _, err = call("pool.csv", "--certificate", "proofs")
    assert (status, err) == (0, "")
    assert sorted(file.name for file in (folder / "proofs").iterdir()) == [
        f"budget-{budget}.json" for budget in (1.0, 2.0, 4.0, 8.0)
    ]


def test_ctrl_c_while_certificates_are_written_keeps_the_answer(call, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("haversack.cli.frontier.write_certificates", interrupt)
    status, out, err = call("pool.csv", "--certificate", "proofs")
    assert status == 4
    assert "budget" in out
    assert err.endswith("interrupted: a certificate of each budget was not written\n")


def test_without_a_bound_there_is_an_answer_and_no_certificate(call):
    status, out, err = call("pool.csv", "--certificate", "proofs", "--budgets", "2,4", "--searcher", "monte-carlo")
    assert status == 2
    assert out.startswith("budget")
    assert err.startswith("error: certificate: 2 of 2 budgets have none; at 2: the answer has no bound")
