"""Comparisons on several workers and with a store: the same rows, and nothing is run twice."""

from __future__ import annotations

import attrs
import pytest

from conftest import paper_pool
from failing_parts import FailingSearcher
from fakes import ListSearcher
from haversack import ConfigError, HaversackError, compare, study
from haversack.comparison import Case, engine
from haversack.plugins import Entry, Source


@attrs.frozen
class MostTwo:
    """A constraint without options."""

    def allows(self, pool, sets):
        return sets.sum(axis=1) <= 2


STEPS = {"kind": "max-step", "limit": 200}
ARGUMENTS = {"searchers": ["sweep", "annealing"], "budget_share": 0.3, "stopping": STEPS, "seeds": 3}


@pytest.fixture(scope="module")
def pools():
    return {"a": paper_pool(9, 0), "b": paper_pool(11, 1), "again": paper_pool(9, 0)}


@pytest.fixture(scope="module")
def alone(pools):
    """The comparison on one worker."""
    return compare(pools, **ARGUMENTS)


def drop_measured(comparison):
    """Rows without what is measured."""
    rows = [attrs.evolve(row, seconds=None) for row in comparison.rows]
    return [attrs.evolve(row, trace=tuple(attrs.evolve(step, seconds=0.0) for step in row.trace)) for row in rows]


@pytest.fixture
def count_runs(monkeypatch):
    """Count the runs that are made in this process."""
    made = []
    original = engine.run_case
    monkeypatch.setattr(
        engine, "run_case", lambda task, work, **known: made.append(task.key) or original(task, work, **known)
    )
    return made


@pytest.mark.parametrize(("jobs", "backend"), [(2, "threading"), pytest.param(2, "loky", marks=pytest.mark.slow)])
def test_rows_do_not_depend_on_workers(pools, alone, jobs, backend):
    stages = []
    found = compare(pools, **ARGUMENTS, jobs=jobs, backend=backend, on_progress=stages.append)
    assert drop_measured(found) == drop_measured(alone)
    assert found.planned == len(found.rows) == 18
    assert (stages[-1].done, stages[-1].planned, stages[-1].progress) == (18, 18, None)


def test_what_is_in_the_store_is_not_run_again(pools, alone, tmp_path, count_runs):
    first = compare({"b": pools["b"]}, **ARGUMENTS, store=tmp_path / "store")
    assert len(count_runs) == 7
    count_runs.clear()
    found = compare(pools, **ARGUMENTS, store=tmp_path / "store")
    assert drop_measured(found) == drop_measured(alone)
    assert found.rows[6:12] == first.rows
    # Equal cases are one.
    assert len(count_runs) == 7
    count_runs.clear()
    assert compare(pools, **ARGUMENTS, store=tmp_path / "store") == found
    assert count_runs == []


@pytest.mark.parametrize(
    "change",
    [
        {"budget_share": 0.4},
        {"stopping": {"kind": "max-step", "limit": 201}},
        {"seconds": 9.0},
        {"searchers": {"kind": "annealing", "cooling": 0.9}},
        {"energy": {"kind": "majority"}},
        {"seeds": [7]},
    ],
)
def test_other_settings_are_other_runs(pools, tmp_path, count_runs, change):
    compare(pools["a"], **ARGUMENTS, store=tmp_path / "store")
    count_runs.clear()
    compare(pools["a"], **{**ARGUMENTS, **change}, store=tmp_path / "store")
    assert count_runs


def test_after_ctrl_c_the_rest_is_run(pools, alone, tmp_path, monkeypatch):
    original, made = engine.run_case, []

    def interrupt(task, work, **known):
        made.append(task)
        if len(made) == 5:
            raise KeyboardInterrupt
        return original(task, work, **known)

    monkeypatch.setattr(engine, "run_case", interrupt)
    first = compare(pools, **ARGUMENTS, store=tmp_path / "store")
    assert (len(first.rows), first.interrupted) == (3 + 3, True)
    found = compare(pools, **ARGUMENTS, store=tmp_path / "store")
    assert drop_measured(found) == drop_measured(alone)
    assert len(made) == 5 + 14 - 4


def test_failed_runs_are_made_again(pools, tmp_path, monkeypatch):
    arguments = {**ARGUMENTS, "searchers": "sweep", "seeds": 1, "store": tmp_path / "store"}
    with monkeypatch.context() as patch:
        patch.setattr(engine, "run_case", lambda task, _, **__: {"key": task.key, "status": "failed", "reason": "why"})
        broken = compare(pools["a"], **arguments)
    assert broken.failures == ("pool-0: the reference: why", "pool-0: sweep, seed 0: why")
    assert (broken.rows[0].value, broken.rows[0].failed) == (None, True)
    found = compare(pools["a"], **arguments)
    assert not found.failed
    assert compare(pools["a"], **arguments) == found


def test_a_part_without_a_name_is_not_kept(small_pool, tmp_path):
    with pytest.raises(
        ConfigError,
        match=r"^store: the searcher ListSearcher has no registered name, or an option that plain data cannot "
        r"express, so that its answers cannot be found again; compare without a store$",
    ):
        compare(small_pool, ListSearcher(sets=((0,),)), budget=8, store=tmp_path / "store")
    assert not (tmp_path / "store").exists()


def test_a_store_of_a_study_is_refused(small_pool, tmp_path):
    study(pools=small_pool, store=tmp_path)
    with pytest.raises(HaversackError, match=r"holds other files and is not the store of a comparison; name an empty"):
        compare(small_pool, "sweep", budget=8, store=tmp_path)


def test_workers_are_checked_before_the_first_run(small_pool):
    with pytest.raises(ConfigError, match=r"^jobs: must be a whole number .*, got 0$"):
        compare(small_pool, "sweep", budget=8, jobs=0)


@pytest.mark.slow
def test_a_part_of_a_script_is_sent_to_workers(small_pool):
    class Own(ListSearcher):
        pass

    searchers = {"own": Own(sets=((0,),)), "bad": FailingSearcher(1)}
    arguments = {"budget": 8, "stopping": STEPS, "seeds": 2, "reference": None}
    found = compare(small_pool, searchers, **arguments, jobs=2)
    assert [(row.chosen, row.failed) for row in found.rows] == [(1, False), (1, False), (None, True), (None, True)]


def test_a_part_that_cannot_be_sent_is_named(small_pool):
    class Unsendable(ListSearcher):
        def __reduce__(self):
            raise TypeError("mine")

    with pytest.raises(
        HaversackError,
        match=r"^workers: CaseWork cannot be sent to another process: TypeError: mine; use one job, or the backend thr",
    ):
        compare(small_pool, Unsendable(sets=((0,),)), budget=8, stopping=STEPS, jobs=2)


def test_constraints_are_kept_however_they_are_given(tmp_path, builtins, count_runs):
    catalog = attrs.evolve(
        builtins, entries=(*builtins.entries, Entry("constraint", "most-two", MostTwo, "", Source("x", "x", "1")))
    )
    pool = paper_pool(9, 0)
    found = [
        compare(
            Case(pool=pool, name="a", budget=9.0, constraints=(each,)),
            "greedy-forward",
            stopping=STEPS,
            seeds=1,
            store=tmp_path / "store",
            catalog=catalog,
        )
        for each in ("most-two", {"kind": "most-two"}, MostTwo())
    ]
    assert found[0] == found[1] == found[2]
    assert found[0].rows[0].chosen <= 2
    # One run and its reference.
    assert len(count_runs) == 2
