"""What a report computes beside the result."""

from __future__ import annotations

import attrs
import pytest

import haversack as hs
from conftest import paper_pool
from fakes import ConstantEnergy
from haversack.pages import alternatives, computing
from haversack.pages.computing import compute_beside, list_budgets


def test_a_small_pool_has_its_whole_frontier(chosen, builtins):
    computed = compute_beside(chosen, builtins)
    whole = hs.frontier(chosen.pool, budgets="all", catalog=builtins)
    assert computed.staircase.whole
    assert [stair.error for stair in computed.staircase.stairs] == [point.error for point in whole.points]
    assert len(computed.alternatives.without) == len(chosen.members)
    assert computed.remarks == ()


@pytest.mark.slow
def test_a_large_pool_is_searched_at_multiples_of_the_budget(chosen, builtins, monkeypatch):
    monkeypatch.setattr(computing, "_WHOLE_UP_TO", 3)
    staircase = compute_beside(chosen, builtins).staircase
    assert not staircase.whole
    assert 2 <= len(staircase.stairs) <= len(list_budgets(chosen))
    assert staircase.find_at(8.0).error == pytest.approx(chosen.error)


@pytest.mark.slow
def test_an_energy_that_no_searcher_can_do_whole_is_searched_so_too(builtins):
    pool = paper_pool(14, 3)
    votes = hs.Pool.from_votes([["a", "b"] * 7, ["a"] * 14, ["b", "a"] * 7], truth=["a"] * 3, costs=pool.costs)
    rule = {"kind": "max-step", "limit": 50}
    chosen = hs.select(
        votes,
        9.0,
        energy="smoothed",
        searcher="monte-carlo",
        stopping=rule,
        seed=0,
        certify="off",
        estimate="none",
        catalog=builtins,
    )
    computed = compute_beside(chosen, builtins)
    assert computed.remarks == ()
    assert not computed.staircase.whole


def test_other_budgets_can_be_left_out(chosen, builtins):
    computed = compute_beside(chosen, builtins, with_frontier=False)
    assert computed.staircase is None
    assert computed.alternatives is not None


def test_what_takes_too_long_is_left_out_with_a_remark(chosen, builtins, monkeypatch):
    monkeypatch.setattr(computing, "_SECONDS", -1.0)
    computed = compute_beside(chosen, builtins)
    assert computed.staircase is None
    assert computed.remarks == ("Other budgets are not shown: searching them took more than -1 s.",)


def test_a_part_that_is_not_installed_is_a_remark(chosen, builtins):
    foreign = attrs.evolve(chosen, settings={**chosen.settings, "energy": {"kind": "of-a-plugin"}})
    computed = compute_beside(foreign, builtins)
    (remark,) = computed.remarks
    assert remark.startswith(
        "Other panels could not be evaluated: result: energy.kind: 'of-a-plugin' is not registered"
    )
    assert (computed.staircase, computed.alternatives) == (None, None)


def test_a_part_that_fails_is_a_remark(chosen, builtins, monkeypatch):
    def fail(*arguments, **keywords):
        raise RuntimeError("no\nidea")

    monkeypatch.setattr(computing, "evaluate_alternatives", fail)
    monkeypatch.setattr(computing, "frontier", fail)
    assert compute_beside(chosen, builtins).remarks == (
        "Other panels could not be evaluated: RuntimeError: no idea",
        "Other budgets could not be searched: RuntimeError: no idea",
    )


def test_a_run_without_a_configuration_computes_nothing(builtins):
    chosen = hs.select(hs.Pool(accuracies=[0.9, 0.8], costs=[1, 2]), 2.0, energy=ConstantEnergy(), catalog=builtins)
    assert compute_beside(chosen, builtins) == computing.Computed()


def test_an_interrupted_search_is_an_interrupt(chosen, builtins, monkeypatch):
    found = attrs.evolve(hs.frontier(chosen.pool, catalog=builtins), interrupted=True)
    monkeypatch.setattr(computing, "frontier", lambda *arguments, **keywords: found)
    with pytest.raises(KeyboardInterrupt):
        compute_beside(chosen, builtins)


def test_budgets_of_a_cost_model_of_its_own_are_shares(builtins):
    """The costs of the pool are in another unit."""
    pool = hs.Pool(accuracies=[0.9, 0.8, 0.7], costs=[30, 20, 20], metadata={"dollars": [1, 1, 1]})
    cost = {"kind": "vector", "budgets": {"cost": 50.0, "dollars": 2.0}}
    assert list_budgets(hs.select(pool, cost=cost, seed=0, catalog=builtins))[:3] == [0.25, 0.5, 0.7]


def test_panels_that_are_not_evaluated_are_a_remark(chosen, builtins, monkeypatch):
    monkeypatch.setattr(alternatives, "_MOST_DROPPED_QUICKLY", 2)
    assert compute_beside(chosen, builtins, with_frontier=False).remarks == (
        "The panel without each of its 3 members is not evaluated: too many.",
    )
