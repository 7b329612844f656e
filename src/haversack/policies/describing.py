"""From a choice on records to what a policy says about itself."""

from __future__ import annotations

import itertools
from importlib import metadata
from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.execution.digests import digest_columns
from haversack.hookspecs import PROJECT
from haversack.policies.answer_model import AnswerModel
from haversack.policies.branch import Branch
from haversack.policies.findings import CalibrationBin, PolicyAlternative, PolicyPoint
from haversack.policies.policy import FIXED, SINGLE
from haversack.policies.records import find_prices, has_tables
from haversack.statistics.intervals import compute_wilson_interval
from haversack.statistics.log_tables import fit_tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.policies.choosing import PolicyChoice
    from haversack.policies.honest import Estimate
    from haversack.policies.plans import AskingPlan, Trace
    from haversack.policies.records import Records
    from haversack.pools.pool import Pool

_BINS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0)


def build_branch(plan: AskingPlan, names: Sequence[str], share: float = 1.0) -> Branch:
    """Return a plan by the names of the members."""
    order = tuple(names[place] for place in plan.order)
    if plan.threshold is None:
        return Branch(order, share=share)
    if len(order) == 1:
        # One answer is all there is.
        return Branch(order, vote="bayes", stop="decided", share=share)
    return Branch(order, "bayes", "threshold", plan.threshold, plan.adaptive, share)


def build_branches(choice: PolicyChoice, names: Sequence[str]) -> tuple[Branch, ...]:
    """Return the branches of the mixture."""
    return tuple(build_branch(plan, names, share) for plan, share in choice.parts)


def build_points(choice: PolicyChoice, names: Sequence[str]) -> tuple[PolicyPoint, ...]:
    """Return the corners of the envelope."""
    return tuple(PolicyPoint(plan.cost, plan.accuracy, build_branch(plan, names)) for plan in choice.plans)


def build_model(pool: Pool, choice: PolicyChoice) -> AnswerModel:
    """Return what the answers of the members of all plans say, by tables that are counted on all items."""
    used = sorted({place for plan in choice.plans for place in plan.order})
    names, prices = [pool.names[place] for place in used], find_prices(pool)[used]
    votes = pool.votes
    if votes is None or not has_tables(pool):
        labels = () if votes is None or votes.graded else votes.labels
        accuracies = np.asarray(pool.require_accuracies())[used]
        count, compared = max(2, len(labels)), "exact" if votes is None else votes.compared
        return AnswerModel(names, prices, labels, accuracies=accuracies, label_count=count, compared=compared)
    fitted = fit_tables(votes, used)
    # From answer and right label to right label and answer.
    tables = np.minimum(fitted.tables[0].transpose(0, 2, 1), 0.0)
    return AnswerModel(names, prices, votes.labels, np.minimum(fitted.prior[0], 0.0), tables, compared=votes.compared)


def count_ends(traces: Sequence[tuple[Trace, float]], records: Records) -> tuple[float, ...]:
    """Return the share of items that end after one answer, after two, and so on."""
    longest = max(int(trace.asked.max(initial=0)) for trace, _ in traces)
    ends = np.zeros(longest + 1)
    for trace, share in traces:
        ends += share * np.bincount(trace.asked, weights=records.weights, minlength=longest + 1)
    return tuple(ends[1:].tolist())


def measure_calibration(
    traces: Sequence[tuple[Trace, float]], records: Records, items: float
) -> tuple[CalibrationBin, ...]:
    """Return how often verdicts are right, by their posterior; empty without posteriors."""
    known = [(trace, share) for trace, share in traces if trace.posteriors is not None]
    if not known:
        return ()
    posteriors = np.concatenate([trace.posteriors for trace, _ in known])
    right = np.concatenate([trace.verdicts == records.truth for trace, _ in known])
    given = np.concatenate([trace.asked > 0 for trace, _ in known])
    weights = np.concatenate([share * records.weights for _, share in known]) * given
    places = np.clip(np.digitize(posteriors, _BINS) - 1, 0, len(_BINS) - 2)
    bins = []
    for place, (low, high) in enumerate(itertools.pairwise(_BINS)):
        inside = np.where(places == place, weights, 0.0)
        total = float(inside.sum())
        if total * items >= 0.5:
            mean, share = float(inside @ posteriors) / total, float(inside @ right) / total
            bins.append(CalibrationBin(low, high, round(total * items), mean, share))
    return tuple(bins)


def build_alternatives(pool: Pool, estimate: Estimate, items: float) -> tuple[PolicyAlternative, ...]:
    """Return the best fixed panels and the best single member, as far as there are any."""
    found = []
    for place, (title, rival) in enumerate(zip((FIXED, SINGLE), estimate.rivals, strict=True)):
        accuracy = float(estimate.accuracies[place])
        if rival is None or np.isnan(accuracy):
            continue
        panels = tuple(tuple(pool.names[member] for member in panel) for panel in rival.panels)
        low, high = compute_wilson_interval(accuracy, items)
        gain = estimate.expected.accuracy - accuracy
        gain_low, gain_high = estimate.gain_intervals[place]
        cost = float(estimate.costs[place + 1])
        limits = (low, high, gain_low, gain_high)
        found.append(PolicyAlternative(title, panels, rival.shares, "plurality", cost, accuracy, gain, *limits))
    return tuple(found)


def build_provenance(pool: Pool) -> dict[str, Any]:
    """Return what a policy was chosen by and with: numbers and digest of the pool, and the version of haversack."""
    items = {} if pool.votes is None else {"items": len(pool.votes)}
    return {
        **items,
        "members": len(pool),
        "pool_sha256": digest_columns(pool.to_dict()),
        "versions": _find_versions(),
    }


def _find_versions() -> dict[str, str]:
    """Return the version of haversack, the only distribution that takes part; nothing if it is not installed."""
    try:
        return {PROJECT: metadata.version(PROJECT)}
    except metadata.PackageNotFoundError:
        return {}
