"""Results in the format of promptfoo, version 3."""

from __future__ import annotations

import json

import pytest

from haversack import Pool, PoolError, read_log


def result(test, provider, output, success, *, expected=None, prompt=0, **changes):
    checks = [{"type": "equals", "value": expected}] if expected else [{"type": "llm-rubric", "value": "is polite"}]
    record = {
        "promptIdx": prompt,
        "testIdx": test,
        "testCase": {"vars": {}, "assert": checks},
        "promptId": "p",
        "provider": {"id": f"openai:{provider}", "label": provider if provider == "named" else ""},
        "prompt": {"raw": "q", "label": "q"},
        "vars": {},
        "response": {"output": output},
        "failureReason": 0 if success else 1,
        "success": success,
        "score": 1 if success else 0,
        "latencyMs": 100,
        "namedScores": {},
        "cost": 0.5,
    }
    return record | changes


def document(results, version=3):
    return {
        "evalId": "eval-1",
        "results": {"version": version, "timestamp": "", "prompts": [], "results": results, "stats": {}},
        "config": {},
        "shareableUrl": None,
    }


RESULTS = [
    result(0, "named", "x", True, expected="x"),
    result(0, "b", "y", False, expected="x"),
    result(1, "named", "y", True, expected="y", cost=1.5),
    result(1, "b", None, False, expected="y", failureReason=2, error="timeout", response=None, cost=None),
]


@pytest.fixture
def written(tmp_path):
    def write(results, **options):
        (tmp_path / "out.json").write_text(json.dumps(document(results, **options)), encoding="utf-8")
        return tmp_path / "out.json"

    return write


def test_tests_that_expect_a_text_have_answers_and_errors_are_none(written, tmp_path):
    reading = read_log(written(RESULTS))
    pool = reading.pool
    assert (reading.reader, pool.names, pool.costs.tolist()) == ("promptfoo", ("named", "openai:b"), [1.0, 0.5])
    assert pool.votes == Pool.from_votes([["x", "y"], ["y", None]], ["x", "y"]).votes
    assert pool.metadata == {"latency": (100.0, 100.0)}
    lines = tmp_path / "out.jsonl"
    lines.write_text("".join(json.dumps(each) + "\n" for each in RESULTS), encoding="utf-8")
    assert Pool.from_log(lines) == pool


def test_other_tests_are_graded_and_prompts_are_members(written):
    results = [
        result(test, "b", "x", success, prompt=prompt)
        for test, prompt, success in ((0, 0, True), (0, 1, False), (1, 0, True), (1, 1, True))
    ]
    pool = Pool.from_log(written(results))
    assert (pool.names, pool.votes.graded) == (("openai:b prompt 0", "openai:b prompt 1"), True)
    assert pool.votes.accuracies.tolist() == [1.0, 0.5]


def test_other_versions_and_results_without_keys_are_refused(written, tmp_path):
    with pytest.raises(PoolError, match=r"out.json: results.version: expected 3, got 2$"):
        read_log(written(RESULTS, version=2))
    with pytest.raises(PoolError, match=r"out.json: no result has the key 'provider'$"):
        read_log(written([{"testIdx": 1, "success": True}]))
    with pytest.raises(PoolError, match=r"out.json: no result has the key 'testIdx' or 'vars'$"):
        read_log(written([{"provider": "a", "success": True}]))
    with pytest.raises(PoolError, match=r"out.json: has no records"):
        read_log(written([]))


def test_tests_of_different_suites_are_not_joined(tmp_path):
    for name, question in (("a", "capital of France"), ("b", "8 times 8")):
        results = [result(0, name, "x", True, testCase={"vars": {"question": question, "sessionId": name}})]
        (tmp_path / f"{name}.json").write_text(json.dumps(document(results)), encoding="utf-8")
    with pytest.raises(
        PoolError, match=r"b.json: result 1: item '0' is another one than on .*a.json: result 1: 'vars'"
    ):
        read_log(tmp_path)


def test_a_test_without_assertions_grades_nothing(written):
    free = {"gradingResult": {"pass": True, "reason": "No assertions"}}
    with pytest.raises(PoolError, match=r"no test has an assertion, so nothing says which answers are right"):
        read_log(written([result(0, "b", "x", True, **free)]))
    votes = read_log(written([result(0, "b", "x", True), result(1, "b", "x", True, **free)])).pool.votes
    assert votes.answered.tolist() == [[True], [False]]


def test_results_of_which_keys_were_left_out_are_read(written, tmp_path):
    short = [
        {"provider": provider, "vars": {"q": question}, "success": success}
        for provider, question, success in (("a", "x", True), ("b", "x", False), ("a", "y", True), ("b", "y", True))
    ]
    pool = Pool.from_log(written(short, version=3))
    assert (pool.names, pool.votes.accuracies.tolist()) == (("a", "b"), [1.0, 0.5])
    numbered = [record | {"testIdx": place // 2, "vars": {}} for place, record in enumerate(short)]
    (tmp_path / "out.json").write_text(json.dumps({"results": {"results": numbered}}), encoding="utf-8")
    assert Pool.from_log(tmp_path / "out.json") == pool
    (tmp_path / "out.jsonl").write_text("".join(json.dumps(each) + "\n" for each in short), encoding="utf-8")
    assert Pool.from_log(tmp_path / "out.jsonl") == pool
    with pytest.raises(PoolError, match=r"result 5: 'a' answers item '.*' a second time, first on result 1$"):
        read_log(written([*short, short[0]]))
