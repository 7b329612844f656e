"""Models of answers, and Bayes' formula by hand."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import strategies as st

from haversack.policies.answer_model import AnswerModel

LABELS = ("x", "y", "z")


@st.composite
def table_models(draw, max_members=4, labels=LABELS):
    """Models by tables with distinct probabilities, some of them small."""
    members = draw(st.integers(1, max_members))
    count = len(labels)
    weights = st.lists(st.integers(1, 40), min_size=count, max_size=count)
    tables = draw(st.lists(st.lists(weights, min_size=count, max_size=count), min_size=members, max_size=members))
    shares = np.array(tables, dtype=float)
    prior = np.array(draw(weights), dtype=float)
    return AnswerModel(
        names=[f"m{place}" for place in range(members)],
        prices=draw(st.lists(st.integers(1, 9), min_size=members, max_size=members)),
        labels=labels,
        log_prior=np.log(prior / prior.sum()),
        log_tables=np.log(shares / shares.sum(axis=2, keepdims=True)),
    )


@st.composite
def coin_models(draw, max_members=5, label_count=None):
    members = draw(st.integers(1, max_members))
    accuracies = st.sampled_from([0.3, 0.5, 0.6, 0.7, 0.7, 0.8, 0.95])
    return AnswerModel(
        names=[f"m{place}" for place in range(members)],
        prices=draw(st.lists(st.integers(1, 9), min_size=members, max_size=members)),
        accuracies=draw(st.lists(accuracies, min_size=members, max_size=members)),
        label_count=label_count or draw(st.integers(2, 4)),
    )


def likelihood(model, member, truth, answer, labels):
    if model.log_tables:
        return math.exp(model.log_tables[member][labels.index(truth)][labels.index(answer)])
    right = model.accuracies[member]
    return right if truth == answer else (1.0 - right) / (len(labels) - 1)


def compute_posterior(model, answers, labels):
    """By Bayes' formula; answers by position of the member."""
    prior = [math.exp(value) for value in model.log_prior] or [1.0 / len(labels)] * len(labels)
    joint = {
        label: share * math.prod(likelihood(model, member, label, given, labels) for member, given in answers.items())
        for label, share in zip(labels, prior, strict=True)
    }
    return {label: value / sum(joint.values()) for label, value in joint.items()}
