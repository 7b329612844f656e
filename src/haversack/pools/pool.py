"""What there is to choose from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.errors import PoolError
from haversack.pools.checks import find_value_problems, limit_problems
from haversack.pools.pool_csv import read_columns
from haversack.pools.votes import RecordedVotes
from haversack.pools.votes_csv import read_votes

if TYPE_CHECKING:
    from os import PathLike

    from haversack.arrays import FloatArray


def _accuracy_column(values: Any) -> FloatArray | None:
    return _float_column("accuracies", values)


def _cost_column(values: Any) -> FloatArray | None:
    return _float_column("costs", values)


def _float_column(key: str, values: Any) -> FloatArray | None:
    if values is None:
        return None
    try:
        column = np.array(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise PoolError([f"pool: {key}: expected a list of numbers, got {values!r:.80}"]) from error
    if column.ndim != 1:
        raise PoolError([f"pool: {key}: expected one number per member, got an array of shape {column.shape}"])
    column.setflags(write=False)
    return column


def _name_column(values: Iterable[Any] | None) -> tuple[str, ...]:
    return () if values is None else tuple(str(value) for value in _entries("names", values))


def _metadata_columns(columns: Mapping[str, Iterable[Any]] | None) -> dict[str, tuple[Any, ...]]:
    if columns is None:
        return {}
    if not isinstance(columns, Mapping):
        raise PoolError([f"pool: metadata: expected columns by name, got {columns!r:.80}"])
    return {str(key): _entries(f"metadata.{key}", column) for key, column in columns.items()}


def _recorded(votes: Any) -> RecordedVotes | None:
    if votes is None or isinstance(votes, RecordedVotes):
        return votes
    if isinstance(votes, Mapping):
        return RecordedVotes.from_dict(votes)
    raise PoolError([f"pool: votes: expected recorded votes, as Pool.from_votes makes them, got {votes!r:.80}"])


def _entries(key: str, column: Iterable[Any]) -> tuple[Any, ...]:
    # A text is iterable too, but nobody who writes "abc" means three entries.
    if isinstance(column, (str, bytes)) or not isinstance(column, Iterable):
        raise PoolError([f"pool: {key}: expected a list with one entry per member, got {column!r:.80}"])
    # The numbers of an array become plain ones, which JSON can hold.
    return tuple(column.tolist() if isinstance(column, np.ndarray) else column)


@attrs.frozen(repr=False, unsafe_hash=False)
class Pool:
    """The members there are to choose from, in a fixed order.

    Arrays are copied and cannot be written to afterwards.

    Parameters
    ----------
    accuracies
        For each member, the probability in [0, 1] that it is right. May be left out for an energy that does not ask
        for it.
    costs
        For each member, a positive finite cost. Left out: nothing costs anything.
    names
        One distinct name per member; ``member-0``, ``member-1``, ... if left out.
    metadata
        Further columns by name, one entry per member, kept as they are.
    votes
        Recorded votes, which `from_votes` makes. Where accuracies are left out, they are the shares of right answers.

    Raises
    ------
    PoolError
        Names every value that is out of range and every column that is too short or too long.

    Examples
    --------
    >>> pool = Pool(accuracies=[0.8, 0.7, 0.6], costs=[3, 2, 1])
    >>> pool
    Pool of 3 members with accuracies and costs
    >>> pool.names[0], len(pool)
    ('member-0', 3)
    """

    accuracies: FloatArray | None = attrs.field(
        default=None, converter=_accuracy_column, eq=attrs.cmp_using(eq=np.array_equal)
    )
    costs: FloatArray | None = attrs.field(default=None, converter=_cost_column, eq=attrs.cmp_using(eq=np.array_equal))
    names: tuple[str, ...] = attrs.field(default=None, converter=_name_column)
    metadata: Mapping[str, tuple[Any, ...]] = attrs.field(default=None, converter=_metadata_columns)
    votes: RecordedVotes | None = attrs.field(default=None, converter=_recorded)

    def __attrs_post_init__(self) -> None:
        sized = {"accuracies": self.accuracies, "costs": self.costs, "names": self.names or None}
        sized |= {f"metadata.{key}": column for key, column in self.metadata.items()}
        lengths = {key: len(column) for key, column in sized.items() if column is not None}
        if self.votes is not None:
            lengths["votes"] = self.votes.members
        if not lengths or max(lengths.values()) == 0:
            raise PoolError(["pool: empty; expected at least one member"])
        if len(set(lengths.values())) > 1:
            told = ", ".join(f"{key} has {length}" for key, length in lengths.items())
            raise PoolError([f"pool: every column needs one entry per member, but {told}"])
        size = next(iter(lengths.values()))
        if not self.names:
            object.__setattr__(self, "names", tuple(f"member-{index}" for index in range(size)))
        if self.votes is not None and self.accuracies is None:
            object.__setattr__(self, "accuracies", self._recorded_accuracies(self.votes))
        problems = find_value_problems(self.accuracies, self.costs, self.names, self._place)
        if problems:
            raise PoolError(limit_problems(problems))

    @classmethod
    def from_csv(cls, path: str | PathLike[str]) -> Pool:
        """Read a pool from a CSV file.

        The first line names the columns, in any order and any case: ``accuracy``, ``cost`` and ``name``. There must be
        accuracies or, for an energy that does not ask for them, costs. Further columns are kept as metadata, as text.

        Raises
        ------
        PoolError
            Names the file and, for each bad value, its line, row and column.
        """
        return cls(**read_columns(path))

    @classmethod
    def from_votes(
        cls,
        answers: Any,
        truth: Any,
        costs: Any = None,
        names: Iterable[Any] | None = None,
        *,
        missing: Any = None,
        item_weights: Any = None,
    ) -> Pool:
        """Make a pool of members whose answers to a number of items are on record.

        The accuracy of a member is the share of right ones among the answers it gave. The energy ``votes`` counts the
        recorded votes themselves.

        Parameters
        ----------
        answers
            A table with a row per item and a column per member, as nested lists or an array. Answers may be anything
            hashable: numbers, words. None and NaN stand for no answer. A table that fits `truth` only the other way
            round, with a row per member, is turned.
        truth
            The right answer to each item.
        costs, names
            As for any pool.
        missing
            A further answer that stands for none, for example -1.
        item_weights
            How much each item counts, above 0; all alike if left out.

        Raises
        ------
        PoolError
            Names what does not fit together, and members who answered nothing.

        Examples
        --------
        >>> pool = Pool.from_votes([["a", "b"], ["b", None], ["a", "a"]], truth=["a", "b", "b"], costs=[2, 1])
        >>> pool, pool.accuracies.round(3).tolist()
        (Pool of 2 members with accuracies, costs and votes on 3 items, [0.667, 0.0])
        """
        votes = RecordedVotes.of(answers, truth, missing=missing, item_weights=item_weights)
        return cls(costs=costs, names=names, votes=votes)

    @classmethod
    def from_votes_csv(
        cls,
        answers: str | PathLike[str],
        truth: str | PathLike[str] | None = None,
        **columns: Any,
    ) -> Pool:
        """Read recorded votes from CSV files.

        Parameters
        ----------
        answers
            Either long, a line per answer with the columns ``question``, ``worker`` and ``answer``; or wide, a line per
            question with a column per member, and perhaps ``question`` and ``truth``. ``item`` and ``member`` mean the
            same as ``question`` and ``worker``. An empty cell is no answer.
        truth
            A line per question, with the columns ``question`` and ``truth``; not needed if `answers` has the latter.
            Questions without a right answer are left out.
        columns
            Further columns of `Pool`, such as ``costs``. With ``names`` the pool consists of these members, in this
            order; otherwise of all, in the order in which they turn up.

        Raises
        ------
        PoolError
            Names the file and the line.
        """
        names, votes = read_votes(answers, truth)
        wanted = columns.pop("names", None)
        if wanted is not None and len(wanted):
            wanted = _name_column(wanted)
            place = {name: index for index, name in enumerate(names)}
            absent = [name for name in wanted if name not in place]
            if absent:
                raise PoolError([f"{answers}: no answer of {absent[0]!r}, who is a member of the pool"])
            names, votes = wanted, votes.of_members(place[name] for name in wanted)
        return cls(names=names, votes=votes, **columns)

    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        known = [
            word for word, column in (("accuracies", self.accuracies), ("costs", self.costs)) if column is not None
        ]
        if self.votes is not None:
            known.append(f"votes on {len(self.votes)} item{'s' if len(self.votes) != 1 else ''}")
        told = f" with {', '.join([*known[:-2], ' and '.join(known[-2:])])}" if known else ""
        return f"Pool of {len(self)} member{'s' if len(self) != 1 else ''}{told}"

    def require_accuracies(self) -> FloatArray:
        """Return the accuracies, or raise `PoolError` if the pool has none."""
        if self.accuracies is None:
            others = ", ".join(map(repr, self.metadata))
            hint = f"; its further columns are {others}, and 'accuracy' would be understood" if others else ""
            raise PoolError([f"pool: this needs the accuracy of each member, and the pool has no accuracies{hint}"])
        return self.accuracies

    def require_costs(self) -> FloatArray:
        """Return the costs, or raise `PoolError` if the pool has none."""
        if self.costs is None:
            raise PoolError(
                ["pool: this needs the cost of each member, and the pool has no costs; cost model 'none' needs none"]
            )
        return self.costs

    def require_votes(self) -> RecordedVotes:
        """Return the recorded votes, or raise `PoolError` if the pool has none."""
        if self.votes is None:
            raise PoolError(
                ["pool: this needs recorded votes, and the pool has none; Pool.from_votes makes a pool that has"]
            )
        return self.votes

    def to_dict(self) -> dict[str, Any]:
        """Return the columns as plain lists: what a configuration's ``[pool]`` section takes."""
        columns: dict[str, Any] = {"names": list(self.names)}
        if self.accuracies is not None:
            columns["accuracies"] = self.accuracies.tolist()
        if self.costs is not None:
            columns["costs"] = self.costs.tolist()
        if self.metadata:
            columns["metadata"] = {key: list(column) for key, column in self.metadata.items()}
        if self.votes is not None:
            columns["votes"] = self.votes.to_dict()
        return columns

    def _recorded_accuracies(self, votes: RecordedVotes) -> FloatArray:
        accuracies = votes.accuracies
        silent = np.flatnonzero(np.isnan(accuracies)).tolist()
        if silent:
            raise PoolError(
                limit_problems(
                    [f"pool: {self.names[index]!r} answered no item; leave such members out" for index in silent]
                )
            )
        accuracies.setflags(write=False)
        return accuracies

    def _place(self, column: str, index: int) -> str:
        keys = {"accuracy": "accuracies", "cost": "costs", "name": "names"}
        return f"pool: {keys[column]}[{index}] (row {index + 1}, {self.names[index]!r})"
