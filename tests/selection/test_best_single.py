import math

import pytest

from fakes import Profit, WrongShare
from haversack import Pool, Problem, select
from haversack.costs import Additive, NoCost
from haversack.energies import MajorityVote, PluralityVote
from haversack.selection import best_single
from haversack.selection.best_single import find_best_single

POOL = Pool(accuracies=[0.9, 0.8, 0.8, 0.3], costs=[9, 2, 2, 1], names=["dear", "one", "other", "cheap"])


@pytest.mark.parametrize("energy", [MajorityVote(), WrongShare()])
@pytest.mark.parametrize(("budget", "name"), [(1.0, "cheap"), (2.0, "one"), (9.0, "dear"), (math.inf, "dear")])
def test_it_is_the_best_that_the_budget_buys_and_the_first_of_equals(energy, budget, name):
    single = find_best_single(Problem(POOL, energy, Additive(), budget))
    (member,) = single.members
    assert single.names == (POOL.names[member],) == (name,)
    assert single.error == pytest.approx(1 - POOL.accuracies[member])
    assert (single.value, single.cost) == (pytest.approx(POOL.accuracies[member]), POOL.costs[member])


def test_it_need_not_be_a_probability():
    single = find_best_single(Problem(POOL, Profit(), NoCost()))
    assert (single.names, single.value, single.error) == (("dear",), pytest.approx(0.9), None)


def test_large_pools_are_asked_by_walks_and_otherwise_not_at_all(monkeypatch):
    votes_pool = Pool.from_votes([[1, 1, 0], [0, 1, 0], [1, 0, 1], [0, 1, 0]], truth=[1, 1, 1, 1])
    whole = find_best_single(Problem(votes_pool, PluralityVote(), NoCost()))
    monkeypatch.setattr(best_single, "_MOST_CELLS", 1)
    by_walks = find_best_single(Problem(votes_pool, PluralityVote(), NoCost()))
    assert (by_walks.members, by_walks.error) == (whole.members, pytest.approx(whole.error))
    assert find_best_single(Problem(POOL, WrongShare(), NoCost())) is None
    monkeypatch.setattr(best_single, "_MOST_CELLS", 4)
    assert find_best_single(Problem(POOL, MajorityVote(), NoCost())).names == ("dear",)


@pytest.mark.parametrize(
    ("accuracies", "sentence"),
    [
        ([0.9, 0.8, 0.8], "member-0, 0.9; the panel makes 1.4 times fewer errors"),
        ([0.9, 0.6, 0.6], "member-0: the panel"),
        ([1.0, 0.9, 0.9], "member-0: the panel"),
    ],
)
def test_the_summary_compares_the_panel_with_it(accuracies, sentence):
    assert sentence in select(Pool(accuracies=accuracies)).summary()


def test_the_summary_of_a_value_says_what_the_panel_adds():
    text = select(Pool(accuracies=[0.5, 0.25]), energy=Profit()).summary()
    assert "best single  member-0, 0.5; the panel adds 0.25" in text
