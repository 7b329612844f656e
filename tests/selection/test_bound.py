"""Bounds on answers, and better answers that bounding finds."""

from __future__ import annotations

import math

import numpy as np
import pytest

from conftest import paper_pool
from fakes import ListSearcher, WrongShare
from haversack import ConfigError, Problem, Progress, select
from haversack.api.stopping import find_limits
from haversack.costs import Additive
from haversack.energies import MajorityVote
from haversack.in_turn import InTurn
from haversack.plugins import default_catalog
from haversack.searchers import Annealing, Enumerate, Exact, Sweep
from haversack.selection.bound import choose_bounder, clip_bound, is_time_to_bound, limit_bounding
from haversack.stopping import MaxStep, Stagnation, TimeLimit
from submodular import NobodySees

FEW_STEPS = {"kind": "max-step", "limit": 50}


def find(pool, share=0.2, stopping=FEW_STEPS, **arguments):
    return select(pool, share * float(pool.costs.sum()), seed=0, stopping=stopping, **arguments)


def prove(pool, share=0.2, **arguments):
    return find(pool, share, searcher="exact", stopping={"kind": "gap", "share": 0.0}, **arguments)


@pytest.mark.parametrize("searcher", ["annealing", "sherlock", "monte-carlo", "greedy-forward", "greedy-backward"])
def test_a_better_set_found_by_bounding_is_the_answer(searcher):
    pool = paper_pool(60, 3)
    best = prove(pool)
    alone = find(pool, searcher=searcher, certify="off")
    answer = find(pool, searcher=searcher)
    assert alone.error > best.error
    assert answer.error == pytest.approx(best.error, rel=1e-12)
    assert (answer.proven, answer.gap, answer.best_known) == (True, 0.0, None)
    assert answer.stop_reason == f"{alone.stop_reason}; then proved optimal"
    assert answer.trace[: len(alone.trace)] == tuple(row for row in answer.trace if row.step <= alone.steps), (
        "bounding goes on where the search ended"
    )
    assert answer.trace[-1].error == answer.error
    assert answer.steps > alone.steps


def test_an_answer_that_meets_the_bound_is_proved():
    pool = paper_pool(12, 0)
    answer = select(pool, 20.0, searcher="annealing", stopping={"kind": "max-step", "limit": 20_000}, seed=0)
    assert (answer.proven, answer.gap, answer.error_bound) == (True, 0.0, answer.error)
    assert "proved: no set within the budget is better" in answer.summary()


def test_off_leaves_the_answer_to_the_searcher():
    pool = paper_pool(60, 3)
    alone = find(pool, searcher="monte-carlo", certify="off")
    assert (alone.bound, alone.error_bound, alone.gap, alone.proven) == (None, None, None, False)
    assert (alone.steps, alone.stop_reason) == (50, "limit of 50 steps")
    assert alone.config["certify"] == "off"
    assert "certify" not in find(pool, searcher="monte-carlo").config


def test_the_papers_preset_keeps_its_answer_and_shows_the_better_one_beside():
    pool = paper_pool(60, 3)
    alone = find(pool, preset="paper", certify="off")
    kept = find(pool, preset="paper")
    best = prove(pool)
    assert (kept.members, kept.steps, kept.stop_reason) == (alone.members, alone.steps, alone.stop_reason)
    assert kept.error_bound == pytest.approx(best.error, rel=1e-12)
    assert kept.best_known.members == best.members
    assert kept.gap == pytest.approx(1 - best.error / kept.error)
    assert alone.best_known is None


def test_prove_goes_on_until_the_best_set_is_proved():
    pool = paper_pool(60, 3)
    answer = find(pool, searcher="monte-carlo", certify="prove")
    assert answer.members == prove(pool).members
    assert (answer.proven, answer.gap) == (True, 0.0)
    assert answer.stop_reason == "limit of 50 steps; then proved optimal"


def test_exact_reports_what_it_proved_itself_and_goes_on_where_a_proof_is_asked_for():
    pool = paper_pool(100, 7)
    early = find(pool, searcher="exact")
    assert not early.proven
    assert early.steps == 50
    assert find(pool, searcher="exact", certify="prove").proven


def test_few_sets_of_any_energy_are_all_evaluated():
    pool = paper_pool(10, 0)
    answer = find(pool, 0.5, searcher=ListSearcher(((0,),)), energy=WrongShare())
    best = find(pool, 0.5, searcher="enumerate", stopping=None, energy=WrongShare())
    assert (answer.members, answer.proven) == (best.members, True)


def test_many_sets_of_an_energy_without_a_prover_have_no_bound():
    """Evaluating them would take longer than the search."""
    pool = paper_pool(16, 0)
    answer = find(pool, 0.9, searcher="monte-carlo", energy=WrongShare())
    assert (answer.bound, answer.gap, answer.proven) == (None, None, False)
    assert answer.stop_reason == "limit of 50 steps"
    proved = find(pool, 0.9, searcher="monte-carlo", energy=WrongShare(), certify="prove")
    best = find(pool, 0.9, searcher="enumerate", stopping=None, energy=WrongShare())
    assert (proved.proven, proved.error) == (True, best.error)


def test_an_energy_that_counts_votes_and_promises_nothing_is_enumerated():
    class Silent:
        """Counts votes, but promises nothing of accuracies."""

        def losses(self, pool, sets):
            return MajorityVote().losses(pool, sets)

        def error_weights(self, size):
            return MajorityVote().error_weights(size)

    assert find(paper_pool(10, 0), 0.5, searcher="monte-carlo", energy=Silent()).proven
    assert find(paper_pool(16, 0), 0.9, searcher="monte-carlo", energy=Silent()).bound is None


def test_a_misspelt_mode_is_reported():
    with pytest.raises(ConfigError, match="certify: must be 'off', 'quick' or 'prove', got 'fast'"):
        find(paper_pool(10, 0), certify="fast")


def test_who_bounds_depends_on_what_the_searcher_has_proved():
    problem = Problem(paper_pool(20, 0), MajorityVote(), Additive(), 30.0)

    def choose(certify, searcher, bound=-math.inf):
        return choose_bounder(certify, searcher, problem, bound, default_catalog())

    assert choose("off", Annealing()) is None
    assert choose("quick", Exact()) is None
    assert choose("quick", Enumerate()) is None
    assert choose("quick", Sweep(), 0.001) is None, "sweep has a bound of its own"
    quick, thorough = choose("quick", Annealing()), choose("prove", Exact(), 0.001)
    assert isinstance(quick, InTurn)
    assert [type(searcher) for searcher in quick.searchers] == [Exact, Enumerate]
    assert quick.searchers[0].most_nodes < thorough.searchers[0].most_nodes


def test_bounding_evaluates_about_as_many_sets_as_the_search():
    energy = NobodySees(np.linspace(0.1, 0.9, 20))
    problem = Problem(paper_pool(20, 0), energy, Additive(), 30.0)

    def limit(certify, evaluations):
        bounder = choose_bounder(certify, Annealing(), problem, -math.inf, default_catalog(), evaluations=evaluations)
        return bounder.searchers[0].most_nodes

    assert [limit("quick", evaluations) for evaluations in (0, 50_000, 10**9)] == [10_000, 50_000, 200_000]
    assert limit("prove", 5) == 2**62


def test_what_sweep_bounds_itself_is_not_bounded_again():
    pool = paper_pool(100, 0)
    alone = find(pool, searcher="sweep", stopping=None, certify="off")
    answer = find(pool, searcher="sweep", stopping=None)
    assert alone.error_bound is not None
    assert (answer.members, answer.steps, answer.error_bound) == (alone.members, alone.steps, alone.error_bound)


@pytest.mark.parametrize(
    ("certify", "rule", "seconds"),
    [
        ("quick", TimeLimit(seconds=2.0), 2.2),
        ("quick", TimeLimit(seconds=2.0) | Stagnation(steps=5), 2.2),
        ("quick", MaxStep(limit=5), math.inf),
        ("prove", TimeLimit(seconds=2.0), math.inf),
        ("quick", lambda progress: None, math.inf),
    ],
)
def test_a_time_limit_ends_bounding_shortly_after_it(certify, rule, seconds):
    bounding = limit_bounding(certify, rule)
    assert find_limits(bounding).seconds == pytest.approx(seconds)
    assert bounding(Progress(seconds=1.0, best_loss=0.1, loss_bound=0.05)) is None
    assert bounding(Progress(seconds=9.0, best_loss=0.1)) == ("the time is up" if seconds < 9 else None)
    assert bounding(Progress(seconds=1.0, best_loss=0.1, loss_bound=0.1)) == "proved optimal"
    assert bounding(Progress(seconds=1.0, loss_bound=math.inf)) is None, "there is no set yet"


def test_an_answer_at_a_time_limit_stays_without_a_bound_where_the_time_is_up():
    class Slow:
        """Offers one set, and takes all the time there is."""

        def search(self, problem, monitor, rng):
            monitor.offer(np.eye(len(problem.pool), dtype=bool)[:1])
            while monitor.offer(np.eye(len(problem.pool), dtype=bool)[:1]):
                pass

    pool = paper_pool(300, 0)
    answer = find(pool, searcher=Slow(), stopping={"kind": "time-limit", "seconds": 0.01})
    assert answer.stop_reason.startswith("limit of 0.01 seconds; then ")
    assert answer.is_feasible()


def test_beside_the_answer_of_a_preset_bounding_has_the_time_that_the_search_has_left(monkeypatch):
    left = []

    class Watching:
        def search(self, problem, monitor, rng):
            left.append(monitor.seconds_left)

    monkeypatch.setattr("haversack.selection.bounding.choose_bounder", lambda *arguments, **options: Watching())
    limit = {"kind": "time-limit", "seconds": 0.3}
    answer = find(paper_pool(30, 0), preset="paper", searcher="monte-carlo", stopping=limit)
    assert answer.seconds >= 0.3
    assert left[0] <= 0.3 * 1.05 + 0.1 - 0.3
    assert answer.best_known is None


def test_ctrl_c_while_bounding_keeps_what_is_found_and_proved(monkeypatch):
    class Interrupted:
        def search(self, problem, monitor, rng):
            monitor.offer(np.eye(len(problem.pool), dtype=bool))
            monitor.prove(0.01)
            raise KeyboardInterrupt

    monkeypatch.setattr("haversack.selection.bounding.choose_bounder", lambda *arguments, **options: Interrupted())
    pool = paper_pool(10, 0)
    answer = find(pool, 0.5, searcher=ListSearcher(((3,),), "listed"))
    assert (answer.interrupted, answer.proven, answer.error_bound) == (True, False, 0.01)
    assert answer.stop_reason == "listed; then interrupted (Ctrl-C)"
    assert answer.error == pytest.approx(1 - pool.accuracies[pool.costs <= answer.budget].max())


def test_a_bound_that_meets_a_set_but_for_rounding_meets_it():
    assert clip_bound(1e-20 * (1 - 1e-14), 1e-20) == 1e-20
    assert clip_bound(0.9e-20, 1e-20) == 0.9e-20
    assert clip_bound(-math.inf, 0.0) == -math.inf


def test_a_large_pool_is_not_bounded_when_there_is_no_time_to_begin():
    bounding = limit_bounding("quick", TimeLimit(seconds=2.0))
    assert is_time_to_bound(bounding, 2.0, 1_000)
    assert not is_time_to_bound(bounding, 2.0, 1_000_000)
    assert is_time_to_bound(bounding, 0.1, 1_000_000 // 2)
    assert is_time_to_bound(limit_bounding("prove", TimeLimit(seconds=2.0)), 2.0, 1_000_000)
