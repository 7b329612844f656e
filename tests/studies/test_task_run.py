"""One task: its record, whatever becomes of it."""

from __future__ import annotations

import attrs
import pytest

from haversack import PluginError, select
from haversack.comparison import paper_pool
from haversack.plugins import load_catalog
from haversack.plugins.recipe import CatalogRecipe
from haversack.studies import task_run
from haversack.studies.task_run import run_task
from haversack.studies.tasks import Task

POOL = paper_pool(8, 3)


def make_task(**settings):
    return Task("key", {"seed": 1, **settings}, {"haversack": "0"})


def test_the_record_has_what_select_finds(builtins):
    record = run_task(make_task(budget=4.0), POOL, catalog=builtins)
    chosen = select(POOL, 4.0, seed=1, catalog=builtins)
    assert (record["key"], record["status"], record["members"]) == ("key", "done", list(chosen.members))
    for name in ("value", "error", "cost", "bound", "gap", "proven", "steps", "evaluations", "stop_reason"):
        assert record[name] == getattr(chosen, name)
    assert record["best_single"] == chosen.best_single.names[0]


def test_a_budget_that_nobody_fits_is_an_outcome(builtins):
    record = run_task(make_task(budget=1e-9), POOL, catalog=builtins)
    assert (record["key"], record["status"]) == ("key", "infeasible")
    assert "1e-09" in record["reason"]


@pytest.mark.parametrize(
    ("settings", "reason"),
    [({"energy": {"kind": "votes"}}, "votes"), ({"searcher": {"kind": "nobody"}}, "'nobody' is not registered")],
)
def test_a_mistake_is_the_outcome_of_its_task_only(builtins, settings, reason):
    record = run_task(make_task(**settings), POOL, catalog=builtins)
    assert record["status"] == "failed"
    assert reason in record["reason"]


def test_a_bug_is_the_outcome_of_its_task_only(builtins, monkeypatch):
    def fail(*_, **__):
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(task_run, "select", fail)
    record = run_task(make_task(), POOL, catalog=builtins)
    assert record == {"key": "key", "status": "failed", "reason": "unexpected ZeroDivisionError: by zero"}


def test_an_answer_of_a_part_that_failed_is_kept_with_the_reason(builtins, monkeypatch):
    chosen = attrs.evolve(select(POOL, 4.0, seed=1, catalog=builtins), failed=True, stop_reason="failed: why")
    monkeypatch.setattr(task_run, "select", lambda *_, **__: chosen)
    record = run_task(make_task(), POOL, catalog=builtins)
    assert (record["status"], record["reason"], record["value"]) == ("failed", "why", chosen.value)


def test_an_interrupted_run_is_no_answer(builtins, monkeypatch):
    chosen = attrs.evolve(select(POOL, 4.0, seed=1, catalog=builtins), interrupted=True)
    monkeypatch.setattr(task_run, "select", lambda *_, **__: chosen)
    with pytest.raises(KeyboardInterrupt):
        run_task(make_task(), POOL, catalog=builtins)


def test_numbers_that_json_cannot_hold_become_none(builtins, monkeypatch):
    chosen = attrs.evolve(select(POOL, 4.0, seed=1, catalog=builtins), bound=float("inf"))
    monkeypatch.setattr(task_run, "select", lambda *_, **__: chosen)
    assert run_task(make_task(), POOL, catalog=builtins)["bound"] is None


def test_a_worker_with_another_version_refuses(builtins):
    recipe = CatalogRecipe.of(load_catalog(third_parties=False))
    with pytest.raises(
        PluginError, match=r"^worker on .*: has haversack .*; the study needs version 0 on all machines$"
    ):
        run_task(make_task(), POOL, recipe=recipe)
