"""Where an answer stands among the best sets of all budgets."""

from __future__ import annotations

import attrs
from hypothesis import given
from hypothesis import strategies as st

import haversack as hs
from haversack.pages.staircase import Stair, Staircase, read_staircase
from haversack.pages.standing import locate_answer, locate_panel

PAIRS = st.lists(st.tuples(st.integers(1, 20).map(float), st.integers(1, 50).map(lambda one: one / 100)), min_size=1)


def stair(cost, error, budget=None):
    return Stair(budget or cost, cost, ("ann",), 1.0 - error, error)


@given(PAIRS, st.integers(1, 20).map(float), st.integers(0, 5), st.integers(1, 50).map(lambda one: one / 100))
def test_rival_and_next_are_the_best_and_the_first_of_all_sets(pairs, cost, spare, error):
    """Against every set that fits, and every set that does not."""
    stairs = Staircase(())
    for pair in pairs:
        stairs = stairs.add(stair(*pair))
    budget = cost + spare
    standing = locate_panel(stair(cost, error, budget), stairs)
    best = min([each for price, each in pairs if price <= budget] + [error])
    assert (None if standing.rival is None else standing.rival.error) == (best if best < error else None)
    useful = [price for price, each in pairs if price > budget and each <= 0.9 * best]
    if useful:
        assert standing.is_useful
        assert standing.upper.cost == min(useful)
    cheap = [price for price, each in pairs if each <= error and price < cost]
    assert (None if standing.cheaper is None else standing.cheaper.cost) == min(cheap, default=None)


def test_a_search_that_was_cut_short_missed_a_better_panel(builtins):
    pool = hs.Pool.from_csv("docs/tutorial/pool.csv")
    run = {"searcher": "annealing", "stopping": {"kind": "max-step", "limit": 5}, "certify": "off"}
    selection = hs.select(pool, 40, seed=0, catalog=builtins, **run)
    found = hs.frontier(pool, budgets=[37.0, 40.0, 45.0], seed=0, catalog=builtins)
    standing = locate_answer(selection, read_staircase(found.to_dict(), "f"))
    assert standing.is_missed
    assert standing.rival.cost <= 40.0
    assert standing.upper.error < standing.rival.error < selection.error


def test_what_a_frugal_run_knows_is_no_failing_of_its_search(voted, builtins):
    """Nothing but the run itself is known."""
    pool = hs.Pool.from_votes_csv("docs/tutorial/answers.csv", costs=[2.0] * 9)
    frugal = hs.select(pool, 10, frugal=True, estimate="none", seed=0, catalog=builtins)
    standing = locate_answer(frugal)
    assert (standing.is_frugal, standing.is_missed) == (True, False)
    assert (standing.rival.cost, standing.rival.error) == (frugal.best_known.cost, frugal.best_known.error)
    better = attrs.evolve(standing.rival, error=0.0, value=1.0)
    assert locate_answer(frugal, Staircase((better,))).is_missed
    assert locate_answer(voted).rival is None


def test_of_noisy_evaluations_none_is_said_to_be_better(selection):
    noisy = attrs.evolve(selection, standard_error=0.02, repeats=8)
    stairs = Staircase((stair(5.0, 0.05), stair(9.0, 0.01)))
    standing = locate_answer(noisy, stairs)
    assert (standing.rival, standing.cheaper, standing.is_missed) == (None, None, False)
    assert (standing.upper, standing.is_useful) == (stairs.stairs[1], True)
    assert locate_answer(selection, stairs).is_missed


def test_where_mistakes_are_as_good_as_none_no_larger_budget_is_named():
    larger = stair(9.0, 1e-14)
    standing = locate_panel(stair(5.0, 1e-12), Staircase((larger,)))
    assert (standing.is_enough, standing.upper) == (True, None)
    standing = locate_panel(stair(5.0, 1e-3), Staircase((larger,)))
    assert (standing.is_enough, standing.upper) == (False, larger)


def test_a_set_that_is_better_by_rounding_is_no_rival():
    for share, is_rival in ((1e-10, False), (1e-8, True)):
        other = stair(4.0, 0.1 * (1.0 - share))
        assert (locate_panel(stair(5.0, 0.1), Staircase((other,))).rival is not None) == is_rival
