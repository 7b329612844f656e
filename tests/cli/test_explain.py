"""`haversack explain`."""

from __future__ import annotations

import json


def test_explain_prints_tables_or_json(answer):
    answer("select", "pool.csv", "--budget", 8, "--seed", 1, "--out", "result.json")
    assert answer("explain", "result.json").startswith("without ")
    explained = json.loads(answer("explain", "result.json", "--json"))
    assert {"members", "others", "constraints", "budgets"} <= explained.keys()


def test_a_file_that_is_no_result_is_an_error(call):
    status, out, err = call("explain", "nothing.json")
    assert (status, out) == (2, "")
    assert err.startswith("error: nothing.json: ")
