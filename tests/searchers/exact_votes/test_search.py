"""The proof on recorded votes, compared with enumeration by a count of its own."""

from __future__ import annotations

import math
from collections import Counter

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from constrained import list_feasible, random_case
from haversack import Pool, Problem, select
from haversack.config.build import build_part
from haversack.costs import Additive, NoCost, Vector
from haversack.energies import PluralityVote
from haversack.errors import CapabilityError
from haversack.monitor import RunMonitor
from haversack.needs import find_missing_capabilities
from haversack.plugins import get_catalog
from haversack.searchers import ExactVotes
from oracles import every_set

WEIGHTS = ("equal", "whole", "fractions")
COSTS = ("none", "ones", "random", "vector")


def count_errors(pool, ties):
    """The loss of every set, item by item."""
    votes = pool.require_votes()
    weights = np.ones(len(votes)) if votes.item_weights is None else votes.item_weights
    losses = []
    for chosen in every_set(len(pool)):
        lost = 0.0
        for item, truth in enumerate(votes.truth.tolist()):
            counts = Counter(answer for answer in votes.answers[item, chosen].tolist() if answer >= 0)
            most = max(counts.values(), default=0)
            winners = [answer for answer, count in counts.items() if count == most]
            share = 1 / len(winners) if truth in winners and (ties == "coin" or len(winners) == 1) else 0.0
            lost += weights[item] * (1.0 - share)
        losses.append(lost / weights.sum())
    return np.array(losses)


def draw_problem(random, ties, weights, costs):
    """A small pool with missing answers, a silent member at times, and prices that may be 0."""
    members, items, labels = int(random.integers(1, 8)), int(random.integers(1, 12)), int(random.integers(2, 5))
    truth = random.integers(0, labels, items)
    right = random.random((items, members)) < random.uniform(0.3, 0.9)
    answers = np.where(right, truth[:, None], random.integers(0, labels, (items, members))).astype(object)
    answers[random.random((items, members)) < random.choice([0.0, 0.4])] = None
    for member in range(members):
        if not any(answer is not None for answer in answers[:, member]):
            answers[0, member] = truth[0]
    item_weights = {
        "equal": None,
        "whole": random.integers(1, 5, items).astype(float),
        "fractions": random.uniform(0.1, 2.0, items),
    }[weights]
    prices = np.ones(members) if costs == "ones" else random.choice([0.0, 1.0, 1.5, 2.25], members)
    pool = Pool.from_votes(
        answers,
        truth=truth,
        item_weights=item_weights,
        costs=None if costs == "none" else prices,
    )
    pool = attrs.evolve(pool, metadata={"seconds": random.uniform(0.1, 2.0, members).tolist()})
    if costs == "none":
        return Problem(pool, PluralityVote(ties), NoCost())
    if costs == "vector":
        limits = {"cost": float(random.uniform(1.0, 6.0)), "seconds": float(random.uniform(0.5, 5.0))}
        return Problem(pool, PluralityVote(ties), Vector(budgets=limits), 1.0)
    return Problem(pool, PluralityVote(ties), Additive(), float(random.uniform(1.0, 6.0)))


def solve(problem, **options):
    monitor = RunMonitor(problem, lambda progress: None)
    return monitor, ExactVotes(**options).search(problem, monitor, np.random.default_rng(0))


def check_against_enumeration(problem, random, *, counts=None):
    losses = count_errors(problem.pool, problem.original_energy.ties) if counts is None else counts
    sets = every_set(len(problem.pool))
    feasible = problem.fits(sets) & sets.any(axis=1)
    monitor, reason = solve(problem)
    if not feasible.any():
        assert reason == "no set is feasible"
        return
    best = losses[feasible].min()
    assert reason == "proved optimal"
    assert monitor.best_loss == pytest.approx(best, abs=1e-12)
    assert monitor.loss_bound == monitor.best_loss
    cut, _ = solve(problem, most_nodes=int(random.integers(1, 12)))
    assert cut.loss_bound <= best + 1e-12
    assert cut.best_loss >= best - 1e-12
    assert problem.fits(np.array(cut.best_set)[None, :]).all()


@pytest.mark.slow
@pytest.mark.parametrize("costs", COSTS)
@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("ties", ["wrong", "coin"])
def test_the_proved_set_is_the_best_of_all_and_bounds_hold_when_stopped(ties, weights, costs):
    random = np.random.default_rng([len(ties), WEIGHTS.index(weights), COSTS.index(costs)])
    for _ in range(50):
        check_against_enumeration(draw_problem(random, ties, weights, costs), random)


@given(
    seed=st.integers(0, 2**32 - 1),
    ties=st.sampled_from(["wrong", "coin"]),
    weights=st.sampled_from(WEIGHTS),
    costs=st.sampled_from(COSTS),
)
def test_on_any_pool(seed, ties, weights, costs):
    random = np.random.default_rng(seed)
    check_against_enumeration(draw_problem(random, ties, weights, costs), random)


def draw_constrained(random, ties):
    """A pool of up to 10 members whose votes are recorded, with constraints; and the sets that they allow."""
    plain, budget, specs, meanings = random_case(random, members=10)
    items, labels, members = int(random.integers(1, 12)), int(random.integers(2, 4)), len(plain)
    truth = random.integers(0, labels, items)
    right = random.random((items, members)) < random.uniform(0.3, 0.9)
    answers = np.where(right, truth[:, None], random.integers(0, labels, (items, members)))
    pool = Pool.from_votes(answers, truth=truth, costs=plain.costs, names=plain.names)
    pool = attrs.evolve(pool, metadata=plain.metadata)
    constraints = tuple(build_part("constraint", spec, get_catalog(None)) for spec in specs)
    problem = Problem(pool, PluralityVote(ties), Additive(), budget, constraints)
    return problem, list_feasible(plain, budget, meanings)


@pytest.mark.parametrize("ties", ["wrong", "coin"])
@pytest.mark.parametrize("seed", range(5))
def test_with_constraints_of_every_kind_the_proved_set_is_the_best_of_all(ties, seed):
    random, solved = np.random.default_rng([seed, len(ties)]), 0
    for _ in range(50):
        problem, feasible = draw_constrained(random, ties)
        assert not find_missing_capabilities(ExactVotes, problem)
        monitor, reason = solve(problem)
        if not len(feasible):
            assert (reason, monitor.best_set) == ("no set is feasible", None)
            continue
        solved += 1
        best = problem.losses(feasible).min()
        assert reason == "proved optimal"
        assert monitor.best_loss == pytest.approx(best, abs=1e-12)
        assert (feasible == monitor.best_set).all(axis=1).any()
        cut, _ = solve(problem, most_nodes=int(random.integers(1, 12)))
        assert cut.loss_bound <= best + 1e-12
        assert cut.best_set is None or (feasible == cut.best_set).all(axis=1).any()
    assert solved > 10


def test_constraints_that_are_not_linear_are_refused():
    class Odd:
        def allows(self, pool, sets):
            return sets.sum(axis=1) % 2 == 1

    with pytest.raises(CapabilityError, match="constraint Odd offers neither HasRows nor FixesMembers"):
        select(make_crowd(15, 20), 5, searcher="exact-votes", constraints=[Odd()], seed=0)


@pytest.mark.parametrize(
    "constraints",
    [
        [{"kind": "size", "least": 4, "most": 4}],
        [{"kind": "include", "members": ["1"]}, {"kind": "together", "members": ["2", "3", "4"]}],
        [{"kind": "apart", "members": ["1", "2", "3", "4"]}, {"kind": "size", "least": 3}],
    ],
)
def test_the_default_proves_with_constraints_as_the_enumeration_does(constraints):
    pool = make_crowd(14, 40)
    constraints = [
        {key: [pool.names[int(place)] for place in value] if key == "members" else value for key, value in spec.items()}
        for spec in constraints
    ]
    found = select(pool, 5, constraints=constraints, seed=0, estimate="none")
    listed = select(pool, 5, searcher="enumerate", constraints=constraints, seed=0, estimate="none")
    assert found.proven
    assert found.error == listed.error


def make_crowd(members, items, seed=0, labels=2, wrong=4):
    random = np.random.default_rng(seed)
    truth = random.integers(0, labels, items)
    right = random.random((items, members)) < random.beta(8, wrong, members)
    answers = np.where(right, truth[:, None], (truth[:, None] + random.integers(1, labels, (items, members))) % labels)
    return Pool.from_votes(answers, truth=truth, costs=np.ones(members))


@pytest.mark.parametrize("budget", [3, 5, math.inf])
def test_a_larger_pool_agrees_with_the_enumeration_of_all_its_sets(budget):
    pool = make_crowd(14, 40)
    found = select(pool, budget, searcher="exact-votes", seed=0)
    listed = select(pool, budget, searcher="enumerate", seed=0)
    assert found.proven
    assert found.error == listed.error


def test_a_run_that_stops_early_has_a_gap_that_narrows_to_a_proof():
    pool = make_crowd(25, 150, wrong=7)
    bounds = []
    for nodes in (2, 50, 500, None):
        found = select(
            pool,
            5,
            searcher={"kind": "exact-votes", "most_nodes": nodes} if nodes else "exact-votes",
            certify="off",
            estimate="none",
            seed=0,
        )
        bounds.append(found.error_bound)
    assert bounds == sorted(set(bounds))
    assert bounds[0] > 0.0
    assert bounds[-1] == found.error
    assert found.proven


def test_the_number_of_nodes_can_be_limited():
    found = select(make_crowd(39, 108), 9, searcher={"kind": "exact-votes", "most_nodes": 5}, seed=0)
    assert found.stop_reason == "5 nodes explored"
    assert 0.0 <= found.error_bound <= found.error


@pytest.mark.slow
def test_the_default_searches_by_walks_and_proves_afterwards():
    pool = make_crowd(25, 50)
    fast = select(pool, 5, certify="off", seed=0)
    assert fast.error_bound is None
    proved = select(pool, 5, seed=0)
    assert proved.proven
    assert proved.stop_reason.endswith("; then proved optimal")
    assert proved.error <= fast.error


def test_other_provers_name_it():
    with pytest.raises(CapabilityError, match="searchers that work: .*exact-votes"):
        select(make_crowd(25, 50), 5, searcher="exact", seed=0)


def test_an_energy_without_ballots_is_refused():
    pool = Pool(accuracies=[0.6, 0.7], costs=[1.0, 1.0])
    with pytest.raises(CapabilityError, match="energy MajorityVote does not offer HasBallots"):
        select(pool, 1, searcher="exact-votes", seed=0)


def test_a_pool_of_thousands_of_members_gets_a_bound(monkeypatch):
    monkeypatch.setattr("haversack.searchers.exact_votes.ballot_tree._MOST_CELLS", 100)
    problem = Problem(make_crowd(30, 20), PluralityVote(), Additive(), 5.0)
    monitor, reason = solve(problem)
    assert reason == "too many members to explore further"
    assert 0.0 <= monitor.loss_bound <= monitor.best_loss
