"""The contract of `haversack.api.searcher.Monitor`, kept by `haversack.monitor.RunMonitor`."""

from __future__ import annotations

import json
import math
import re
import sys

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes import ConstantEnergy, ListSearcher, Profit, StubbornSearcher, WrongShare
from haversack import AllOf, AnyOf, Pool, Problem, Progress, SearchError, TraceRow, select
from haversack.costs import Additive, NoCost
from haversack.energies import MajorityVote
from haversack.monitor import RunMonitor, SearchOver
from haversack.stopping import MaxStep, Stagnation, Target, TimeLimit
from strategies import batches, pools_with_budget

MEMBERS = 3
EVERY_SET = (np.arange(2**MEMBERS)[:, np.newaxis] >> np.arange(MEMBERS) & 1).astype(bool)
COSTS = (3.0, 2.0, 1.0)


@attrs.frozen
class TableEnergy:
    """Any loss for any set of three members."""

    table: tuple

    def losses(self, pool, sets):
        return np.array(self.table)[sets @ (1 << np.arange(MEMBERS))]


class HandClock:
    """A clock that is moved by hand."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def never(progress):
    return None


def problem_with(energy, budget=math.inf):
    return Problem(Pool(accuracies=[0.9, 0.8, 0.7], costs=COSTS), energy, Additive(), budget)


def sets_of(*rows):
    sets = np.zeros((len(rows), MEMBERS), dtype=bool)
    for row, members in zip(sets, rows, strict=True):
        row[list(members)] = True
    return sets


def outcome(monitor):
    """All of a run that must not depend on how candidates were cut into batches."""
    return {
        "set": None if monitor.best_set is None else monitor.best_set.tolist(),
        "loss": monitor.best_loss,
        "cost": None if monitor.best_set is None else monitor.best_cost,
        "steps": monitor.progress().steps,
        "since": monitor.progress().since_improvement,
        "trace": [attrs.evolve(row, seconds=0.0) for row in monitor.trace],
        "reason": monitor.stop_reason,
    }


def told_one_by_one(problem, rule, stream):
    """The contract in the plainest words: look at one candidate, then ask the rule."""
    best, loss, cost, improved, trace, reason, step = None, math.inf, None, 0, [], None, 0
    for number in stream:
        step += 1
        row = EVERY_SET[number]
        price = sum(np.array(COSTS)[row])
        if price <= problem.budget and problem.energy.table[number] < loss:
            best, loss, cost, improved = row.tolist(), problem.energy.table[number], price, step
            trace.append(TraceRow(step=step, seconds=0.0, value=1.0 - loss, error=loss, cost=cost))
        value = -math.inf if best is None else 1.0 - loss
        reason = rule(Progress(steps=step, best_loss=loss, best_value=value, since_improvement=step - improved))
        if reason is not None:
            break
    return {
        "set": best,
        "loss": loss,
        "cost": cost,
        "steps": step,
        "since": step - improved,
        "trace": trace,
        "reason": reason,
    }


losses = st.sampled_from([0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1.0])
rules = st.recursive(
    st.one_of(
        st.builds(MaxStep, limit=st.integers(1, 25)),
        st.builds(Stagnation, steps=st.integers(1, 8)),
        st.builds(Target, value=losses),
        st.builds(Target, error=losses),
    ),
    lambda inner: st.one_of(
        st.builds(lambda one, other: one | other, inner, inner),
        st.builds(lambda one, other: one & other, inner, inner),
    ),
    max_leaves=4,
)


@st.composite
def cut_streams(draw):
    """A stream of candidates and places to cut it; a place may come twice, which makes an empty batch."""
    stream = draw(st.lists(st.integers(0, 2**MEMBERS - 1), max_size=30))
    return stream, sorted(draw(st.lists(st.integers(0, len(stream)), max_size=6)))


def offer_plainly(monitor, problem, numbers):
    return monitor.offer(EVERY_SET[numbers])


def offer_with_losses(monitor, problem, numbers):
    return monitor.offer(EVERY_SET[numbers], np.array(problem.energy.table)[numbers])


def offer_only_what_is_better(monitor, problem, numbers):
    better = np.flatnonzero(np.array(problem.energy.table)[numbers] < monitor.best_loss)
    return monitor.offer(EVERY_SET[numbers][better], steps=len(numbers), at=better + 1, evaluations=len(numbers))


@pytest.mark.parametrize("offer", [offer_plainly, offer_with_losses, offer_only_what_is_better])
@given(
    table=st.lists(losses, min_size=2**MEMBERS, max_size=2**MEMBERS),
    budget=st.sampled_from([1.0, 2.0, 3.5, math.inf]),
    rule=rules,
    cut_stream=cut_streams(),
)
def test_the_size_of_a_batch_never_changes_the_answer(offer, table, budget, rule, cut_stream):
    stream, cuts = cut_stream
    problem = problem_with(TableEnergy(tuple(table)), budget)
    monitor = RunMonitor(problem, rule)
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        numbers = np.array(stream[start:end], dtype=int)
        if not offer(monitor, problem, numbers):
            break
    assert outcome(monitor) == told_one_by_one(problem, rule, stream)


@given(table=st.lists(losses, min_size=8, max_size=8), rule=rules, at=st.lists(st.integers(1, 30), max_size=6))
def test_steps_without_candidates_count_like_steps_that_offer_the_same_set_again(table, rule, at):
    """A searcher need not report steps that found nothing: the rule fires in the middle of them all the same."""
    steps = sorted(set(at))
    problem = problem_with(TableEnergy(tuple(table)))
    sparse, dense = RunMonitor(problem, rule), RunMonitor(problem, rule)
    sparse.offer(EVERY_SET[1 : 1 + len(steps)], steps=40, at=steps)
    worst = int(np.argmax(table))
    offered = dict(zip(steps, range(1, 7), strict=False))
    last = 0
    for step in range(1, 41):
        # Before the first candidate there is nothing to repeat; a step of its own without any row stands for it.
        last = offered.get(step, last)
        again = EVERY_SET[[last]] if last else EVERY_SET[[worst]][:0]
        if not dense.offer(again, steps=1):
            break
    assert outcome(sparse) == outcome(dense)


@given(data=st.data(), pool_and_budget=pools_with_budget(max_size=6), claims=st.booleans())
def test_a_set_over_budget_is_never_the_best_one(data, pool_and_budget, claims):
    pool, budget = pool_and_budget
    problem = Problem(pool, WrongShare(), Additive(), budget)
    monitor = RunMonitor(problem, never)
    for _ in range(3):
        sets = data.draw(batches(len(pool)))
        monitor.offer(sets, np.full(len(sets), -1.0) if claims else None)
        assert monitor.best_set is None or problem.fits(monitor.best_set[np.newaxis])[0]
        assert monitor.best_set is None or monitor.best_cost <= budget


def test_the_empty_set_can_be_the_best_one():
    monitor = RunMonitor(problem_with(ConstantEnergy()), never)
    monitor.offer(sets_of([]))
    assert (monitor.best_set.tolist(), monitor.best_cost) == ([False] * 3, 0.0)


def test_nothing_is_known_before_the_first_set():
    clock = HandClock()
    monitor = RunMonitor(problem_with(ConstantEnergy()), never, clock=clock)
    clock.now = 2.0
    monitor.offer(sets_of(), steps=5)
    assert (monitor.best_set, monitor.best_loss, monitor.trace) == (None, math.inf, ())
    assert monitor.progress() == Progress(steps=5, seconds=2.0, since_improvement=5, seconds_since_improvement=2.0)


@attrs.frozen
class Liar:
    """Offers the worst member with the highest praise, then the best one with less."""

    def search(self, problem, monitor, rng):
        monitor.offer(sets_of([2], [0]), np.array([1e-9, 1e-3]))


def test_a_searcher_that_lies_about_losses_is_found_out(small_pool):
    pool = Pool(accuracies=[0.9, 0.8, 0.7], costs=COSTS)
    chosen = select(pool, budget=6, energy=WrongShare(), searcher=Liar(), stopping=MaxStep(limit=9), seed=0)
    assert chosen.members == (0,)
    assert chosen.error == pytest.approx(0.1)
    assert [row.error for row in chosen.trace] == pytest.approx([0.3, 0.1])


def test_a_false_claim_does_not_displace_a_better_set():
    monitor = RunMonitor(problem_with(WrongShare()), never)
    monitor.offer(sets_of([0]))
    monitor.offer(sets_of([2]), np.array([0.0]))
    assert monitor.best_set.tolist() == [True, False, False]
    assert len(monitor.trace) == 1


def test_the_best_set_survives_what_comes_later_and_what_happens_to_the_array_it_came_in():
    monitor = RunMonitor(problem_with(WrongShare()), never)
    sets = sets_of([2], [0], [1])
    monitor.offer(sets)
    sets[:] = True
    monitor.offer(sets)
    assert monitor.best_set.tolist() == [True, False, False]
    with pytest.raises(ValueError, match="read-only"):
        monitor.best_set[1] = True


def test_of_equally_good_sets_the_first_stays():
    monitor = RunMonitor(problem_with(ConstantEnergy()), never)
    monitor.offer(sets_of([1], [0]))
    monitor.offer(sets_of([2]))
    assert monitor.best_set.tolist() == [False, True, False]


@pytest.mark.parametrize("line", range(1, 30))
def test_an_interruption_finds_the_old_best_set_or_the_new_one_and_no_mixture(line):
    """Ctrl-C may strike between any two lines; here it strikes at each line of the monitor in turn."""
    monitor = RunMonitor(problem_with(WrongShare()), never)
    monitor.offer(sets_of([2]))
    seen = 0

    def strike(frame, event, _):
        nonlocal seen
        if frame.f_code.co_name not in ("offer", "_accept", "_stops_by"):
            return None
        if event == "line":
            seen += 1
            if seen == line:
                raise KeyboardInterrupt
        return strike

    before = sys.gettrace()
    sys.settrace(strike)
    try:
        monitor.offer(sets_of([1]))
    except KeyboardInterrupt:
        pass
    finally:
        sys.settrace(before)
    assert seen >= line, "fewer lines than expected: shorten the range"
    member = int(np.flatnonzero(monitor.best_set)[0])
    assert monitor.best_cost == COSTS[member]
    assert monitor.best_loss == pytest.approx([0.1, 0.2, 0.3][member])
    assert monitor.trace[-1].error == monitor.best_loss
    assert len(monitor.trace) == {2: 1, 1: 2}[member]


def test_a_searcher_that_does_not_listen_is_ended(small_pool):
    chosen = select(small_pool, budget=9, searcher=StubbornSearcher(), stopping=MaxStep(limit=10), certify="off")
    assert (chosen.steps, chosen.stop_reason, chosen.members) == (10, "limit of 10 steps", (0,))


def test_an_offer_after_the_end_raises_and_changes_nothing():
    monitor = RunMonitor(problem_with(WrongShare()), MaxStep(limit=1))
    assert not monitor.offer(sets_of([2]))
    before = outcome(monitor)
    with pytest.raises(SearchOver):
        monitor.offer(sets_of([0]))
    assert outcome(monitor) == before


def test_no_handler_for_ordinary_errors_keeps_a_searcher_going():
    assert not issubclass(SearchOver, Exception)


def test_a_time_limit_fires_at_the_end_of_a_batch_and_the_whole_batch_counts():
    clock = HandClock()
    monitor = RunMonitor(problem_with(WrongShare()), TimeLimit(seconds=1.0), clock=clock)
    clock.now = 0.9
    assert monitor.offer(sets_of([2], [2]))
    clock.now = 1.0
    assert not monitor.offer(sets_of([2], [1], [0]))
    assert monitor.stop_reason == "limit of 1 seconds"
    assert monitor.best_set.tolist() == [True, False, False]
    assert monitor.progress().steps == 5
    assert [(row.step, row.seconds) for row in monitor.trace] == [(1, 0.9), (4, 1.0), (5, 1.0)]


def test_what_stops_a_run_at_a_step_comes_before_what_stops_it_at_the_end_of_the_batch():
    clock = HandClock()
    monitor = RunMonitor(problem_with(WrongShare()), AnyOf([TimeLimit(seconds=1.0), MaxStep(limit=2)]), clock=clock)
    clock.now = 5.0
    monitor.offer(sets_of([2], [1], [0]))
    assert (monitor.progress().steps, monitor.stop_reason) == (2, "limit of 2 steps")


def test_the_time_without_improvement_starts_at_the_end_of_the_batch_that_brought_the_last_one():
    clock = HandClock()
    monitor = RunMonitor(problem_with(WrongShare()), Stagnation(seconds=1.0), clock=clock)
    clock.now = 0.9
    assert monitor.offer(sets_of([2]))
    assert monitor.seconds_left == pytest.approx(1.0)
    clock.now = 1.8
    # The first row finds nothing, the second one does: a batch counts as a whole.
    assert monitor.offer(sets_of([2], [1]))
    assert monitor.progress().seconds_since_improvement == 0.0
    clock.now = 2.5
    assert monitor.offer(sets_of([2]))
    assert (monitor.progress().seconds_since_improvement, monitor.seconds_left) == pytest.approx((0.7, 0.3))
    clock.now = 2.9
    assert monitor.seconds_left == 0.0
    assert not monitor.offer(sets_of([2]))
    assert (monitor.stop_reason, monitor.progress().steps) == ("no improvement in 1 seconds", 5)


def test_a_set_found_after_the_time_without_improvement_is_up_counts_if_its_batch_began_before():
    clock = HandClock()
    monitor = RunMonitor(problem_with(WrongShare()), Stagnation(seconds=1.0), clock=clock)
    monitor.offer(sets_of([2]))
    clock.now = 5.0
    assert monitor.offer(sets_of([2], [0]))
    assert monitor.best_set.tolist() == [True, False, False]


def test_a_snapshot_has_the_set_before_the_best_and_the_budget_used():
    monitor = RunMonitor(problem_with(WrongShare(), budget=4.0), never)
    monitor.offer(sets_of([2]))
    first = monitor.progress()
    assert (first.previous_loss, first.previous_value) == (math.inf, -math.inf)
    assert (first.budget, first.best_cost, first.bound) == (4.0, 1.0, math.inf)
    monitor.prove(0.05)
    assert monitor.progress().bound == pytest.approx(0.95)
    monitor.offer(sets_of([1], [0]))
    last = monitor.progress()
    assert (last.previous_loss, last.previous_value) == pytest.approx((0.2, 0.8))
    assert (last.best_cost, last.gap) == (3.0, pytest.approx(0.5))


def test_a_set_better_than_its_bound_moves_the_bound_also_as_a_value():
    monitor = RunMonitor(problem_with(Profit()), never, refuses_false_bounds=False)
    monitor.offer(sets_of([2]))
    monitor.prove(-0.75)
    monitor.offer(sets_of([0]))
    assert (monitor.progress().loss_bound, monitor.progress().bound) == (-0.9, 0.9)


def test_time_and_steps_together_fire_when_both_have_passed():
    clock = HandClock()
    monitor = RunMonitor(problem_with(WrongShare()), AllOf([TimeLimit(seconds=1.0), MaxStep(limit=2)]), clock=clock)
    assert monitor.offer(sets_of([2], [1], [0]))
    clock.now = 1.0
    assert not monitor.offer(sets_of([2]))
    assert monitor.stop_reason == "limit of 1 seconds and limit of 2 steps"


def test_the_seconds_of_a_run_are_taken_at_its_end():
    clock = HandClock()
    monitor = RunMonitor(problem_with(WrongShare()), never, clock=clock)
    monitor.offer(sets_of([0]))
    clock.now = 7.0
    monitor.finish()
    assert monitor.count() == (1, 1, 7.0)


def test_a_rule_that_counts_evaluations_does_not_throw_away_the_batch_that_reached_the_count():
    def enough(progress):
        return "enough" if progress.evaluations >= 3 else None

    monitor = RunMonitor(problem_with(WrongShare()), enough)
    assert not monitor.offer(sets_of([2], [1], [0]))
    assert (monitor.stop_reason, monitor.best_set.tolist()) == ("enough", [True, False, False])


def test_evaluations_are_those_the_searcher_tells_of_or_else_the_rows():
    monitor = RunMonitor(problem_with(WrongShare()), never)
    monitor.offer(sets_of([2], [1]))
    monitor.offer(sets_of([0]), steps=4, at=[4], evaluations=np.int64(100))
    assert monitor.progress().evaluations == 102
    assert (monitor.progress().steps, monitor.trace[-1].step) == (6, 6)


@pytest.mark.parametrize("shape", [(3,), (1, 2), (1, 4), (1, 1, 3)])
def test_sets_of_a_wrong_shape_are_refused(shape):
    monitor = RunMonitor(problem_with(WrongShare()), never)
    plain = f"searcher offered sets of shape {shape}; expected (rows, 3), a row per set"
    with pytest.raises(SearchError, match=re.escape(plain)):
        monitor.offer(np.zeros(shape, dtype=bool))


@pytest.mark.parametrize("claims", [[0.1], [0.1, 0.2, 0.3], [[0.1], [0.2]], 0.1])
def test_losses_of_a_wrong_shape_are_refused(claims):
    monitor = RunMonitor(problem_with(WrongShare()), never)
    plain = f"searcher offered losses of shape {np.shape(claims)}; expected (2,), one per set"
    with pytest.raises(SearchError, match=re.escape(plain)):
        monitor.offer(sets_of([0], [1]), claims)


@pytest.mark.parametrize("at", [[1], [1, 2, 3], [0, 1], [2, 1], [1, 5], [[1], [2]], 1])
def test_steps_that_are_not_one_per_set_rising_and_within_the_batch_are_refused(at):
    monitor = RunMonitor(problem_with(WrongShare()), never)
    with pytest.raises(SearchError, match=r"searcher offered steps .*; expected one per set, rising, from 1 to 4"):
        monitor.offer(sets_of([0], [1]), steps=4, at=at)


def test_more_sets_than_steps_need_to_say_which_came_when():
    monitor = RunMonitor(problem_with(WrongShare()), never)
    with pytest.raises(SearchError, match=r"searcher offered steps \[1, 2\]; .* from 1 to 1"):
        monitor.offer(sets_of([0], [1]), steps=1)
    assert monitor.offer(sets_of([2], [1]), steps=1, at=[1, 1])
    assert [row.step for row in monitor.trace] == [1, 1]


def test_steps_that_fall_in_between_are_refused():
    monitor = RunMonitor(problem_with(WrongShare()), never)
    with pytest.raises(SearchError, match=r"searcher offered steps \[1, 3, 2\]; expected one per set, rising"):
        monitor.offer(sets_of([0], [1], [2]), steps=4, at=[1, 3, 2])


def test_of_several_sets_in_one_step_those_behind_the_one_that_ends_the_run_are_not_looked_at():
    monitor = RunMonitor(problem_with(WrongShare()), Target(value=0.75))
    assert not monitor.offer(sets_of([2], [1], [0]), steps=1, at=[1, 1, 1])
    assert monitor.best_set.tolist() == [False, True, False]


def test_fewer_than_no_steps_are_refused():
    monitor = RunMonitor(problem_with(WrongShare()), never)
    with pytest.raises(SearchError, match="searcher took -1 steps; expected at least 0"):
        monitor.offer(sets_of(), steps=-1)


def test_the_listener_hears_of_every_batch_also_of_the_last():
    heard = []
    monitor = RunMonitor(problem_with(WrongShare()), MaxStep(limit=3), listener=heard.append)
    monitor.offer(sets_of([2], [1]))
    monitor.offer(sets_of([0], [1], [2]))
    assert [(progress.steps, progress.best_value) for progress in heard] == [(2, 0.8), (3, 0.9)]


def test_a_selection_tells_progress_and_plan_to_whoever_listens(small_pool):
    heard = []
    chosen = select(small_pool, budget=9, seed=0, on_progress=lambda progress, plan: heard.append((progress, plan)))
    assert heard[-1][0].steps == chosen.steps
    assert heard[-1][1] == chosen.plan


def test_a_cost_that_passes_the_budget_by_rounding_is_reported_as_the_budget():
    pool = Pool(accuracies=[0.9, 0.9, 0.9], costs=[0.1, 0.1, 0.1])
    assert sum(pool.costs) > 0.3
    searcher = ListSearcher(sets=((0, 1, 2),))
    chosen = select(pool, budget=0.3, searcher=searcher, stopping=MaxStep(limit=9), seed=0)
    assert (chosen.members, chosen.cost, chosen.trace[-1].cost) == ((0, 1, 2), 0.3, 0.3)
    assert chosen.is_feasible()


def test_an_energy_that_is_no_probability_has_a_value_and_no_error():
    monitor = RunMonitor(problem_with(Profit()), Target(value=1.5))
    monitor.offer(sets_of([0], [0, 1], [0, 1, 2]))
    assert (monitor.trace[-1].value, monitor.trace[-1].error) == (pytest.approx(1.7), None)
    assert monitor.stop_reason == "target value 1.5 reached"


@attrs.frozen
class Counting:
    """Counts its steps with numpy, as people do."""

    def search(self, problem, monitor, rng):
        monitor.offer(np.eye(len(problem.pool), dtype=bool), steps=np.int64(9), evaluations=np.int64(9))


def test_numpy_numbers_from_a_searcher_do_not_reach_the_result(small_pool):
    chosen = select(small_pool, budget=9, searcher=Counting(), stopping=MaxStep(limit=10), certify="off")
    plain = json.loads(chosen.to_json())
    assert (plain["steps"], plain["evaluations"]) == (9, 9)
    assert chosen.stop_reason == "the searcher had nothing left to try"


@pytest.mark.parametrize(
    ("rule", "steps", "reason"),
    [
        (MaxStep(limit=10**20), 10**20, "limit of 100,000,000,000,000,000,000 steps"),
        (Stagnation(steps=10**19), 10**19 + 1, "no improvement in 10,000,000,000,000,000,000 steps"),
        (never, 10**21, None),
    ],
)
def test_steps_of_any_number_do_not_overflow(rule, steps, reason):
    monitor = RunMonitor(Problem(Pool(accuracies=[0.9, 0.8, 0.7]), WrongShare(), NoCost()), rule)
    assert monitor.offer(sets_of([0]), steps=10**20 - 1, at=[1]) is not isinstance(rule, Stagnation)
    if monitor.stop_reason is None:
        monitor.offer(sets_of([1]), steps=9 * 10**20 + 1, at=[1])
    assert (monitor.progress().steps, monitor.stop_reason) == (steps, reason)


def test_an_interruption_returns_the_best_set_so_far(small_pool):
    @attrs.frozen
    class Interrupted:
        sets: tuple

        def search(self, problem, monitor, rng):
            ListSearcher(self.sets).search(problem, monitor, rng)
            raise KeyboardInterrupt

    chosen = select(small_pool, budget=9, searcher=Interrupted(((1,), (0,), (2,))), stopping=MaxStep(limit=9), seed=0)
    assert (chosen.members, chosen.steps, chosen.stop_reason) == ((0,), 3, "interrupted (Ctrl-C)")
    with pytest.raises(KeyboardInterrupt):
        select(small_pool, budget=9, searcher=Interrupted(()), stopping=MaxStep(limit=9), seed=0)


def test_a_gap_is_kept_for_losses_too_small_for_a_number_and_forgotten_with_a_better_set(small_pool):
    monitor = RunMonitor(Problem(small_pool, MajorityVote(), NoCost()), lambda progress: None)
    monitor.offer(np.eye(len(small_pool), dtype=bool)[-1:])
    assert monitor.gap is None
    monitor.prove(-math.inf, gap=0.2)
    monitor.prove(-math.inf, gap=0.3)
    monitor.prove(-math.inf)
    assert monitor.gap == 0.2
    monitor.offer(np.ones((1, len(small_pool)), dtype=bool))
    assert monitor.gap is None


def test_nothing_is_left_once_the_run_is_over():
    monitor = RunMonitor(problem_with(WrongShare()), MaxStep(limit=1))
    assert not monitor.offer(np.eye(3, dtype=bool))
    assert (monitor.seconds_left, monitor.steps_left) == (0.0, 0.0)
    monitor.go_on(MaxStep(limit=9))
    assert (monitor.seconds_left, monitor.steps_left) == (math.inf, 8)


def test_a_run_that_is_over_without_a_set_can_be_given_one():
    monitor = RunMonitor(problem_with(WrongShare()), MaxStep(limit=2))
    assert not monitor.offer(np.zeros((0, 3), dtype=bool), steps=5)
    monitor.offer_late(np.array([False, True, False]))
    assert monitor.best_set.tolist() == [False, True, False]
    assert (monitor.stop_reason, monitor.progress().steps) == ("limit of 2 steps", 2)
    assert len(monitor.trace) == 1


def test_a_bound_may_come_with_an_offer():
    problem = Problem(Pool(accuracies=[0.9, 0.8, 0.7]), MajorityVote(), NoCost())
    monitor = RunMonitor(problem, lambda progress: "proved" if progress.loss_bound >= progress.best_loss else None)
    assert monitor.offer(np.eye(3, dtype=bool)[:1], loss_bound=0.02)
    assert monitor.loss_bound == 0.02
    assert not monitor.offer(np.ones((1, 3), dtype=bool), loss_bound=problem.losses(np.ones((1, 3), dtype=bool))[0])
    assert monitor.stop_reason == "proved"


def test_a_bound_that_a_known_set_contradicts_is_refused_and_the_set_stays():
    problem = Problem(Pool(accuracies=[0.9, 0.8, 0.7]), MajorityVote(), NoCost())
    monitor = RunMonitor(problem, lambda progress: None)
    singles = np.eye(3, dtype=bool)
    monitor.offer(singles[:1])
    for report in (lambda: monitor.prove(0.2), lambda: monitor.offer(singles, loss_bound=0.2)):
        with pytest.raises(SearchError, match="no feasible set has a loss below 0.2, but 0.1 is known"):
            report()
    assert (monitor.best_set.tolist(), monitor.loss_bound) == ([True, False, False], -math.inf)


def test_a_set_that_contradicts_a_bound_becomes_the_incumbent_and_the_bound_goes():
    problem = Problem(Pool(accuracies=[0.9, 0.8, 0.7]), MajorityVote(), NoCost())
    monitor = RunMonitor(problem, lambda progress: None)
    monitor.prove(0.15)
    with pytest.raises(SearchError, match="found a set of loss 0.1 after it was proved that none has a loss below 0.1"):
        monitor.offer(np.eye(3, dtype=bool)[:1])
    assert (monitor.best_set.tolist(), monitor.loss_bound) == ([True, False, False], -math.inf)
