from __future__ import annotations

import math

import pytest

from haversack import Progress
from haversack.stopping import Target


def test_it_fires_when_the_value_is_reached():
    rule = Target(value=0.9)
    assert rule(Progress()) is None
    assert rule(Progress(best_loss=0.2, best_value=0.8)) is None
    assert rule(Progress(best_loss=0.1, best_value=0.9)) == "target value 0.9 reached"


def test_an_error_distinguishes_what_the_value_cannot():
    rule = Target(error=1e-21)
    assert rule(Progress(best_loss=1e-20, best_value=1.0)) is None
    assert rule(Progress(best_loss=1e-22, best_value=1.0)) == "target error 1e-21 reached"


@pytest.mark.parametrize("options", [{}, {"value": 0.9, "error": 0.1}])
def test_either_a_value_or_an_error_is_needed(options):
    with pytest.raises(ValueError, match="value or error must be given, and only one of them"):
        Target(**options)


@pytest.mark.parametrize("option", ["value", "error"])
def test_targets_that_are_not_finite_are_refused(option):
    with pytest.raises(ValueError, match=f"^{option} must be .*, got"):
        Target(**{option: math.nan})
