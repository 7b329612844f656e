"""What a selection from recorded votes is expected to reach on new items: which way, and the numbers."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.api.expected import ESTIMATES, WANTED_ESTIMATE, Expected, Rival
from haversack.api.noise import DrawsLosses
from haversack.api.notes import Note
from haversack.api.stopping import find_limits
from haversack.api.vote import FitsVote
from haversack.errors import ConfigError
from haversack.monitor import INTERRUPTED
from haversack.selection.report import mark_failed
from haversack.selection.reselection import Ending
from haversack.selection.trials import Trials, run_trials
from haversack.statistics.intervals import compute_paired_interval, compute_wilson_interval, count_effective_items
from haversack.statistics.optimism import Measured, correct_by_bootstrap
from haversack.statistics.resampling import (
    FOLDS,
    REPETITIONS,
    RESAMPLES,
    Sample,
    draw_bootstrap,
    draw_folds,
    draw_holdout,
)
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Callable

    from haversack.api.expected import Estimate
    from haversack.api.progress import Progress
    from haversack.api.selection import Selection
    from haversack.arrays import IntArray
    from haversack.monitor import RunMonitor
    from haversack.pools.pool import Pool
    from haversack.selection.reselection import Reselection

FEW_MEMBERS, MANY_ITEMS = 6, 5_000
"""Among so few members, or by so many items, a choice shows hardly more than it is worth."""
LEAST_ITEMS = 5
MOST_WORKERS = 1_024
ENOUGH_RESAMPLES = 10
"""Resamples that are worth reporting when something ends the estimate."""


def check_estimate(estimate: object) -> Estimate:
    """Return the way to estimate, or raise `ConfigError` if it is none."""
    if not isinstance(estimate, str) or estimate not in ESTIMATES:
        raise ConfigError([f"estimate: must be {WANTED_ESTIMATE}, got {format_value(estimate)}"])
    return estimate


def check_workers(workers: object) -> int:
    """Return the number of threads, or raise `ConfigError` if it is none."""
    if isinstance(workers, bool) or not isinstance(workers, (int, np.integer)) or not 1 <= workers <= MOST_WORKERS:
        raise ConfigError(
            [f"estimate_workers: must be a whole number from 1 to {MOST_WORKERS:,}, got {format_value(workers)}"]
        )
    return int(workers)


def find_estimator(estimate: Estimate, pool: Pool, energy: object, seeds: np.random.SeedSequence) -> Estimator | None:
    """Return what estimates the accuracy of a run on new items, or None if nothing does."""
    method = choose_method(estimate, pool, energy)
    if method == "none":
        return None
    assert isinstance(energy, FitsVote)
    return Estimator(method, pool, energy, seeds)


def choose_method(estimate: Estimate, pool: Pool, energy: object) -> Estimate:
    """Return the way for a run, ``none`` where there is none and the choice was left to us.

    Raises
    ------
    ConfigError
        If one was asked for that the pool or the energy does not allow.
    """
    obstacle = None
    if pool.votes is None:
        obstacle = "recorded votes, and the pool has none"
    elif isinstance(energy, DrawsLosses) or not isinstance(energy, FitsVote):
        obstacle = f"an energy that says how a panel decides, with fit_vote(), and {format_value(energy)} does not"
    elif len(pool.votes) < LEAST_ITEMS:
        obstacle = f"at least {LEAST_ITEMS} items, and the pool has votes on {len(pool.votes)}"
    if estimate == "none" or obstacle is None:
        return estimate
    if estimate == "auto":
        return "none"
    raise ConfigError([f"estimate: {estimate!r} needs {obstacle}; 'none' leaves it out"])


def report_shares(monitor: RunMonitor, listener: Callable[[Progress], None] | None) -> Callable[[float], None]:
    """Return what tells a listener, if there is one, which share of an estimate is done after a search."""
    if listener is None:
        return lambda _: None
    return lambda share: listener(attrs.evolve(monitor.progress(), estimated=share))


@attrs.frozen(eq=False)
class Estimator:
    """Estimates the accuracy of one selection.

    Parameters
    ----------
    method
        The way, one that `choose_method` returned; not ``none``.
    pool
        The pool of the run, with all its items.
    energy
        Says how a panel decides.
    seeds
        Source of all samples and searches on them.
    """

    method: Estimate
    pool: Pool
    energy: FitsVote
    seeds: np.random.SeedSequence

    def find_visible_pool(self) -> Pool:
        """Return the pool with the items that the run may see."""
        held_out = self._find_held_out()
        return self.pool if held_out is None else self.pool.on_items(held_out.inside)

    def _find_held_out(self) -> Sample | None:
        return draw_holdout(len(self.pool.require_votes()), self.seeds) if self.method == "holdout" else None

    def extend(
        self,
        selection: Selection,
        reselection: Reselection,
        rule: object,
        workers: int,
        *,
        on_share: Callable[[float], None] = lambda _: None,
    ) -> Selection:
        """Return a selection with what it is expected to reach; a part that fails on the way leaves it out.

        Parameters
        ----------
        selection
            The selection, made on the visible items.
        reselection
            Repeats its search.
        rule
            The stopping rule. Unless the method was asked for by name, its limit on time counts for the estimate too.
        workers
            Number of threads. It changes the speed and never the numbers.
        on_share
            Called with the share of the samples that are done.
        """
        failures = reselection.failures
        if selection.failed or selection.interrupted:
            return selection
        limit = find_limits(rule).seconds if self.method == "auto" else math.inf
        ending = Ending(time.perf_counter() + limit - selection.seconds)
        estimated = selection
        try:
            with failures.guarding():
                estimated = self._estimate(selection, reselection, ending, workers, on_share)
        except KeyboardInterrupt:
            return _mark_interrupted(selection)
        return estimated if failures.first is None else mark_failed(selection, failures.first)

    def _estimate(
        self,
        selection: Selection,
        reselection: Reselection,
        ending: Ending,
        workers: int,
        on_share: Callable[[float], None],
    ) -> Selection:
        panels = [selection.members, None if selection.best_single is None else selection.best_single.members]
        trials = Trials(self.pool, self.energy, reselection)
        items = np.arange(len(trials.votes))
        held_out = self._find_held_out()
        if held_out is not None:
            part = self.pool.on_items(held_out.inside)
            shown = trials.measure(part, held_out.inside, panels)
            new = trials.measure(part, held_out.outside, panels)
            return attrs.evolve(selection, expected=self._describe(selection, new, shown, held_out.outside, 0))
        shown = trials.measure(self.pool, items, panels)
        if self.method == "auto" and self._is_right_as_shown(selection, shown):
            return attrs.evolve(selection, expected=self._describe(selection, shown, shown, items, 0, "recorded"))
        samples = self._draw_samples(len(items))
        outcome = run_trials(trials, samples, self.seeds, ending, workers, on_share)
        done = outcome.done
        if outcome.is_interrupted:
            selection = _mark_interrupted(selection)
        is_nested = self.method == "nested"
        if is_nested:
            done = done[: len(done) // self._folds * self._folds]
        if len(done) < (1 if is_nested else ENOUGH_RESAMPLES):
            return selection if outcome.is_interrupted else _explain_lack(selection)
        # Folds differ in size by one; bootstrap samples count alike, however many items they leave out.
        outside = Measured.average(
            done, [float(len(sample.outside)) if is_nested else 1.0 for sample in samples[: len(done)]]
        )
        new = outside if is_nested else correct_by_bootstrap(shown, outside, trials.find_chances(panels))
        expected = self._describe(selection, new, shown, items, len(done), "nested" if is_nested else "bootstrap")
        expected = attrs.evolve(expected, outside=float(outside.accuracies[0]), is_complete=len(done) == len(samples))
        return attrs.evolve(selection, expected=expected)

    @property
    def _folds(self) -> int:
        return min(FOLDS, len(self.pool.require_votes()))

    def _is_right_as_shown(self, selection: Selection, shown: Measured) -> bool:
        """Return whether no estimate is needed: hardly anything was learnt from the items that are counted."""
        has_little_choice = len(self.pool) <= FEW_MEMBERS or len(self.pool.require_votes()) >= MANY_ITEMS
        # An energy that does not count its own verdicts learns more than which members are good.
        return has_little_choice and abs(selection.value - float(shown.accuracies[0])) <= 1e-9

    def _draw_samples(self, items: int) -> list[Sample]:
        if self.method == "nested":
            repetitions = np.random.SeedSequence(self.seeds.entropy, spawn_key=(*self.seeds.spawn_key, 1)).spawn(
                REPETITIONS
            )
            return [sample for each in repetitions for sample in draw_folds(items, FOLDS, each)]
        draws = np.random.SeedSequence(self.seeds.entropy, spawn_key=(*self.seeds.spawn_key, 0)).spawn(RESAMPLES)
        return [draw_bootstrap(items, each) for each in draws]

    def _describe(
        self,
        selection: Selection,
        new: Measured,
        shown: Measured,
        items: IntArray,
        resamples: int,
        method: str | None = None,
    ) -> Expected:
        weights = self.pool.require_votes().item_weights
        effective = float(len(items)) if weights is None else count_effective_items(weights[items])
        accuracy = float(new.accuracies[0])
        low, high = compute_wilson_interval(accuracy, effective)
        single = () if selection.best_single is None else selection.best_single.names
        return Expected(
            accuracy=accuracy,
            low=low,
            high=high,
            method=method or self.method,
            resamples=resamples,
            items=effective,
            shown=float(shown.accuracies[0]),
            best_single=_describe_rival(1, single, new, shown, effective),
            everybody=_describe_rival(2, self.pool.names, new, shown, effective),
        )


def _describe_rival(place: int, names: tuple[str, ...], new: Measured, shown: Measured, items: float) -> Rival | None:
    accuracy = float(new.accuracies[place])
    if np.isnan(accuracy) or np.isnan(shown.accuracies[place]):
        return None
    low, high = compute_wilson_interval(accuracy, items)
    gain = float(new.accuracies[0]) - accuracy
    gain_low, gain_high = compute_paired_interval(gain, float(new.squares[place]), items)
    return Rival(names, accuracy, low, high, float(shown.accuracies[place]), gain, gain_low, gain_high)


def _mark_interrupted(selection: Selection) -> Selection:
    reason = f"{selection.stop_reason}; then {INTERRUPTED} while the accuracy on new items was estimated"
    return attrs.evolve(selection, interrupted=True, stop_reason=reason)


def _explain_lack(selection: Selection) -> Selection:
    text = "not estimated within the limit on time; estimate='bootstrap' takes its own time"
    return attrs.evolve(selection, notes=(*selection.notes, Note("on new items", text)))
