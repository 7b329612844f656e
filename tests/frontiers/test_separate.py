"""Budgets searched separately: the same frontier on any workers, each budget as if it were the only one."""

from __future__ import annotations

import os

import attrs
import pytest

import haversack as hs
from conftest import paper_pool
from fakes import Bonuses
from haversack.errors import ConfigError, InfeasibleError
from haversack.frontiers import separate
from haversack.plugins import Entry, Source

BUDGETS = [3.0, 6.0, 12.0, 25.0]
SETTINGS = {"budgets": BUDGETS, "searcher": "annealing", "stopping": {"kind": "max-step", "limit": 300}, "seed": 4}


@pytest.fixture(scope="module")
def pool():
    return paper_pool(30, 2)


@pytest.fixture(scope="module")
def alone(pool, builtins):
    return hs.frontier(pool, **SETTINGS, separate=True, catalog=builtins)


def drop_seconds(found):
    return {key: value for key, value in found.to_dict().items() if key != "seconds"}


def test_each_budget_is_searched_as_if_it_were_the_only_one(pool, alone, builtins):
    single = [hs.frontier(pool, **{**SETTINGS, "budgets": [budget]}, catalog=builtins) for budget in BUDGETS]
    assert alone.steps == sum(found.steps for found in single)
    for row, budget in zip(alone.rows(), BUDGETS, strict=True):
        # Sets that were found for other budgets count too.
        assert row.loss == min(found.at(budget).loss for found in single if found.points[0].cost <= budget)


@pytest.mark.parametrize(
    "workers", [{"jobs": 2, "backend": "threading"}, pytest.param({"jobs": 2}, marks=pytest.mark.slow)]
)
def test_the_frontier_does_not_depend_on_the_workers(pool, alone, builtins, workers):
    found = hs.frontier(pool, **SETTINGS, separate=True, **workers, catalog=builtins)
    assert drop_seconds(found) == drop_seconds(alone)


def test_how_it_was_searched_is_recorded_and_found_again(pool, alone, builtins):
    assert alone.config["separate"] is True
    assert "separate" not in hs.frontier(pool, **SETTINGS, catalog=builtins).config
    config = {key: value for key, value in alone.config.items() if key != "pool"}
    again = hs.frontier(hs.Pool(**alone.config["pool"]), **config, jobs=2, backend="threading", catalog=builtins)
    assert drop_seconds(again) == drop_seconds(alone)


@pytest.mark.parametrize(
    "settings",
    [
        {"energy": "votes"},
        {"constraints": [{"kind": "size", "most": 3}]},
        {"searcher": "exact", "stopping": None},
    ],
)
def test_proofs_constraints_and_recorded_votes(pool, builtins, settings):
    answers = [["a", "b", "a", "b"], ["a", "a", "a", "b"], ["b", "b", "a", "b"], ["a", "b", "b", "a"]]
    votes = hs.Pool.from_votes(answers, truth=["a", "b", "a", "b"], costs=[3.0, 2.0, 2.0, 1.0])
    chosen = votes if "energy" in settings else pool
    one, two = (
        hs.frontier(chosen, **{**SETTINGS, **settings}, separate=True, jobs=jobs, backend="threading", catalog=builtins)
        for jobs in (1, 2)
    )
    assert drop_seconds(one) == drop_seconds(two)
    assert len(one.rows()) == len(BUDGETS)
    if settings.get("searcher") == "exact":
        chain = hs.frontier(pool, **{**SETTINGS, **settings}, catalog=builtins)
        assert [(row.loss, row.proven) for row in one.rows()] == [(row.loss, True) for row in chain.rows()]


def test_progress_counts_budgets_that_are_done(pool, builtins):
    seen = []
    hs.frontier(pool, **SETTINGS, separate=True, on_progress=seen.append, catalog=builtins)
    assert [each.budget for each in seen] == BUDGETS
    # Sets are on record as soon as those of all smaller budgets are.
    assert 1 <= seen[0].points < seen[1].points < seen[-1].points


@attrs.frozen
class FailingAt:
    """A searcher that finds the cheapest member, but fails at one budget."""

    budget: float

    def search(self, problem, monitor, rng):
        if problem.budget == self.budget:
            raise ValueError("not this one")
        costs = problem.single_costs()
        monitor.offer(costs[None, :] == costs.min())


def test_a_failure_at_one_budget_leaves_the_others(pool, builtins):
    found = hs.frontier(
        pool, **{**SETTINGS, "searcher": FailingAt(BUDGETS[1])}, separate=True, on_failure="keep", catalog=builtins
    )
    assert (found.failed, found.failed_budgets) == (True, (BUDGETS[1],))
    assert "not this one" in found.stop_reason
    assert [point.size for point in found.points] == [1]
    with pytest.raises(ValueError, match="not this one"):
        hs.frontier(
            pool, **{**SETTINGS, "searcher": FailingAt(BUDGETS[1])}, separate=True, on_failure="raise", catalog=builtins
        )


@pytest.mark.slow
def test_parts_find_their_files_whatever_the_working_directory_is(small_pool, builtins, tmp_path, monkeypatch):
    entry = Entry("energy", "bonuses", Bonuses, "", Source("x", "x", "1"))
    catalog = attrs.evolve(builtins, entries=(*builtins.entries, entry))
    for name, numbers in (("here", "1 2 3 4"), ("there", "9 9 9 9")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "bonuses.txt").write_text(numbers)
    arguments = {"budgets": [2.0, 5.0, 9.0], "energy": Bonuses("bonuses.txt"), "searcher": "greedy-forward", "seed": 1}
    monkeypatch.chdir(tmp_path / "here")
    alone = hs.frontier(small_pool, **arguments, catalog=catalog)
    # Workers are started in one folder and used again from another.
    monkeypatch.chdir(tmp_path / "there")
    hs.frontier(small_pool, **arguments, separate=True, jobs=2, catalog=catalog)
    monkeypatch.chdir(tmp_path / "here")
    found = hs.frontier(small_pool, **arguments, separate=True, jobs=2, catalog=catalog)
    assert [row.value for row in found.rows()] == [row.value for row in alone.rows()]


@attrs.frozen
class Deadly:
    """A searcher that ends its process, if that is not the one it was made in."""

    parent: int = attrs.field(factory=os.getpid)

    def search(self, problem, monitor, rng):
        if os.getpid() != self.parent and problem.budget > 10:
            os._exit(1)
        monitor.offer(problem.pool.accuracies[None, :] == problem.pool.accuracies[problem.single_costs() <= 3].max())


@pytest.mark.slow
def test_a_budget_whose_process_dies_leaves_the_others(pool, builtins):
    found = hs.frontier(pool, budgets=BUDGETS, searcher=Deadly(), seed=1, separate=True, jobs=2, catalog=builtins)
    assert found.failed_budgets == (12.0, 25.0)
    assert found.stop_reason.startswith("failed: budget 12: its process died, 2 times out of 2")


def test_ctrl_c_keeps_the_budgets_that_are_done(pool, builtins, alone):
    def interrupt(progress):
        if progress.budget == BUDGETS[1]:
            raise KeyboardInterrupt

    found = hs.frontier(pool, **SETTINGS, separate=True, on_progress=interrupt, catalog=builtins)
    assert found.interrupted
    assert found.budgets == tuple(BUDGETS[:2])


def test_ctrl_c_in_the_first_search_keeps_what_it_found(pool, builtins):
    @attrs.frozen
    class Impatient:
        """Finds the cheapest member, and is interrupted."""

        def search(self, problem, monitor, rng):
            costs = problem.single_costs()
            monitor.offer(costs[None, :] == costs.min())
            raise KeyboardInterrupt

    found = hs.frontier(pool, **{**SETTINGS, "searcher": Impatient()}, separate=True, catalog=builtins)
    assert found.interrupted
    assert found.budgets == ()
    assert [point.size for point in found.points] == [1]


def test_ctrl_c_keeps_a_larger_budget_whose_search_ended_before_that_of_a_smaller_one(pool, builtins, monkeypatch):
    def run_first_and_last(function, tasks, shared, workers):
        for number in (0, len(tasks) - 1):
            budget, name = tasks[number]
            yield number, function(budget, shared[name])
        raise KeyboardInterrupt

    monkeypatch.setattr(separate, "run_tasks", run_first_and_last)
    found = hs.frontier(pool, **SETTINGS, separate=True, catalog=builtins)
    both = hs.frontier(pool, **{**SETTINGS, "budgets": [BUDGETS[0], BUDGETS[-1]]}, separate=True, catalog=builtins)
    assert (found.interrupted, found.budgets) == (True, (BUDGETS[0], BUDGETS[-1]))
    assert [point.members for point in found.points] == [point.members for point in both.points]


def test_a_budget_that_nothing_fits_in_is_reported(pool, builtins):
    with pytest.raises(InfeasibleError, match="budget"):
        hs.frontier(pool, **{**SETTINGS, "budgets": [1e-9]}, separate=True, catalog=builtins)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"jobs": 2}, r"^jobs: requires `separate=True` \(--separate\); otherwise each search starts from what"),
        ({"backend": "threading"}, "^backend: requires `separate=True`"),
        ({"separate": "no"}, "^separate: must be true or false, got 'no'"),
        ({"separate": True, "jobs": 0}, "^jobs: must be a whole number"),
        ({"separate": True, "backend": "lok"}, "^backend: 'lok'"),
        ({"separate": True, "budgets": "all"}, "^separate: cannot be combined with all budgets, which are one search"),
    ],
)
def test_mistakes_are_reported(small_pool, settings, message):
    with pytest.raises(ConfigError, match=message):
        hs.frontier(small_pool, **settings)
