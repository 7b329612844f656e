"""Errors of the most accurate members, against enumeration."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import ctx
from haversack_verify.checking import check_document
from haversack_verify.prefixes import compute_prefix_errors, odd_sizes_suffice
from haversack_verify.problem import read_problem
from haversack_verify.verdicts import Rejected

from certificate_cases import compute_error, list_panels, make_document

PROBLEM = {
    "kind": "majority",
    "members": 5,
    "accuracies": [0.6, 0.9, 0.55, 0.8, 0.75],
    "tie_error": 0.25,
    "rows": [],
    "inside": [],
    "outside": [],
}


def test_errors_of_all_sizes_are_those_of_enumeration():
    with ctx.workprec(128):
        errors = dict(compute_prefix_errors(read_problem(PROBLEM)))
    ranked = [1, 3, 4, 0, 2]
    assert sorted(errors) == [1, 2, 3, 4, 5]
    for size, error in errors.items():
        assert float(error) == pytest.approx(float(compute_error(PROBLEM, ranked[:size])), rel=1e-15)
        assert float(error.rad()) < 1e-30


@pytest.mark.parametrize(
    ("changes", "expected"), [({}, False), ({"tie_error": 0.5}, True), ({"tie_error": 1.0, "inside": [0]}, False)]
)
def test_odd_sizes_suffice_without_demands_where_ties_are_bad(changes, expected):
    assert odd_sizes_suffice(read_problem({**PROBLEM, **changes})) is expected


def test_a_bound_above_the_best_prefix_is_rejected():
    (least, best), *_, (error, members) = list_panels(PROBLEM)
    true = make_document(PROBLEM, best, least, least * (1 - Fraction(1, 10**12)), method="prefixes")
    assert check_document(true).error == least
    false = make_document(PROBLEM, members, error, least * (1 + Fraction(1, 10**12)), method="prefixes")
    with pytest.raises(Rejected, match=rf"^sizes: the {len(best)} most accurate members have an error of .* below the"):
        check_document(false)
