from __future__ import annotations

import attrs
import pytest
from scipy import stats

from fakes import FORECAST, prepare_plan
from haversack import HaversackError
from haversack.capabilities import Moments
from haversack.stopping import Beta, Paper


def test_beta_takes_the_papers_quantile_or_the_one_it_is_given():
    assert prepare_plan(Beta()) == prepare_plan(Paper())
    plan = prepare_plan(Beta(quantile=0.99))
    assert plan.threshold == pytest.approx(stats.beta(plan.alpha, plan.beta).ppf(0.99))


def test_beta_says_where_it_cannot_be_used():
    wide = attrs.evolve(FORECAST, moments=Moments(0.3, 0.4))
    with pytest.raises(HaversackError, match="stopping 'beta' needs a q .* standard deviation 0.4; use 'paper'"):
        prepare_plan(Beta(), wide)
    still = attrs.evolve(FORECAST, moments=Moments(0.3, 0.0))
    with pytest.raises(HaversackError, match="stopping 'beta' needs"):
        prepare_plan(Beta(quantile=0.9), still)
