"""What answers say: tables, or one accuracy per member."""

from __future__ import annotations

import math

import numpy as np
import pytest

from haversack.errors import ConfigError
from haversack.policies.answer_model import UNIT, AnswerModel
from haversack.validators import OptionError

TABLES = np.log([[[0.9, 0.1], [0.2, 0.8]], [[0.6, 0.4], [0.3, 0.7]]])
PRIOR = np.log([0.75, 0.25])


def make_model(**changes):
    options = {"names": ["a", "b"], "prices": [1.0, 2.0], "labels": ["yes", "no"], "log_prior": PRIOR}
    return AnswerModel(**{**options, "log_tables": TABLES, **changes})


def test_arrays_become_plain_numbers():
    model = make_model()
    assert model.log_tables == tuple(tuple(map(tuple, table)) for table in TABLES.tolist())
    assert type(model.log_prior[0]) is float
    assert model == make_model(log_tables=TABLES.tolist())


def test_units_are_the_logarithms_by_answer():
    model = make_model()
    assert model.prior_units == tuple(round(math.log(share) / UNIT) for share in (0.75, 0.25))
    assert model.answer_units[0][1] == tuple(round(math.log(share) / UNIT) for share in (0.1, 0.8))
    assert model.shares[1][0] == pytest.approx((0.6, 0.3))


def test_weights_are_log_odds():
    model = AnswerModel(names=["a", "b", "c"], prices=[1, 1, 1], accuracies=[0.9, 0.5, 1.0])
    assert model.weights[0] * UNIT == pytest.approx(math.log(9.0))
    assert model.weights[1] == 0
    assert model.weights[2] * UNIT == pytest.approx(math.log((1 - 1e-6) / 1e-6))
    three = AnswerModel(names=["a"], prices=[1], accuracies=[0.5], label_count=3)
    assert three.weights[0] * UNIT == pytest.approx(math.log(2.0))


def test_labels_are_found_by_themselves_or_by_their_text():
    model = make_model(labels=[1, "two"])
    assert model.find_label(1) == 1
    assert model.find_label("1") == 1
    assert model.find_label("two") == "two"
    assert model.find_label("three") == "three"
    assert (model.find_position("two"), model.find_position("three")) == (1, None)


def test_prices_are_by_member():
    assert make_model().price("b") == 2.0


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"names": ["a", "a"]}, r"model: names: must be distinct and at least one, got \('a', 'a'\)"),
        ({"accuracies": [0.5, 0.5]}, "model: must have either log_tables or accuracies, got both or neither"),
        ({"log_tables": ()}, "model: must have either log_tables or accuracies, got both or neither"),
        ({"prices": [1.0]}, r"model: prices: must be 2 numbers, got \(1.0,\)"),
        ({"prices": [1.0, -1.0]}, "model: prices: must be numbers from 0 to inf, got -1.0"),
        ({"prices": [1.0, math.inf]}, "model: prices: must be finite numbers, got inf"),
        ({"prices": [1.0, True]}, "model: prices: must be numbers from 0 to inf, got True"),
        ({"log_prior": [0.0]}, "model: log_prior: must be 2 numbers"),
        ({"log_prior": [0.0, 1.0]}, "model: log_prior: must be numbers from -inf to 0, got 1.0"),
        ({"log_tables": TABLES[:1]}, "model: log_tables: must be one per member, 2, got 1"),
        ({"log_tables": [TABLES[0], TABLES[1][:1]]}, "model: log_tables: b: must have 2 rows, one per label"),
        ({"log_tables": [TABLES[0], 3.0]}, "model: log_tables: b: must have 2 rows, one per label"),
        ({"log_tables": [TABLES[0], [[0.0, 0.0], [0.0, None]]]}, "model: log_tables: b: must be numbers .* got None"),
        ({"log_tables": (), "accuracies": [0.5, 2.0]}, "model: accuracies: must be numbers from 0 to 1, got 2.0"),
    ],
)
def test_wrong_shapes_and_numbers_are_named(changes, message):
    with pytest.raises(ConfigError, match=message):
        make_model(**changes)


def test_there_are_at_least_two_labels():
    with pytest.raises(OptionError, match="label_count must be a whole number of at least 2, got 1"):
        AnswerModel(names=["a"], prices=[1], accuracies=[0.5], label_count=1)


def test_labels_are_compared_as_in_the_log():
    model = AnswerModel(["a"], [1.0], ["yes", "no"], accuracies=[0.8], compared="casefold")
    assert model.find_label(" YES") == "yes"
    assert AnswerModel(["a"], [1.0], [1, 2.5], accuracies=[0.8], compared="number").find_label("1.0") == 1
    with pytest.raises(OptionError, match="compared"):
        AnswerModel(["a"], [1.0], accuracies=[0.8], compared="loosely")
