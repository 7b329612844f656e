"""Recorded items asked in an order that depends on the answers so far: the most expected information per price first.

Records, models and outcomes are those of `haversack.kernels.records`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit
from haversack.kernels.records import UNIT, find_leader, find_shares

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray
    from haversack.kernels.records import Model, Records


@jit
def measure_information(shares: FloatArray, likelihoods: FloatArray) -> float:
    """Return the expected information of an answer about the right label, in nats.

    Parameters
    ----------
    shares
        The probability of each label.
    likelihoods
        Of shape (answers, labels): the probability of each answer where each label is right.
    """
    gain = 0.0
    for answer in range(likelihoods.shape[0]):
        chance = 0.0
        for label in range(shares.shape[0]):
            chance += shares[label] * likelihoods[answer, label]
        for label in range(shares.shape[0]):
            joint = shares[label] * likelihoods[answer, label]
            if joint > 1e-12:
                gain += joint * np.log(likelihoods[answer, label] / chance)
    return max(gain, 0.0)


@jit
def choose_next(
    order: IntArray, is_left: FloatArray, shares: FloatArray, likelihoods: FloatArray, prices: FloatArray
) -> int:
    """Return the place in the order of the member with the most expected information per price; -1 if none is left."""
    best, highest = -1, -1.0
    for place in range(order.shape[0]):
        if is_left[place]:
            member = order[place]
            gain = measure_information(shares, likelihoods[member])
            if prices[member] > 0.0:
                gain /= prices[member]
            elif gain > 0.0:
                gain = np.inf
            if gain > highest:
                best, highest = place, gain
    return best


@jit
def trace_adaptive(
    order: IntArray, records: Records, model: Model, prices: FloatArray, thresholds: FloatArray
) -> tuple[IntArray, FloatArray, IntArray, FloatArray]:
    """Ask next the member that promises the most information per price, until the posterior reaches a threshold.

    Parameters
    ----------
    order
        Positions of the members who may be asked; of equals the first is asked.
    records, model, prices, thresholds
        As for `haversack.kernels.records.walk_order`.

    Returns
    -------
    What `haversack.kernels.records.trace_order` returns, of shape (items, thresholds).
    """
    answers, truth, folds, _ = records
    prior, tables = model
    items, levels, labels = truth.shape[0], thresholds.shape[0], prior.shape[1]
    verdicts, asked = np.full((items, levels), -1), np.zeros((items, levels), np.int64)
    spent, posteriors = np.zeros((items, levels)), np.zeros((items, levels))
    likelihoods = np.exp(tables * UNIT)
    scores, shares, is_left = np.empty(labels, np.int64), np.empty(labels), np.empty(order.shape[0])
    for item in range(items):
        fold = folds[item]
        scores[:] = prior[fold]
        # Whoever has no answer would be passed over, and nothing changes by it.
        for place in range(order.shape[0]):
            is_left[place] = 1.0 if answers[item, order[place]] >= 0 else 0.0
        first, cost, count = 0, 0.0, 0
        while first < levels:
            find_shares(scores, shares)
            place = choose_next(order, is_left, shares, likelihoods[fold], prices)
            if place < 0:
                break
            is_left[place] = 0.0
            member = order[place]
            answer = answers[item, member]
            count += 1
            cost += prices[member]
            for label in range(labels):
                scores[label] += tables[fold, member, answer, label]
            leader, is_alone, posterior = find_leader(scores)
            for level in range(first, levels):
                verdicts[item, level] = leader if is_alone else -1
                spent[item, level], asked[item, level], posteriors[item, level] = cost, count, posterior
            while first < levels and thresholds[first] <= posterior:
                first += 1
    return verdicts, spent, asked, posteriors
