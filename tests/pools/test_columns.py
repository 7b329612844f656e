"""The table of columns is all that readers, checks, run files, schema and reports know of them."""

from __future__ import annotations

import attrs
import numpy as np
import pytest
from jsonschema import Draft202012Validator

from haversack import ConfigError, Pool, PoolError, select
from haversack.config.run_file import build_run
from haversack.config.schema import build_run_schema
from haversack.pools import columns
from haversack.pools.checks import POSITIVE
from haversack.pools.columns import (
    COLUMNS,
    NumberColumn,
    add_missing_fields,
    list_headers,
    list_present_columns,
    list_shown_columns,
)
from haversack.testing.examples import equal_members

FULL = {
    "accuracies": [0.9, 0.8, 0.7],
    "costs": [4.0, 2.0, 1.0],
    "names": ["ann", "bob", "cat"],
    "metadata": {"vendor": ["x", "y", "x"]},
    "votes": {"labels": ["n", "y"], "truth": [1, 0], "answers": ["1 0 1", "0 . 1"]},
}


def test_the_fields_of_a_pool_are_the_columns():
    assert [field.name for field in attrs.fields(Pool)] == [column.key for column in COLUMNS]
    assert list(FULL) == [column.key for column in COLUMNS], "the example has every column"


def test_columns_that_a_pool_lacks_are_not_present():
    assert [column.key for column, _ in list_present_columns(Pool(costs=[1]))] == ["costs", "names"]
    assert [column.key for column, _ in list_present_columns(Pool(**FULL))] == list(FULL)


@pytest.mark.parametrize("column", COLUMNS, ids=lambda column: column.key)
def test_stored_values_survive_plain_data(column):
    stored = column.convert(FULL[column.key])
    assert column.is_present(stored)
    assert column.to_plain(stored) == FULL[column.key]
    assert column.to_plain(column.convert(column.to_plain(stored))) == FULL[column.key]
    assert set(column.lengths(stored).values()) == {3}
    assert list(column.find_problems(stored)) == []


@pytest.mark.parametrize("column", COLUMNS, ids=lambda column: column.key)
def test_an_absent_column_is_recognised(column):
    assert not column.is_present(column.convert(None))


def test_the_values_of_some_members_are_taken():
    taken = Pool(**{column.key: column.take(values, [2, 0]) for column, values in list_present_columns(Pool(**FULL))})
    assert (taken.names, taken.accuracies.tolist(), taken.costs.tolist()) == (("cat", "ann"), [0.7, 0.9], [1.0, 4.0])
    assert taken.metadata == {"vendor": ("x", "x")}
    assert taken.votes.to_dict()["answers"] == ["1 1", "1 0"]


def test_headers_have_the_name_first():
    assert list(list_headers()) == ["name", "accuracy", "cost"]


def test_cells_of_numbers_are_read_with_all_problems():
    values, problems = list_headers()["cost"].read_cells(["1.5", "", "x", "-2"])
    assert np.array_equal(values, [1.5, np.nan, np.nan, -2.0], equal_nan=True)
    assert problems == [
        (1, "must be a number, the cell is empty"),
        (2, "must be a number, got 'x'"),
        (3, "must be a finite number of at least 0, got -2.0"),
    ]


def test_shown_columns_are_those_that_are_present():
    assert [(header, values.tolist()) for header, values in list_shown_columns(Pool(costs=[1, 2]))] == [
        ("cost", [1.0, 2.0])
    ]
    assert [header for header, _ in list_shown_columns(Pool(**FULL))] == ["accuracy", "cost"]


LATENCIES = NumberColumn(
    key="latencies", header="latency", description="Seconds until each member answers.", condition=POSITIVE
)


@pytest.fixture
def timed_class(monkeypatch):
    """The class of pools as it is with one more entry in the table, which is all that a further column takes."""
    monkeypatch.setattr(columns, "COLUMNS", (*COLUMNS, LATENCIES))
    wider = attrs.frozen(repr=False, field_transformer=add_missing_fields)(type("Pool", (Pool,), {}))
    for module in ("config.pool_section", "testing.examples"):
        monkeypatch.setattr(f"haversack.{module}.Pool", wider)
    return wider


@pytest.fixture
def timed_pool(timed_class):
    return timed_class(accuracies=[0.9, 0.8], costs=[2, 1], latencies=[0.25, 4])


def test_a_further_column_is_read_from_csv_files_and_checked(timed_class, tmp_path):
    path = tmp_path / "pool.csv"
    path.write_text("accuracy,Latency\n0.9,0.25\n0.8,4\n", encoding="utf-8")
    pool = timed_class.from_csv(path)
    assert (pool.latencies.tolist(), pool.metadata) == ([0.25, 4.0], {})
    path.write_text("accuracy,latency\n0.9,0\n0.8,fast\n", encoding="utf-8")
    with pytest.raises(PoolError) as caught:
        timed_class.from_csv(path)
    assert sorted(caught.value.problems) == [
        f"{path}: line 2, row 1, latency: must be a finite number above 0, got 0.0",
        f"{path}: line 3, row 2, latency: must be a number, got 'fast'",
    ]
    path.write_text("accuracy,latancy\n0.9,1\n", encoding="utf-8")
    with pytest.raises(PoolError, match="unknown column 'latancy'; did you mean 'latency'?"):
        timed_class.from_csv(path)


def test_a_further_column_is_converted_checked_and_shown(timed_class, timed_pool):
    assert repr(timed_pool) == "Pool of 2 members with accuracies, costs and latencies"
    assert timed_pool.to_dict()["latencies"] == [0.25, 4.0]
    assert timed_class(**timed_pool.to_dict()) == timed_pool
    assert [header for header, _ in list_shown_columns(timed_pool)] == ["accuracy", "cost", "latency"]
    with pytest.raises(
        PoolError, match=r"^pool: latencies\[1\] \(row 2, 'member-1'\): must be a finite number above 0"
    ):
        timed_class(accuracies=[0.9, 0.8], latencies=[1, -1])
    with pytest.raises(PoolError, match="but accuracies has 1, latencies has 2"):
        timed_class(accuracies=[0.9], latencies=[1, 2])


def test_a_further_column_is_a_key_of_run_files_and_of_their_schema(timed_class, builtins):
    document = {"pool": {"accuracies": [0.9], "latencies": [2]}}
    assert build_run(document, builtins, source="run.toml").pool.latencies.tolist() == [2.0]
    schema = build_run_schema(builtins)
    assert schema["properties"]["pool"]["properties"]["latencies"]["description"] == LATENCIES.description
    Draft202012Validator(schema).validate(document)
    with pytest.raises(ConfigError, match=r"run\.toml: pool\.latencies: entry 0 must be a number, got 'x'"):
        build_run({"pool": {"accuracies": [0.9], "latencies": ["x"]}}, builtins, source="run.toml")


def test_a_further_column_is_copied_by_the_conformance_kit(timed_pool):
    assert equal_members(timed_pool, 1, 3).latencies.tolist() == [4.0, 4.0, 4.0]


def test_a_further_column_is_shown_in_reports(timed_pool):
    chosen = select(timed_pool, budget=3, seed=1)
    header, _, first, *_ = chosen.summary().splitlines()
    assert header.split() == ["chosen", "accuracy", "cost", "latency"]
    assert first.split() == ["member-0", "0.9", "2", "0.25"]
