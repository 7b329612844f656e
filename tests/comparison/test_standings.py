from __future__ import annotations

import csv
import io
import json
import math

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack import ConfigError, TraceRow
from haversack.comparison import Comparison, ComparisonRow, Quantiles, Reference

OPTIMUM = Reference("optimum", 0.99, 0.01)


def row(**changes):
    usual = {
        "pool": "a",
        "group": "n=5",
        "members": 5,
        "budget": 3.0,
        "searcher": "sweep",
        "stopping": "paper",
        "seed": 0,
        "value": 0.98,
        "error": 0.02,
        "cost": 2.5,
        "chosen": 3,
        "reference": OPTIMUM,
        "stop": 0.96,
        "stop_error": 0.04,
        "steps": 10,
        "evaluations": 20,
        "seconds": 0.5,
        "stop_reason": "enough",
        "trace": (TraceRow(1, 0.1, 0.9, 0.1, 2.0), TraceRow(7, 0.3, 0.98, 0.02, 2.5)),
    }
    return ComparisonRow(**(usual | changes))


def failed(**changes):
    gone = dict.fromkeys(("value", "error", "cost", "chosen", "steps", "evaluations", "seconds"))
    return row(**(gone | {"trace": (), "stop_reason": "the search ended without a feasible set (tired)"} | changes))


def profit(value, **changes):
    return row(value=value, error=None, stop=None, stop_error=None, reference=Reference("best-known", 200.0), **changes)


numbers = st.lists(st.floats(0, 1e6), min_size=1, max_size=30)


@given(numbers)
def test_quantiles_are_those_of_numpy(values):
    found = Quantiles.of(values)
    assert (found.low, found.median, found.high) == pytest.approx(np.quantile(values, [0.1, 0.5, 0.9]))


@given(numbers, st.integers(1, 30))
def test_infinite_numbers_come_last_and_spoil_nothing_else(values, infinite):
    found = Quantiles.of([*values, *[math.inf] * infinite])
    ordered = sorted(values) + [math.inf] * infinite
    assert found.median in ordered
    assert math.isinf(found.median) == (infinite > len(values))
    assert found.low <= found.median <= found.high


def test_missing_numbers_do_not_count():
    assert Quantiles.of([None, 4.0, None]) == Quantiles(4.0, 4.0, 4.0)
    assert Quantiles.of([None]) is None


def test_a_row_is_measured_against_its_reference():
    assert row().excess == pytest.approx(1.0)
    assert row().decades == pytest.approx(math.log10(2))
    assert row().stop_excess == pytest.approx(3.0)
    assert row().reached is False
    assert row(error=0.01 * (1 + 1e-10)).reached is True


def test_a_bound_does_not_tell_who_reached_the_optimum():
    bounded = row(reference=Reference("bound", 0.995, 0.005))
    assert bounded.excess == pytest.approx(3.0)
    assert bounded.reached is None


def test_a_row_without_a_set_is_infinitely_far_away_and_one_without_reference_nowhere():
    assert (failed().excess, failed().decades, failed().reached) == (math.inf, math.inf, False)
    lost = failed(reference=None)
    assert (lost.excess, lost.decades, lost.reached, lost.stop_excess) == (None, None, None, None)


def test_a_value_that_is_no_probability_has_no_decades():
    assert profit(150.0).excess == pytest.approx(0.25)
    assert profit(150.0).decades is None


def test_nothing_is_left_of_an_error_of_zero_below_a_reference():
    assert row(error=0.0, value=1.0, reference=Reference("best-known", 0.9, 0.1)).decades == -math.inf


def test_standings_gather_the_runs_of_a_group_and_a_searcher():
    errors = {"a": [0.01, 0.02, 0.03], "b": [0.01, 0.05, 0.09]}
    rows = [
        row(pool=pool, seed=seed, error=error, value=1 - error, steps=10 * seed, seconds=error)
        for pool, listed in errors.items()
        for seed, error in enumerate(listed)
    ]
    (standing,) = Comparison(rows, len(rows)).standings()
    flat = [error for listed in errors.values() for error in listed]
    excess = [error / 0.01 - 1 for error in flat]
    assert (standing.group, standing.searcher, standing.stopping) == ("n=5", "sweep", "paper")
    assert (standing.pools, standing.runs, standing.failed) == (2, 6, 0)
    assert attrs.astuple(standing.excess) == pytest.approx(np.quantile(excess, [0.1, 0.5, 0.9]))
    assert attrs.astuple(standing.decades) == pytest.approx(
        np.quantile(np.log10(np.array(flat) / 0.01), [0.1, 0.5, 0.9]), abs=1e-12
    )
    assert attrs.astuple(standing.seconds) == pytest.approx(np.quantile(flat, [0.1, 0.5, 0.9]))
    assert standing.error == pytest.approx(np.median(flat))
    assert standing.reached == pytest.approx(2 / 6)
    assert standing.stop_reached == pytest.approx(4 / 6)


def test_standings_come_group_by_group_in_order_of_appearance():
    rows = [row(group=group, pool=group, searcher=name) for name in ("z", "a") for group in ("n=30", "n=100")]
    assert [(standing.group, standing.searcher) for standing in Comparison(rows, 4).standings()] == [
        ("n=30", "z"),
        ("n=30", "a"),
        ("n=100", "z"),
        ("n=100", "a"),
    ]


def test_stop_counts_once_per_pool():
    rows = [row(seed=seed) for seed in range(5)]
    rows += [row(pool="b", stop=0.995, stop_error=0.005), row(pool="c", stop=None, stop_error=None)]
    (stop,) = Comparison(rows, 7).stops()
    assert stop.pools == 2
    assert stop.error == pytest.approx(0.0225)
    assert stop.excess.median == pytest.approx((3.0 - 0.5) / 2)
    assert stop.beyond == 0.5


def test_where_there_is_no_stop_nothing_is_told_of_it():
    outcome = Comparison([profit(150.0)], 1)
    assert outcome.stops() == ()
    assert outcome.standings()[0].stop_reached is None


# ---------------------------------------------------------------------------------------------------- to and from


@pytest.mark.parametrize("rows", [[row(), failed(pool="b")], [profit(150.0)], [failed(reference=None)], []])
def test_json_gives_the_comparison_back(rows):
    outcome = Comparison(rows, len(rows) + 2, 10.0)
    assert Comparison.from_json(outcome.to_json()) == outcome
    assert outcome.interrupted


def test_json_holds_rows_standings_and_stops():
    told = json.loads(Comparison([row(), failed(seed=1)], 2).to_json())
    assert (told["planned"], told["interrupted"], told["seconds"]) == (2, False, None)
    assert told["rows"][0]["excess"] == pytest.approx(1.0)
    assert told["rows"][0]["trace"][1]["step"] == 7
    assert told["rows"][1]["excess"] is None
    assert told["standings"][0]["runs"] == 2
    assert told["stops"][0]["excess"]["median"] == pytest.approx(3.0)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"rows": [{}], "planned": 1, "seconds": null}'])
def test_what_is_no_comparison_is_told(text):
    with pytest.raises(ConfigError, match="^comparison: is not the JSON of a comparison: "):
        Comparison.from_json(text)


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


def test_str_is_the_summary():
    outcome = Comparison([row()], 1)
    assert str(outcome) == outcome.summary()
    assert "1 proven optimum" in str(outcome)
