from __future__ import annotations

import pytest

from haversack import Progress
from haversack.stopping import Target


def test_a_target_fires_when_reached():
    rule = Target(value=0.9)
    assert rule(Progress()) is None
    assert rule(Progress(best_loss=0.2, best_value=0.8)) is None
    assert rule(Progress(best_loss=0.1, best_value=0.9)) == "target value 0.9 reached"


def test_a_target_error_tells_apart_what_the_value_cannot():
    rule = Target(error=1e-21)
    assert rule(Progress(best_loss=1e-20, best_value=1.0)) is None
    assert rule(Progress(best_loss=1e-22, best_value=1.0)) == "target error 1e-21 reached"


@pytest.mark.parametrize("options", [{}, {"value": 0.9, "error": 0.1}])
def test_a_target_is_one_of_value_and_error(options):
    with pytest.raises(ValueError, match="value or error must be given, and only one of them"):
        Target(**options)


@pytest.mark.parametrize(("option", "value"), [("value", float("nan")), ("error", float("inf"))])
def test_options_out_of_range_are_refused_by_name(option, value):
    with pytest.raises(ValueError, match=f"^{option} must be .*, got"):
        Target(**{option: value})
