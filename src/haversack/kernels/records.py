"""Recorded items asked in order: what each item costs until it is decided, and whether its verdict is right.

Records are ``(answers, truth, folds, weights)``: ``answers[item, member]`` is a label or -1 for none, and the fold says
by which fit of the model an item is valued. A model is ``(prior, tables)``: ``prior[fit, label]`` and
``tables[fit, member, answer, label]``, logarithms of probabilities in whole units of 2^-30, so that sums are exact and
ties are ties. A member without an answer to an item is passed over and costs nothing there. A tie has no verdict.

Outcomes are sums over items: of weight times price, and of weight times rightness. Rightness is 1 or 0, or a blend of
it with the calibrated posterior probability of the verdict, which varies less on few items. A blend is
``(trust, slope)``: the share of the posterior, and the factor of its log-odds that calibrates it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray

    Records = tuple[IntArray, IntArray, IntArray, FloatArray]
    Model = tuple[IntArray, IntArray]
    Blend = tuple[float, float]
    Outcomes = tuple[FloatArray, FloatArray]

UNIT = 2.0**-30
_NEGLIGIBLE = 40 * 2**30  # exp of minus so many units changes no sum of which one term is 1.


@jit
def find_leader(scores: IntArray) -> tuple[int, bool, float]:
    """Return the label with the highest score, whether it leads alone, and its posterior probability."""
    leader, is_alone = 0, True
    for label in range(1, scores.shape[0]):
        if scores[label] > scores[leader]:
            leader, is_alone = label, True
        elif scores[label] == scores[leader]:
            is_alone = False
    total = 0.0
    for label in range(scores.shape[0]):
        behind = scores[leader] - scores[label]
        if behind < _NEGLIGIBLE:
            total += np.exp(-behind * UNIT)
    return leader, is_alone, 1.0 / total


@jit
def rate_verdict(is_right: bool, posterior: float, blend: Blend) -> float:
    """Return how right a verdict counts, by a blend."""
    trust, slope = blend
    counted = 1.0 if is_right else 0.0
    if trust == 0.0:
        return counted
    odds: float = (1.0 / posterior - 1.0) ** slope
    return (1.0 - trust) * counted + trust / (1.0 + odds)


@jit
def walk_order(
    order: IntArray, records: Records, model: Model, prices: FloatArray, thresholds: FloatArray, blend: Blend
) -> Outcomes:
    """Ask in a fixed order until the posterior of the leading label reaches a threshold.

    Parameters
    ----------
    order
        Positions of the members.
    records, model, blend
        See above.
    prices
        Of each member.
    thresholds
        Rising.

    Returns
    -------
    Outcomes of shape (length of the order, thresholds), when at most so many members of the order are asked.
    """
    answers, truth, folds, weights = records
    prior, tables = model
    steps, levels, labels = order.shape[0], thresholds.shape[0], prior.shape[1]
    costs, rights = np.zeros((steps, levels)), np.zeros((steps, levels))
    # Of items that have ended, for all longer orders too.
    ended_costs, ended_rights = np.zeros((steps, levels)), np.zeros((steps, levels))
    scores = np.empty(labels, np.int64)
    for item in range(truth.shape[0]):
        fold, weight = folds[item], weights[item]
        scores[:] = prior[fold]
        spent, right, first = 0.0, 0.0, 0
        for step in range(steps):
            member = order[step]
            answer = answers[item, member]
            if answer >= 0:
                spent += weight * prices[member]
                for label in range(labels):
                    scores[label] += tables[fold, member, answer, label]
                leader, is_alone, posterior = find_leader(scores)
                right = weight * rate_verdict(is_alone and leader == truth[item], posterior, blend)
                while first < levels and thresholds[first] <= posterior:
                    ended_costs[step, first] += spent
                    ended_rights[step, first] += right
                    first += 1
                if first == levels:
                    break
            for level in range(first, levels):
                costs[step, level] += spent
                rights[step, level] += right
    for level in range(levels):
        cost, right = 0.0, 0.0
        for step in range(steps):
            cost += ended_costs[step, level]
            right += ended_rights[step, level]
            costs[step, level] += cost
            rights[step, level] += right
    return costs, rights


@jit
def trace_order(
    order: IntArray, records: Records, model: Model, prices: FloatArray, threshold: float
) -> tuple[IntArray, FloatArray, IntArray, FloatArray]:
    """Return for each item how `walk_order` ends with one threshold.

    Returns
    -------
    The verdict of each item, -1 for none; what it cost; the number of answers; the posterior of the leading label.
    """
    answers, truth, folds, _ = records
    prior, tables = model
    items, labels = truth.shape[0], prior.shape[1]
    verdicts, asked = np.full(items, -1), np.zeros(items, np.int64)
    spent, posteriors = np.zeros(items), np.zeros(items)
    scores = np.empty(labels, np.int64)
    for item in range(items):
        fold = folds[item]
        scores[:] = prior[fold]
        for member in order:
            answer = answers[item, member]
            if answer < 0:
                continue
            asked[item] += 1
            spent[item] += prices[member]
            for label in range(labels):
                scores[label] += tables[fold, member, answer, label]
            leader, is_alone, posteriors[item] = find_leader(scores)
            verdicts[item] = leader if is_alone else -1
            if posteriors[item] >= threshold:
                break
    return verdicts, spent, asked, posteriors


@jit
def count_votes(
    order: IntArray, answers: IntArray, prices: FloatArray, counts: IntArray, curtailed: bool
) -> tuple[int, float, int]:
    """Ask for the most frequent answer to one item.

    Parameters
    ----------
    order, prices
        As for `walk_order`.
    answers
        Of each member to the item.
    counts
        Room for a number per label.
    curtailed
        Whether to stop once the answers that are left cannot change the verdict.

    Returns
    -------
    The verdict, -1 for a tie or no answer; what it cost; the number of members of the order who were asked.
    """
    counts[:] = 0
    leader, most, second, spent, step = -1, 0, 0, 0.0, 0
    while step < order.shape[0]:
        member = order[step]
        answer = answers[member]
        step += 1
        if answer >= 0:
            spent += prices[member]
            counts[answer] += 1
            if answer == leader:
                most += 1
            elif counts[answer] > most:
                leader, second, most = answer, most, counts[answer]
            elif counts[answer] > second:
                second = counts[answer]
        if curtailed and most - second > order.shape[0] - step:
            break
    return (leader if most > second else -1), spent, step


@jit
def find_belief(
    label: int, order: IntArray, answers: IntArray, fit: Model, scores: IntArray, shares: FloatArray
) -> float:
    """Return the posterior probability of a label after the answers of the members of an order to one item.

    Parameters
    ----------
    label
        The label.
    order, answers
        As for `count_votes`.
    fit
        Prior and tables of one fit.
    scores, shares
        Room for a number per label.
    """
    prior, tables = fit
    scores[:] = prior
    for member in order:
        answer = answers[member]
        if answer >= 0:
            for other in range(scores.shape[0]):
                scores[other] += tables[member, answer, other]
    find_shares(scores, shares)
    return float(shares[label])


@jit
def walk_votes(
    order: IntArray, records: Records, model: Model, prices: FloatArray, blend: Blend
) -> tuple[float, float]:
    """Ask a panel in a fixed order until the rest cannot change the most frequent answer; return the outcomes.

    Parameters
    ----------
    order, records, model, prices, blend
        As for `walk_order`. The model is used for the blend only.
    """
    answers, truth, folds, weights = records
    prior, tables = model
    labels = prior.shape[1]
    cost, right = 0.0, 0.0
    counts, scores, shares = np.zeros(labels, np.int64), np.zeros(labels, np.int64), np.zeros(labels)
    for item in range(truth.shape[0]):
        verdict, spent, asked = count_votes(order, answers[item], prices, counts, True)
        cost += weights[item] * spent
        if verdict >= 0:
            belief = 1.0
            if blend[0] > 0.0:
                fit = (prior[folds[item]], tables[folds[item]])
                belief = find_belief(verdict, order[:asked], answers[item], fit, scores, shares)
            right += weights[item] * rate_verdict(verdict == truth[item], max(belief, 1e-12), blend)
    return cost, right


@jit
def trace_votes(
    order: IntArray, records: Records, prices: FloatArray, labels: int, curtailed: bool
) -> tuple[IntArray, FloatArray, IntArray]:
    """Return for each item the most frequent answer, -1 for none, what it cost, and the number of answers."""
    answers, truth, _, _ = records
    verdicts, asked = np.full(truth.shape[0], -1), np.zeros(truth.shape[0], np.int64)
    spent, counts = np.zeros(truth.shape[0]), np.zeros(labels, np.int64)
    for item in range(truth.shape[0]):
        verdicts[item], spent[item], steps = count_votes(order, answers[item], prices, counts, curtailed)
        for member in order[:steps]:
            asked[item] += answers[item, member] >= 0
    return verdicts, spent, asked


@jit
def find_shares(scores: IntArray, shares: FloatArray) -> None:
    """Write the posterior probability of each label."""
    top = scores[0]
    for label in range(1, scores.shape[0]):
        top = max(top, scores[label])
    total = 0.0
    for label in range(scores.shape[0]):
        shares[label] = np.exp((scores[label] - top) * UNIT)
        total += shares[label]
    for label in range(scores.shape[0]):
        shares[label] /= total
