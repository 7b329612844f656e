"""Answers that members gave to questions whose right answers are known."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.errors import PoolError

if TYPE_CHECKING:
    import numpy.typing as npt

    from haversack.arrays import FloatArray, IntArray

_NONE = "."  # What stands for no answer where codes are written as text.
_KEYS = ("labels", "truth", "answers", "item_weights")


def _codes(values: Any) -> IntArray:
    codes = np.array(values, dtype=np.int64)
    codes.setflags(write=False)
    return codes


def _weights(values: Any) -> FloatArray | None:
    if values is None:
        return None
    try:
        weights = np.array(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise PoolError([f"pool: item_weights: expected a list of numbers, got {values!r:.80}"]) from error
    weights.setflags(write=False)
    return weights


@attrs.frozen(repr=False, slots=False, unsafe_hash=False)  # with a dict, for what is found out once
class RecordedVotes:
    """Who answered what, and what would have been right.

    `Pool.from_votes` makes one from answers of any kind.

    Parameters
    ----------
    answers
        Whole numbers of shape (items, members): the position of each answer among the labels, -1 where there is none.
    truth
        Whole numbers of shape (items,): the position of the right answer.
    labels
        The different answers.
    item_weights
        How much each item counts, above 0; all alike if left out.
    """

    answers: IntArray = attrs.field(converter=_codes, eq=attrs.cmp_using(eq=np.array_equal))
    truth: IntArray = attrs.field(converter=_codes, eq=attrs.cmp_using(eq=np.array_equal))
    labels: tuple[Any, ...] = attrs.field(converter=tuple)
    item_weights: FloatArray | None = attrs.field(
        default=None, converter=_weights, eq=attrs.cmp_using(eq=np.array_equal)
    )

    def __attrs_post_init__(self) -> None:
        if self.answers.ndim != 2 or self.truth.shape != self.answers.shape[:1]:
            raise PoolError(
                [
                    "pool: votes: expected answers of shape (items, members) and one right answer per item, "
                    f"got answers of shape {self.answers.shape} and {self.truth.size} right answers"
                ]
            )
        if self.truth.size == 0:
            raise PoolError(["pool: votes: there is no item; expected at least one"])
        for name, codes, least in (("truth", self.truth, 0), ("answers", self.answers, -1)):
            wrong = np.argwhere((codes < least) | (codes >= len(self.labels)))
            if wrong.size:
                place, code = wrong[0].tolist(), codes[tuple(wrong[0])]
                raise PoolError([f"pool: votes: {name}{place}: {code} is the position of no label"])
        self._check_weights()

    def _check_weights(self) -> None:
        weights = self.item_weights
        if weights is None:
            return
        if weights.shape != self.truth.shape:
            raise PoolError(
                [f"pool: item_weights: expected one per item, {self.truth.size}, got an array of shape {weights.shape}"]
            )
        wrong = np.flatnonzero(~((weights > 0) & (weights < np.inf)))
        if wrong.size:
            index = int(wrong[0])
            raise PoolError([f"pool: item_weights[{index}]: must be a finite number above 0, got {weights[index]}"])

    @classmethod
    def of(cls, answers: Any, truth: Any, *, missing: Any = None, item_weights: Any = None) -> RecordedVotes:
        """Take down answers of any hashable kind; see `Pool.from_votes`."""
        answers, truth = _table(answers), _column(truth)
        if answers.shape[0] != truth.size and answers.shape[1] == truth.size:
            answers = answers.T
        if answers.shape[0] != truth.size:
            raise PoolError(
                [
                    f"pool: answers: expected a row for each of the {truth.size} items of truth and a column per "
                    f"member, got an array of shape {answers.shape}"
                ]
            )
        codes: dict[Any, int] = {}
        right = _encoded("truth", truth, codes, missing)
        if (right < 0).any():
            raise PoolError([f"pool: truth[{int(np.argmax(right < 0))}]: the right answer is missing"])
        given = _encoded("answers", answers, codes, missing)
        labels, places = _sorted_labels(tuple(codes))
        return cls(places[given], places[right], labels, item_weights)

    @classmethod
    def from_dict(cls, columns: Mapping[str, Any]) -> RecordedVotes:
        """Make the votes from what `to_dict` returns."""
        unknown = [key for key in columns if key not in _KEYS]
        absent = [key for key in _KEYS[:3] if key not in columns]
        if unknown or absent:
            told = f"unknown key {unknown[0]!r}" if unknown else f"the key {absent[0]!r} is missing"
            raise PoolError([f"pool: votes: {told}; expected {', '.join(_KEYS[:3])} and perhaps {_KEYS[3]}"])
        try:
            answers = [[-1 if word == _NONE else int(word) for word in line.split()] for line in columns["answers"]]
            return cls(np.array(answers), columns["truth"], columns["labels"], columns.get("item_weights"))
        except PoolError:
            raise
        except (AttributeError, TypeError, ValueError, OverflowError) as error:
            raise PoolError(
                [
                    "pool: votes: expected answers as one text per item, such as '0 1 . 1', with the position of each "
                    f"member's label or '.', and truth as positions; {error}"
                ]
            ) from error

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
        """For each member, the share of right ones among the answers it gave, weighted; NaN if it gave none."""
        weights = np.ones(len(self)) if self.item_weights is None else self.item_weights
        right = self.answers == self.truth[:, None]
        with np.errstate(invalid="ignore"):
            return np.asarray((weights @ right) / (weights @ self.answered))

    @functools.cached_property
    def ballots(self) -> npt.NDArray[np.int16]:
        """Of shape (members, items): 0 for the right answer, 1, 2, ... for the wrong ones of an item, -1 for none.

        Only whether answers are right and which wrong ones agree decides a vote, and an item has few different ones
        however many labels there are.
        """
        order = np.argsort(self.answers, axis=1, kind="stable")
        ranked = np.take_along_axis(self.answers, order, axis=1)
        wrong = (ranked >= 0) & (ranked != self.truth[:, None])
        first = wrong & (np.diff(ranked, axis=1, prepend=-2) != 0)
        local = np.where(wrong, np.cumsum(first, axis=1), np.where(ranked < 0, -1, 0))
        ballots = np.empty(self.answers.shape, dtype=np.int16)
        np.put_along_axis(ballots, order, local.astype(np.int16), axis=1)
        return np.ascontiguousarray(ballots.T)

    @functools.cached_property
    def most_answers(self) -> int:
        """How many different answers an item has at most, the right one included."""
        return max(1, int(self.ballots.max(initial=0)) + 1)

    @property
    def weights(self) -> FloatArray:
        """The item weights; of length 0 if all items count alike."""
        return np.zeros(0) if self.item_weights is None else self.item_weights

    def of_members(self, members: Iterable[int]) -> RecordedVotes:
        """Return the votes of some members only, in that order."""
        return attrs.evolve(self, answers=self.answers[:, list(members)])

    def to_dict(self) -> dict[str, Any]:
        """Return plain values: labels, positions of the right ones, and the answers to each item as one text."""
        plain = {"labels": [_plain(label) for label in self.labels], "truth": self.truth.tolist()}
        plain["answers"] = list(self._lines)
        if self.item_weights is not None:
            plain["item_weights"] = self.item_weights.tolist()
        return plain

    @functools.cached_property
    def _lines(self) -> tuple[str, ...]:
        words = np.array([_NONE, *(str(code) for code in range(len(self.labels)))], dtype=object)
        return tuple(" ".join(line) for line in words[self.answers + 1].tolist())


def _table(answers: Any) -> npt.NDArray[Any]:
    table = _array("answers", answers)
    if table.ndim != 2:
        raise PoolError(
            [f"pool: answers: expected a table with a row per item and a column per member, got shape {table.shape}"]
        )
    return table


def _column(truth: Any) -> npt.NDArray[Any]:
    column = _array("truth", truth)
    if column.ndim != 1 or column.size == 0:
        raise PoolError([f"pool: truth: expected the right answer to each item, got shape {column.shape}"])
    return column


def _array(name: str, values: Any) -> npt.NDArray[Any]:
    """Return an array; the entries of lists stay as they are, whatever else is among them."""
    if isinstance(values, (str, bytes)):
        raise PoolError([f"pool: {name}: expected a list, got {values!r:.80}"])
    try:
        table = np.asarray(values) if hasattr(values, "__array__") else np.array(_lists(values), dtype=object)
    except (TypeError, ValueError) as error:
        raise PoolError([f"pool: {name}: expected rows of equal length, got {values!r:.80}"]) from error
    return table


def _lists(values: Any) -> Any:
    nested = [list(row) if isinstance(row, Iterable) and not isinstance(row, (str, bytes)) else row for row in values]
    if len({len(row) if isinstance(row, list) else -1 for row in nested}) > 1:
        raise ValueError("rows of different lengths")
    return nested


def _encoded(name: str, values: npt.NDArray[Any], codes: dict[Any, int], missing: Any) -> IntArray:
    """Return the position of each entry among the labels, adding those that are new; -1 for none."""
    kinds: Any = values
    inverse = None
    if values.dtype != object:
        kinds, inverse = np.unique(values, return_inverse=True)
    found = [_code(name, label, codes, missing) for label in kinds.ravel().tolist()]
    encoded = np.array(found, dtype=np.int64)
    return encoded.reshape(values.shape) if inverse is None else encoded[inverse].reshape(values.shape)


def _code(name: str, label: Any, codes: dict[Any, int], missing: Any) -> int:
    if isinstance(label, np.generic):
        label = label.item()
    if label is None or (isinstance(label, float) and math.isnan(label)):
        return -1
    # True equals 1, but nobody who writes one means the other.
    if missing is not None and isinstance(label, bool) == isinstance(missing, bool) and label == missing:
        return -1
    try:
        return codes.setdefault(label, len(codes))
    except TypeError as error:
        raise PoolError([f"pool: {name}: an answer must be hashable, got {label!r:.80}"]) from error


def _sorted_labels(labels: tuple[Any, ...]) -> tuple[tuple[Any, ...], IntArray]:
    """Sort labels that can be, so that equal votes are equal, and return where each went; no answer stays none."""
    try:
        order = sorted(range(len(labels)), key=labels.__getitem__)
    except TypeError:  # Words and numbers, for example.
        order = list(range(len(labels)))
    places = np.full(len(labels) + 1, -1)
    places[order] = np.arange(len(labels))
    return tuple(labels[place] for place in order), places


def _plain(label: Any) -> Any:
    return label if isinstance(label, (str, int, float)) else str(label)
