"""How many members of a panel are right, with probabilities as exact fractions (lemma 1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpz_poly

from haversack_verify.verdicts import Rejected

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST_BITS = 2_000_000_000


def count_right_votes(accuracies: Sequence[float]) -> tuple[list[int], int]:
    """Return whole numbers c and a power D of 2: the probability of k right votes is c[k] / D."""
    ratios = [accuracy.as_integer_ratio() for accuracy in accuracies]
    if sum(whole.bit_length() for _, whole in ratios) * len(ratios) > _MOST_BITS:
        raise Rejected(f"panel: the exact error of {len(ratios)} members has too many digits to be computed")
    factors = [fmpz_poly([whole - right, right]) for right, whole in ratios] or [fmpz_poly([1])]
    denominator = 1
    for _, whole in ratios:
        denominator *= whole
    while len(factors) > 1:
        pairs = zip(factors[::2], factors[1::2], strict=False)
        factors = [first * second for first, second in pairs] + factors[len(factors) & ~1 :]
    counts = [int(each) for each in factors[0].coeffs()]
    return counts + [0] * (len(ratios) + 1 - len(counts)), denominator
