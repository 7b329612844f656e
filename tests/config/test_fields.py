"""Values of fixed keys."""

from __future__ import annotations

import pytest

from haversack.config.fields import TABLE, TABLES, VERSIONS, check_error, read_fields
from haversack.errors import ConfigError

TYPES = {"config": TABLE, "versions": VERSIONS, "pools": TABLES}


def test_other_keys_are_passed_over_and_absent_ones_left_out():
    assert read_fields({"config": None, "versions": {"a": "1"}, "x": 3}, TYPES, "f") == {
        "config": None,
        "versions": {"a": "1"},
    }


def test_all_problems_are_reported_at_once():
    with pytest.raises(ConfigError) as caught:
        read_fields({"config": 3, "versions": {"a": 5}}, TYPES, "f.json", required=("pools",), within="study.")
    assert caught.value.problems == (
        "f.json: study.config: must be a table or nothing, got 3",
        "f.json: study.versions: entry 'a' must be text, got 5",
        "f.json: study.pools: missing; must be a list, each a table",
    )


@pytest.mark.parametrize(("within", "message"), [("", "^f: must be a table, got 3$"), ("a.", "^f: a: must be a table")])
def test_what_is_no_table_is_reported(within, message):
    with pytest.raises(ConfigError, match=message):
        read_fields(3, TYPES, "f", within=within)


@pytest.mark.parametrize("error", [None, 0.0, 1.0, 0.5, -1e-15, 1.0 + 1e-15])
def test_errors_are_probabilities_up_to_rounding(error):
    check_error(error, "f: error")


@pytest.mark.parametrize("error", [-0.1, 1.1, 1e300, float("inf"), float("nan")])
def test_what_is_no_probability_is_reported(error):
    with pytest.raises(ConfigError, match="^f: error: must be from 0 to 1, got "):
        check_error(error, "f: error")
