"""What the answers of the members say about the right answer: all that a policy has to know at run time."""

from __future__ import annotations

import functools
import math
from typing import Any

import attrs

from haversack.errors import ConfigError
from haversack.pools.logs.normalising import MODES, normalise_text
from haversack.text import format_value
from haversack.validators import one_of, whole

UNIT = 2.0**-30
"""Of scores, which are sums of whole numbers: exact in every order of the answers, so that ties are ties."""
_LEAST = 1e-6  # Probabilities of an accuracy that is 0 or 1, so that no answer is taken for a proof.


def _to_tuples(values: Any) -> Any:
    """Return nested lists or arrays as nested tuples of plain values."""
    plain = values.tolist() if hasattr(values, "tolist") else values
    return tuple(map(_to_tuples, plain)) if isinstance(plain, (list, tuple)) else plain


def to_units(logarithm: float) -> int:
    """Return a logarithm as a whole number of units."""
    return round(logarithm / UNIT)


@attrs.frozen(slots=False)  # with a dict, for cached properties
class AnswerModel:
    """The prices of the members, and how probable each answer of each member is.

    Either tables for known labels, or one accuracy per member: a member then gives the right answer with this
    probability and each of the others equally often, and labels need not be known before. Members err independently
    given the right answer.

    Parameters
    ----------
    names
        The members.
    prices
        The mean price of an answer of each member.
    labels
        The answers there are; empty if any may come.
    log_prior
        For each label, the logarithm of the probability that it is the right one. Empty without tables.
    log_tables
        For each member and each right label (row), the logarithms of the probabilities of its answers (columns). Empty
        where `accuracies` are given.
    accuracies
        For each member, the probability that it is right. Empty where tables are given.
    label_count
        Without tables: among how many labels a wrong answer is chosen. With 2, all wrong answers agree.
    compared
        When two answers are the same, by the option `answers` of `haversack.read_log`.

    Raises
    ------
    ConfigError
        Names the field of which the shape or a number is wrong.
    """

    names: tuple[str, ...] = attrs.field(converter=_to_tuples)
    prices: tuple[float, ...] = attrs.field(converter=_to_tuples)
    labels: tuple[Any, ...] = attrs.field(default=(), converter=_to_tuples)
    log_prior: tuple[float, ...] = attrs.field(default=(), converter=_to_tuples)
    log_tables: tuple[tuple[tuple[float, ...], ...], ...] = attrs.field(
        default=(), converter=_to_tuples, repr=lambda tables: f"<{len(tables)} tables>"
    )
    accuracies: tuple[float, ...] = attrs.field(default=(), converter=_to_tuples)
    label_count: int = attrs.field(default=2, validator=whole(2))
    compared: str = attrs.field(default="exact", validator=one_of(*MODES))

    def __attrs_post_init__(self) -> None:
        if not self.names or len(set(self.names)) < len(self.names):
            raise ConfigError(f"model: names: must be distinct and at least one, got {format_value(self.names)}")
        if bool(self.log_tables) == bool(self.accuracies):
            raise ConfigError("model: must have either log_tables or accuracies, got both or neither")
        _check_numbers("prices", self.prices, len(self.names), 0.0)
        if self.accuracies:
            _check_numbers("accuracies", self.accuracies, len(self.names), 0.0, 1.0)
            return
        size = len(self.labels)
        _check_numbers("log_prior", self.log_prior, size, -math.inf, 0.0)
        if len(self.log_tables) != len(self.names):
            count = len(self.log_tables)
            raise ConfigError(f"model: log_tables: must be one per member, {len(self.names)}, got {count}")
        tables: tuple[Any, ...] = self.log_tables
        for name, table in zip(self.names, tables, strict=True):
            if not isinstance(table, tuple) or len(table) != size:
                raise ConfigError(f"model: log_tables: {name}: must have {size} rows, one per label")
            for row in table:
                _check_numbers(f"log_tables: {name}", row, size, -math.inf, 0.0)

    @functools.cached_property
    def positions(self) -> dict[str, int]:
        """The position of each member by its name."""
        return {name: place for place, name in enumerate(self.names)}

    @functools.cached_property
    def prior_units(self) -> tuple[int, ...]:
        """The prior in whole units."""
        return tuple(map(to_units, self.log_prior))

    @functools.cached_property
    def answer_units(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each member and each answer, what it adds to the score of each label, in whole units."""
        return tuple(
            tuple(tuple(to_units(row[answer]) for row in table) for answer in range(len(self.labels)))
            for table in self.log_tables
        )

    @functools.cached_property
    def shares(self) -> tuple[tuple[tuple[float, ...], ...], ...]:
        """For each member and each answer, its probability where each label is right."""
        return tuple(
            tuple(tuple(math.exp(row[answer]) for row in table) for answer in range(len(self.labels)))
            for table in self.log_tables
        )

    @functools.cached_property
    def weights(self) -> tuple[int, ...]:
        """Without tables: what an answer of each member adds to the score of its label, in whole units."""
        return tuple(
            to_units(math.log(clipped * (self.label_count - 1)) - math.log1p(-clipped))
            for clipped in (min(max(accuracy, _LEAST), 1.0 - _LEAST) for accuracy in self.accuracies)
        )

    @functools.cached_property
    def _codes(self) -> dict[Any, int]:
        return {label: place for place, label in enumerate(self.labels)}

    @functools.cached_property
    def _texts(self) -> dict[str, int]:
        return {str(label): place for place, label in enumerate(self.labels)}

    def find_label(self, answer: Any) -> Any:
        """Return the label that an answer is, by itself or by its text; the answer itself if it is none of them."""
        if isinstance(answer, str):
            answer = normalise_text(answer, self.compared)
        place = self._codes.get(answer)
        if place is None:
            place = self._texts.get(str(answer))
        return answer if place is None else self.labels[place]

    def find_position(self, label: Any) -> int | None:
        """Return the position of a label, or None if it is not known."""
        return self._codes.get(label)

    def price(self, name: str) -> float:
        """Return the mean price of an answer of a member."""
        return self.prices[self.positions[name]]


def _check_numbers(field: str, values: Any, count: int, low: float, high: float = math.inf) -> None:
    """Raise `ConfigError` unless there are so many finite numbers within the limits."""
    if not isinstance(values, tuple) or len(values) != count:
        raise ConfigError(f"model: {field}: must be {count} numbers, got {format_value(values)}")
    for value in values:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
            raise ConfigError(f"model: {field}: must be numbers from {low:g} to {high:g}, got {format_value(value)}")
        if not math.isfinite(value):
            raise ConfigError(f"model: {field}: must be finite numbers, got {format_value(value)}")
