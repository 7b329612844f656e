"""What a policy chosen by recorded votes costs and reaches on new items: the whole choice repeated in resamples."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.api.expected import Expected
from haversack.policies.choosing import Goal, choose, revalue, settle
from haversack.policies.interrupts import restore_interrupts
from haversack.policies.plans import trace_plan
from haversack.policies.records import Records, count_items
from haversack.policies.rivals import choose_fixed, choose_single
from haversack.selection.estimating import ENOUGH_RESAMPLES, LEAST_ITEMS, MANY_ITEMS
from haversack.statistics.intervals import compute_paired_interval, compute_wilson_interval
from haversack.statistics.optimism import OUT_OF_BAG, Measured, compute_chance_accuracy, correct_by_bootstrap
from haversack.statistics.resampling import RESAMPLES, draw_bootstrap

if TYPE_CHECKING:
    from haversack.arrays import FloatArray
    from haversack.policies.choosing import Options, PolicyChoice
    from haversack.policies.plans import Trace
    from haversack.policies.rivals import Mixture
    from haversack.pools.pool import Pool

_QUANTILE = 1.959963984540054


@attrs.frozen(eq=False)
class Trial:
    """A policy and what it is compared with, on the same rows of records.

    Parameters
    ----------
    measured
        Accuracies of the policy, of the best fixed panels and of the best single member.
    costs
        Their mean costs.
    spread
        The variance of the cost of an item under the policy.
    """

    measured: Measured
    costs: FloatArray
    spread: float


@attrs.frozen(eq=False)
class Estimate:
    """What to expect on new items.

    Parameters
    ----------
    expected
        The accuracy of the policy.
    costs
        Mean costs of the policy, of the best fixed panels and of the best single member.
    cost_reach
        Half the width of the 95 % interval of the first one.
    accuracies, gain_intervals
        Accuracies of the fixed panels and the single member, NaN if there is none; intervals of what the policy gains.
    rivals
        The fixed panels and the single member, of at most the cost of the policy on the records.
    interrupted
        Whether Ctrl-C ended it early.
    """

    expected: Expected
    costs: FloatArray
    cost_reach: float
    accuracies: FloatArray
    gain_intervals: tuple[tuple[float, float], ...]
    rivals: tuple[Mixture | None, ...]
    interrupted: bool = False


def value_choice(choice: PolicyChoice, records: Records, rivals: tuple[Mixture | None, ...]) -> Trial:
    """Value a policy, and what it is compared with, on records."""
    traces = _trace(choice, records, rivals)
    rows = np.full((len(traces), len(records.truth)), np.nan)
    costs = np.full(len(traces), np.nan)
    for place, parts in enumerate(traces):
        if parts:
            rows[place] = sum(share * (trace.verdicts == records.truth) for trace, share in parts)
            costs[place] = sum(share * float(records.weights @ trace.spent) for trace, share in parts)
    squares = sum(share * float(records.weights @ trace.spent**2) for trace, share in traces[0])
    return Trial(Measured.of(rows, records.weights), costs, max(0.0, squares - float(costs[0]) ** 2))


def _trace(
    choice: PolicyChoice, records: Records, rivals: tuple[Mixture | None, ...]
) -> list[list[tuple[Trace, float]]]:
    """Return how each row ends under the policy and under each rival, by branch with its share."""
    own = [(trace_plan(plan, records), share) for plan, share in choice.parts]
    return [own, *([] if rival is None else rival.trace(records) for rival in rivals)]


def choose_rivals(pool: Pool, records: Records, cost: float) -> tuple[Mixture | None, Mixture | None]:
    """Return the best fixed panels of a mean cost, and the best single member of at most this price."""
    accuracies = pool.require_votes().shrunk_accuracies
    return choose_fixed(records, accuracies, cost), choose_single(records, accuracies, cost)


def show_choice(pool: Pool, records: Records, choice: PolicyChoice) -> Estimate:
    """Return what the recorded items show, by tables from other items."""
    rivals = choose_rivals(pool, records, choice.cost)
    shown = value_choice(choice, records, rivals)
    method = "recorded" if len(pool.require_votes()) >= MANY_ITEMS else "uncorrected"
    return _describe(shown, shown, rivals, None, method, 0, count_items(pool))


def estimate_choice(
    pool: Pool, records: Records, choice: PolicyChoice, goal: Goal, options: Options, seeds: np.random.SeedSequence
) -> Estimate:
    """Estimate cost and accuracy on new items.

    With 5,000 items or more, what the items show by tables from other items is right as it is. Otherwise the .632+
    bootstrap: the whole choice, that of the rivals included, is made again on 25 samples of the items and valued on the
    items outside of each. Costs by the tables of a sample change as they do from it to the items outside. Where an
    accuracy is asked for, samples are chosen on for what it costs on all items.

    Parameters
    ----------
    pool, records
        The pool and its records.
    choice
        The policy.
    goal, options
        What it was chosen for.
    seeds
        Source of the samples and of the searches on them.
    """
    if not LEAST_ITEMS <= len(pool.require_votes()) < MANY_ITEMS:
        return show_choice(pool, records, choice)
    items, rivals = count_items(pool), choose_rivals(pool, records, choice.cost)
    shown = value_choice(choice, records, rivals)
    done: list[Trial] = []
    interrupted = False
    aim = Goal(budget=choice.cost) if goal.budget is None else goal
    try:
        with restore_interrupts():
            for each in seeds.spawn(RESAMPLES):
                done.append(_repeat(pool, aim, options, choice.cost, each))
    except KeyboardInterrupt:
        interrupted = True
    if len(done) < ENOUGH_RESAMPLES:
        return _describe(shown, shown, rivals, None, "uncorrected", 0, items, interrupted=interrupted)
    measured = _average([trial.measured for trial in done], shown.measured)
    changes = _average_known([trial.costs for trial in done], np.ones(len(shown.costs)))
    costs = shown.costs * (1.0 + OUT_OF_BAG * (changes - 1.0))
    chances = _find_chances(choice, records, rivals)
    spread = shown.spread + items * _measure_refitting(done, shown, items)
    new = Trial(correct_by_bootstrap(shown.measured, measured, chances), costs, spread)
    outside = float(measured.accuracies[0])
    return _describe(new, shown, rivals, outside, "bootstrap", len(done), items, interrupted=interrupted)


def correct_choice(choice: PolicyChoice, estimate: Estimate, goal: Goal) -> tuple[PolicyChoice, Estimate]:
    """Return the point of the envelope that meets a goal on new items, and what to expect there.

    On new items a policy costs a little more and reaches a little less than on the records. The same is assumed of its
    neighbours on the envelope.

    Parameters
    ----------
    choice, estimate
        What meets the goal on the records, and what to expect of it.
    goal
        The mean price per item, or the accuracy.
    """
    aim = Goal(_allow(choice, estimate, goal))
    if goal.accuracy is not None:
        aim = Goal(accuracy=goal.accuracy + max(0.0, choice.accuracy - estimate.expected.accuracy))
    corrected = attrs.evolve(settle(choice.plans, aim), adaptive_gain=choice.adaptive_gain)
    return corrected, _move(estimate, choice, corrected)


def adopt_tables(choice: PolicyChoice, estimate: Estimate, used: Records, goal: Goal) -> tuple[PolicyChoice, Estimate]:
    """Return what meets a corrected goal by the tables that the policy will use, and what to expect of it.

    Parameters
    ----------
    choice, estimate
        What `correct_choice` returned.
    used
        The records by the tables that the policy will use.
    goal
        The mean price per item, or the accuracy.
    """
    aim = Goal(_allow(choice, estimate, goal)) if goal.accuracy is None else Goal(accuracy=choice.accuracy)
    settled = revalue(choice, used, aim)
    return settled, _move(estimate, choice, settled)


def _allow(choice: PolicyChoice, estimate: Estimate, goal: Goal) -> float | None:
    return None if goal.budget is None else goal.budget / max(1.0, _find_rise(choice, estimate))


def _find_rise(choice: PolicyChoice, estimate: Estimate) -> float:
    return float(estimate.costs[0]) / choice.cost if choice.cost > 0.0 else 1.0


def _move(estimate: Estimate, before: PolicyChoice, after: PolicyChoice) -> Estimate:
    """Return what to expect of another point of the envelope."""
    accuracy = min(1.0, max(0.0, estimate.expected.accuracy + after.accuracy - before.accuracy))
    low, high = compute_wilson_interval(accuracy, estimate.expected.items)
    expected = attrs.evolve(estimate.expected, accuracy=accuracy, low=low, high=high)
    costs = np.array([after.cost * _find_rise(before, estimate), *estimate.costs[1:]])
    return attrs.evolve(estimate, expected=expected, costs=costs)


def _measure_refitting(done: list[Trial], shown: Trial, items: float) -> float:
    """Return how much the mean cost varies because orders, thresholds and tables depend on the items.

    From a sample to the items outside of it, the mean cost varies for this reason, and because both are samples of
    about .632 and .368 of the items.
    """
    varied = float(np.var([trial.costs[0] for trial in done], ddof=1)) * float(shown.costs[0]) ** 2
    sampled = shown.spread / items * float(1.0 / OUT_OF_BAG + 1.0 / (1.0 - OUT_OF_BAG))
    return max(0.0, varied - sampled)


def _average(several: list[Measured], shown: Measured) -> Measured:
    """Return the mean; a sample without some rival says nothing about it."""
    return Measured(
        _average_known([each.accuracies for each in several], shown.accuracies),
        _average_known([each.squares for each in several], shown.squares),
    )


def _average_known(rows: list[FloatArray], otherwise: FloatArray) -> FloatArray:
    """Return the mean of each column without NaN, and another value where there is nothing else."""
    known = np.sum(~np.isnan(rows), axis=0)
    return np.where(known > 0, np.nansum(rows, axis=0) / np.maximum(1, known), otherwise)


def _repeat(pool: Pool, goal: Goal, options: Options, cost: float, seeds: np.random.SeedSequence) -> Trial:
    """Choose on a sample, rivals for a mean cost, and value on the other items; costs are multiples of those inside."""
    votes = pool.require_votes()
    weights = np.ones(len(votes)) if votes.item_weights is None else votes.item_weights
    draw, search = seeds.spawn(2)
    sample = draw_bootstrap(len(votes), draw)
    inside = pool.on_items(sample.inside, sample.weigh(weights))
    records = Records.cross_fit(inside)
    accuracies = inside.require_votes().shrunk_accuracies
    choice = choose(records, accuracies, count_items(inside), goal, options, np.random.default_rng(search))
    outside = Records.on_new_items(pool.on_items(sample.outside), inside)
    rivals = choose_rivals(inside, records, cost)
    known, new = value_choice(choice, Records.as_used(inside), rivals), value_choice(choice, outside, rivals)
    return attrs.evolve(new, costs=np.where(known.costs == 0.0, 1.0, new.costs / np.where(known.costs, known.costs, 1)))


def _find_chances(choice: PolicyChoice, records: Records, rivals: tuple[Mixture | None, ...]) -> FloatArray:
    """Return the accuracies that the policy and its rivals would have if verdicts were dealt out at random."""
    labels, weights = records.labels, records.weights
    return np.array(
        [
            sum(
                share * compute_chance_accuracy(trace.verdicts, records.truth, labels, weights)
                for trace, share in parts
            )
            for parts in _trace(choice, records, rivals)
        ]
    )


def _describe(
    new: Trial,
    shown: Trial,
    rivals: tuple[Mixture | None, ...],
    outside: float | None,
    method: str,
    resamples: int,
    items: float,
    *,
    interrupted: bool = False,
) -> Estimate:
    accuracy = float(new.measured.accuracies[0])
    low, high = compute_wilson_interval(accuracy, items)
    expected = Expected(
        accuracy=accuracy,
        low=low,
        high=high,
        method=method,
        resamples=resamples,
        items=items,
        shown=float(shown.measured.accuracies[0]),
        outside=outside,
        is_complete=not interrupted,
    )
    accuracies = new.measured.accuracies
    gains = tuple(
        compute_paired_interval(float(accuracy - rival), float(square), items)
        for rival, square in zip(accuracies[1:], new.measured.squares[1:], strict=True)
    )
    reach = _QUANTILE * float(np.sqrt(new.spread / items))
    return Estimate(expected, new.costs, reach, accuracies[1:], gains, rivals, interrupted)
