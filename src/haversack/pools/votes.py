"""Answers that members gave to questions whose right answers are known."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.clock import setting_up
from haversack.errors import PoolError
from haversack.pools.checks import POSITIVE
from haversack.pools.labels import encode_answers
from haversack.pools.logs.normalising import MODES
from haversack.pools.numbers import read_numbers, read_positions
from haversack.pools.shrinkage import shrink_accuracies
from haversack.text import format_value
from haversack.validators import to_list

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    from haversack.arrays import FloatArray, IntArray

_NO_ANSWER = "."  # In place of a position, where positions are written as text.
_KEYS = ("labels", "truth", "answers", "item_weights", "graded", "compared")


def _read_answers(values: Any) -> IntArray:
    return read_positions("votes: answers", values)


def _read_truth(values: Any) -> IntArray:
    return read_positions("votes: truth", values)


def _read_labels(values: Any) -> tuple[Any, ...]:
    labels = to_list(values)
    if labels is None:
        raise PoolError(f"pool: votes: labels: expected a list of the distinct answers, got {format_value(values)}")
    return tuple(labels)


def _read_weights(values: Any) -> FloatArray | None:
    return None if values is None else read_numbers("item_weights", values)


@attrs.frozen(repr=False, slots=False, unsafe_hash=False)  # with a dict, for cached properties
class RecordedVotes:
    """The answers of the members and the right answers, on a number of items.

    `Pool.from_votes` creates one from answers of any kind.

    Parameters
    ----------
    answers
        Whole numbers of shape (items, members): the position of each answer among the labels, -1 where there is none.
    truth
        Whole numbers of shape (items,): the position of the right answer.
    labels
        The distinct answers.
    item_weights
        Weight of each item, above 0; equal weights if omitted.
    graded
        Whether the labels say right or wrong only, because the answers themselves were not recorded: which wrong
        answers agree is then unknown.
    compared
        When two answers are the same, by the option `answers` of `haversack.read_log`. New answers are compared in the
        same way.
    """

    answers: IntArray = attrs.field(converter=_read_answers, eq=attrs.cmp_using(eq=np.array_equal))
    truth: IntArray = attrs.field(converter=_read_truth, eq=attrs.cmp_using(eq=np.array_equal))
    labels: tuple[Any, ...] = attrs.field(converter=_read_labels)
    item_weights: FloatArray | None = attrs.field(
        default=None, converter=_read_weights, eq=attrs.cmp_using(eq=np.array_equal)
    )
    graded: bool = False
    compared: str = "exact"

    def __attrs_post_init__(self) -> None:
        if self.answers.ndim != 2 or self.truth.shape != self.answers.shape[:1]:
            raise PoolError(
                [
                    "pool: votes: expected answers of shape (items, members) and one right answer per item, "
                    f"got answers of shape {self.answers.shape} and {self.truth.size} right answers"
                ]
            )
        if self.truth.size == 0:
            raise PoolError("pool: votes: expected at least one item, got none")
        for name, codes, least in (("truth", self.truth, 0), ("answers", self.answers, -1)):
            wrong = np.argwhere((codes < least) | (codes >= len(self.labels)))
            if wrong.size:
                place, code = wrong[0].tolist(), codes[tuple(wrong[0])]
                expected = f"the position of one of {len(self.labels)} labels"
                raise PoolError(f"pool: votes: {name}{place}: expected {expected}, got {code}")
        self._check_weights()
        if not isinstance(self.graded, bool):
            raise PoolError(f"pool: votes: graded: must be true or false, got {format_value(self.graded)}")
        if self.compared not in MODES:
            known = ", ".join(MODES)
            raise PoolError(f"pool: votes: compared: must be one of {known}, got {format_value(self.compared)}")

    def _check_weights(self) -> None:
        weights = self.item_weights
        if weights is None:
            return
        if weights.shape != self.truth.shape:
            raise PoolError(
                f"pool: item_weights: expected one per item, {self.truth.size}, got an array of shape {weights.shape}"
            )
        for index, message in POSITIVE.find_problems(weights):
            raise PoolError(f"pool: item_weights[{index}]: {message}")
        with np.errstate(over="ignore"):
            if np.isinf(weights.sum()):
                raise PoolError("pool: item_weights: must have a sum that is a finite number, got infinity")

    @classmethod
    def of(cls, answers: Any, truth: Any, *, missing: Any = None, item_weights: Any = None) -> RecordedVotes:
        """Create votes from answers of any hashable kind; see `Pool.from_votes`."""
        return cls(*encode_answers(answers, truth, missing), item_weights)

    @classmethod
    def from_dict(cls, columns: Mapping[str, Any]) -> RecordedVotes:
        """Create votes from what `to_dict` returns."""
        if not isinstance(columns, Mapping):
            raise PoolError(f"pool: votes: expected a table of {', '.join(_KEYS)}, got {format_value(columns)}")
        unknown = [key for key in columns if key not in _KEYS]
        absent = [key for key in _KEYS[:3] if key not in columns]
        if unknown or absent:
            problem = f"unknown key {unknown[0]!r}" if unknown else f"the key {absent[0]!r} is missing"
            expected = f"{', '.join(_KEYS[:3])} and optionally {', '.join(_KEYS[3:])}"
            raise PoolError(f"pool: votes: {problem}; expected {expected}")
        try:
            answers = [
                [-1 if word == _NO_ANSWER else int(word) for word in line.split()] for line in columns["answers"]
            ]
            optional = {key: columns[key] for key in _KEYS[3:] if key in columns}
            return cls(np.array(answers), columns["truth"], columns["labels"], **optional)
        except PoolError:
            raise
        except (AttributeError, TypeError, ValueError, OverflowError) as error:
            raise PoolError(
                [
                    "pool: votes: expected answers as one text per item, such as '0 1 . 1', with the position of each "
                    f"member's label or '.', and truth as positions; {error}"
                ]
            ) from error

    def __reduce__(self) -> tuple[Any, ...]:
        # Arrays come back writable from a copy or from another process; made again, they are read-only.
        return type(self), (self.answers, self.truth, self.labels, self.item_weights, self.graded, self.compared)

    def __len__(self) -> int:
        return len(self.truth)

    def __repr__(self) -> str:
        items, members = self.answers.shape
        return f"RecordedVotes of {members} members on {items} items with {len(self.labels)} labels"

    @property
    def members(self) -> int:
        """Number of members."""
        return int(self.answers.shape[1])

    @functools.cached_property
    def answered(self) -> npt.NDArray[np.bool_]:
        """Of shape (items, members): whether there is an answer."""
        return np.asarray(self.answers >= 0)

    @functools.cached_property
    def accuracies(self) -> FloatArray:
        """For each member, the weighted share of right answers among those it gave; NaN if it gave none."""
        weights = np.ones(len(self)) if self.item_weights is None else self.item_weights
        right = self.answers == self.truth[:, None]
        with np.errstate(invalid="ignore"):
            return np.asarray((weights @ right) / (weights @ self.answered))

    @functools.cached_property
    def shrunk_accuracies(self) -> FloatArray:
        """For each member, the share of right answers as `haversack.pools.shrinkage` estimates it; never NaN.

        Weights of items count relative to their mean.
        """
        weights = np.ones(len(self)) if self.item_weights is None else self.item_weights / self.item_weights.mean()
        right = self.answers == self.truth[:, None]
        return shrink_accuracies(weights @ right, weights @ self.answered)

    @functools.cached_property
    def silent(self) -> tuple[int, ...]:
        """Positions of the members without any answer."""
        return tuple(np.flatnonzero(~self.answered.any(axis=0)).tolist())

    @functools.cached_property
    def ballots(self) -> npt.NDArray[np.signedinteger[Any]]:
        """Of shape (members, items): 0 for the right answer, 1, 2, ... for the wrong ones of an item, -1 for none.

        A vote depends only on which answers are right and which wrong ones agree, and an item has few distinct answers
        however many labels there are.
        """
        with setting_up():
            return self._convert_answers()

    def _convert_answers(self) -> npt.NDArray[np.signedinteger[Any]]:
        order = np.argsort(self.answers, axis=1, kind="stable")
        ranked = np.take_along_axis(self.answers, order, axis=1)
        wrong = (ranked >= 0) & (ranked != self.truth[:, None])
        first = wrong & (np.diff(ranked, axis=1, prepend=-2) != 0)
        local = np.where(wrong, np.cumsum(first, axis=1), np.where(ranked < 0, -1, 0))
        # Votes are counted in the same type; 16 bits hold those of most pools, and take half the time.
        number = np.int16 if self.members <= np.iinfo(np.int16).max else np.int32
        ballots: npt.NDArray[Any] = np.empty(self.answers.shape, dtype=number)
        np.put_along_axis(ballots, order, local.astype(number), axis=1)
        return np.ascontiguousarray(ballots.T)

    @functools.cached_property
    def most_answers(self) -> int:
        """The largest number of distinct answers to an item, the right one included."""
        return max(1, int(self.ballots.max(initial=0)) + 1)

    @property
    def weights(self) -> FloatArray:
        """The item weights; of length 0 if all are equal."""
        return np.zeros(0) if self.item_weights is None else self.item_weights

    def of_members(self, members: Iterable[int]) -> RecordedVotes:
        """Return the votes of some members only, in that order."""
        positions = to_list(members)
        try:
            return attrs.evolve(self, answers=self.answers[:, np.array(positions, dtype=np.intp)])
        except Exception as error:
            raise PoolError(f"pool: votes: expected positions of members, got {format_value(members)}") from error

    def of_items(self, items: IntArray, weights: FloatArray | None = None) -> RecordedVotes:
        """Return the votes on some items only, in that order, with new weights or those that the items have."""
        if weights is None and self.item_weights is not None:
            weights = self.item_weights[items]
        return attrs.evolve(self, answers=self.answers[items], truth=self.truth[items], item_weights=weights)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values: labels, positions of the right answers, and the answers to each item as one text."""
        plain: dict[str, Any] = {"labels": [_to_plain(label) for label in self.labels], "truth": self.truth.tolist()}
        plain["answers"] = list(self._lines)
        if self.item_weights is not None:
            plain["item_weights"] = self.item_weights.tolist()
        if self.graded:
            plain["graded"] = True
        if self.compared != "exact":
            plain["compared"] = self.compared
        return plain

    @functools.cached_property
    def _lines(self) -> tuple[str, ...]:
        words = np.array([_NO_ANSWER, *(str(code) for code in range(len(self.labels)))], dtype=object)
        return tuple(" ".join(line) for line in words[self.answers + 1].tolist())


def _to_plain(label: Any) -> Any:
    return label if isinstance(label, (str, int, float)) else str(label)
