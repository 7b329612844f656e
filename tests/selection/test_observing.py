"""Observers see a run, cannot change it, and cannot break it."""

from __future__ import annotations

import os
import time
import warnings

import attrs
import numpy as np
import pytest

import haversack
from conftest import paper_pool
from fakes import ListSearcher, WrongShare
from haversack import ConfigError, PartRecord, Pool, SearchError, Watcher, compare, frontier, select
from haversack.config.observers import OBSERVERS_VARIABLE
from haversack.monitor import INTERRUPTED
from haversack.plugins import Entry, PluginWarning, Source, default_catalog
from haversack.selection.observing import copy_pool


class Notebook(Watcher):
    """Writes everything down."""

    def __init__(self, run):
        self.run, self.events = run, []

    def improved(self, progress, members):
        self.events.append(("improved", progress, members))

    def bounded(self, progress):
        self.events.append(("bounded", progress))

    def ended(self, selection):
        self.events.append(("ended", selection))

    def aborted(self, reason):
        self.events.append(("aborted", reason))

    def of(self, kind):
        return [event[1:] for event in self.events if event[0] == kind]


@attrs.define
class Recorder:
    """Keeps the notebooks of all runs that it has watched."""

    books: list = attrs.field(factory=list)

    def watch(self, run):
        self.books.append(Notebook(run))
        return self.books[-1]


@attrs.frozen
class Failing:
    """Raises when a method is called."""

    event: str
    error: BaseException

    def watch(self, run):
        if self.event == "watch":
            raise self.error
        return self

    def __getattr__(self, name):
        if name not in ("improved", "bounded", "ended", "aborted"):
            raise AttributeError(name)
        return self.fail if name == self.event else lambda *values: None

    def fail(self, *values):
        raise self.error


def offer(observer_class, name="named", distribution="haversack-named"):
    """The usual catalog and one more observer."""
    usual = default_catalog()
    source = Source("plugin", distribution, "1.2")
    return attrs.evolve(usual, entries=(*usual.entries, Entry("observer", name, observer_class, "", source)))


def answer(selection):
    """All of a result but times."""
    return {
        key: value
        for key, value in selection.to_dict().items()
        if key not in ("seconds", "setup_seconds", "trace", "config")
    } | {"trace": [attrs.evolve(row, seconds=0.0) for row in selection.trace]}


POOL = paper_pool(40, 1)
BUDGET = 0.2 * float(POOL.costs.sum())


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"searcher": "sherlock", "stopping": {"kind": "max-step", "limit": 2_000}},
        {"searcher": "annealing", "stopping": {"kind": "max-step", "limit": 5_000}, "certify": "off"},
        {"preset": "paper"},
        {"energy": WrongShare(), "stopping": {"kind": "stagnation", "steps": 500}},
    ],
)
def test_the_answer_is_the_same_with_and_without_and_the_events_tell_it(arguments):
    recorder = Recorder()
    alone = select(POOL, BUDGET, seed=3, **arguments)
    watched = select(POOL, BUDGET, seed=3, observers=[recorder], **arguments)
    assert answer(watched) == answer(alone)
    (book,) = recorder.books
    assert (book.run.pool, book.run.budget, book.run.seed) == (POOL, BUDGET, 3)
    assert book.run.settings == watched.settings
    assert set(book.run.parts) == {"energy", "searcher", "stopping", "cost"}
    assert book.run.parts["cost"] == PartRecord("additive", "haversack", haversack.__version__)
    assert book.run.preset == arguments.get("preset")
    improvements = book.of("improved")
    assert len(improvements) == len(watched.trace)
    for (progress, _), row in zip(improvements, watched.trace, strict=True):
        assert (progress.steps, progress.seconds, progress.best_value) == (row.step, row.seconds, row.value)
        assert (progress.best_cost, progress.seconds_since_improvement) == (row.cost, 0.0)
    assert improvements[-1][1] == watched.members
    bounds = book.of("bounded")
    assert [bounds[-1][0].bound] == [watched.bound] if watched.bound is not None else not bounds
    assert [event[0] for event in book.events].index("ended") == len(book.events) - 1
    assert book.of("ended") == [(watched,)]


def test_bounds_are_told_as_they_tighten():
    recorder = Recorder()
    found = select(POOL, BUDGET, seed=0, observers=[recorder])
    bounds = [progress.loss_bound for (progress,) in recorder.books[0].of("bounded")]
    assert found.proven
    assert bounds == sorted(set(bounds))
    assert bounds[-1] == found.error_bound


@attrs.frozen
class StatesGaps:
    """States the gap where there is no bound."""

    def search(self, problem, monitor, rng):
        monitor.offer(np.eye(len(problem.pool), dtype=bool)[:1])
        for gap in (0.5, 0.5, 0.25, 0.0, 0.0):
            monitor.prove(-np.inf, gap=gap)


def test_a_stated_gap_counts_as_a_bound():
    recorder = Recorder()
    select(POOL, searcher=StatesGaps(), stopping="max-step", certify="off", seed=0, observers=[recorder])
    assert [progress.gap for (progress,) in recorder.books[0].of("bounded")] == [0.5, 0.25, 0.0]


@pytest.mark.parametrize("event", ["watch", "improved", "bounded", "ended"])
@pytest.mark.parametrize("error", [ValueError("no\nspace"), SystemExit("bye"), GeneratorExit(), MemoryError()])
def test_one_that_fails_is_reported_once_and_dropped_and_the_others_stay(event, error):
    recorder = Recorder()
    alone = select(POOL, BUDGET, seed=0, searcher="sherlock", stopping={"kind": "stagnation", "steps": 2_000})
    with pytest.warns(PluginWarning, match=rf"failed in {event}\(\) and no longer watches this run") as caught:
        found = select(
            POOL,
            BUDGET,
            seed=0,
            searcher="sherlock",
            stopping={"kind": "stagnation", "steps": 2_000},
            observers=[Failing(event, error), recorder],
        )
    assert len(caught) == 1
    assert type(error).__name__ in str(caught[0].message)
    assert "\n" not in str(caught[0].message)
    assert answer(found) == answer(alone)
    assert len(recorder.books[0].of("improved")) == len(found.trace) > 1
    assert recorder.books[0].of("ended")


def test_the_report_names_the_observer_its_distribution_and_its_version():
    @attrs.frozen
    class Named:
        def watch(self, run):
            raise OSError("disk full")

    with pytest.warns(
        PluginWarning, match=r"^observer 'named' of haversack-named 1\.2 failed in watch\(\) .*: OSError: d"
    ):
        select(POOL, BUDGET, seed=0, observers=["named"], catalog=offer(Named))


def test_an_exception_that_cannot_be_printed_is_reported_too():
    class UnspeakableError(Exception):
        def __str__(self):
            raise RuntimeError

    with pytest.warns(PluginWarning, match="whose answer stays: UnspeakableError$"):
        select(POOL, BUDGET, seed=0, observers=[Failing("improved", UnspeakableError())])


def test_ctrl_c_in_an_observer_ends_the_search_with_the_answer_so_far():
    found = select(
        POOL, BUDGET, seed=0, searcher="sherlock", observers=[Failing("improved", KeyboardInterrupt())], certify="off"
    )
    assert (found.interrupted, found.stop_reason) == (True, INTERRUPTED)


def test_ctrl_c_while_the_end_is_reported_keeps_the_answer():
    found = select(POOL, BUDGET, seed=0, observers=[Failing("ended", KeyboardInterrupt())])
    assert found.interrupted
    assert found.stop_reason == "proved optimal"


def test_a_run_without_an_answer_is_aborted():
    recorder = Recorder()
    with pytest.raises(SearchError):
        select(POOL, BUDGET, seed=0, searcher=ListSearcher(), observers=[recorder])
    assert [event[0] for event in recorder.books[0].events] == ["aborted"]
    assert recorder.books[0].of("aborted")[0][0].startswith("SearchError: the search ended without a feasible set")


@attrs.frozen
class Interrupted:
    def search(self, problem, monitor, rng):
        raise KeyboardInterrupt


def test_ctrl_c_before_the_first_set_is_told_as_such():
    recorder = Recorder()
    with pytest.raises(KeyboardInterrupt):
        select(POOL, BUDGET, seed=0, searcher=Interrupted(), observers=[recorder])
    assert recorder.books[0].of("aborted") == [(INTERRUPTED,)]


def test_some_of_the_methods_will_do_and_none_leaves_the_run_alone():
    class Partial:
        def watch(self, run):
            return object()

    class Aloof:
        def watch(self, run):
            return None

    assert select(POOL, BUDGET, seed=0, observers=[Partial(), Aloof()]).proven


@pytest.mark.slow
def test_time_in_observers_is_not_searching():
    class Slow(Watcher):
        def watch(self, run):
            return self

        def improved(self, progress, members):
            time.sleep(0.1)

    rule = {"kind": "time-limit", "seconds": 0.2}
    found = select(POOL, BUDGET, seed=0, searcher="sherlock", stopping=rule, certify="off", observers=[Slow()])
    # Each improvement waits for half of the limit, so that with the wait the limit would have come after the second.
    assert len(found.trace) > 4
    assert found.setup_seconds > found.trace[-1].seconds


@attrs.frozen
class Vandal(Watcher):
    """Modifies whatever it is given."""

    def watch(self, run):
        run.pool.metadata["added"] = (1,)
        run.settings["searcher"]["kind"] = "none"
        os.environ.get("HOME")
        np.seterr(all="raise")
        warnings.simplefilter("error")
        print("to standard output")
        return self

    def ended(self, selection):
        selection.settings.clear()
        selection.pool.metadata.clear()


def test_what_an_observer_modifies_is_its_own(capsys):
    pool = Pool(accuracies=[0.9, 0.8, 0.7], costs=[1, 1, 1], metadata={"vendor": ["a", "b", "c"]})
    recorder = Recorder()
    alone = select(pool, 2.0, seed=0)
    found = select(pool, 2.0, seed=0, observers=[Vandal(), recorder])
    assert pool.metadata == {"vendor": ("a", "b", "c")}
    assert found.settings == alone.settings == recorder.books[0].run.settings
    assert recorder.books[0].of("ended") == [(found,)]
    assert np.geterr()["over"] == "warn"
    assert capsys.readouterr().out == ""


def test_a_copied_pool_is_equal_and_shares_only_what_is_read_only():
    pool = Pool(accuracies=[0.9, 0.8], costs=[1, 1], metadata={"vendor": ["a", "b"]})
    copied = copy_pool(pool)
    assert copied == pool
    assert copied.metadata is not pool.metadata
    assert np.shares_memory(copied.accuracies, pool.accuracies)
    with pytest.raises(ValueError, match="WRITEABLE"):
        copied.accuracies.setflags(write=True)


def test_the_environment_variable_adds_observers_unless_the_run_names_them_or_refuses_all(monkeypatch):
    seen = []

    @attrs.frozen
    class Named:
        mark: str = "plain"

        def watch(self, run):
            seen.append(self.mark)

    catalog = offer(Named)
    monkeypatch.setenv(OBSERVERS_VARIABLE, "named:mark=always,")
    select(POOL, BUDGET, seed=0, catalog=catalog)
    assert seen == ["always"]
    select(POOL, BUDGET, seed=0, catalog=catalog, observers=[Recorder()])
    assert seen == ["always", "always"]
    select(POOL, BUDGET, seed=0, catalog=catalog, observers=["named", {"kind": "named", "mark": "own"}])
    assert seen[2:] == ["plain", "own"]
    select(POOL, BUDGET, seed=0, catalog=catalog, observers=None)
    assert len(seen) == 4


def test_runs_within_frontiers_and_comparisons_are_not_watched(monkeypatch):
    monkeypatch.setenv(OBSERVERS_VARIABLE, "not-registered")
    frontier(POOL, budgets=[5.0, BUDGET], searcher="sherlock", stopping={"kind": "max-step", "limit": 50}, seed=0)
    compare(POOL, ["sherlock"], budget=BUDGET, stopping={"kind": "max-step", "limit": 50}, seeds=1, seconds=None)


@pytest.mark.parametrize(
    ("observers", "message"),
    [
        ("jsonl", "observers: must be a list of observers, got 'jsonl'"),
        ({"kind": "jsonl"}, "observers: must be a list of observers, got "),
        (3, "observers: must be a list of observers, got 3"),
        (["josnl"], r"observers\[0\]\.kind: 'josnl' is not registered; did you mean 'jsonl'\?"),
        ([Recorder(), 3], r"observers\[1\]: expected a registered name, .* with the method 'watch', got 3"),
        ([Recorder], r"observers\[0\]: expected a registered name, "),
    ],
)
def test_observers_that_are_none_are_refused(observers, message):
    with pytest.raises(ConfigError, match=f"^{message}"):
        select(POOL, BUDGET, observers=observers)


def test_a_mistake_in_the_environment_variable_names_it(monkeypatch):
    monkeypatch.setenv(OBSERVERS_VARIABLE, "jsonl:pth=a.jsonl")
    with pytest.raises(ConfigError, match=r"^HAVERSACK_OBSERVERS\.pth: unknown key; did you mean 'path'"):
        select(POOL, BUDGET)


def test_a_run_file_may_be_followed_with_observers_of_the_caller(tmp_path):
    (tmp_path / "run.toml").write_text(
        "budget = 2\nseed = 0\n[pool]\naccuracies = [0.9, 0.8, 0.7]\ncosts = [1, 1, 1]\n"
    )
    recorder = Recorder()
    found = haversack.run(tmp_path / "run.toml", observers=[recorder])
    assert recorder.books[0].of("ended") == [(found,)]


def test_an_observer_may_start_a_run_of_its_own():
    seen = []

    class Nested(Watcher):
        def watch(self, run):
            return self

        def improved(self, progress, members):
            if not seen:
                seen.append(select(POOL, BUDGET, seed=5, observers=None))

    rule = {"kind": "max-step", "limit": 500}
    alone = select(POOL, BUDGET, seed=0, searcher="sherlock", stopping=rule)
    found = select(POOL, BUDGET, seed=0, searcher="sherlock", stopping=rule, observers=[Nested()])
    assert answer(found) == answer(alone)
    assert seen[0].proven
