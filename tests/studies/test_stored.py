"""The study that a store holds, and what becomes of a store that was tampered with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from haversack import ConfigError, HaversackError, study
from haversack.execution.digests import digest_bytes
from haversack.execution.lines import read_lines, write_line
from haversack.execution.store import Store
from haversack.studies.stored import read_result


def test_an_empty_store_has_no_study(tmp_path):
    Store(tmp_path / "store", create=True)
    with pytest.raises(ConfigError, match=r"store: no study has been started there$"):
        read_result(tmp_path / "store")


def test_a_store_is_read_whatever_the_working_directory_is_by_then(pools, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    whole = study(pools=pools, seeds=1, store="store")
    found = read_result("store")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    assert found.config == whole.config


def replace_plan(store, change):
    """Let the last start of a study have another plan, with digests and checksums that are right."""
    (plan,) = (store / "plans").iterdir()
    data = json.dumps(change(json.loads(plan.read_bytes()))).encode()
    digest = digest_bytes(data)
    (store / "plans" / f"{digest}.json").write_bytes(data)
    (results,) = (store / "results").iterdir()
    header, *records = read_lines(results.read_bytes(), results)
    results.write_bytes(b"".join(map(write_line, [{**header, "plan": digest}, *records])))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rows": 5}, "rows: must be a list, got 5"),
        ({"rows": [5], "keys": ["k"]}, r"rows\[0\]: must be a list, got 5"),
        ({"rows": [], "keys": ["k"]}, r"rows: must be one list per key \(1\), got 0"),
        ({"rows": [[1]], "keys": ["k"]}, "rows: must be a list of text, .*, got .1."),
        ({"rows": [["a", "", "", "", "", "", None, "x"]], "keys": ["k"]}, "rows: entry 7 must be a whole number"),
        ({"keys": [[1]]}, r"keys: entry 0 must be text, got \[1\]"),
        ({"versions": 5}, "versions: must be a table, each text, got 5"),
        ({"versions": {"a": 5}}, "versions: entry 'a' must be text, got 5"),
        ({"config": 5}, "config: must be a table or nothing, got 5"),
        ({"config": {}}, "config.pools: missing; must be a list, each a table"),
        ({"config": {"pools": 5}}, "config.pools: must be a list, each a table, got 5"),
        ({"config": {"pools": [{}]}}, r"config.pools\[0\].name: missing; must be text"),
        ({"config": {"pools": [{"name": "a", "pool": ["x"]}]}}, r"config.pools\[0\].pool: must be text, got \['x'\]"),
    ],
)
def test_a_plan_of_another_form_is_reported(small_pool, tmp_path, change, message):
    store = tmp_path / "store"
    study(pools=small_pool, seeds=1, store=store)
    replace_plan(store, lambda plan: plan | change)
    with pytest.raises(ConfigError, match=rf"^{store}: plan: {message}"):
        read_result(store)


def test_a_plan_is_a_table(small_pool, tmp_path):
    study(pools=small_pool, seeds=1, store=tmp_path / "store")
    replace_plan(tmp_path / "store", lambda _: [1])
    with pytest.raises(ConfigError, match=r"store: plan: must be a table, got \[1\]$"):
        read_result(tmp_path / "store")


def test_messages_name_the_folder_as_it_was_given(small_pool, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    study(pools=small_pool, seeds=1, store="store")
    (file,) = Path("store/results").iterdir()
    file.write_bytes(b"x\n")
    with pytest.raises(HaversackError, match="^store/results/.*: line 1 is damaged"):
        read_result("store")
