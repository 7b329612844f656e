"""`haversack plugins`: the listing, and the details of one part."""

from __future__ import annotations

import json

import pytest

from haversack.cli import main
from haversack.cli.plugins import _write_listing


def ran(capsys, *arguments):
    """Run the command line; status, stdout, stderr."""
    with pytest.raises(SystemExit) as end:
        main(list(arguments))
    return end.value.code, *capsys.readouterr()


def test_the_listing_has_everything_at_80_columns(capsys):
    status, listing, _ = ran(capsys, "plugins", "--no-plugins")
    assert status == 0
    status, text, _ = ran(capsys, "plugins", "--json", "--no-plugins")
    rows = json.loads(text)
    assert status == 0
    costs = [row["name"] for row in rows if row["kind"] == "cost" and row["status"] == "ok"]
    assert costs == ["additive", "costs", "none", "parallel", "sequential", "setup", "tiers", "vector"]
    assert all(len(line) <= 80 for line in listing.splitlines())
    assert "…" not in listing
    words = " ".join(listing.split())
    for row in rows:
        if row["kind"] != "plugin":
            assert f"{row['kind']} {row['name']} {row['summary']}" in words
    own = rows[0]
    assert listing.startswith(f"haversack {own['version']}\n  energy     auto ")


def test_plugins_that_were_not_loaded_come_last():
    rows = [
        {
            "kind": "plugin",
            "name": "greet",
            "distribution": "acme",
            "version": "2",
            "status": "broken: no",
            "summary": "",
        },
        {
            "kind": "cost",
            "name": "a",
            "distribution": "acme",
            "version": "1",
            "status": "clash: also b",
            "summary": "x",
        },
        {"kind": "energy", "name": "b", "distribution": "haversack", "version": "3", "status": "ok", "summary": "y"},
    ]
    assert _write_listing(rows) == (
        "haversack 3\n  energy b  y\n\nacme 1\n  cost   a  x (clash: also b)\n\n"
        "not loaded\n  acme 2  plugin 'greet', broken: no"
    )


@pytest.mark.parametrize("words", [("stagnation",), ("stopping.stagnation",), ("stopping", "stagnation")])
def test_show_prints_the_details_of_a_part(capsys, words):
    status, text, _ = ran(capsys, "plugins", "show", *words, "--no-plugins")
    assert status == 0
    assert "stopping stagnation: stop after a number of steps or seconds without improvement\n  from haver" in text
    assert "    steps: a whole number of at least 1; default none\n        Number of steps without improvement" in text
    assert text.endswith('  example:\n    [stopping]\n    kind = "stagnation"\n    steps = 1\n')


def test_show_prints_json(capsys):
    (details,) = json.loads(ran(capsys, "plugins", "show", "searcher", "exact", "--json", "--no-plugins")[1])
    assert (details["kind"], details["name"]) == ("searcher", "exact")
    assert "CountsVotes of the energy" in details["needs"]


def test_show_says_so_when_there_are_no_options(capsys):
    assert "  no options\n" in ran(capsys, "plugins", "show", "cost.none", "--no-plugins")[1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("max-stepp",), "'max-stepp' is not registered; did you mean 'max-step'? known: additive, "),
        (
            ("cost", "max-step"),
            "'max-step' is not registered; known: additive, costs, none, parallel, sequential, setup, tiers, vector",
        ),
        (("serchr", "exact"), "plugins show: no such kind 'serchr'; did you mean 'searcher'? known: energy, "),
        (("a", "b", "c"), "plugins show: expected [KIND] NAME, got a b c\n"),
    ],
)
def test_show_of_something_unknown_suggests_what_is_known(capsys, words, message):
    status, text, complaint = ran(capsys, "plugins", "show", *words, "--no-plugins")
    assert (status, text) == (2, "")
    assert complaint.startswith(f"error: {message}")
