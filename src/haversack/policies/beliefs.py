"""What the answers to one item say so far: posterior probabilities of the labels."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Protocol

from haversack.policies.answer_model import UNIT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from haversack.policies.answer_model import AnswerModel


class Beliefs(Protocol):
    """Updated answer by answer; one object per item."""

    informed: int
    """Number of answers that say anything about the right label."""

    def add(self, member: int, label: Any) -> None:
        """Take in the answer of a member."""

    def posteriors(self) -> dict[Any, float]:
        """Return the probability of each label that is known, or has been given as an answer."""

    def leaders(self) -> list[Any]:
        """Return the labels with the highest probability: one, or several that are tied.

        Empty where a label that nobody has named is more probable than each that somebody has.
        """

    def top(self) -> float:
        """Return the probability of a leading label."""

    def is_decided(self, rest: Iterable[int]) -> bool:
        """Return whether no answers of the members that are left can change the verdict, nor can missing ones."""

    def information(self, member: int) -> float:
        """Return the expected information of the answer of a member about the right label, in nats."""


class TableBeliefs:
    """Beliefs by tables of answers, for known labels. An answer that is no known label says nothing.

    Such an answer is equally improbable whatever is right, because the tables are smoothed towards members who give
    each wrong answer equally often.

    Parameters
    ----------
    model
        The tables.
    """

    __slots__ = ("informed", "model", "scores")

    def __init__(self, model: AnswerModel) -> None:
        self.model = model
        self.scores = list(model.prior_units)
        self.informed = 0

    def add(self, member: int, label: Any) -> None:
        """See `Beliefs.add`."""
        answer = self.model.find_position(label)
        if answer is not None:
            self.informed += 1
            self.scores = [sum(pair) for pair in zip(self.scores, self.model.answer_units[member][answer], strict=True)]

    def _shares(self) -> list[float]:
        top = max(self.scores)
        parts = [math.exp((score - top) * UNIT) for score in self.scores]
        total = sum(parts)
        return [part / total for part in parts]

    def posteriors(self) -> dict[Any, float]:
        """See `Beliefs.posteriors`."""
        return dict(zip(self.model.labels, self._shares(), strict=True))

    def leaders(self) -> list[Any]:
        """See `Beliefs.leaders`."""
        top = max(self.scores)
        return [label for label, score in zip(self.model.labels, self.scores, strict=True) if score == top]

    def top(self) -> float:
        """See `Beliefs.top`."""
        top = max(self.scores)
        return 1.0 / sum(math.exp((score - top) * UNIT) for score in self.scores)

    def is_decided(self, rest: Iterable[int]) -> bool:
        """See `Beliefs.is_decided`. Compares a leading label with each other one: exact for two labels.

        A tie is decided if no answer that is left moves the tied labels apart.
        """
        first = self.scores.index(max(self.scores))
        tables = [self.model.answer_units[member] for member in rest]
        for other, score in enumerate(self.scores):
            gains = [[row[other] - row[first] for row in table] for table in tables]
            if score == self.scores[first]:
                if any(map(any, gains)):
                    return False
            elif score + sum(max(0, *gain) for gain in gains) >= self.scores[first]:
                return False
        return True

    def information(self, member: int) -> float:
        """See `Beliefs.information`."""
        shares = self._shares()
        gain = 0.0
        for row in self.model.shares[member]:
            chance = sum(share * likelihood for share, likelihood in zip(shares, row, strict=True))
            for share, likelihood in zip(shares, row, strict=True):
                joint = share * likelihood
                if joint > 0.0:
                    gain += joint * math.log(likelihood / chance)
        return max(gain, 0.0)


class CoinBeliefs:
    """Beliefs by one accuracy per member, for labels of any kind.

    Parameters
    ----------
    model
        The accuracies.
    """

    __slots__ = ("informed", "model", "scores")

    def __init__(self, model: AnswerModel) -> None:
        self.model = model
        self.scores: dict[Any, int] = dict.fromkeys(model.labels, 0)
        self.informed = 0

    @property
    def _unnamed(self) -> int:
        """Number of labels that nobody has named, each with a score of 0."""
        return max(0, self.model.label_count - len(self.scores))

    def add(self, member: int, label: Any) -> None:
        """See `Beliefs.add`."""
        self.informed += 1
        self.scores[label] = self.scores.get(label, 0) + self.model.weights[member]

    def _highest(self) -> int:
        scores = list(self.scores.values())
        return max([*scores, 0] if self._unnamed else scores)

    def _total(self, top: int) -> float:
        named = sum(math.exp((score - top) * UNIT) for score in self.scores.values())
        return named + self._unnamed * math.exp(-top * UNIT)

    def posteriors(self) -> dict[Any, float]:
        """See `Beliefs.posteriors`."""
        top = self._highest()
        total = self._total(top)
        return {label: math.exp((score - top) * UNIT) / total for label, score in self.scores.items()}

    def leaders(self) -> list[Any]:
        """See `Beliefs.leaders`."""
        top = self._highest()
        return [label for label, score in self.scores.items() if score == top]

    def top(self) -> float:
        """See `Beliefs.top`."""
        return 1.0 / self._total(self._highest())

    def is_decided(self, rest: Iterable[int]) -> bool:
        """See `Beliefs.is_decided`."""
        rest = list(rest)
        if not rest:
            return True
        # A label that nobody has named may yet come with a score of 0, even where two were assumed.
        top, *others = sorted(self.scores.values(), reverse=True) or [0]
        return top - max([0, *others]) > sum(abs(self.model.weights[member]) for member in rest)

    def information(self, member: int) -> float:
        """See `Beliefs.information`."""
        top = self._highest()
        total = self._total(top)
        shares = [math.exp((score - top) * UNIT) / total for score in self.scores.values()]
        shares += [math.exp(-top * UNIT) / total] * self._unnamed
        right = min(max(self.model.accuracies[member], 1e-6), 1.0 - 1e-6)
        wrong = (1.0 - right) / (len(shares) - 1)
        noise = right * math.log(right) + (1.0 - right) * math.log(wrong)
        chances = [share * right + (1.0 - share) * wrong for share in shares]
        return max(noise - sum(chance * math.log(chance) for chance in chances), 0.0)


def start_beliefs(model: AnswerModel) -> Beliefs:
    """Return what is known before the first answer."""
    return TableBeliefs(model) if model.log_tables else CoinBeliefs(model)
