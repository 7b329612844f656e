"""Fields inside of the cells of a log."""

from __future__ import annotations

import json

import pytest

from haversack import Pool
from haversack.errors import PoolError
from haversack.pools.logs.nested import has_fields, open_fields
from haversack.pools.logs.tables import LogTable

TABLE = LogTable(
    "log",
    {"output": [{"answer": "x", "use": {"usd": 2}}, {"answer": "y"}, None], "a.b": [1, 2, 3], "item": [1, 2, 3]},
)


def test_fields_that_are_named_with_dots_become_columns():
    found = open_fields(TABLE, {"answer": ("output.answer",), "price": ("output.use.usd",), "item": ("a.b",)})
    assert found.columns["output.answer"] == ["x", "y", None]
    assert found.columns["output.use.usd"] == [2, None, None]
    assert found.columns["a.b"] == [1, 2, 3]
    assert open_fields(TABLE, {"answer": ("output.reply",), "item": ("item.x", "other.x")}) is TABLE
    assert has_fields(TABLE)
    assert not has_fields(LogTable("log", {"item": [1]}))


def test_a_log_of_nested_records_is_read_by_the_names_of_its_fields(tmp_path):
    lines = [
        {"sample": {"id": item}, "model": {"name": name}, "output": {"answer": answer}, "target": "x"}
        for item, name, answer in ((1, "a", "x"), (1, "b", "y"), (2, "a", "x"), (2, "b", "x"))
    ]
    file = tmp_path / "log.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    with pytest.raises(PoolError, match=r"fields of objects are named with dots, such as columns: answer=output\.text"):
        Pool.from_log(file)
    names = {"item": "sample.id", "member": "model.name", "answer": "output.answer"}
    pool = Pool.from_log(file, columns=names)
    assert (pool.names, pool.require_votes().accuracies.tolist()) == (("a", "b"), [1.0, 0.5])
