"""Panels that no key excludes are all looked at, whoever is on them."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from flint import arb
from haversack_verify.candidates import Candidates
from haversack_verify.undecided import require_none_better
from haversack_verify.verdicts import Rejected
from hypothesis import given, settings
from hypothesis import strategies as st

ACCURACIES = st.sampled_from([0.0, 0.25, 0.5, 0.625, 0.75, 1.0])


def compute_error(accuracies):
    """Return the probability that at most half of the members are right, by enumeration."""
    total = Fraction(0)
    for right in itertools.product((False, True), repeat=len(accuracies)):
        chance = Fraction(1)
        for accuracy, is_right in zip(accuracies, right, strict=True):
            chance *= Fraction(accuracy) if is_right else 1 - Fraction(accuracy)
        total += chance if 2 * sum(right) <= len(right) else 0
    return total


def list_errors(candidates):
    """Return the errors of all panels of odd size that the rows allow."""
    for panel in itertools.product((False, True), repeat=len(candidates)):
        fits = all(
            sum(amount for amount, is_in in zip(usage, panel, strict=True) if is_in) <= limit
            for usage, limit in zip(candidates.usage, candidates.limits, strict=True)
        )
        has_forced = all(is_in or not forced for is_in, forced in zip(panel, candidates.forced, strict=True))
        if fits and has_forced and sum(panel) % 2:
            chosen = [accuracy for accuracy, is_in in zip(candidates.accuracies, panel, strict=True) if is_in]
            yield compute_error(chosen)


@settings(deadline=None)
@given(st.lists(ACCURACIES, min_size=1, max_size=5), st.data())
def test_a_bound_is_accepted_if_and_only_if_no_panel_falls_below_it(accuracies, data):
    size = len(accuracies)
    row = st.tuples(*([st.sampled_from([-1.0, 0.0, 1.0, 2.0])] * size))
    usage = data.draw(st.lists(row, min_size=1, max_size=2))
    candidates = Candidates(
        indices=tuple(range(size)),
        accuracies=tuple(accuracies),
        forced=tuple(data.draw(st.lists(st.booleans(), min_size=size, max_size=size))),
        usage=tuple(usage),
        limits=tuple(data.draw(st.sampled_from([-1.0, 0.0, 2.0, 5.0])) for _ in usage),
    )
    bound = data.draw(st.sampled_from([Fraction(1, 100), Fraction(1, 5), Fraction(1, 3), Fraction(9, 10)]))
    keys, prices = [arb(0)] * size, [0.0] * len(usage)
    if all(error > bound for error in list_errors(candidates)):
        require_none_better(candidates, keys, prices, arb(0), bound, "proof")
    elif any(error < bound for error in list_errors(candidates)):
        with pytest.raises(Rejected, match="may have an error below the bound"):
            require_none_better(candidates, keys, prices, arb(0), bound, "proof")


def test_a_member_who_is_never_right_is_one_of_a_panel():
    """Of three, two are right together; counted as two, the panel would not have been looked at."""
    candidates = Candidates((0, 1, 2), (1.0, 1.0, 0.0), (False,) * 3, ((-1.0,) * 3,), (-3.0,))
    with pytest.raises(Rejected, match="a panel of 3 members"):
        require_none_better(candidates, [arb(0)] * 3, [0.0], arb(0), Fraction(1, 2), "proof")
