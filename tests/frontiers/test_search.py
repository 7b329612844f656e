"""The best value for every budget, compared with enumeration and with single searches."""

from __future__ import annotations

import json
import math
from itertools import pairwise

import attrs
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import haversack as hs
from conftest import OPTIC_DISC, paper_pool
from fakes import ConstantEnergy, ListSearcher, Profit, SlowestMember, WrongShare
from haversack.costs import Additive, NoCost, Parallel, Vector
from haversack.energies import MajorityVote, OddsCurve, SpatialVote
from haversack.searchers import Exact
from oracles import every_set
from strategies import pools

ENERGIES = [MajorityVote(), MajorityVote(ties="coin"), SpatialVote(curve=OddsCurve(a=-3.43, b=101.7))]


def all_sets(members):
    return np.array([[bool(bits >> i & 1) for i in range(members)] for bits in range(1, 2**members)])


def best_of_all(pool, energy, cost):
    """The smallest loss at each cost that any set has, by looking at all of them."""
    sets = all_sets(len(pool))
    problem = hs.Problem(pool, energy, cost)
    losses, costs = problem.losses(sets), problem.costs(sets)
    return {budget: losses[costs <= budget * (1 + 1e-12)].min() for budget in np.unique(costs).tolist()}


def check_promises(found, energy, cost):
    """What every frontier keeps, however it was found."""
    assert all(a.cost < b.cost and a.loss > b.loss for a, b in pairwise(found.points))
    for point in found.points:
        row = np.zeros((1, len(found.pool)), dtype=bool)
        row[0, list(point.members)] = True
        assert point.cost == point.budget == pytest.approx(cost.costs(found.pool, row)[0], rel=1e-14)
        assert point.loss == energy.losses(found.pool, row)[0]
        assert point.names == tuple(found.pool.names[index] for index in point.members)
        assert point.size == len(point.members) > 0
    names = set()
    for point in found.points:
        assert names >= set(point.leaves)
        names = (names - set(point.leaves)) | set(point.enters)
        assert names == set(point.names)


def check_against_enumeration(pool, energy, cost, found):
    optima = best_of_all(pool, energy, cost)
    assert found.whole
    assert found.points[0].cost == pytest.approx(min(optima), rel=1e-11)
    for budget, loss in optima.items():
        best = found.at(budget)
        assert best.loss == pytest.approx(loss, rel=1e-9, abs=1e-300)
        assert best.cost <= budget * (1 + 1e-12)
        assert (best.proven, best.gap, best.error_bound) == (True, 0.0, best.loss)
    check_promises(found, energy, cost)


@pytest.mark.slow
@settings(max_examples=400)
@given(pool=pools(max_size=9), energy=st.sampled_from(ENERGIES))
def test_the_whole_frontier_agrees_with_enumeration(pool, energy):
    check_against_enumeration(pool, energy, Additive(), hs.frontier(pool, energy=energy))


@settings(max_examples=30)
@given(pool=pools(min_size=10, max_size=12), energy=st.sampled_from(ENERGIES))
@pytest.mark.slow
def test_the_whole_frontier_of_up_to_twelve_members_agrees_with_enumeration(pool, energy):
    check_against_enumeration(pool, energy, Additive(), hs.frontier(pool, energy=energy))


@settings(max_examples=100)
@given(pool=pools(max_size=8), energy=st.sampled_from(ENERGIES))
@pytest.mark.slow
def test_the_frontier_of_members_at_work_in_parallel_agrees_with_enumeration(pool, energy):
    check_against_enumeration(pool, energy, Parallel(), hs.frontier(pool, energy=energy, cost="parallel"))


@settings(max_examples=60)
@given(pool=pools(max_size=7), data=st.data())
def test_members_that_cost_nothing_are_in_the_first_point(pool, data):
    """A column of metadata may hold zeros, the costs of a pool may not."""
    column = data.draw(st.lists(st.sampled_from([0.0, 0.0, 1.0, 2.5]), min_size=len(pool), max_size=len(pool)))
    assume(any(column))
    pool = hs.Pool(accuracies=pool.accuracies, metadata={"seconds": column})
    cost = Vector(budgets={"seconds": 2.0})
    check_against_enumeration(pool, MajorityVote(), cost, hs.frontier(pool, cost=cost))


@settings(max_examples=40)
@given(pool=pools(min_size=2, max_size=7), data=st.data())
@pytest.mark.slow
def test_several_limits_are_scaled_together_and_proved_one_by_one(pool, data):
    memory = data.draw(st.lists(st.floats(0.1, 5.0), min_size=len(pool), max_size=len(pool)))
    pool = hs.Pool(accuracies=pool.accuracies, costs=pool.costs, metadata={"memory": memory})
    cost = Vector(budgets={"cost": 10.0, "memory": 3.0})
    found = hs.frontier(pool, cost=cost, budgets=8)
    assert found.searcher == "exact"
    assert not found.whole
    optima = best_of_all(pool, MajorityVote(), cost)
    for row in found.rows():
        fitting = [loss for budget, loss in optima.items() if budget <= row.budget * (1 + 1e-12)]
        assert row.loss == pytest.approx(fitting[-1], rel=1e-9, abs=1e-300)
        assert row.proven
    check_promises(found, MajorityVote(), cost)


@pytest.mark.parametrize(("members", "seed"), [(30, 0), (30, 1), (40, 2)])
def test_every_budget_has_what_a_search_for_it_alone_finds(members, seed):
    pool = paper_pool(members, seed)
    found = hs.frontier(pool)
    assert (found.whole, found.budgets, found.searcher, found.seed) == (True, None, "exact", None)
    for budget in np.random.default_rng(seed).uniform(found.points[0].cost, found.last_budget, 40).tolist():
        alone = hs.select(pool, budget, searcher="exact", stopping=lambda progress: None, seed=0)
        assert found.at(budget).error == pytest.approx(alone.error, rel=1e-11)


@pytest.mark.slow
def test_the_proven_optima_of_the_papers_pools_lie_on_the_frontier():
    pool = paper_pool(100, 0)
    found = hs.frontier(pool)
    point = found.at(0.2 * float(pool.costs.sum()))
    assert point.value == pytest.approx(0.99999852392536, abs=1e-14)
    assert (point.size, point.proven, found.whole) == (37, True, True)
    assert len(found.points) > 1_000


def test_the_optic_disc_pool_begins_with_its_cheapest_detector():
    found = hs.frontier(OPTIC_DISC)
    assert [(point.cost, point.members) for point in found.points[:2]] == [(7.0, (5,)), (21.0, (6,))]


def test_searches_at_single_budgets_count_for_all_that_their_finds_fit_in():
    pool = paper_pool(60, 3)
    whole = hs.frontier(pool)
    grid = hs.frontier(pool, budgets=12, searcher="exact")
    assert len(grid.budgets) == len(grid.rows()) == 12
    assert grid.budgets[0] == pytest.approx(pool.costs.min())
    assert grid.budgets[-1] == pytest.approx(pool.costs.sum())
    assert (grid.whole, grid.stop_reason) == (False, "every budget was searched")
    for row in grid.rows():
        assert row.proven
        assert row.loss == pytest.approx(whole.at(row.budget).loss, rel=1e-11)
    check_promises(grid, MajorityVote(), Additive())


def test_between_proved_budgets_the_bound_is_that_of_the_next():
    pool = paper_pool(30, 0)
    whole = hs.frontier(pool)
    found = hs.frontier(pool, budgets=[20.0, 60.0], searcher="exact")
    low, high = found.rows()
    assert (low.budget, high.budget) == (20.0, 60.0)
    between = found.at(59.0 if found.at(59.0).cost < high.cost else high.cost * 0.99)
    assert not between.proven
    assert between.error_bound == high.error <= whole.at(between.budget).error <= between.error
    assert between.gap == pytest.approx(1 - high.error / between.error)
    assert between.bound == high.value
    beyond = found.at(61.0)
    assert (beyond.proven, beyond.bound, beyond.error_bound, beyond.gap) == (False, None, None, None)
    at_cost = next(point for point in found.points if point.cost == high.cost)
    assert at_cost.proven, "what is best within 60 is also best within its own cost"


def test_a_list_of_budgets_is_answered_row_by_row():
    pool = hs.Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4, 2, 2, 1], names=["ann", "bob", "cat", "dan"])
    rows = hs.frontier(pool, budgets=[9, 2, 8, 2.5]).rows()
    assert [(row.budget, row.cost, row.names) for row in rows] == [
        (2.0, 2.0, ("bob",)),
        (2.5, 2.0, ("bob",)),
        (8.0, 8.0, ("ann", "bob", "cat")),
        (9.0, 8.0, ("ann", "bob", "cat")),
    ]
    assert [row.enters for row in rows] == [("bob",), (), ("ann", "cat"), ()]
    assert [row.next_budget for row in rows] == [2.5, 8.0, 9.0, None]
    assert rows[1].value_gain == pytest.approx((0.902 - 0.8) / 5.5)
    assert rows[1].digits_gain == pytest.approx(math.log10(0.2 / 0.098) / 5.5)
    assert (rows[0].value_gain, rows[0].digits_gain) == (0.0, 0.0)
    assert (rows[-1].value_gain, rows[-1].digits_gain) == (None, None)


@pytest.mark.slow
def test_large_pools_are_swept_at_a_hundred_budgets_or_fewer():
    found = hs.frontier(paper_pool(121, 0), budgets=5)
    assert (found.searcher, found.seed, found.whole) == ("sweep", None, False)
    for row in found.rows():
        best = hs.select(
            paper_pool(121, 0), row.budget, searcher="exact", stopping={"kind": "max-step", "limit": 10**9}, seed=0
        )
        assert row.error >= best.error * (1 - 1e-12)
        assert row.error == pytest.approx(best.error, rel=1e-9) or not row.proven
    usual = hs.frontier(paper_pool(121, 0))
    assert (usual.searcher, len(usual.budgets)) == ("sweep", 100)
    assert len(usual.points) > 100


def test_where_exact_and_sweep_do_not_work_annealing_does():
    pool = paper_pool(8, 0)
    found = hs.frontier(pool, energy=WrongShare(), budgets=3, seed=5)
    assert (found.searcher, found.seed) == ("annealing", 5)
    check_promises(found, WrongShare(), Additive())
    slow = hs.frontier(pool, cost=SlowestMember(), budgets=3, seed=5)
    assert slow.searcher == "annealing"
    again = hs.frontier(pool, energy=WrongShare(), budgets=3, seed=5)
    assert again.points == found.points


def test_an_energy_that_is_no_probability_has_values_and_no_errors():
    found = hs.frontier(paper_pool(8, 0), energy=Profit(), budgets=4, seed=0)
    assert all(point.error is None and point.value == -point.loss for point in found.points)
    assert all(point.digits_gain is None for point in found.points)
    assert found.points[0].value_gain > 0
    assert json.loads(found.to_json())["points"][0]["error"] is None


@attrs.frozen
class Prover(ListSearcher):
    """Offers given sets, then says what cannot be beaten."""

    bound: float = -math.inf

    def search(self, problem, monitor, rng):
        reason = super().search(problem, monitor, rng)
        monitor.prove(self.bound)
        return reason


def test_bounds_of_energies_that_are_no_probability_are_values():
    pool = hs.Pool(accuracies=[0.5, 0.75], costs=[1.0, 1.0])
    searcher = Prover(sets=((0,), (1,)), bound=-1.5)
    found = hs.frontier(pool, energy=Profit(), searcher=searcher, budgets=[1.0])
    (row,) = found.rows()
    assert (row.value, row.bound, row.error_bound, row.gap, row.proven) == (0.75, 1.5, None, 1.0, False)
    assert found.searcher == "Prover"


def test_a_stopping_rule_is_that_of_each_budget():
    pool = paper_pool(30, 0)
    found = hs.frontier(pool, searcher="monte-carlo", stopping={"kind": "max-step", "limit": 50}, budgets=4, seed=1)
    assert found.steps == 200
    early = hs.frontier(pool, stopping={"kind": "max-step", "limit": 1})
    assert (early.budgets is None, early.searcher, len(early.budgets)) == (False, "exact", 100)


def test_all_budgets_at_once_can_be_insisted_on():
    pool = paper_pool(20, 0)
    assert hs.frontier(pool, budgets="all").whole
    with pytest.raises(
        hs.CapabilityError, match="'all' needs a searcher that searches all budgets at once, as 'exact'"
    ):
        hs.frontier(pool, budgets="all", searcher="sweep")
    assert hs.frontier(pool, budgets="all", cost="parallel").whole
    several = hs.Pool(accuracies=pool.accuracies, costs=pool.costs, metadata={"memory": [1.0] * 20})
    limits = Vector(budgets={"cost": 10.0, "memory": 3.0})
    small = hs.Pool(accuracies=pool.accuracies[:13], costs=pool.costs[:13], metadata={"memory": [1.0] * 13})
    by_proofs = hs.frontier(small, budgets="all", cost=limits)
    assert (by_proofs.whole, by_proofs.searcher) == (True, "exact")
    sets = every_set(13)[1:]
    losses, costs = MajorityVote().losses(small, sets), limits.costs(small, sets)
    for budget in np.unique(np.round(costs, 2))[::20]:
        if (costs <= budget).any():
            assert by_proofs.at(budget).loss == pytest.approx(losses[costs <= budget].min(), rel=1e-9)
    assert not hs.frontier(several, cost=limits, budgets=3).whole
    with pytest.raises(hs.CapabilityError, match="energy WrongShare does not offer CountsVotes"):
        hs.frontier(pool, budgets="all", energy=WrongShare())
    with pytest.raises(
        hs.ConfigError, match="stopping: a search over all budgets at once takes no rule; give a number"
    ):
        hs.frontier(pool, budgets="all", stopping="paper")


def test_energies_that_promise_nothing_are_refused_by_exact():
    class Silent:
        def losses(self, pool, sets):
            return MajorityVote().losses(pool, sets)

        def error_weights(self, size):
            return MajorityVote().error_weights(size)

    with pytest.raises(hs.CapabilityError, match="energy Silent does not promise monotone_in_accuracy"):
        hs.frontier(paper_pool(13, 0), budgets="all", energy=Silent())
    assert hs.frontier(paper_pool(13, 0), budgets=2, energy=Silent()).searcher == "annealing"


@pytest.mark.parametrize("energy", [WrongShare(), Profit()])
def test_small_pools_are_proved_for_all_budgets_whatever_the_energy(energy):
    pool = paper_pool(6, 0)
    found = hs.frontier(pool, energy=energy)
    assert (found.searcher, found.whole) == ("enumerate", True)
    for budget in np.linspace(pool.costs.min(), pool.costs.sum(), 9):
        problem = hs.Problem(pool, energy, Additive(), budget)
        sets = all_sets(6)
        best = problem.losses(sets[problem.fits(sets)]).min()
        assert found.at(budget).loss == pytest.approx(best, abs=1e-15)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"budgets": "some"}, "budgets: must be 'all', a whole number from 2 to 100,000, or a list of .* got 'some'"),
        ({"budgets": 1}, "budgets: must be 'all', .*, got 1$"),
        ({"budgets": 2.5}, "budgets: must be 'all', .*, got 2.5$"),
        ({"budgets": []}, "budgets: must be 'all', .*, got an empty list"),
        ({"budgets": [3.0, -1.0]}, "budgets: must be 'all', .*, got -1.0 among others"),
        ({"budgets": [3.0, math.inf]}, "budgets: must be 'all', .*, got inf among others"),
        ({"seed": -1}, r"seed: must be a whole number of at least 0 and below 2\^128, got -1"),
        ({"cost": "none"}, r"cost: a frontier needs costs, and under NoCost\(\) nothing has a cost"),
        ({"searcher": "exat"}, "did you mean 'exact'"),
    ],
)
def test_mistakes_are_told(small_pool, arguments, complaint):
    with pytest.raises(hs.ConfigError, match=complaint):
        hs.frontier(small_pool, **arguments)


def test_a_pool_without_costs_has_no_frontier():
    with pytest.raises(
        hs.ConfigError, match="pool: a frontier needs the cost of each member, and the pool has no costs"
    ):
        hs.frontier(hs.Pool(accuracies=[0.9, 0.8]))
    with pytest.raises(hs.ConfigError, match="pool: expected a haversack.Pool, got 'pool.csv'; Pool.from_csv reads"):
        hs.frontier("pool.csv")


def test_a_budget_that_buys_nothing_is_told(small_pool):
    with pytest.raises(hs.InfeasibleError, match="budget: no member fits in 0.5; the cheapest, 'dan', costs 1"):
        hs.frontier(small_pool, budgets=[0.5, 4.0])
    with pytest.raises(hs.InfeasibleError, match="budget: nothing fits in 0.5; the frontier starts at 1"):
        hs.frontier(small_pool).at(0.5)


def test_progress_is_told_and_rises(small_pool):
    pool = paper_pool(60, 0)
    for arguments in ({}, {"budgets": 6, "searcher": "sweep"}):
        message = []
        found = hs.frontier(pool, on_progress=message.append, **arguments)
        assert message[-1].budget == pytest.approx(found.last_budget)
        assert message[-1].points == len(found.points)
        assert all(snapshot.last_budget == found.last_budget for snapshot in message)
        assert all(a.seconds <= b.seconds for a, b in pairwise(message))


def interrupting(after):
    """A listener that presses Ctrl-C when the search has come so far."""

    def listen(progress):
        if after(progress):
            raise KeyboardInterrupt

    return listen


def test_ctrl_c_gives_what_has_been_found_and_says_what_is_proved():
    pool = paper_pool(60, 0)
    whole = hs.frontier(pool)
    proved = []

    def listen(progress):
        # The quick look at some budgets comes first, and proves nothing about those between them.
        proved.append(progress.budget)
        if len(proved) > 1 and 0.2 * progress.last_budget < proved[-1] < 0.5 * progress.last_budget and searching[0]:
            raise KeyboardInterrupt
        searching[0] = searching[0] or proved[-1] >= progress.last_budget * 0.999

    searching = [False]
    found = hs.frontier(pool, on_progress=listen)
    assert (found.whole, found.stop_reason) == (False, "interrupted (Ctrl-C)")
    assert 0.2 * found.last_budget < found.proven_to < 0.5 * found.last_budget
    assert found.at(found.proven_to).proven
    assert found.at(found.proven_to).error == pytest.approx(whole.at(found.proven_to).error, rel=1e-11)
    assert found.points[-1].error <= 2 * whole.points[-1].error
    assert "proved up to a budget of" in found.summary()


def test_ctrl_c_between_budgets_keeps_those_that_are_done():
    listen = interrupting(lambda progress: progress.budget > 30.0)
    found = hs.frontier(paper_pool(30, 0), budgets=[10.0, 20.0, 40.0, 80.0], on_progress=listen)
    assert found.budgets == (10.0, 20.0)
    assert found.stop_reason == "interrupted (Ctrl-C)"
    assert all(row.proven for row in found.rows())


def test_ctrl_c_at_the_first_budget_gives_what_that_has_found():
    @attrs.frozen
    class Tired:
        def search(self, problem, monitor, rng):
            monitor.offer(np.eye(len(problem.pool), dtype=bool))
            raise KeyboardInterrupt

    found = hs.frontier(paper_pool(5, 0), searcher=Tired(), budgets=[10.0])
    assert (found.budgets, found.stop_reason) == ((), "interrupted (Ctrl-C)")
    assert found.rows() == found.points
    assert "no budget was searched to its end; better sets may exist" in found.summary()


def test_ctrl_c_before_anything_was_found_is_raised():
    @attrs.frozen
    class Thinker:
        def search(self, problem, monitor, rng):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        hs.frontier(paper_pool(5, 0), searcher=Thinker(), budgets=3)


@attrs.frozen
class Tracer:
    """A third party's search over all budgets: everybody alone, and no proof."""

    reach: float = 0.0

    def search(self, problem, monitor, rng):
        monitor.offer(np.eye(len(problem.pool), dtype=bool))

    def trace_frontier(self, problem, monitor):
        monitor.offer(np.eye(len(problem.pool), dtype=bool))
        monitor.prove(self.reach)


def test_a_third_party_can_search_all_budgets_at_once():
    pool = hs.Pool(accuracies=[0.4, 0.2, 0.45], costs=[1.0, 2.0, 3.0])
    partial = hs.frontier(pool, searcher=Tracer(reach=2.0))
    assert isinstance(Tracer(), hs.capabilities.TracesFrontier)
    assert (partial.searcher, partial.whole, partial.proven_to) == ("Tracer", False, 2.0)
    assert [point.proven for point in partial.points] == [True, False]
    assert hs.frontier(pool, searcher=Tracer(reach=6.0)).whole


def test_claims_of_searchers_are_checked():
    @attrs.frozen
    class Boaster:
        def search(self, problem, monitor, rng):
            monitor.offer(np.eye(len(problem.pool), dtype=bool), np.zeros(len(problem.pool)))

    found = hs.frontier(hs.Pool(accuracies=[0.7, 0.8], costs=[1.0, 2.0]), searcher=Boaster(), budgets=[1.0, 2.0])
    assert [point.error for point in found.points] == pytest.approx([0.3, 0.2])


def test_everybody_equally_good_leaves_one_point():
    pool = hs.Pool(accuracies=[0.5, 0.6, 0.7], costs=[1.0, 2.0, 3.0])
    found = hs.frontier(pool, energy=ConstantEnergy(), budgets=3, seed=0)
    assert len(found.points) == 1
    assert found.points[0].cost == 1.0


def test_what_exact_offers_is_declared():
    assert isinstance(Exact(), hs.capabilities.TracesFrontier)
    assert isinstance(Parallel(), hs.capabilities.HasBreakpoints)
    assert not isinstance(Additive(), hs.capabilities.HasBreakpoints)
    assert not isinstance(NoCost(), hs.capabilities.HasBreakpoints)


def test_where_all_budgets_cannot_be_searched_at_once_they_are_searched_one_by_one(small_pool):
    swept = hs.frontier(small_pool, searcher="sweep")
    assert (swept.searcher, len(swept.budgets)) == ("sweep", 100)
    large = paper_pool(13, 0)
    several = hs.Pool(accuracies=large.accuracies, costs=large.costs, metadata={"memory": [1, 2] * 6 + [3]})
    found = hs.frontier(several, cost=Vector(budgets={"cost": 9.0, "memory": 8.0}))
    assert (found.searcher, found.whole) == ("exact", False)
    assert all(row.proven for row in found.rows())


def test_a_band_that_is_given_up_is_taken_up_again(monkeypatch):
    pool = paper_pool(30, 0)
    easy = hs.frontier(pool)
    monkeypatch.setattr("haversack.searchers.exact.all_budgets._PATIENCE", 20)
    hard = hs.frontier(pool)
    assert hard.whole
    assert [point.loss for point in hard.points] == [point.loss for point in easy.points]


@attrs.frozen
class Patient:
    """Offers one set, then makes many steps without an improvement."""

    def search(self, problem, monitor, rng):
        for _ in range(3):
            if not monitor.offer(np.eye(len(problem.pool), dtype=bool)[-1:], steps=4_000, at=np.array([1])):
                return None
        return "done"


class PatientToTheEnd(Patient):
    ends_by_itself = True


@pytest.mark.parametrize(("searcher", "steps"), [(Patient(), 5_001), (PatientToTheEnd(), 12_000)])
def test_a_searcher_that_ends_by_itself_needs_no_rule(small_pool, searcher, steps):
    assert hs.frontier(small_pool, budgets=[1.0], searcher=searcher, energy=WrongShare()).steps == steps


@pytest.mark.parametrize("name", ["exact", "greedy-backward", "greedy-forward", "sweep"])
def test_built_in_searchers_that_end_by_themselves_say_so(small_pool, builtins, name):
    assert builtins.find("searcher", name).factory.ends_by_itself
    assert hs.frontier(small_pool, budgets=[4.0], searcher=name, catalog=builtins).seed is None


def test_free_members_are_on_the_frontier_from_a_budget_of_zero():
    found = hs.frontier(hs.Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4, 0, 2, 0]))
    assert [(point.budget, point.members) for point in found.points] == [(0.0, (1,)), (4.0, (0,)), (6.0, (0, 1, 2))]


def test_a_pool_of_free_members_has_one_point():
    found = hs.frontier(hs.Pool(accuracies=[0.9, 0.8, 0.7], costs=[0, 0, 0]))
    assert [(point.budget, point.members, point.proven) for point in found.points] == [(0.0, (0, 1, 2), True)]


def test_the_pool_that_was_given_is_recorded():
    # An energy of accuracies trusts the member without answers less than its accuracy says.
    answers = [["a", "a", "b", "a"], ["a", "b", "b", "a"], [None, None, None, None]]
    pool = hs.Pool.from_votes(answers, truth=["a", "a", "b", "a"], costs=[2.0, 1.0, 1.0])
    found = hs.frontier(pool, energy="majority", seed=1)
    assert found.config["pool"] == pool.to_dict()
    assert hs.frontier(hs.Pool(**found.config["pool"]), energy="majority", seed=1).config == found.config
