"""Choose a policy for a pool."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Literal

import attrs
import numpy as np

from haversack.api.notes import Note
from haversack.errors import ConfigError
from haversack.policies.choosing import choose
from haversack.policies.describing import (
    build_alternatives,
    build_branches,
    build_model,
    build_points,
    build_provenance,
    count_ends,
    measure_calibration,
)
from haversack.policies.honest import adopt_tables, correct_choice, estimate_choice, show_choice
from haversack.policies.independent import choose_independent
from haversack.policies.interrupts import restore_interrupts
from haversack.policies.plans import trace_plan
from haversack.policies.policy import Policy
from haversack.policies.records import Records, count_items
from haversack.policies.requests import ESTIMATES, check_goal, check_options, check_pool, check_reached
from haversack.selection.assembly import check_seed
from haversack.selection.estimating import MANY_ITEMS
from haversack.text import format_value

if TYPE_CHECKING:
    from haversack.policies.choosing import Goal, Options, PolicyChoice
    from haversack.policies.honest import Estimate
    from haversack.pools.pool import Pool


def policy(
    pool: Pool,
    budget: float | None = None,
    *,
    accuracy: float | None = None,
    seed: int | None = None,
    vote: Literal["auto", "plurality", "bayes"] = "auto",
    adaptive: bool | Literal["auto"] = "auto",
    estimate: Literal["auto", "none"] = "auto",
) -> Policy:
    """Choose whom to ask first, whom next, and when to stop.

    From recorded votes, orders and thresholds are chosen by what they cost and reach on the items, with tables that are
    counted on other items. From accuracies alone, members err independently between two answers, and costs and
    accuracies are exact.

    Parameters
    ----------
    pool
        The members. Without costs, each answer costs 1. A member without a recorded answer to an item is passed over
        there and costs nothing.
    budget
        The mean price per item; single items may cost more.
    accuracy
        Instead of a budget: the accuracy to reach at the least mean price.
    seed
        Source of all randomness; drawn and recorded if omitted. Same pool and seed, same policy.
    vote
        ``plurality``: the most frequent answer, asked until the rest cannot change it. ``bayes``: the most probable
        answer, asked until its posterior probability reaches a threshold. ``auto``: whichever is better.
    adaptive
        Whether the answers so far decide who is asked next, by expected information per price. ``auto``: if it is
        better on the recorded items.
    estimate
        ``auto``: repeat the whole choice on 25 bootstrap samples for what it reaches on new items, unless there are
        5,000 items or more. ``none``: report what the recorded items show.

    Raises
    ------
    ConfigError, PoolError
        If an argument is out of range, or the pool has neither votes nor accuracies.
    InfeasibleError
        If the budget is below the price of the cheapest member, or no policy reaches the accuracy.

    Examples
    --------
    >>> import haversack as hs
    >>> pool = hs.Pool([0.9, 0.8, 0.8], costs=[4, 1, 1], names=["strong", "a", "b"])
    >>> found = hs.policy(pool, budget=2.5, seed=0)
    >>> found.branches[0].order[0] in pool.names, found.expected_cost <= 2.5
    (True, True)
    """
    pool = check_pool(pool)
    goal, options = check_goal(pool, budget, accuracy), check_options(pool, vote, adaptive)
    if estimate not in ESTIMATES:
        raise ConfigError([f"estimate: must be 'auto' or 'none', got {format_value(estimate)}"])
    seed = check_seed(seed)
    with restore_interrupts():
        if pool.votes is None:
            return choose_independent(pool, goal, options, seed)
        return _choose_recorded(pool, goal, options, seed, estimates=estimate == "auto")


def _choose_recorded(pool: Pool, goal: Goal, options: Options, seed: int, *, estimates: bool) -> Policy:
    records = Records.cross_fit(pool)
    search, resample = np.random.SeedSequence(seed).spawn(2)
    accuracies, items = pool.require_votes().shrunk_accuracies, count_items(pool)
    choice = choose(records, accuracies, items, goal, options, np.random.default_rng(search))
    check_reached(goal, choice)
    used = records
    if estimates or len(pool.require_votes()) >= MANY_ITEMS:
        # An accuracy costs more on new items, and rivals should cost as much: the second time they do.
        for _ in range(1 if goal.accuracy is None else 2):
            measured = estimate_choice(pool, records, choice, goal, options, copy.deepcopy(resample))
            choice, measured = correct_choice(choice, measured, goal)
            if measured.interrupted:
                break
        used = Records.as_used(pool)
        choice, measured = adopt_tables(choice, measured, used, goal)
    else:
        measured = show_choice(pool, records, choice)
    ends = count_ends([(trace_plan(plan, used), share) for plan, share in choice.parts], used)
    return attrs.evolve(_assemble(pool, records, choice, measured, goal, seed), ends=ends)


def _assemble(pool: Pool, records: Records, choice: PolicyChoice, measured: Estimate, goal: Goal, seed: int) -> Policy:
    items = count_items(pool)
    traces = [(trace_plan(plan, records), share) for plan, share in choice.parts]
    cost = float(measured.costs[0])
    return Policy(
        branches=build_branches(choice, pool.names),
        model=build_model(pool, choice),
        accuracy=measured.expected.accuracy,
        expected_cost=cost,
        expected=measured.expected,
        alternatives=build_alternatives(pool, measured, items),
        points=build_points(choice, pool.names),
        calibration=measure_calibration(traces, records, items),
        budget=goal.budget,
        target=goal.accuracy,
        total_price=records.total_price,
        cost_low=max(0.0, cost - measured.cost_reach),
        cost_high=cost + measured.cost_reach,
        interrupted=measured.interrupted,
        seed=seed,
        notes=tuple(_explain(pool, records, choice, measured, goal)),
        provenance=build_provenance(pool),
    )


def _explain(pool: Pool, records: Records, choice: PolicyChoice, measured: Estimate, goal: Goal) -> list[Note]:
    notes = []
    votes = pool.require_votes()
    if votes.graded:
        text = (
            "the votes say right or wrong only, so that wrong answers count as if they agreed, and there is no "
            "posterior to stop at"
        )
        notes.append(Note("votes", text))
    elif not records.has_tables:
        text = f"with {len(votes.labels):,} labels there are no tables of answers; the most frequent answer is used"
        notes.append(Note("votes", text))
    if choice.adaptive_gain is not None:
        is_used = any(plan.adaptive for plan, _ in choice.parts)
        points = f"{abs(choice.adaptive_gain) * 100:.2f} points {'more' if choice.adaptive_gain >= 0 else 'less'}"
        text = f"{points} accurate than a fixed one at this cost on the recorded items, {'' if is_used else 'not '}used"
        notes.append(Note("adaptive order", text, choice.adaptive_gain))
    if goal.budget is not None and choice.plans[-1].cost < goal.budget * (1.0 - 1e-9):
        last = choice.plans[-1].cost
        notes.append(Note("budget", f"a mean price of {last:.4g} is enough; no policy that costs more is better"))
    if goal.accuracy is not None and measured.expected.accuracy < goal.accuracy:
        expected = f"{measured.expected.accuracy:.4g} is expected on new ones"
        text = f"{goal.accuracy:g} is reached on the recorded items, and {expected}"
        notes.append(Note("accuracy", text, is_warning=True))
    return notes
