"""What members cost, from a log or beside it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from haversack import LogTable, PoolError
from haversack.pools.logs.prices import average_by_member, average_prices, read_amounts, read_costs

MEMBERS = np.array([0, 1, 0, 1])


def test_means_are_over_the_lines_that_have_a_number():
    table = LogTable("f", {"usd": ["1", "$2.5", "", "1"]})
    assert average_prices(table, "usd", MEMBERS, ["a", "b"]).tolist() == [1.0, 1.75]
    empty = LogTable("f", {"s": [1, None, 3, None]})
    assert np.isnan(average_by_member(empty, "s", MEMBERS, ["a", "b"])).tolist() == [False, True]
    assert read_amounts(LogTable("f", {"s": [1, 2.5]}), "s").tolist() == [1.0, 2.5]


@pytest.mark.parametrize("cell", ["-1", "inf", "much"])
def test_other_amounts_are_refused(cell):
    table = LogTable("f", {"usd": ["1", cell]})
    with pytest.raises(PoolError, match=rf"^f: line 2: usd: must be a finite number of at least 0, got '{cell}'$"):
        read_amounts(table, "usd")


def test_costs_come_from_mappings_files_frames_and_lists(tmp_path):
    file = tmp_path / "costs.csv"
    file.write_text("model,usd\nb,2\na,1\n", encoding="utf-8")
    for costs in (
        file,
        {"a": 1, "b": 2.0},
        pd.Series({"a": 1, "b": 2}),
        pd.DataFrame({"name": ["b", "a"], "cost": [2, 1]}),
    ):
        assert list(read_costs(costs, ["a", "b"])) == [1, 2]
    assert read_costs([5, 6], ["a", "b"]) == [5, 6]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name,cost\na,1\n", "no cost of 'b', which is a member; found 'a'"),
        ("name,prize\na,1\n", "no column 'cost': expected the columns name and cost; found 'name', 'prize'"),
        ("who,cost\na,1\n", "no column 'name': expected the columns name and cost; found 'who', 'cost'"),
        ("name,cost\na,\n", "line 2: expected a name and a cost, a cell is empty"),
        ("name,cost\na,1\na,2\n", "line 3: 'a' has a cost already"),
    ],
)
def test_mistakes_in_a_file_are_reported(tmp_path, text, message):
    file = tmp_path / "costs.csv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(PoolError) as caught:
        read_costs(file, ["a", "b"])
    assert str(caught.value) == f"{file}: {message}"
