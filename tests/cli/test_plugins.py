"""`haversack plugins`: the listing, and the details of one part."""

from __future__ import annotations

import json

import pytest

from haversack.cli import main

HEADER = ["kind", "name", "status", "summary"]


def ran(capsys, *arguments):
    """Run the command line; status, stdout, stderr."""
    with pytest.raises(SystemExit) as end:
        main(list(arguments))
    return end.value.code, *capsys.readouterr()


def test_the_listing_is_a_table_or_json(capsys):
    status, table, _ = ran(capsys, "plugins", "--no-plugins")
    assert status == 0
    assert table.splitlines()[0].split() == HEADER
    status, text, _ = ran(capsys, "plugins", "--json", "--no-plugins")
    rows = json.loads(text)
    assert status == 0
    costs = [row["name"] for row in rows if row["kind"] == "cost" and row["status"] == "ok"]
    assert costs == ["additive", "none", "parallel", "vector"]
    assert table.splitlines()[-1] == "not shown: distribution, version; --json has all"
    assert [line.split()[:2] for line in table.splitlines()[2:-1]] == [[row["kind"], row["name"]] for row in rows]


def test_columns_line_up_whatever_is_in_them(capsys):
    header, _, *lines = ran(capsys, "plugins", "--no-plugins")[1].splitlines()
    starts = [header.index(column) for column in HEADER]
    working = [line for line in lines if "  ok  " in line]
    assert working
    assert all(line[start - 1] == " " and line[start] != " " for line in working for start in starts[1:])


@pytest.mark.parametrize("name", ["stagnation", "stopping.stagnation"])
def test_show_tells_what_an_implementation_can_be_told(capsys, name):
    status, text, _ = ran(capsys, "plugins", "show", name, "--no-plugins")
    assert status == 0
    assert "stopping stagnation: stop after a number of steps without improvement\n  from haversack 0" in text
    assert "    steps: a whole number; required\n        Number of steps without improvement, at least 1.\n" in text


def test_show_says_so_when_there_are_no_options(capsys):
    assert "  no options\n" in ran(capsys, "plugins", "show", "cost.none", "--no-plugins")[1]


def test_show_of_an_unknown_name_suggests_one(capsys):
    status, text, complaint = ran(capsys, "plugins", "show", "max-stepp", "--no-plugins")
    assert (status, text) == (2, "")
    assert complaint.startswith("error: 'max-stepp' is not registered; did you mean 'max-step'? known: additive, ")
