"""Instances on the command line of haversack."""

from __future__ import annotations

import json

import pytest

from haversack.cli import main

SMALL = "tiny\n3\n3 1 4\n5 0\n2\n\n0\n5\n2 3 4\n"


@pytest.fixture
def call(tmp_path, monkeypatch, capsys):
    """Call the command in a folder with two instances; returns status, standard output and standard error."""
    (tmp_path / "tiny.txt").write_text(SMALL, encoding="utf-8")
    (tmp_path / "wide.txt").write_text(SMALL.replace("0\n5\n2 3 4", "0\n9\n2 3 4"), encoding="utf-8")
    (tmp_path / "best-known.csv").write_text("instance,best_known\ntiny,9\nwide,15\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    def called(*words):
        with pytest.raises(SystemExit) as caught:
            main([str(word) for word in words])
        printed = capsys.readouterr()
        return caught.value.code or 0, printed.out, printed.err

    return called


def test_an_instance_is_selected_from(call):
    status, out, _ = call("select", "tiny.txt", "--energy", "quadratic", "--seed", 0, "--json")
    plain = json.loads(out)
    assert (status, plain["members"], plain["value"], plain["budget"]) == (0, [0, 1], 9.0, 5.0)
    assert plain["config"]["searcher"]["kind"] == "enumerate"
    _, out, _ = call("select", "tiny.txt", "--energy", "quadratic", "--budget", 9, "--seed", 0, "--json")
    assert json.loads(out)["value"] == 15.0


@pytest.mark.slow
def test_instances_are_compared_with_their_best_known_values(call):
    words = ("--searchers", "quadratic-tabu,greedy-forward", "--seeds", 1, "--stopping", "max-step:limit=200")
    known = ("--best-known", "best-known.csv")
    status, out, err = call("compare", "tiny.txt", "wide.txt", "--energy", "quadratic", *known, *words)
    assert (status, err) == (0, "")
    rows = [line.split()[:3] for line in out.splitlines()[2:6]]
    assert rows[0] == ["tiny", "quadratic-tabu", "9"]
    assert rows[2] == ["wide", "quadratic-tabu", "15"]
    assert "reference: 2 best known values" in out


def test_without_a_rule_comparisons_stop_as_runs_do(call):
    _, out, _ = call("compare", "tiny.txt", "--energy", "quadratic", "--searchers", "greedy-forward", "--seeds", 1)
    assert "stopping: auto; at most 10 s each" in out


@pytest.mark.slow
def test_what_every_budget_buys(call):
    status, out, _ = call("frontier", "tiny.txt", "--energy", "quadratic", "--budgets", "5,9", "--seed", 0)
    assert status == 0
    assert "searcher  annealing" in out
    assert [line.split()[3] for line in out.splitlines()[2:4]] == ["9", "15"]


def test_a_malformed_instance_is_told_in_a_sentence(call, tmp_path):
    (tmp_path / "tiny.txt").write_text("tiny\nthree\n", encoding="utf-8")
    status, _, err = call("select", "tiny.txt", "--energy", "quadratic")
    assert status == 2
    assert "tiny.txt: line 2: expected the number of members" in err


COMMANDS = {
    "selection": ("select", "tiny.txt", "--energy", "quadratic", "--seed", 0),
    "frontier": ("frontier", "tiny.txt", "--energy", "quadratic", "--budgets", "5,9", "--seed", 0),
    "comparison": ("compare", "tiny.txt", "--energy", "quadratic", "--searchers", "greedy-forward", "--seeds", 1),
}
STUDY = 'pools = ["tiny.txt"]\nbudgets = [5, 9]\n[energies.own]\nkind = "quadratic"\npath = "tiny.txt"\n'


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*COMMANDS, "study"])
def test_a_result_is_repeated_in_any_folder(call, tmp_path, monkeypatch, kind):
    if kind == "study":
        (tmp_path / "study.toml").write_text(STUDY.replace("tiny.txt", "run.toml", 1), encoding="utf-8")
        (tmp_path / "run.toml").write_text("[pool]\ncosts = [2, 3, 4]\n", encoding="utf-8")
        first = call("study", "study.toml", "--store", "store", "--jobs", 1, "--json")
    else:
        first = call(*COMMANDS[kind], "--json")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    (tmp_path / "elsewhere" / "result.json").write_text(first[1], encoding="utf-8")
    again = call("run", "result.json", "--json")
    assert (first[0], again[0], again[2]) == (0, 0, "")
    first, again = json.loads(first[1]), json.loads(again[1])
    assert again["config"] == first["config"]
    assert str(tmp_path / "tiny.txt") in json.dumps(first["config"])
    if kind == "study":
        # Keys too: where the file is does not matter.
        assert [row["key"] for row in again["rows"]] == [row["key"] for row in first["rows"]]
