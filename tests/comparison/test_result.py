"""Comparisons as JSON and CSV."""

from __future__ import annotations

import csv
import io
import json

import pytest

from comparison_rows import failed, profit, row
from haversack import ConfigError
from haversack.comparison import Comparison


@pytest.mark.parametrize("rows", [[row(), failed(pool="b")], [profit(150.0)], [failed(reference=None)], []])
def test_json_gives_the_comparison_back(rows):
    outcome = Comparison(rows, len(rows) + 2, 10.0)
    assert Comparison.from_json(outcome.to_json()) == outcome
    assert outcome.interrupted


def test_json_holds_rows_standings_and_stops():
    plain = json.loads(Comparison([row(), failed(seed=1)], 2).to_json())
    assert (plain["planned"], plain["interrupted"], plain["seconds"]) == (2, False, None)
    assert plain["rows"][0]["excess"] == pytest.approx(1.0)
    assert plain["rows"][0]["trace"][1]["step"] == 7
    assert plain["rows"][1]["excess"] is None
    assert plain["standings"][0]["runs"] == 2
    assert plain["stops"][0]["excess"]["median"] == pytest.approx(3.0)


EMPTY = '{"rows": [], "planned": 1, "seconds": null, "failures": []'
WRONG = ["", "[]", "{}", '{"rows": [{}], "planned": 1, "seconds": null}', "[" * 100_000]


@pytest.mark.parametrize("text", WRONG)
def test_what_is_no_comparison_is_told(text):
    with pytest.raises(ConfigError, match="^comparison: is not the JSON of a comparison: "):
        Comparison.from_json(text)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"planned": None}, "planned: must be a whole number, got None"),
        ({"seconds": "x"}, "seconds: must be a number or nothing, got 'x'"),
        ({"failures": [None]}, "failures: entry 0 must be text, got None"),
        ({"config": 3}, "config: must be a table or nothing, got 3"),
        ({"config": {"cases": 5}}, "config.cases: must be a list, each a table, got 5"),
        ({"versions": []}, r"versions: must be a table, each text, got \[\]"),
        ({"versions": {"a": 5}}, "versions: entry 'a' must be text, got 5"),
    ],
)
def test_values_of_a_wrong_kind_are_named(change, message):
    with pytest.raises(ConfigError, match=f"^comparison: {message}$"):
        Comparison.from_json(json.dumps(json.loads(f"{EMPTY}}}") | change))


@pytest.mark.parametrize("name", ["cost", "chosen", "seconds"])
def test_an_answer_has_its_numbers(name):
    plain = json.loads(Comparison([row(), row()], 2).to_json())
    del plain["rows"][1][name]
    message = rf"ValueError: rows\[1\].{name}: must be a number where there is an answer, got nothing$"
    with pytest.raises(ConfigError, match=f"^comparison: is not the JSON of a comparison: {message}"):
        Comparison.from_json(json.dumps(plain))


def test_csv_has_a_line_per_run_with_full_precision():
    outcome = Comparison([row(error=1e-20 / 3, value=1.0), failed(pool="b")], 2)
    first, second = csv.DictReader(io.StringIO(outcome.to_csv()))
    assert float(first["error"]) == 1e-20 / 3
    assert float(first["excess"]) == outcome.rows[0].excess
    assert first["reference_kind"] == "optimum"
    assert first["reached"] == "True"
    assert (second["pool"], second["value"], second["excess"]) == ("b", "", "")
    assert "trace" not in first


def test_csv_of_nothing_is_empty():
    assert Comparison([], 3).to_csv().strip() == ""
