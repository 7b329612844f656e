"""The curve, the optimum and the searches that STOP ends."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

import haversack as hs
from haversack import FloatArray, IntArray
from haversack.energies import SpatialVote
from haversack.energies.curves import fit_odds_curve
from haversack.stopping import MaxStep
from haversack_paper.experiments.optic_disc.printed import ACCURACIES, BUDGET, CURVE, MEMBERS, SECONDS, TABLE

if TYPE_CHECKING:
    from collections.abc import Sequence

POOL = hs.Pool(accuracies=ACCURACIES, costs=SECONDS)

_RULE = {"kind": "paper", "fit": "empirical"}
"""The paper takes mean and variance of these accuracies from the sample."""

READINGS = {
    "curve": "w(l, k) = F(k/l), the paper's curve",
    "own-curve": "w(l, k) = F(k/l), our fit of the curve",
    "nearest": "the entry of the table nearest to 8k/l",
    "below": "the entry of the table at 8k/l rounded down",
    "between": "the table interpolated at 8k/l",
    "absent-wrong": "$p_{8,k}$ as it is: who is left out counts as a wrong vote",
    "odd-curve": "F(k/l), and odd sizes alone, as in Algorithm 1",
}
"""What w(l, k) may be for l < 8; the paper does not say."""


@attrs.frozen
class OddSpatialVote(SpatialVote):
    """The spatial vote restricted to panels of odd size, as Algorithm 1 considers no others."""

    def error_weights(self, size: int) -> FloatArray:
        """Return 1 - w(size, k), which is 1 for even sizes."""
        return super().error_weights(size) if size % 2 else np.ones(size + 1)

    def copies_losses(self, pool: hs.Pool, members: IntArray, copies: IntArray) -> FloatArray:
        """Return 1 - q of panels of equal members, of odd and even size: efficiencies make no difference of them."""
        return SpatialVote(curve=self.curve).copies_losses(pool, members, copies)


def build_energy(reading: str) -> SpatialVote:
    """Return the energy of a reading."""
    if reading == "odd-curve":
        return OddSpatialVote(curve=CURVE)
    if reading in ("curve", "own-curve"):
        return SpatialVote(curve=CURVE if reading == "curve" else fit_odds_curve((TABLE,)).curve)
    tables = tuple(tuple(_read_table(reading, size)) for size in range(1, MEMBERS + 1))
    # Efficiencies are about more copies than there are members, which no table covers.
    return SpatialVote(tables=tables, curve=CURVE)


def _read_table(reading: str, size: int) -> list[float]:
    """Return w(size, k) for k = 0, ..., size."""
    places = MEMBERS * np.arange(size + 1) / size
    if reading == "between":
        return [float(entry) for entry in np.interp(places, np.arange(MEMBERS + 1), TABLE)]
    entries = {"nearest": np.floor(places + 0.5), "below": np.floor(places), "absent-wrong": np.arange(size + 1)}
    return [TABLE[int(entry)] for entry in entries[reading]]


def fit_curve(tables: int, seed: int) -> dict[str, Any]:
    """Fit the curve to the table by least squares and by log-odds, and to random tables that round to it."""
    fit, entries = fit_odds_curve((TABLE,)), np.array(TABLE)
    inner = np.flatnonzero((entries > 0.0) & (entries < 1.0))
    odds = inner / (MEMBERS - inner)
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
        plan = _make_plan(SpatialVote(curve=CURVE, mean=mean))
        plans[mean] = {"size": plan.size, "mean": plan.mean, "stop": plan.threshold, "rule": plan.rule}
    return {
        "a": fit.curve.a,
        "b": fit.curve.b,
        "a_error": fit.a_error,
        "b_error": fit.b_error,
        "log_odds": {"a": -float(slope), "b": float(np.exp(intercept))},
        "rounded": rounded,
        "plans": plans,
        "accuracy_mean": float(np.mean(ACCURACIES)),
    }


def prove_optimum(reading: str) -> dict[str, Any]:
    """Enumerate the panels within the budget, the best first, and prove the best by the exact search."""
    energy = build_energy(reading)
    plan, best = _make_plan(energy), _run(energy, "exact", MaxStep(limit=10**6))
    panels = []
    for size in range(1, MEMBERS + 1):
        right = 1.0 - energy.error_weights(size)
        for members in combinations(range(MEMBERS), size):
            if sum(SECONDS[member] for member in members) <= BUDGET:
                votes = np.ones(1)
                for member in members:
                    votes = np.convolve(votes, (1.0 - ACCURACIES[member], ACCURACIES[member]))
                panels.append({"members": list(members), "value": float(right @ votes)})
    return {
        "stop": plan.threshold,
        "size": plan.size,
        "sets": sorted(panels, key=lambda panel: -panel["value"]),
        "exact": best.value,
        "proven": best.proven,
    }


def search_panels(reading: str, searchers: Sequence[str], seeds: int) -> dict[str, Any]:
    """Search with the paper's rule from many seeds; searchers take turns, so that their times can be compared."""
    energy = _prepare_energy(reading, searchers)
    found = [[_run(energy, searcher, _RULE, seed, preset="paper") for searcher in searchers] for seed in range(seeds)]
    return {searcher: _summarize(runs) for searcher, runs in zip(searchers, zip(*found, strict=True), strict=True)}


def measure_pace(reading: str, searchers: Sequence[str], steps: int) -> dict[str, Any]:
    """Return the seconds per step of a long run: a run that STOP ends spends nearly all its time on the start."""
    energy = _prepare_energy(reading, searchers)
    runs = {searcher: _run(energy, searcher, MaxStep(limit=steps)) for searcher in searchers}
    return {searcher: run.seconds / run.steps for searcher, run in runs.items()}


def _prepare_energy(reading: str, searchers: Sequence[str]) -> SpatialVote:
    """Return the energy after a first run of each searcher, so that no measured time includes compilation."""
    energy = build_energy(reading)
    for searcher in searchers:
        _run(energy, searcher, MaxStep(limit=1))
    return energy


def _make_plan(energy: SpatialVote) -> hs.Plan:
    return hs.make_plan(POOL, BUDGET, energy=energy, stopping=_RULE, seed=0)


def _run(
    energy: SpatialVote, searcher: str, stopping: Any, seed: int = 0, *, preset: str | None = None
) -> hs.Selection:
    parts = {"energy": energy, "searcher": searcher, "stopping": stopping}
    return hs.select(POOL, BUDGET, preset=preset, seed=seed, certify="off", **parts)


def _summarize(runs: Sequence[hs.Selection]) -> dict[str, Any]:
    panels = Counter(run.members for run in runs)
    return {
        "values": [run.value for run in runs],
        "steps": [run.steps for run in runs],
        "reached": sum(run.stop_reason.startswith("STOP") for run in runs),
        "seconds": float(np.median([run.seconds for run in runs])),
        "panels": [{"members": list(members), "count": count} for members, count in panels.most_common()],
    }
