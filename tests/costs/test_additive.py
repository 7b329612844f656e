from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack import HaversackError, Pool, PoolError, Problem, make_plan
from haversack.capabilities import AccuracyModel
from haversack.costs import Additive
from haversack.energies import MajorityVote
from oracles import every_set
from strategies import pools

EMPIRICAL = AccuracyModel(0.7, 0.01, "empirical")


def beta_model(alpha, beta):
    return AccuracyModel(alpha / (alpha + beta), 0.01, "beta", alpha, beta)


@given(pool=pools())
def test_a_set_costs_the_sum_of_its_members(pool):
    all_members, none = np.ones((1, len(pool)), dtype=bool), np.zeros((1, len(pool)), dtype=bool)
    assert Additive().costs(pool, all_members)[0] == pytest.approx(math.fsum(pool.costs))
    assert Additive().costs(pool, none)[0] == 0.0


@given(pool=pools(max_size=6), share=st.floats(0.05, 1.0))
def test_resources_describe_the_same_feasible_sets(pool, share):
    sets = every_set(len(pool))
    model = Additive()
    problem = Problem(pool, MajorityVote(), model, share * float(model.costs(pool, sets).max()) + 1e-9)
    resources = problem.resources()
    within = (sets @ resources.usage <= resources.limits).all(axis=1)
    assert np.array_equal(within, problem.fits(sets))


@pytest.mark.parametrize("size", ["auto", "mean", "poisson", "poisson-normal"])
def test_where_no_member_has_a_price_all_fit(size):
    pool = Pool(accuracies=[0.6, 0.7, 0.8], costs=[0, 0, 0])
    assert Additive(size=size).expected_size(pool, 3.0, beta_model(4.0, 2.0)).size == 3


def test_the_mean_cost_gives_the_size_rounded_up_and_kept_within_the_pool():
    pool = Pool(accuracies=[0.7] * 4, costs=[1.0, 2.0, 3.0, 4.0])
    sizes = [Additive(size="mean").expected_size(pool, budget, EMPIRICAL).size for budget in (0.1, 5.0, 5.1, 1e9)]
    assert sizes == [1, 2, 3, 4]


def test_a_quotient_just_above_a_whole_number_by_rounding_is_that_number():
    pool = Pool(accuracies=[0.7] * 9, costs=[0.1] * 9)
    budget = 0.1 * 3
    assert budget / 0.1 > 3.0
    assert Additive(size="mean").expected_size(pool, budget, EMPIRICAL).size == 3


def test_with_a_scale_of_one_the_papers_lemma_is_exact():
    """Costs such that n / sum t (1 - p) = 1; then l-hat is ceil(T (beta - 1)/(alpha + beta - 1))."""
    pool = Pool(accuracies=[0.5] * 30, costs=[2.0] * 30)
    estimate = Additive().expected_size(pool, 45.0, beta_model(17, 5))
    assert estimate.size == math.ceil(45.0 * 4 / 21)
    assert "beta" in estimate.how


def test_the_beta_size_does_not_depend_on_the_unit_of_cost():
    generator = np.random.default_rng(0)
    accuracies = generator.beta(17, 5, 50)
    costs = generator.exponential(1 / (1 - accuracies))
    sizes = {
        Additive(size="beta")
        .expected_size(Pool(accuracies=accuracies, costs=unit * costs), unit * 40.0, beta_model(17, 5))
        .size
        for unit in (1.0, 1e-3, 60.0)
    }
    assert len(sizes) == 1


def test_members_who_are_never_wrong_cost_nothing_in_the_beta_model_so_all_are_expected():
    pool = Pool(accuracies=[1.0] * 4, costs=[1.0, 2.0, 3.0, 4.0])
    assert Additive().expected_size(pool, 1.0, beta_model(17, 5)).size == 4


def test_the_automatic_choice_falls_back_to_the_mean_cost():
    pool = Pool(accuracies=[0.7] * 4, costs=[1.0, 2.0, 3.0, 4.0])
    for model in (EMPIRICAL, beta_model(3.0, 0.9)):
        assert Additive().expected_size(pool, 5.0, model).how == "the mean cost"


@pytest.mark.parametrize(
    ("model", "found"), [(EMPIRICAL, "here none fits"), (beta_model(3.0, 0.9), "here this parameter is 0.9")]
)
def test_the_beta_size_is_refused_if_no_beta_distribution_fits(model, found):
    pool = Pool(accuracies=[0.7] * 4, costs=[1.0, 2.0, 3.0, 4.0])
    with pytest.raises(HaversackError, match=f"^cost.size: 'beta' needs .*; {found}; use 'mean' or 'auto'$"):
        Additive(size="beta").expected_size(pool, 5.0, model)


def test_without_a_budget_the_size_is_that_of_the_pool_and_nothing_is_limited():
    pool = Pool(accuracies=[0.7] * 4, costs=[1.0] * 4)
    assert Additive().expected_size(pool, math.inf, EMPIRICAL).size == 4
    assert Additive().resources(pool, math.inf).usage.shape == (4, 0)


def test_additive_costs_need_costs():
    with pytest.raises(PoolError, match="cost model 'none' needs none"):
        Additive().costs(Pool(accuracies=[0.7]), np.ones((1, 1), dtype=bool))


def test_sizes_by_poisson_quantiles():
    from scipy import stats

    pool = Pool(accuracies=[0.7] * 50, costs=[2.0] * 50)
    quantile = Additive(size="poisson").expected_size(pool, 20.0, EMPIRICAL).size
    assert stats.poisson.sf(quantile, 10.0) <= 0.05 < stats.poisson.sf(quantile - 1, 10.0)
    assert Additive(size="poisson-normal").expected_size(pool, 20.0, EMPIRICAL).size == math.ceil(
        10 + 0.5 + 1.64 * 10**0.5
    )
    assert Additive(size="poisson").expected_size(pool, 1e9, EMPIRICAL).size == 50


def test_a_shared_rate_and_a_given_scale():
    pool = Pool(accuracies=[0.7] * 50, costs=[2.0] * 50)
    shared = Additive(size="beta", rates="shared", rate_scale=1.0).expected_size(pool, 45.0, beta_model(17, 5))
    assert shared.size == math.ceil(45.0 * 5 / 22)
    own = Additive(size="beta", rate_scale=1.0).expected_size(pool, 45.0, beta_model(17, 5))
    assert own.size == math.ceil(45.0 * 4 / 21)


@pytest.mark.parametrize("size", ["auto", "mean", "poisson", "poisson-normal"])
def test_costs_whose_mean_is_rounded_to_nothing_buy_all_members(size):
    pool = Pool(accuracies=[0.9, 0.8, 0.7], costs=[0.0, 5e-324, 0.0])
    assert make_plan(pool, 1.0, cost={"kind": "additive", "size": size}, seed=1).size == 3
