"""Rows of limits in whole numbers, so that sums are exact."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from haversack_verify.problem import Problem


def list_limits(problem: Problem) -> tuple[list[list[int]], list[int]]:
    """Return usage by row and member, and a limit for each row: the sum over a panel is at most that.

    Every limit of a row becomes a row of its own, those from below with the opposite sign. All numbers are multiplied
    by the least power of 2 that makes usage whole; limits are rounded down, which excludes no sum.
    """
    usage, limits = [], []
    for row in problem.rows:
        amounts = [Fraction(each) for each in row.usage]
        scale = max(each.denominator for each in amounts)
        for limit, sign in ((row.most, 1), (row.least, -1)):
            if limit is not None:
                usage.append([int(each * scale) * sign for each in amounts])
                limits.append(Fraction(limit) * scale * sign // 1)
    return usage, limits
