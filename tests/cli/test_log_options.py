"""What the command line says about a log of answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from haversack import ConfigError
from haversack.cli.log_options import LogOptions, is_log

LOG = "item,model,answer,price,truth\n1,a,x,1,x\n1,b,y,2,x\n2,a,y,1,y\n2,b,y,2,y\n"


def test_options_become_the_section_of_the_pool():
    options = LogOptions(
        votes=[Path("a"), Path("b")],
        truth=Path("t"),
        costs=Path("c"),
        columns=["item=x,item=y"],
        format="lm-eval:filter=none",
    )
    assert options.to_section() == {
        "votes": ["a", "b"],
        "truth": "t",
        "costs": "c",
        "columns": {"item": ["x", "y"]},
        "format": {"kind": "lm-eval", "filter": "none"},
    }
    assert LogOptions().to_section() == {}
    assert not LogOptions().is_given


def test_options_about_a_log_need_a_log():
    with pytest.raises(ConfigError, match=r"^--costs: has no meaning without a log of answers, --votes LOG$"):
        LogOptions(costs=Path("c")).to_section()


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("log.csv", LOG, True),
        ("log.csv", "truth,a,b\n1,1,1\n", True),
        ("log.csv", "item,model,label,cost\n", True),
        ("pool.csv", "name,accuracy,cost\n", False),
        ("pool.csv", "accuracy,model,task,score\n", False),
        ("log.csv", "id,gpt:resolved,gpt:usd\n", True),
        ("truth.csv", "question,truth\n", False),
        ("pool.csv", "", False),
        ("log.jsonl", "", True),
        ("out.json", '{"results": {}}', True),
        ("out.json", "{}", False),
    ],
)
def test_a_file_is_a_log_if_its_columns_say_so(tmp_path, name, text, expected):
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert is_log(tmp_path / name) is expected


def test_a_folder_is_a_log_if_there_are_files_in_it_that_only_logs_are(tmp_path):
    (tmp_path / "pool.csv").write_text("name,accuracy\na,0.5\n")
    assert not is_log(tmp_path)
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "samples_task.jsonl").write_text("{}\n")
    assert is_log(tmp_path)


def test_a_log_is_selected_from_without_options_and_the_result_can_be_repeated(call, folder):
    (folder / "log.csv").write_text(LOG)
    status, out, err = call("select", "log.csv", "--budget", 1.5, "--seed", 0, "--json", "--out", "result.json")
    assert (status, json.loads(out)["names"]) == (0, ["a"])
    assert err.startswith("log.csv: 2 models, 2 items, 0 missing answers, prices from column price\n")
    assert "so the budget is a price per item\n" in err
    assert json.loads(call("run", "result.json", "--json")[1])["names"] == ["a"]
    (folder / "costs.csv").write_text("name,cost\na,9\nb,1\n")
    words = ("--votes", "log.csv", "--costs", "costs.csv", "--columns", "ignore=price", "--answers", "strip")
    assert json.loads(call("select", *words, "--budget", 2, "--json")[1])["names"] == ["b"]
    assert call("plan", "log.csv", "--columns", "member=who")[2] == (
        "error: log.csv: no column 'who', which is named for member; known: item, model, answer, price, truth\n"
    )


def test_a_folder_of_logs_is_a_log_and_one_of_pools_is_not(folder):
    for name, text in (("logs", "item,model,answer\n1,a,x\n"), ("pools", "name,accuracy,cost\na,0.9,1\n")):
        (folder / name).mkdir()
        (folder / name / "one.csv").write_text(text)
    assert is_log(folder / "logs")
    assert not is_log(folder / "pools")
