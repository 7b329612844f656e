"""A policy on recorded answers that had no part in choosing it."""

from __future__ import annotations

import itertools
import json
import math
from collections import Counter
from typing import TYPE_CHECKING, Any

import attrs

from haversack.api.plain import to_plain
from haversack.errors import PoolError
from haversack.policies.findings import CalibrationBin
from haversack.policies.session import Session
from haversack.statistics.wilson import compute_wilson_interval

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from haversack.policies.branch import Branch
    from haversack.policies.policy import Policy
    from haversack.pools.pool import Pool

_LIMITS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)
_QUANTILE = 1.959963984540054


@attrs.frozen
class ReplayedItem:
    """What the policy did with one item.

    Parameters
    ----------
    item
        Its position.
    verdict
        The label, None where it is undecided.
    is_right
        Whether it is the recorded right answer.
    posterior
        The probability of the verdict by the model of the policy, None without a verdict.
    cost
        The price of the answers.
    asked
        The members who answered, in order.
    missing
        Number of members who were asked and have no recorded answer.
    unknown
        The answers that are no labels of the policy.
    """

    item: int
    verdict: Any
    is_right: bool
    posterior: float | None
    cost: float
    asked: tuple[str, ...]
    missing: int = 0
    unknown: tuple[Any, ...] = ()


@attrs.frozen
class Replay:
    """How a policy did on recorded answers.

    A mixture is valued by all its branches on all items, by their shares; single items go by the branch of their
    position.

    Parameters
    ----------
    accuracy, low, high
        Share of right verdicts and its 95 % interval; an item without a verdict is wrong.
    mean_cost, cost_low, cost_high
        Mean price per item and its 95 % interval.
    expected_accuracy, expected_cost
        What the policy was expected to reach and to cost.
    items
        Number of items; weights of items count.
    undecided
        Share of items without a verdict.
    ends
        Share of items that end after no answer, after one, after two, and so on.
    calibration
        How often verdicts with about the same posterior are right.
    missing_answers
        Number of questions to which no answer is recorded; they cost nothing.
    unknown_labels
        The labels that the policy does not know, with the number of answers each.
    absent_members
        Members of the policy who are not in the log.
    verdicts
        What the policy did with each item.
    """

    accuracy: float
    low: float
    high: float
    mean_cost: float
    cost_low: float
    cost_high: float
    expected_accuracy: float
    expected_cost: float
    items: int
    undecided: float
    ends: tuple[float, ...]
    calibration: tuple[CalibrationBin, ...]
    missing_answers: int
    unknown_labels: tuple[tuple[str, int], ...]
    absent_members: tuple[str, ...]
    verdicts: tuple[ReplayedItem, ...] = attrs.field(repr=False)
    interrupted: bool = False
    failed: bool = False

    def summary(self) -> str:
        """Return a short text summary."""
        # Not at the top: reports import this module.
        from haversack.reports.replay import summarise_replay

        return summarise_replay(self)

    def __str__(self) -> str:
        return self.summary()

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that JSON can hold; `verdicts` are in `to_jsonl`."""
        plain = attrs.asdict(self, filter=attrs.filters.exclude("verdicts", "interrupted", "failed"))
        return {**to_plain(plain), "unknown_labels": dict(self.unknown_labels)}

    def to_json(self, *, indent: int | None = 2) -> str:
        """Return plain values as JSON."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)

    def to_jsonl(self) -> str:
        """Return one line of JSON per item."""
        lines = (json.dumps(to_plain(attrs.asdict(verdict)), allow_nan=False) for verdict in self.verdicts)
        return "".join(f"{line}\n" for line in lines)


def replay(policy: Policy, pool: Pool) -> Replay:
    """Value a policy on the recorded votes of a pool; see `Policy.replay`."""
    votes = pool.require_votes()
    absent = tuple(name for name in policy.members if name not in pool.names)
    if len(absent) == len(policy.members):
        names = ", ".join(map(repr, absent[:5]))
        raise PoolError(f"replay: no answer of any member of the policy, which asks {names}")
    prices = dict(zip(policy.model.names, policy.model.prices, strict=True))
    if pool.costs is not None:
        prices |= dict(zip(pool.names, pool.costs.tolist(), strict=True))
    places = {name: pool.names.index(name) for name in policy.members if name not in absent}
    answers, truth = votes.answers.tolist(), votes.truth.tolist()
    weights = [1.0] * len(votes) if votes.item_weights is None else votes.item_weights.tolist()
    runs = {
        branch: tuple(_run_branch(policy, branch, prices, places, votes.labels, answers, truth))
        for branch in policy.branches
    }
    rows = [
        (weight * branch.share, each) for branch, run in runs.items() for weight, each in zip(weights, run, strict=True)
    ]
    verdicts = tuple(runs[policy.choose_branch(item)][item] for item in range(len(votes)))
    total = math.fsum(weights)
    # The interval of a mean by items: what a branch adds to the variance is part of it.
    effective = total**2 / math.fsum(weight**2 for weight in weights)
    accuracy, cost = _average(rows, lambda each: float(each.is_right)), _average(rows, lambda each: each.cost)
    spread = math.sqrt(max(0.0, _average(rows, lambda each: (each.cost - cost) ** 2)) / effective)
    low, high = compute_wilson_interval(accuracy, effective)
    longest = max(len(each.asked) for _, each in rows)
    return Replay(
        accuracy=accuracy,
        low=low,
        high=high,
        mean_cost=cost,
        cost_low=max(0.0, cost - _QUANTILE * spread),
        cost_high=cost + _QUANTILE * spread,
        expected_accuracy=policy.accuracy,
        expected_cost=policy.expected_cost,
        items=len(votes),
        undecided=_average(rows, lambda each: float(each.verdict is None)),
        ends=tuple(_average(rows, _ends_after(count)) for count in range(longest + 1)),
        calibration=calibrate((each.posterior, each.is_right) for each in verdicts if each.posterior is not None),
        missing_answers=sum(each.missing for each in verdicts),
        unknown_labels=tuple(Counter(str(label) for each in verdicts for label in each.unknown).most_common()),
        absent_members=absent,
        verdicts=verdicts,
    )


def calibrate(pairs: Iterable[tuple[float, bool]]) -> tuple[CalibrationBin, ...]:
    """Return how often verdicts are right, by their posterior; bins without items are left out."""
    pairs = list(pairs)
    bins = []
    for low, high in itertools.pairwise(_LIMITS):
        inside = [(each, right) for each, right in pairs if low <= each < high or (high == 1.0 and each >= 1.0)]
        if inside:
            count = len(inside)
            mean = math.fsum(each for each, _ in inside) / count
            bins.append(CalibrationBin(low, high, count, mean, sum(right for _, right in inside) / count))
    return tuple(bins)


def _run_branch(
    policy: Policy,
    branch: Branch,
    prices: dict[str, float],
    places: dict[str, int],
    labels: Sequence[Any],
    answers: Sequence[Sequence[int]],
    truth: Sequence[int],
) -> Iterator[ReplayedItem]:
    """Yield what the branch does with each item. Items with the same answers are walked through once."""
    known: dict[tuple[int, ...], Session] = {}
    columns = [places.get(name) for name in branch.order]
    for item, (row, right) in enumerate(zip(answers, truth, strict=True)):
        pattern = tuple(-1 if column is None else row[column] for column in columns)
        session = known.get(pattern)
        if session is None:
            session = known[pattern] = Session(branch, policy.model)
            given = dict(zip(branch.order, pattern, strict=True))
            while (name := session.next()) is not None:
                if given[name] < 0:
                    session.skip(name)
                else:
                    session.answer(name, labels[given[name]], cost=prices[name])
        verdict = session.verdict
        yield ReplayedItem(
            item=item,
            verdict=verdict,
            is_right=verdict is not None and verdict == policy.model.find_label(labels[right]),
            posterior=session.posterior,
            cost=session.cost,
            asked=session.asked,
            missing=len(session.skipped),
            unknown=session.unknown_labels,
        )


def _ends_after(count: int) -> Callable[[ReplayedItem], float]:
    return lambda each: float(len(each.asked) == count)


def _average(rows: Sequence[tuple[float, ReplayedItem]], measure: Callable[[ReplayedItem], float]) -> float:
    return math.fsum(weight * measure(each) for weight, each in rows) / math.fsum(weight for weight, _ in rows)
