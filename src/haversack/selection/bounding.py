"""How close to optimal an answer is: first by built-in searchers, then by those of plugins."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.selection.bound import choose_bounder, is_time_to_bound, limit_bounding
from haversack.selection.guests import ask_guests, limit_guests, name_foreign_prover, take_better_set
from haversack.selection.search import continue_run, search

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.api.certify import Certify
    from haversack.api.problem import Problem
    from haversack.monitor import RunMonitor
    from haversack.plugins import Catalog
    from haversack.selection.assembly import Parts
    from haversack.selection.failures import Failures


@attrs.define(eq=False)
class BoundedAnswer:
    """The answer of a search and what is known about it; a failure on the way leaves what was known before.

    Parameters
    ----------
    monitor
        Knows the answer.
    best
        Knows the best set and the strongest bound.
    reason, interrupted
        Why the search ended, and whether by Ctrl-C.
    bounded_by
        The searcher of a plugin that proved the bound, or None.
    """

    monitor: RunMonitor
    best: RunMonitor
    reason: str
    interrupted: bool = False
    bounded_by: str | None = None

    @property
    def is_proved(self) -> bool:
        """Whether no set is better than the best one known."""
        return self.best.loss_bound >= self.best.best_loss

    def bound(
        self,
        parts: Parts,
        problem: Problem,
        rule: object,
        certify: Certify,
        seeds: Sequence[np.random.SeedSequence],
        catalog: Catalog,
        failures: Failures,
        *,
        keeps_answer: bool,
    ) -> None:
        """Bound the answer, and improve it unless the preset keeps it."""
        own_bound, own_seeds, guest_seeds = self.monitor.loss_bound, *seeds
        if failures.can_evaluate and not self.interrupted and not self.is_proved:
            self._ask_builtins(parts, problem, rule, certify, own_seeds, catalog, failures, keeps_answer=keeps_answer)
        if self.best.loss_bound == own_bound > -math.inf:
            self.bounded_by = name_foreign_prover(parts.searcher, catalog)
        if failures.can_evaluate and not self.interrupted and not self.is_proved and certify != "off":
            self._ask_guests(parts, problem, rule, certify, guest_seeds, catalog, keeps_answer=keeps_answer)

    def _ask_builtins(
        self,
        parts: Parts,
        problem: Problem,
        rule: object,
        certify: Certify,
        seeds: np.random.SeedSequence,
        catalog: Catalog,
        failures: Failures,
        *,
        keeps_answer: bool,
    ) -> None:
        # A searcher that failed has proved nothing that others could not prove.
        tried = parts.searcher if failures.first is None else None
        bounder = choose_bounder(
            certify,
            tried,
            problem,
            self.monitor.loss_bound,
            catalog,
            evaluations=self.monitor.progress().evaluations,
        )
        bounding = limit_bounding(certify, rule)
        if bounder is None or not is_time_to_bound(bounding, self.monitor.progress().seconds, len(problem.pool)):
            return
        self.best = continue_run(problem, self.monitor, bounding, is_beside=keeps_answer)
        known = failures.first
        with failures.blaming(bounder, catalog):
            rng = np.random.default_rng(seeds)
            reason, self.interrupted = search(bounder, problem, self.best, rng, failures)
        self.best.finish()
        # Bounding that comes to nothing leaves the answer as it was.
        has_result = self.interrupted or self.best.loss_bound > -math.inf
        if self.best is self.monitor and has_result and failures.first is known:
            self.reason = f"{self.reason}; then {reason}"

    def _ask_guests(
        self,
        parts: Parts,
        problem: Problem,
        rule: object,
        certify: Certify,
        seeds: np.random.SeedSequence,
        catalog: Catalog,
        *,
        keeps_answer: bool,
    ) -> None:
        seconds = limit_guests(certify, rule, self.monitor.progress().seconds)
        guests = ask_guests(problem, self.best, named=parts.searcher, seconds=seconds, seeds=seeds, catalog=catalog)
        self.best, self.interrupted = guests.known, guests.interrupted
        self.bounded_by = guests.bounded_by or (self.bounded_by if self.best.loss_bound > -math.inf else None)
        if certify == "prove" and not keeps_answer:
            take_better_set(self.monitor, self.best)
        if self.interrupted or (certify == "prove" and guests.reason):
            self.reason = f"{self.reason}; then {guests.reason}"
