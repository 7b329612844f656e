"""Which family fits simulated values of q best, and where STOP stands among them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from haversack_paper.experiments.beta_fit.families import ALL, BOTH_WAYS, Family
from haversack_paper.laws import Law
from haversack_paper.panels import random_panel_errors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack import FloatArray
    from haversack_paper.experiment import Json

AS_GOOD = 2.0
"""Differences of Akaike's criterion up to this are no reason to prefer one family."""

_TESTED = 200  # Values in a test of the fit, a few hundred as in usual practice.
_BINS = 60
_CLASSES = ((0.0, 1.0, 0.6), (1.0, 2.5, 0.8), (2.5, 3.5, 0.9), (3.5, float("inf"), 0.95))
"""Table 1: above and up to which gamma which probability is used."""


def fit_setting(
    kind: str,
    numbers: Sequence[float],
    size: int,
    sample: int,
    repetitions: int,
    draws: int,
    seed: Sequence[int],
    shown: bool,
) -> Json:
    """Fit all families to samples of q from panels of one size, and compare STOP with many draws of q."""
    from haversack.statistics.beta import fit_beta, measure_goodness_of_fit

    law = Law(kind, tuple(numbers))
    rng = np.random.default_rng(seed)
    samples = [random_panel_errors(law, sample, [size], rng)[0] for _ in range(repetitions)]
    accepted = 0
    for errors in samples:
        tested = errors[:_TESTED]
        fit = fit_beta(tested)
        accepted += fit is not None and measure_goodness_of_fit(tested, fit, rng) > 0.05
    many = random_panel_errors(law, draws, [size], rng)[0]
    return {
        "law": law.name,
        "is_beta": law.is_beta,
        "size": size,
        "fits": [{family.name: family.measure(errors) for family in ALL} for errors in samples],
        "accepted": accepted,
        "repetitions": repetitions,
        "skewness": -float((((many - many.mean()) / many.std()) ** 3).mean()),
        "stop": _compute_stop(law, size, many),
        "picture": _compute_picture(many, samples[0]) if shown else None,
    }


def _compute_stop(law: Law, size: int, errors: FloatArray) -> Json:
    """Return the paper's STOP for panels of this size, and the share of random panels that stay below it."""
    from haversack.statistics.majority_moments import compute_majority_moments
    from haversack.statistics.thresholds import paper_threshold

    moments = compute_majority_moments(size, *law.moments())
    threshold = paper_threshold(moments, size)
    skewness = None
    if threshold.mode is not None:
        skewness = (1.0 - moments.mean_error - threshold.mode) / moments.standard_deviation
    return {
        "rule": threshold.rule,
        "alpha": threshold.alpha,
        "beta": threshold.beta,
        "gamma": threshold.gamma,
        "rho": threshold.quantile,
        "stop": 1.0 - threshold.error,
        "skewness_by_pearson": skewness,
        "below": float((errors > threshold.error).mean()),
    }


def _compute_picture(many: FloatArray, sample: FloatArray) -> Json:
    """Return a histogram of q, and the densities of the families fitted to a sample."""
    most = float(np.quantile(many, 0.995))
    counts, edges = np.histogram(many, bins=_BINS, range=(0.0, most))
    grid = np.linspace(most / 400, most, 200)
    densities = {one.name: np.exp(one.fit(sample).log_densities(grid)).tolist() for one in BOTH_WAYS}
    heights = counts / (len(many) * (edges[1] - edges[0]))
    return {"edges": (1.0 - edges).tolist(), "heights": heights.tolist(), "grid": (1.0 - grid).tolist(), **densities}


def count_wins(settings: list[Json], families: Sequence[Family]) -> dict[str, float]:
    """Return the share of samples that each family fits best, the most frequent first."""
    fits = [fit for setting in settings for fit in setting["fits"]]
    counts = Counter(min((family.name for family in families), key=lambda name: fit[name]["aic"]) for fit in fits)
    return {name: count / len(fits) for name, count in counts.most_common()}


def share_as_good(settings: list[Json], families: Sequence[Family]) -> float:
    """Return the share of samples in which beta is best or as good as the best."""
    fits = [fit for setting in settings for fit in setting["fits"]]
    good = [fit["beta"]["aic"] <= min(fit[family.name]["aic"] for family in families) + AS_GOOD for fit in fits]
    return float(np.mean(good))


def share_accepted(settings: list[Json]) -> float:
    """Return the share of the samples in which the test does not reject a beta distribution."""
    tested = sum(int(setting["repetitions"]) for setting in settings)
    return sum(int(setting["accepted"]) for setting in settings) / tested


def summarise_stops(settings: list[Json]) -> list[Json]:
    """Return, for each class of Table 1, the shares of random panels that stay below STOP."""
    stops = [setting["stop"] for setting in settings if setting["stop"]["gamma"] is not None]
    rows = []
    for low, high, probability in _CLASSES:
        found = [stop["below"] for stop in stops if low < max(stop["gamma"], 1e-300) <= high]
        rows.append(
            {
                "gamma": f"up to {high:g}" if high < float("inf") else f"above {low:g}",
                "probability": probability,
                "settings": len(found),
                "least": min(found, default=None),
                "most": max(found, default=None),
            }
        )
    return rows
