"""`haversack decide`: verdicts on new items by a saved result."""

from __future__ import annotations

import gzip
import json

import pytest


@pytest.fixture
def result(call, crowd, folder):
    call(
        "select",
        "--votes",
        "answers.csv",
        "--truth",
        "truth.csv",
        "--seed",
        1,
        "--vote",
        "votes",
        "--out",
        "result.json",
    )
    names = json.loads((folder / "result.json").read_text())["names"]
    (folder / "new.csv").write_text(
        f"id,{','.join(names)},truth\nx,{','.join('a' for _ in names)},a\ny,{',' * (len(names) - 1)},b\n"
    )
    return names


def test_it_prints_verdicts_and_how_many_are_right(answer, result):
    out = answer("decide", "result.json", "new.csv")
    assert "x     a" in out
    assert "y     -" in out
    assert "accuracy    0.5 (" in out


def test_it_writes_files_and_json(answer, folder, result):
    plain = json.loads(answer("decide", "result.json", "new.csv", "--json", "--out", "verdicts.csv"))
    assert [row["verdict"] for row in plain["items"]] == ["a", None]
    assert (folder / "verdicts.csv").read_text().startswith("item,verdict,answered,tied\nx,a,")
    assert "posterior" in answer("decide", "result.json", "new.csv", "--vote", "bayes")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("gone.json", "new.csv"), "gone.json: cannot be read"),
        (("result.json", "gone.csv"), "gone.csv: cannot be read"),
        (("new.csv", "new.csv"), "new.csv: is not JSON"),
        (
            ("result.json", "new.csv", "--out", "new.csv"),
            "--out new.csv: would overwrite new.csv, which the command reads",
        ),
        (("result.json", "new.csv", "--out", "new.txt"), "--out new.txt: must end in one of .csv, .json"),
        (
            ("result.json", "new.csv", "--vote", "spatial:table=[0,1]"),
            "vote: expected an energy with the method 'fit_vote'",
        ),
        (("result.json", "pool.csv"), "answers: 'name', 'accuracy', 'cost': not among the members of the pool"),
    ],
)
def test_mistakes_get_one_sentence(call, result, words, message):
    status, out, err = call("decide", *words)
    assert (status, out) == (2, "")
    assert message in err
    assert "Traceback" not in err


def test_vote_and_frugal_are_options_of_select_and_run(answer, folder, crowd, call):
    (folder / "costs.csv").write_text("name,cost\nann,1\nbob,2\ncat,3\ndan,4\n")
    words = (
        "--votes",
        "answers.csv",
        "--truth",
        "truth.csv",
        "--frugal",
        "--vote",
        "bayes",
        "--json",
        "--out",
        "result.json",
    )
    config = json.loads(call("select", "costs.csv", *words)[1])["config"]
    assert (config["frugal"], config["vote"]["kind"]) == (True, "bayes")
    again = json.loads(answer("run", "result.json", "--json", "--vote", "votes:ties=coin"))["config"]
    assert (again["frugal"], again["vote"]) == (True, {"kind": "votes", "ties": "coin"})


@pytest.mark.parametrize(("mode", "texts"), [("casefold", ("yes", "Yes", "no")), ("number", ("1", "1.0", "0"))])
def test_answers_are_compared_as_in_the_log(call, answer, folder, mode, texts):
    right, other, wrong = texts
    rows = [f"{item},{right},{texts[item % 2]},{other},{wrong if item % 3 else right}" for item in range(9)]
    (folder / "log.csv").write_text("id,truth,a,b,c\n" + "\n".join([*rows, f"9,{wrong},{wrong},{wrong},{wrong}"]))
    call("select", "log.csv", "--answers", mode, "--seed", 1, "--out", "result.json")
    found = json.loads(answer("decide", "result.json", "log.csv", "--json"))
    assert found["accuracy"]["share"] == 1.0
    assert {str(row["verdict"]) for row in found["items"]} == {right, wrong}


def test_it_reads_what_select_reads(answer, folder, result):
    """The same answers as lines of JSON, compressed, with other names of columns, and with columns that are named."""
    rows = [{"item": "x", "model": name, "answer": "a"} for name in result]
    (folder / "new.jsonl").write_text("\n".join(map(json.dumps, rows)))
    long = "".join(f"x,{name},a\n" for name in result)
    (folder / "new.csv.gz").write_bytes(gzip.compress(f"question_id,judge,verdict\n{long}".encode()))
    (folder / "other.csv").write_text(f"item,who,said\n{long}")
    cells = ",".join("a" for _ in result)
    (folder / "wide.csv").write_text(f"id,{','.join(f'{name}:answer' for name in result)}\nx,{cells}\n")
    expected = json.loads(answer("decide", "result.json", "new.jsonl", "--json"))
    assert [row["verdict"] for row in expected["items"]] == ["a"]
    for words in (["new.csv.gz"], ["other.csv", "--columns", "member=who,answer=said"], ["wide.csv"]):
        assert json.loads(answer("decide", "result.json", *words, "--json")) == expected
