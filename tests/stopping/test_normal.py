from __future__ import annotations

import pytest
from scipy import stats

from fakes import prepare_plan
from haversack.stopping import Normal


@pytest.mark.parametrize(
    ("side", "quantile", "root"), [("left", 0.9, 3.0), ("two-sided", 0.95, 3.0), ("right", 0.9, 1.0)]
)
def test_the_threshold_is_a_normal_quantile(side, quantile, root):
    plan = prepare_plan(Normal(side=side))
    assert plan.rule == "normal"
    assert plan.threshold == pytest.approx(1 - 0.0333 + stats.norm.ppf(quantile) * 0.0181 / root)


@pytest.mark.parametrize(("option", "value"), [("level", 0.0), ("level", 1.0), ("side", "middle")])
def test_options_out_of_range_are_refused_by_name(option, value):
    with pytest.raises(ValueError, match=f"^{option} must be .*, got"):
        Normal(**{option: value})
