"""No panel of a size errs less than the most accurate members do (lemma 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flint import arb, arb_poly, ctx

from haversack_verify.candidates import list_eligible
from haversack_verify.verdicts import Rejected

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from haversack_verify.problem import Claim, Problem


def check_prefixes(problem: Problem, claim: Claim, proof: Any) -> None:  # noqa: ARG001 - a method of proof
    """Accept the bound if the most accurate members of no size are below it."""
    require_sizes(problem, claim.bound, problem.count + 1)


def odd_sizes_suffice(problem: Problem) -> bool:
    """Return whether some member of every even panel can be dropped without harm (lemma 5)."""
    return not problem.has_demands and problem.tie_error >= 0.5


def require_sizes(problem: Problem, bound: Fraction, below: int, *, parity: int | None = None) -> None:
    """Raise `Rejected` unless the bound holds for all panels of fewer than `below` members, or those of a parity."""
    if parity is None and odd_sizes_suffice(problem):
        parity = 1
    with ctx.workprec(128 + bound.denominator.bit_length() - bound.numerator.bit_length()):
        limit = to_ball(bound)
        for size, error in compute_prefix_errors(problem):
            if size >= below:
                break
            if parity in (None, size % 2) and not error >= limit:
                raise Rejected(
                    f"sizes: the {size} most accurate members have an error of {error.str(8)}, below the bound"
                )


def compute_prefix_errors(problem: Problem) -> Iterator[tuple[int, arb]]:
    """Yield the error of the most accurate members, for every size."""
    ranked = sorted((problem.accuracies[member] for member in list_eligible(problem)), reverse=True)
    votes, tail, most = arb_poly([1]), arb(0), -1
    for size, accuracy in enumerate(ranked, start=1):
        right = arb(accuracy)
        # Of the panel so far, at most `most` votes are right with the probability `tail`.
        tail -= right * votes[most] if most >= 0 else 0
        votes *= arb_poly([1 - right, right])
        if (size - 1) // 2 > most:
            most += 1
            tail += votes[most]
        yield size, tail if size % 2 else tail + arb(problem.tie_error) * votes[size // 2]


def to_ball(number: Fraction) -> arb:
    """Return a ball around a fraction, in the precision that is set."""
    return arb(number.numerator) / arb(number.denominator)
