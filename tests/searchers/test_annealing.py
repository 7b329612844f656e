from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import OPTIC_DISC, paper_pool
from fakes import Profit, SlowestMember, WrongShare
from haversack import Pool, Problem, select
from haversack.costs import Additive
from haversack.energies import MajorityVote
from haversack.forwarding import ForwardingMonitor
from haversack.monitor import RunMonitor
from haversack.searchers import Annealing
from haversack.stopping import MaxStep
from oracles import best_by_enumeration, exact_error
from strategies import pools_with_budget

STEPS = {"kind": "max-step", "limit": 20_000}


def anneal(pool, budget=None, stopping=STEPS, seed=0, **options):
    parts = {key: options.pop(key) for key in ("energy", "cost") if key in options}
    searcher = {"kind": "annealing", **options}
    return select(pool, budget, searcher=searcher, stopping=stopping, seed=seed, certify="off", **parts)


@settings(max_examples=40)
@given(case=pools_with_budget(max_size=8), scale=st.sampled_from(["log", "linear"]))
@pytest.mark.slow
def test_small_pools_are_solved(case, scale):
    pool, budget = case
    found = anneal(pool, budget, scale=scale)
    best, _ = best_by_enumeration(lambda chosen: float(exact_error(pool.accuracies[list(chosen)])), pool.costs, budget)
    assert found.error == pytest.approx(best, rel=1e-9, abs=1e-300)
    assert found.cost <= budget


@pytest.mark.parametrize(
    ("seed", "value"),
    [(0, 0.9963791691403641), (1, 0.9934451869061925), (2, 0.9971962066005358), (3, 0.9962829807861653)],
)
def test_the_papers_pools_of_thirty_are_solved(seed, value):
    pool = paper_pool(30, seed)
    found = anneal(pool, 0.3 * float(pool.costs.sum()), {"kind": "max-step", "limit": 400_000})
    assert found.value <= value + 1e-15
    assert found.error <= (1 - value) * 1.02


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_the_number_of_workers_never_changes_the_answer(workers):
    pool = paper_pool(40, 0)
    found = anneal(pool, 40.0, workers=workers, seed=5)
    alone = anneal(pool, 40.0, seed=5)
    assert [(row.step, row.error) for row in found.trace] == [(row.step, row.error) for row in alone.trace]
    assert (found.members, found.steps, found.stop_reason) == (alone.members, alone.steps, alone.stop_reason)


def test_it_ends_by_itself_after_its_restarts():
    found = anneal(paper_pool(10, 0), 20.0, {"kind": "max-step", "limit": 10**9}, restarts=1, chains=4, cooling=0.5)
    assert found.stop_reason == "annealed 2 times"


def test_steps_are_counted_one_by_one():
    assert anneal(paper_pool(20, 0), 20.0, {"kind": "max-step", "limit": 12_345}).steps == 12_345


@pytest.mark.parametrize(
    "parts",
    [
        {"energy": WrongShare()},
        {"energy": Profit()},
        {"energy": {"kind": "spatial", "curve": {"a": -3.43, "b": 101.7}}},
        {"energy": {"kind": "majority", "ties": "coin"}},
        {"cost": SlowestMember()},
        {"cost": "parallel"},
        {"cost": {"kind": "vector", "budgets": {"cost": 100.0}}},
    ],
)
def test_any_energy_and_any_cost_model_will_do(parts):
    """All agree with a long Monte Carlo run on eight members."""
    budget = None if "vector" in str(parts) else 100.0
    found = anneal(OPTIC_DISC, budget, **parts)
    other = select(OPTIC_DISC, budget, searcher="monte-carlo", stopping=STEPS, seed=1, **parts)
    assert found.value == pytest.approx(other.value, rel=1e-12)
    assert found.is_feasible()


def test_pools_without_costs():
    found = anneal(Pool(accuracies=[0.9] + [0.6] * 12))
    assert found.members == (0,)


def test_pools_of_one_and_of_equals():
    assert anneal(Pool(accuracies=[0.6], costs=[1.0]), 1.0, {"kind": "max-step", "limit": 500}).members == (0,)
    equal = anneal(Pool(accuracies=[0.7] * 9, costs=[1.0] * 9), 5.0)
    assert len(equal.members) == 5


def test_perfect_members_are_no_trouble_for_logarithms():
    found = anneal(Pool(accuracies=[1.0, 0.5, 0.5, 0.4], costs=[2.0, 1.0, 1.0, 1.0]), 3.0)
    assert found.error == 0.0


def test_a_start_temperature_can_be_given():
    cold = anneal(paper_pool(30, 0), 40.0, {"kind": "max-step", "limit": 5_000}, start_temperature=1e-9)
    assert np.isfinite(cold.error)


@pytest.mark.parametrize(
    ("option", "value"), [("cooling", 1.0), ("cooling", 0.0), ("chains", 0), ("scale", "square"), ("swap_share", 2.0)]
)
def test_options_out_of_range_are_refused(option, value):
    with pytest.raises(ValueError, match=f"^{option} must be .*, got"):
        Annealing(**{option: value})


def test_the_trap_of_monte_carlo_is_none_for_annealing():
    """Section 3's pool: one member uses up the budget and is the best; all others are hardly better than a coin."""
    pool = Pool(accuracies=[0.9] + [0.51] * 29, costs=[30.0] + [1.0] * 29)
    hits = [anneal(pool, 30.0, {"kind": "max-step", "limit": 3_000}, seed=seed).members == (0,) for seed in range(50)]
    assert np.mean(hits) >= 0.96


def test_walks_may_start_from_what_sweep_finds():
    pool = paper_pool(100, 0)
    budget = 0.3 * float(pool.costs.sum())
    swept = select(pool, budget, searcher="sweep", certify="off")
    found = anneal(pool, budget, {"kind": "max-step", "limit": 3_000}, start="sweep")
    at_random = anneal(pool, budget, {"kind": "max-step", "limit": 3_000})
    assert found.error <= swept.error < at_random.error


def test_walks_from_sweep_are_never_behind_it():
    pool = paper_pool(30, 2)
    budget = 0.3 * float(pool.costs.sum())
    swept = select(pool, budget, searcher="sweep", certify="off")
    assert anneal(pool, budget, {"kind": "max-step", "limit": 60_000}, start="sweep").error <= swept.error


def test_a_run_may_be_over_while_sweep_is_at_work():
    found = anneal(paper_pool(30, 0), 40.0, {"kind": "max-step", "limit": 3}, start="sweep")
    assert found.steps == 3


@pytest.mark.parametrize("workers", [1, 3])
def test_workers_change_nothing_about_walks_from_sweep(workers):
    stopping = {"kind": "max-step", "limit": 9_000}
    found = anneal(paper_pool(40, 0), 40.0, stopping, workers=workers, start="sweep", seed=5)
    alone = anneal(paper_pool(40, 0), 40.0, stopping, start="sweep", seed=5)
    assert (found.members, found.trace[-1].step) == (alone.members, alone.trace[-1].step)


def search_from(pool, budget, row, limit, **options):
    """Anneal in a run that already has a best set; return the sets offered first and the monitor."""
    problem = Problem(pool, MajorityVote(), Additive(), budget)
    monitor = RunMonitor(problem, MaxStep(limit=limit))
    if row is not None:
        monitor.offer(row[None, :])
    offers = []
    recorder = Recorder(monitor, offers)
    Annealing(**options).search(problem, recorder, np.random.default_rng(0))
    return offers, monitor


class Recorder(ForwardingMonitor):
    def __init__(self, monitor, offers):
        super().__init__(monitor)
        self.offers = offers

    def offer(self, sets, losses=None, **counts):
        self.offers.append((sets.copy(), counts.get("steps", len(sets))))
        return super().offer(sets, losses, **counts)


@pytest.mark.parametrize("members", [(3, 5, 8), (3, 5, 8, 9)])
def test_walks_start_from_the_best_set_of_the_run(members):
    """An even set loses a member: walks over odd sizes only meet no even ones."""
    row = np.isin(np.arange(40), members)
    offers, monitor = search_from(paper_pool(40, 0), 60.0, row, 30_000, chains=3, restarts=1)
    for sets, _ in offers[:2]:
        assert sets.tolist() == [np.isin(np.arange(40), (3, 5, 8)).tolist()] * 3
    starts = [sets for sets, steps in offers if len(sets) == steps == 3]
    assert len(starts) == 4
    assert len({tuple(one) for sets in starts[2:] for one in sets.tolist()}) == 6
    assert monitor.best_loss < MajorityVote().losses(paper_pool(40, 0), row[None, :])[0]


def test_a_good_start_is_kept_and_improved_soon():
    pool = paper_pool(100, 1)
    budget = 0.2 * float(pool.costs.sum())
    swept = select(pool, budget, searcher="sweep", certify="off", seed=0)
    row = np.isin(np.arange(100), swept.members[:-2])
    before = MajorityVote().losses(pool, row[None, :])[0]
    _, monitor = search_from(pool, budget, row, 4_000)
    assert monitor.best_loss < before
    _, cold = search_from(pool, budget, None, 4_000)
    assert monitor.best_loss < cold.best_loss


@pytest.mark.parametrize(
    ("members", "limit", "walks"),
    [(30, 10**9, 33), (100, 10**9, 10), (1_000, 10**9, 1), (100, 3_000, 1), (30, 20_000, 20), (100, 20_000, 6)],
)
def test_the_number_of_walks_fits_the_pool_and_the_steps_allowed(members, limit, walks):
    pool = paper_pool(members, 0)
    problem = Problem(pool, MajorityVote(), Additive(), 0.2 * float(pool.costs.sum()))
    first = []

    class Stop(ForwardingMonitor):
        def offer(self, sets, losses=None, **counts):
            first.append(len(sets))
            return super().offer(sets, losses, **counts) and False

    Annealing().search(problem, Stop(RunMonitor(problem, MaxStep(limit=limit))), np.random.default_rng(0))
    assert first == [walks]


def test_the_last_round_ends_with_the_steps_allowed():
    """Rounds double; what would not be enough for the round after the next is added to the next."""
    offers, _ = search_from(paper_pool(64, 0), 60.0, None, 50_000, chains=2)
    starts = [place for place, (sets, steps) in enumerate(offers) if len(sets) == steps == 2]
    rounds = [sum(steps for _, steps in offers[a:b]) for a, b in zip(starts[::2], [*starts[2::2], None], strict=True)]
    moves = [4 * 2**number * 64 * 4 + 4 for number in range(4)]
    assert rounds[:4] == moves
    assert len(rounds) == 5 or sum(rounds[5:]) < 300
    assert rounds[4] > 0.9 * (50_000 - sum(moves))


def test_plain_energies_get_enough_walks_for_each_call():
    pool = paper_pool(300, 0)
    problem = Problem(pool, WrongShare(), Additive(), 40.0)
    group_sizes = []

    class Stop(ForwardingMonitor):
        def offer(self, sets, losses=None, **counts):
            group_sizes.append(len(sets))
            return super().offer(sets, losses, **counts) and False

    Annealing().search(problem, Stop(RunMonitor(problem, MaxStep(limit=10**9))), np.random.default_rng(0))
    assert group_sizes == [64]


def test_many_groups_of_many_walks_fit_into_memory():
    found = anneal(paper_pool(200, 0), 40.0, {"kind": "max-step", "limit": 1_000}, chains=65_536, groups=1_000)
    assert found.steps == 1_000
