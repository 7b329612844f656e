from __future__ import annotations

import math

import attrs
import pytest

from haversack import Pool, select
from haversack.comparison import Reference
from haversack.comparison.reference import settle_reference


def answer(**changes):
    """A selection with what a reference looks at."""
    base = select(Pool(accuracies=[0.8]), stopping={"kind": "max-step", "limit": 1}, seed=0)
    usual = {"error": None, "bound": None, "error_bound": None, "gap": None, "proven": False}
    return attrs.evolve(base, **(usual | changes))


def test_a_proof_makes_the_best_answer_the_optimum():
    found = [answer(value=0.8, error=0.2), answer(value=0.9, error=0.1, proven=True, error_bound=0.1, bound=0.9)]
    assert settle_reference(found) == Reference("optimum", 0.9, 0.1)


def test_without_a_proof_the_strongest_bound_serves():
    found = [
        answer(value=0.8, error=0.2, bound=0.99, error_bound=0.01),
        answer(value=0.9, error=0.1, bound=0.95, error_bound=0.05),
        answer(value=0.9, error=0.1),
    ]
    assert settle_reference(found) == Reference("bound", 0.95, 0.05)


def test_a_bound_that_says_nothing_does_not_count():
    found = [answer(value=0.8, error=0.2, bound=1.0, error_bound=0.0), answer(value=0.9, error=0.1)]
    assert settle_reference(found) == Reference("best-found", 0.9, 0.1)


def test_values_that_are_no_probabilities_have_bounds_of_their_own():
    found = [answer(value=7.0, bound=9.0), answer(value=8.0, bound=8.5)]
    assert settle_reference(found) == Reference("bound", 8.5)
    assert settle_reference([answer(value=7.0), answer(value=8.0)]) == Reference("best-found", 8.0)


def test_what_is_known_goes_before_what_is_found():
    known = Reference("best-known", 12.0)
    assert settle_reference([answer(value=8.0)], known) == known
    assert settle_reference([], known) == known
    assert settle_reference([]) is None


def test_the_known_value_of_a_probability_has_an_error():
    settled = settle_reference([answer(value=0.8, error=0.2)], Reference("best-known", 0.75))
    assert settled == Reference("best-known", 0.75, 0.25)


@pytest.mark.parametrize(
    ("reference", "value", "error", "excess"),
    [
        (Reference("optimum", 0.9, 0.1), 0.7, 0.3, 2.0),
        (Reference("optimum", 1.0, 1e-22), 1.0, 1e-20, 99.0),
        (Reference("optimum", 0.9, 0.1), 0.9, 0.1, 0.0),
        (Reference("best-known", 0.9, 0.1), 0.95, 0.05, -0.5),
        (Reference("best-known", 200.0), 150.0, None, 0.25),
        (Reference("best-known", -200.0), -250.0, None, 0.25),
        (Reference("optimum", 1.0, 0.0), 1.0, 0.0, 0.0),
        (Reference("optimum", 1.0, 0.0), 0.5, 0.5, math.inf),
        (Reference("optimum", 0.9, 0.1), None, None, math.inf),
    ],
)
def test_the_excess_is_the_share_by_which_an_answer_is_worse(reference, value, error, excess):
    assert reference.excess(value, error) == pytest.approx(excess)
