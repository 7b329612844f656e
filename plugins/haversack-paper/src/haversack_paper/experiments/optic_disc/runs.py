"""Curve, plan and optimum of the detectors; searches that STOP ends."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

import haversack as hs
from haversack_paper.experiments.optic_disc import detectors

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from haversack.energies import SpatialVote
    from haversack_paper.experiment import Json

RULE = {"kind": "paper", "fit": "empirical"}
"""The paper takes mean and variance of these accuracies from the sample."""


def curve(tables: int, seed: int) -> Json:
    """Fit the curve to the table in two ways, and to tables that round to it."""
    from haversack.energies import SpatialVote
    from haversack.energies.curves import fit_odds_curve

    fit = fit_odds_curve((detectors.TABLE,))
    entries = np.array(detectors.TABLE)
    inner = np.flatnonzero((entries > 0.0) & (entries < 1.0))
    odds = inner / (detectors.MEMBERS - inner)
    slope, intercept = np.polyfit(np.log(odds), np.log(entries[inner] / (1.0 - entries[inner])), 1)
    rng = np.random.default_rng(seed)
    rounded = []
    for _ in range(tables):
        other = np.clip(entries + rng.uniform(-0.005, 0.005, len(entries)), 0.0, 1.0)
        other[[0, -1]] = entries[[0, -1]]
        curve = fit_odds_curve((tuple(np.maximum.accumulate(other).tolist()),)).curve
        rounded.append([curve.a, curve.b])
    plans = {}
    for mean in "exact", "limit":
        energy = SpatialVote(curve=detectors.CURVE, mean=mean)
        plan = hs.make_plan(detectors.pool(), detectors.BUDGET, energy=energy, stopping=RULE, seed=0)
        plans[mean] = {"size": plan.size, "mean": plan.mean, "stop": plan.threshold, "rule": plan.rule}
    return {
        "a": fit.curve.a,
        "b": fit.curve.b,
        "a_error": fit.a_error,
        "b_error": fit.b_error,
        "log_odds": {"a": -float(slope), "b": float(np.exp(intercept))},
        "rounded": rounded,
        "plans": plans,
        "accuracy_mean": float(np.mean(detectors.ACCURACIES)),
    }


def optimum(reading: str) -> Json:
    """Enumerate the sets within the budget, and let the exact search prove the best."""
    energy = detectors.energy(reading)
    plan = hs.make_plan(detectors.pool(), detectors.BUDGET, energy=energy, stopping=RULE, seed=0)
    best = hs.select(
        detectors.pool(),
        detectors.BUDGET,
        energy=energy,
        searcher="exact",
        stopping={"kind": "max-step", "limit": 10**6},
        seed=0,
    )
    return {
        "stop": plan.threshold,
        "size": plan.size,
        "sets": detectors.feasible_sets(energy),
        "exact": best.value,
        "proven": best.proven,
    }


def search(reading: str, searchers: Sequence[str], seeds: int) -> Json:
    """Search with the paper's rule from many seeds; all searchers by turns, so that their times can be compared."""
    energy = detectors.energy(reading)
    for searcher in searchers:  # Compiled code is ready before the clock counts.
        _run(energy, searcher, 0, {"kind": "max-step", "limit": 1})
    found = [[_run(energy, searcher, seed, RULE) for searcher in searchers] for seed in range(seeds)]
    return {searcher: _told(runs) for searcher, runs in zip(searchers, zip(*found, strict=True), strict=True)}


def pace(reading: str, searchers: Sequence[str], steps: int) -> Json:
    """Return the seconds that a step takes in a long run: up to STOP, it is beginning that takes the time."""
    energy = detectors.energy(reading)
    for searcher in searchers:  # Compiled code is ready before the clock counts.
        _run(energy, searcher, 0, {"kind": "max-step", "limit": 1})
    found = {searcher: _run(energy, searcher, 0, {"kind": "max-step", "limit": steps}) for searcher in searchers}
    return {searcher: run.seconds / run.steps for searcher, run in found.items()}


def _run(energy: SpatialVote, searcher: str, seed: int, stopping: Mapping[str, Json]) -> hs.Selection:
    return hs.select(
        detectors.pool(),
        detectors.BUDGET,
        energy=energy,
        searcher=searcher,
        stopping=stopping,
        seed=seed,
        certify="off",
    )


def _told(runs: Sequence[hs.Selection]) -> Json:
    panels = Counter(run.members for run in runs)
    return {
        "values": [run.value for run in runs],
        "steps": [run.steps for run in runs],
        "reached": sum(run.stop_reason.startswith("STOP") for run in runs),
        "seconds": float(np.median([run.seconds for run in runs])),
        "panels": [{"members": list(members), "count": count} for members, count in panels.most_common()],
    }
