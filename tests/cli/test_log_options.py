"""What the command line says about a log of answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from haversack import ConfigError
from haversack.cli.log_options import LogOptions

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
