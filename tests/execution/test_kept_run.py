"""Records are kept soon after they are there, also when the run ends early."""

from __future__ import annotations

import pytest

from haversack.execution import kept_run
from haversack.execution.dispatch import Died
from haversack.execution.kept_run import run_and_keep
from haversack.execution.workers import WorkerPool

TASKS = {key: (key, "none") for key in "abcd"}


def make_record(task, _):
    if task == "c":
        raise KeyboardInterrupt
    return {"key": task, "status": "done"}


def test_what_is_there_is_kept_when_the_run_is_interrupted():
    kept, counts = [], []
    with pytest.raises(KeyboardInterrupt):
        run_and_keep(make_record, TASKS, {"none": None}, WorkerPool(), kept.extend, counts.append)
    assert [record["key"] for record in kept] == ["a", "b"]
    assert counts == []


@pytest.mark.parametrize("pause", [0.0, 1e9])
def test_all_records_are_kept_in_calls_that_are_some_time_apart(monkeypatch, pause):
    monkeypatch.setattr(kept_run, "_SECONDS_BETWEEN_WRITES", pause)
    kept, counts = [], []
    tasks = {key: TASKS[key] for key in "abd"}
    run_and_keep(make_record, tasks, {"none": None}, WorkerPool(), kept.append, counts.append)
    assert [[record["key"] for record in records] for records in kept] in ([["a"], ["b"], ["d"]], [["a", "b", "d"]])
    assert counts[-1] == 3
    assert len(kept) == (1 if pause else 3)


def test_a_task_that_kills_its_process_has_failed(monkeypatch):
    monkeypatch.setattr(kept_run, "run_tasks", lambda *_: (each for each in [(1, Died(3))]))
    kept = []
    run_and_keep(make_record, TASKS, {}, WorkerPool(), kept.extend)
    assert kept == [{"key": "b", "status": "failed", "reason": "its process died, 3 times out of 3"}]
