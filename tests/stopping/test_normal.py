from __future__ import annotations

import pytest
from scipy import stats

from conftest import paper_pool
from haversack import select
from haversack.stopping import Normal


@pytest.mark.parametrize(
    ("side", "quantile", "root"), [("left", 0.9, 3.0), ("two-sided", 0.95, 3.0), ("right", 0.9, 1.0)]
)
def test_the_threshold_is_a_quantile_above_the_mean(forecast, side, quantile, root):
    plan = Normal(side=side).prepare(lambda **_: forecast).plan
    assert plan.rule == "normal"
    assert plan.threshold == pytest.approx(1 - 0.0333 + stats.norm.ppf(quantile) * 0.0181 / root)


def test_the_level_can_be_chosen(forecast):
    plan = Normal(level=0.99, side="right").prepare(lambda **_: forecast).plan
    assert plan.threshold == pytest.approx(1 - 0.0333 + stats.norm.ppf(0.99) * 0.0181)


@pytest.mark.parametrize(("option", "value"), [("side", "both"), ("level", 1.0), ("level", 0.0)])
def test_options_out_of_range_are_refused_by_name(option, value):
    with pytest.raises(ValueError, match=f"^{option} must be .*, got"):
        Normal(**{option: value})


def test_it_runs_by_name():
    found = select(paper_pool(30, 0), 40.0, stopping={"kind": "normal", "max_steps": 500}, seed=0)
    assert found.plan.max_steps == 500
    assert "STOP" in found.stop_reason
