"""Posterior probabilities, against sums over all that could have happened."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from answer_models import LABELS, coin_models, compute_posterior, likelihood, table_models
from haversack.policies.answer_model import AnswerModel
from haversack.policies.beliefs import CoinBeliefs, TableBeliefs, start_beliefs


@given(table_models(), st.data())
def test_tables_give_the_posterior_of_bayes(model, data):
    answers = {place: data.draw(st.sampled_from(LABELS)) for place in range(len(model.names))}
    beliefs = TableBeliefs(model)
    for member, label in answers.items():
        beliefs.add(member, label)
    expected = compute_posterior(model, answers, LABELS)
    assert beliefs.posteriors() == pytest.approx(expected, rel=1e-6)
    assert beliefs.top() == pytest.approx(max(expected.values()), rel=1e-6)
    assert max(expected.values()) == pytest.approx(expected[beliefs.leaders()[0]], rel=1e-6)


@given(coin_models(), st.data())
def test_accuracies_give_the_posterior_of_bayes_among_so_many_labels(model, data):
    labels = "abcd"[: model.label_count]
    answers = {place: data.draw(st.sampled_from(labels)) for place in range(len(model.names))}
    beliefs = CoinBeliefs(model)
    for member, label in answers.items():
        beliefs.add(member, label)
    expected = compute_posterior(model, answers, labels)
    found = beliefs.posteriors()
    assert found == pytest.approx({label: expected[label] for label in found}, rel=1e-6)
    assert beliefs.top() == pytest.approx(max(expected.values()), rel=1e-6)


def test_the_order_of_answers_never_breaks_a_tie():
    model = AnswerModel(names=list("abcd"), prices=[1] * 4, accuracies=[0.7, 0.6, 0.7, 0.6])
    for order in itertools.permutations(range(4)):
        beliefs = CoinBeliefs(model)
        for member in order:
            beliefs.add(member, "yes" if member < 2 else "no")
        assert sorted(beliefs.leaders()) == ["no", "yes"]


def test_a_label_that_nobody_named_may_lead():
    model = AnswerModel(names=["a"], prices=[1], accuracies=[0.2])
    beliefs = CoinBeliefs(model)
    beliefs.add(0, "yes")
    assert beliefs.leaders() == []
    assert beliefs.top() == pytest.approx(0.8)
    assert beliefs.posteriors() == {"yes": pytest.approx(0.2)}


def test_more_labels_than_assumed_are_taken_in():
    model = AnswerModel(names=list("abc"), prices=[1] * 3, accuracies=[0.8] * 3)
    beliefs = CoinBeliefs(model)
    for member, label in enumerate("xyz"):
        beliefs.add(member, label)
    assert beliefs.posteriors() == pytest.approx({"x": 1 / 3, "y": 1 / 3, "z": 1 / 3})


def test_an_unknown_label_says_nothing_to_tables():
    model = AnswerModel(["a"], [1], ["x", "y"], np.log([0.6, 0.4]), np.log([[[0.9, 0.1], [0.2, 0.8]]]))
    beliefs = TableBeliefs(model)
    beliefs.add(0, "other")
    assert (beliefs.informed, beliefs.posteriors()) == (0, pytest.approx({"x": 0.6, "y": 0.4}))


@given(st.one_of(table_models(max_members=3), coin_models(max_members=3, label_count=3)), st.data())
def test_information_is_the_mutual_information_of_answer_and_truth(model, data):
    labels = LABELS
    answers = {place: data.draw(st.sampled_from(labels)) for place in range(len(model.names) - 1)}
    beliefs = start_beliefs(model)
    for member, label in answers.items():
        beliefs.add(member, label)
    last = len(model.names) - 1
    shares = compute_posterior(model, answers, labels)
    joint = {(t, a): shares[t] * likelihood(model, last, t, a, labels) for t in labels for a in labels}
    chance = {a: sum(joint[t, a] for t in labels) for a in labels}
    expected = sum(p * math.log(p / (shares[t] * chance[a])) for (t, a), p in joint.items() if p > 0.0)
    assert beliefs.information(last) == pytest.approx(expected, abs=1e-7)


@given(st.one_of(table_models(max_members=4, labels=("x", "y")), coin_models(max_members=4, label_count=2)), st.data())
def test_decided_means_that_no_further_answers_change_the_verdict(model, data):
    """With two labels also the other way round: if no answers can change it, it is decided."""
    labels = ("x", "y")
    known = data.draw(st.integers(1, len(model.names)))
    answers = {place: data.draw(st.sampled_from(labels)) for place in range(known)}

    def judge(further):
        beliefs = start_beliefs(model)
        for member, label in (answers | further).items():
            if label is not None:
                beliefs.add(member, label)
        leaders = beliefs.leaders()
        return leaders[0] if len(leaders) == 1 else None

    rest = range(known, len(model.names))
    verdicts = {
        judge(dict(zip(rest, given, strict=True))) for given in itertools.product((*labels, None), repeat=len(rest))
    }
    beliefs = start_beliefs(model)
    for member, label in answers.items():
        beliefs.add(member, label)
    if beliefs.is_decided(rest):
        assert len(verdicts) == 1
    elif model.log_tables:
        assert len(verdicts) > 1


@pytest.mark.parametrize(("table", "is_decided"), [([[0.5, 0.5], [0.5, 0.5]], True), ([[0.5, 0.5], [0.4, 0.6]], False)])
def test_a_tie_is_decided_if_nobody_can_break_it(table, is_decided):
    beliefs = TableBeliefs(AnswerModel(["a"], [1], ["x", "y"], np.log([0.5, 0.5]), np.log([table])))
    assert beliefs.is_decided([0]) is is_decided


def test_a_label_that_nobody_named_decides_nothing():
    """The answer of the second member may name it, although it says nothing."""
    beliefs = CoinBeliefs(AnswerModel(["a", "b"], [1, 1], accuracies=[0.3, 0.5]))
    beliefs.add(0, "x")
    assert not beliefs.is_decided([1])
