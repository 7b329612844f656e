"""The error of k right votes of l, for each size l: from the rule of the majority, or listed in the file."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import TYPE_CHECKING

from haversack_verify.fields import read_list, read_numbers, take
from haversack_verify.verdicts import Unreadable
from haversack_verify.vote_counts import count_right_votes

if TYPE_CHECKING:
    from haversack_verify.problem import Problem


def read_weights(problem: Problem, size: int) -> tuple[float, ...] | None:
    """Return the errors of 0, 1, ... right votes, without zeros at the end; None where the file has none."""
    if problem.kind == "majority":
        half = (size + 1) // 2
        return (1.0,) * half + ((problem.tie_error,) if size % 2 == 0 else ())
    tables = read_list(take(problem.data, "weights", "problem"), "problem.weights", problem.count)
    if size > len(tables):
        return None
    place = f"problem.weights[{size - 1}]"
    weights = read_numbers(tables[size - 1], place, None, 0.0, 1.0)
    if len(weights) > size + 1 or any(later > earlier for earlier, later in itertools.pairwise(weights)):
        raise Unreadable(f"{place}: expected at most {size + 1} errors, none above the one before it")
    return weights


def counts_error(problem: Problem, members: tuple[int, ...]) -> Fraction:
    """Return the error of a panel, exactly."""
    weights = read_weights(problem, len(members))
    if weights is None:
        raise Unreadable(f"problem.weights: none for panels of {len(members)} members")
    counts, denominator = count_right_votes([problem.accuracies[member] for member in members])
    return (
        sum((Fraction(weight) * count for weight, count in zip(weights, counts, strict=False)), Fraction(0))
        / denominator
    )
