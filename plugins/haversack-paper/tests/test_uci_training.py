"""The families of classifiers learn what they should and count what they did."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest
from haversack_paper.experiments.uci.classifiers import FAMILIES, boltzmann_gradient, learn_scale
from haversack_paper.experiments.uci.compute import time_profile
from haversack_paper.experiments.uci.rows import Rows
from haversack_paper.experiments.uci.training import pack, split_rows, train_members, unpack


@pytest.fixture
def task():
    """Two clouds, far enough apart that one mistake in ten is many."""
    rng = np.random.default_rng(3)
    labels = rng.random(300) < 0.4
    return rng.normal(size=(300, 4)) + 1.5 * labels[:, None], labels


@pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)
def test_every_family_learns_an_easy_task_without_a_warning(family, task):
    features, labels = task
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        trained = family.train(features[:200], labels[:200], 5, **family.draw(np.random.default_rng(1)))
    right = trained.predict(features[200:]) == labels[200:]
    assert right.mean() > 0.8
    assert trained.operations > 0


@pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)
@pytest.mark.slow
def test_the_same_seed_gives_the_same_classifier_and_the_same_count(family, task):
    options = family.draw(np.random.default_rng(1))
    one, again = (family.train(*task, 5, **options) for _ in range(2))
    assert one.operations == again.operations
    assert np.array_equal(one.predict(task[0]), again.predict(task[0]))


def test_scales_are_robust_against_a_broken_sensor():
    values = np.random.default_rng(0).normal(size=(101, 2))
    spoilt = values.copy()
    spoilt[0, 0] = 1e6
    assert np.allclose(learn_scale(values)(values[1:]), learn_scale(spoilt)(values[1:]), atol=0.1)
    assert np.abs(learn_scale(spoilt)(spoilt)).max() == 5.0
    assert np.array_equal(learn_scale(np.ones((4, 1)))(np.ones((4, 1))), np.zeros((4, 1)))


def test_operations_are_those_of_the_stated_formulas(task):
    features, labels = task
    rows, width = features.shape
    scaling = 10 * rows * width

    def count(name, **options):
        return FAMILIES[name].train(features, labels, 0, **options).operations

    assert count("perceptron", epochs=1) == scaling + 4 * rows * width
    stump = count("tree", depth=1, least_rows=1, share=1.0)
    assert stump == round(rows * (1 + math.log2(rows)) * width)
    weights = width * 3 + 3 + 3 + 1
    assert count("feed-forward", hidden=3, epochs=1) == scaling + weights * (6 * rows + 12 * 5)
    fixed = count("random-features", hidden=7, ridge=0.01)
    assert fixed == scaling + 7 * rows * (2 * width + 5) + rows * 8**2 + 2 * rows * 8 + 2 * 8**3 // 3
    machine = count("boltzmann", hidden=3, epochs=2)
    assert machine == scaling + 2 * (rows * 3 * (4 * (width + 1) + 40) + 4 * 10 * (width + 1) * 3)


def test_the_gradient_of_the_boltzmann_machine_is_that_of_its_likelihood():
    """Finite differences of the likelihood, with the hidden units summed out one state after the other."""
    rng = np.random.default_rng(0)
    rows, labels = rng.normal(size=(5, 3)), np.array([True, False, True, True, False])
    weights, ties = rng.normal(size=(3, 2)), rng.normal(size=3)

    def loss(weights, ties):
        total = 0.0
        for row, label in zip(rows, labels, strict=True):
            # Energies of all states: label 1 or 0 adds or takes u from what a unit hears, and label 1 adds d.
            mass = {
                sign: sum(
                    math.exp(sum(on * (row @ weights[:, j] + sign * ties[j]) for j, on in enumerate(state)))
                    for state in ((0, 0), (0, 1), (1, 0), (1, 1))
                )
                for sign in (1, -1)
            }
            odds = math.exp(ties[2]) * mass[1] / mass[-1]
            total -= math.log(odds / (1 + odds) if label else 1 / (1 + odds))
        return total / len(rows)

    to_weights, to_ties = boltzmann_gradient(rows, labels, weights, ties)
    step = 1e-6
    for place in np.ndindex(weights.shape):
        bumped = weights.copy()
        bumped[place] += step
        assert to_weights[place] == pytest.approx((loss(bumped, ties) - loss(weights, ties)) / step, abs=1e-5)
    for place in range(3):
        bumped = ties.copy()
        bumped[place] += step
        assert to_ties[place] == pytest.approx((loss(weights, bumped) - loss(weights, ties)) / step, abs=1e-5)


def test_flags_survive_the_way_through_text():
    flags = np.random.default_rng(0).random(123) < 0.5
    assert np.array_equal(unpack(pack(flags)), flags)


def test_what_a_member_is_does_not_depend_on_who_is_trained_with_it(task):
    rows = Rows(*task, np.arange(300), "none")
    split = split_rows(rows, "rows", 0)
    together = train_members(range(10), rows, split, (20, 100), 7)
    alone = train_members([8], rows, split, (20, 100), 7)
    for one in (*together, *alone):
        assert one.pop("seconds") >= 0.0
    assert together[8] == alone[0]
    assert [one["family"] for one in together[:5]] == [one["family"] for one in together[5:]]
    assert all(20 <= one["rows"] <= 101 for one in together)
    assert len({one["rows"] for one in together}) > 5


@pytest.mark.slow
def test_the_time_profile_is_refused_as_often_as_it_should_be():
    """At 5 %, of samples that follow the model some 5 % are refused, and most of those that spread twice as much."""
    rng = np.random.default_rng(1)
    accuracies = rng.beta(17, 5, (100, 40))
    costs = 3.0 * rng.exponential(size=accuracies.shape) / (1.0 - accuracies)
    alike = [time_profile(cost, accuracy, rng) for cost, accuracy in zip(costs, accuracies, strict=True)]
    assert sum(one["p_value"] <= 0.05 for one in alike) <= 11
    assert np.mean([one["variation"] for one in alike]) == pytest.approx(1.0, abs=0.1)
    assert np.mean([one["spearman"] for one in alike]) > 0.1
    spread = [time_profile(cost**2, accuracy, rng) for cost, accuracy in zip(costs, accuracies, strict=True)]
    assert sum(one["p_value"] <= 0.05 for one in spread) > 90


def test_where_nobody_differs_there_is_no_profile():
    ones = np.ones(5)
    assert time_profile(ones, ones, np.random.default_rng(0)) == {"spearman": None, "variation": None, "p_value": None}
