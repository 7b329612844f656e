"""Lemma 1: mean and variance of q, as printed, in exact fractions, and by simulation."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from haversack_paper.laws import Law
from haversack_paper.panels import random_panel_errors
from haversack_paper.report import Column, Table, counted
from haversack_paper.verdicts import judged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack_paper.experiment import Json
    from haversack_paper.report import Claim

_PRECISE = 1e-9
_MOST_DEVIATIONS = 4.5


def run(shapes: Sequence[Sequence[int]], sizes: Sequence[int], draws: int, seed: int) -> Json:
    """Compute the printed formulas in whole numbers, haversack's in floating point, and simulate."""
    from haversack.statistics.majority_moments import majority_moments

    rng = np.random.default_rng(seed)
    rows = []
    for alpha, beta in shapes:
        simulated = random_panel_errors(Law("beta", (alpha, beta)), draws, sizes, rng)
        mean = Fraction(alpha, alpha + beta)
        variance = mean * (1 - mean) / (alpha + beta + 1)
        for size, errors in zip(sizes, simulated, strict=True):
            exact_mean, exact_variance = printed_moments(size, mean, variance)
            moments = majority_moments(size, float(mean), float(variance))
            squares = (errors - float(1 - exact_mean)) ** 2
            rows.append(
                {
                    "distribution": f"Beta({alpha}, {beta})",
                    "size": size,
                    "mean": float(exact_mean),
                    "variance": float(exact_variance),
                    "computed_mean": 1.0 - moments.mean_error,
                    "computed_variance": moments.standard_deviation**2,
                    "simulated_mean": float(1.0 - errors.mean()),
                    "simulated_variance": float(squares.mean()),
                    "mean_error": float(errors.std() / math.sqrt(draws)),
                    "variance_error": float(squares.std() / math.sqrt(draws)),
                }
            )
    return rows


def printed_moments(size: int, mean: Fraction, variance: Fraction) -> tuple[Fraction, Fraction]:
    """Return mean and variance of q by the formulas of section 4 and Lemma 1(2), term by term."""
    majority = size // 2 + 1
    expected = sum(
        (math.comb(size, k) * mean**k * (1 - mean) ** (size - k) for k in range(majority, size + 1)), Fraction(0)
    )
    both_right, both_wrong = variance + mean**2, variance + (1 - mean) ** 2
    one_right = mean * (1 - mean) - variance
    scale = math.lcm(both_right.denominator, both_wrong.denominator, one_right.denominator)
    right, wrong, mixed = (int(chance * scale) for chance in (both_right, both_wrong, one_right))
    total = 0
    for k in range(majority, size + 1):
        for m in range(1, k + 1):
            for h in range(max(majority - m, 0), size - k + 1):
                ways = math.comb(size, k) * math.comb(k, m) * math.comb(size - k, h)
                total += ways * right**m * mixed ** (k - m + h) * wrong ** (size - k - h)
    return expected, Fraction(total, scale**size) - expected**2


def claims(rows: Json) -> list[Claim]:
    """Return what became of the formulas."""
    return [
        _claim(rows, "mean", "The mean of q is P(Binomial(l, mean accuracy) > l/2)."),
        _claim(rows, "variance", "The variance of q is the printed triple sum."),
    ]


def _claim(rows: Json, key: str, statement: str) -> Claim:
    off = max(abs(row[f"computed_{key}"] / row[key] - 1.0) for row in rows)
    away = max(abs(row[f"simulated_{key}"] - row[key]) / row[f"{key}_error"] for row in rows)
    right = off < _PRECISE and away < _MOST_DEVIATIONS
    return judged(
        "Lemma 1(2)" if key == "variance" else "Section 4, mean of q",
        statement,
        "formula",
        f"in {counted(len(rows), 'case')}: haversack is within a share of {off:.0e} of the formula in exact fractions, "
        f"simulation within {away:.1f} standard errors",
        right,
        otherwise=f"more than a share of {_PRECISE:g} or {_MOST_DEVIATIONS} standard errors apart",
    )


def table(rows: Json) -> Table:
    """Return formula and simulation side by side."""
    columns = [
        Column("distribution"),
        Column("size"),
        Column("mean", "mean of q", "{:.6f}".format),
        Column("simulated_mean", "simulated", "{:.6f}".format),
        Column("variance", "variance of q", "{:.4e}".format),
        Column("simulated_variance", "simulated", "{:.4e}".format),
    ]
    return Table("moments", "Mean and variance of q: the printed formulas and simulation.", columns, rows)
