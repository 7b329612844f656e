"""The pool: the members to choose from."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.errors import PoolError
from haversack.pools.checks import limit_problems
from haversack.pools.columns import (
    ACCURACIES,
    COSTS,
    METADATA,
    NAMES,
    VOTES,
    NumberColumn,
    add_missing_fields,
    list_present_columns,
)
from haversack.pools.pool_csv import read_columns
from haversack.pools.votes import RecordedVotes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from os import PathLike

    from haversack.arrays import FloatArray, IntArray


# mypy knows what `Pool` accepts from named functions only.
def _convert_accuracies(values: Any) -> FloatArray | None:
    return ACCURACIES.convert(values)


def _convert_costs(values: Any) -> FloatArray | None:
    return COSTS.convert(values)


def _convert_names(values: Any) -> tuple[str, ...]:
    return NAMES.convert(values)


def _convert_metadata(values: Any) -> dict[str, tuple[Any, ...]]:
    return METADATA.convert(values)


def _convert_votes(values: Any) -> RecordedVotes | None:
    return VOTES.convert(values)


@attrs.frozen(repr=False, unsafe_hash=False, field_transformer=add_missing_fields)
class Pool:
    """The members to choose from, in a fixed order.

    Arrays are copied and read-only.

    Parameters
    ----------
    accuracies
        For each member, the probability in [0, 1] that it is right. Optional for an energy that does not use it.
    costs
        For each member, a finite cost of at least 0. If omitted, members have no costs.
    names
        One distinct name per member; ``member-0``, ``member-1``, ... if omitted.
    metadata
        Further columns by name, one entry per member, stored unchanged.
    votes
        Recorded votes, which `from_votes` creates. Accuracies that are omitted are then estimated from them: the share
        of right answers of each member, drawn towards the mean of all the more the fewer answers it gave. A member
        without answers has the mean. `RecordedVotes.accuracies` has the shares themselves.

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

    accuracies: FloatArray | None = attrs.field(default=None, converter=_convert_accuracies, eq=NumberColumn.equality)
    costs: FloatArray | None = attrs.field(default=None, converter=_convert_costs, eq=NumberColumn.equality)
    names: tuple[str, ...] = attrs.field(default=None, converter=_convert_names)
    metadata: Mapping[str, tuple[Any, ...]] = attrs.field(default=None, converter=_convert_metadata)
    votes: RecordedVotes | None = attrs.field(default=None, converter=_convert_votes)

    def __attrs_post_init__(self) -> None:
        size = self._check_lengths()
        if not self.names:
            object.__setattr__(self, "names", tuple(f"member-{index}" for index in range(size)))
        if self.votes is not None and self.accuracies is None:
            object.__setattr__(self, "accuracies", ACCURACIES.convert(self.votes.shrunk_accuracies))
        problems = [
            f"pool: {column.key}[{index}] (row {index + 1}, {self.names[index]!r}): {message}"
            for column, values in list_present_columns(self)
            for index, message in column.find_problems(values)
        ]
        if problems:
            raise PoolError(limit_problems(problems))
        with np.errstate(over="ignore"):
            if self.costs is not None and math.isinf(self.costs.sum()):
                raise PoolError("pool: costs: must have a sum that is a finite number, got infinity")

    def _check_lengths(self) -> int:
        """Return the number of members, or raise `PoolError` if there are none or the columns disagree."""
        lengths: dict[str, int] = {}
        for column, values in list_present_columns(self):
            lengths |= column.lengths(values)
        if not any(lengths.values()):
            raise PoolError("pool: empty; expected at least one member")
        if len(set(lengths.values())) > 1:
            found = ", ".join(f"{key} has {length}" for key, length in lengths.items())
            raise PoolError(f"pool: every column needs one entry per member, but {found}")
        return next(iter(lengths.values()))

    @classmethod
    def from_csv(cls, path: str | PathLike[str]) -> Pool:
        """Read a pool from a CSV file.

        The first line names the columns, in any order and any case: ``accuracy``, ``cost`` and ``name``. There must be
        accuracies or, for an energy that does not use them, costs. Further columns become metadata, as text.

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
        """Create a pool of members whose answers to a number of items are recorded.

        The accuracy of a member is estimated from the share of right answers among those it gave; see `Pool`. The
        energy ``votes`` counts the recorded votes themselves. Members without answers are allowed: they cost what they
        cost, and change no vote.

        Parameters
        ----------
        answers
            A table with a row per item and a column per member, as nested lists or an array. Answers may be anything
            hashable: numbers, words. None and NaN mean no answer. A table that matches the length of `truth`
            only with a row per member is transposed.
        truth
            The right answer to each item.
        costs, names
            As for any pool.
        missing
            A further value that means no answer, for example -1.
        item_weights
            Weight of each item, above 0; equal weights if omitted.

        Raises
        ------
        PoolError
            Names shapes that do not match.

        Examples
        --------
        >>> pool = Pool.from_votes([["a", "b"], ["b", None], ["a", "a"]], truth=["a", "b", "b"], costs=[2, 1])
        >>> pool, pool.accuracies.round(3).tolist()
        (Pool of 2 members with accuracies, costs and votes on 3 items, [0.56, 0.2])
        >>> pool.votes.accuracies.round(3).tolist()
        [0.667, 0.0]
        """
        votes = RecordedVotes.of(answers, truth, missing=missing, item_weights=item_weights)
        return cls(costs=costs, names=names, votes=votes)

    @classmethod
    def from_log(
        cls,
        path: Any,
        truth: Any = None,
        costs: Any = None,
        *,
        columns: Mapping[str, Any] | None = None,
        answers: str = "exact",
        format: str | Mapping[str, Any] | None = None,  # noqa: A002 - as on the command line
        **others: Any,
    ) -> Pool:
        """Read a log of answers, in a file or a frame; see `haversack.read_log`, which also says what was understood.

        The accuracy of a member is the share of right answers among those it gave; its cost, unless `costs` says
        otherwise, its mean price per item, if the log has prices.

        Raises
        ------
        PoolError, ConfigError
            Name the file, the line, what was expected and what was found.
        """
        # Not at the top: readers come from plugins, which know pools.
        from haversack.config.log_reading import read_log

        return read_log(path, truth, costs, columns=columns, answers=answers, format=format, **others).pool

    @classmethod
    def from_votes_csv(
        cls, answers: str | PathLike[str], truth: str | PathLike[str] | None = None, **columns: Any
    ) -> Pool:
        """Read recorded votes from CSV files: `from_log` with further columns of the pool by keyword.

        With ``names`` the pool consists of these members, in this order; otherwise of all members, in the order of
        their first answers.

        Raises
        ------
        PoolError
            Names the file and the line.
        """
        return cls.from_log(answers, truth, **columns)

    def on_items(self, items: IntArray, weights: FloatArray | None = None) -> Pool:
        """Return the pool with its votes on some of the items only; accuracies that votes gave are estimated again.

        Parameters
        ----------
        items
            Positions of the items.
        weights
            Their weights; by default those that they have.

        Raises
        ------
        PoolError
            If the pool has no votes.
        """
        votes = self.require_votes().of_items(items, weights)
        return attrs.evolve(self, votes=votes, accuracies=None if self.has_estimated_accuracies else self.accuracies)

    @property
    def has_estimated_accuracies(self) -> bool:
        """Whether the accuracies are those that the recorded votes give."""
        if self.votes is None or self.accuracies is None:
            return False
        return np.array_equal(self.accuracies, self.votes.shrunk_accuracies)

    def __reduce__(self) -> tuple[Any, ...]:
        # Arrays come back writable from a copy or from another process; made again, they are read-only.
        return type(self), tuple(getattr(self, field.name) for field in attrs.fields(type(self)))

    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        words = [text for column, values in list_present_columns(self) if (text := column.describe(values))]
        columns = f" with {', '.join([*words[:-2], ' and '.join(words[-2:])])}" if words else ""
        return f"Pool of {len(self)} member{'s' if len(self) != 1 else ''}{columns}"

    def require_accuracies(self) -> FloatArray:
        """Return the accuracies, or raise `PoolError` if the pool has none."""
        if self.accuracies is None:
            others = ", ".join(map(repr, self.metadata))
            hint = f"; its further columns are {others}, and the one it needs is called 'accuracy'" if others else ""
            raise PoolError(f"pool: this needs the accuracy of each member, and the pool has no accuracies{hint}")
        return self.accuracies

    @property
    def is_free(self) -> bool:
        """Whether the pool has costs and all of them are 0."""
        return self.costs is not None and not self.costs.any()

    def require_costs(self) -> FloatArray:
        """Return the costs, or raise `PoolError` if the pool has none."""
        if self.costs is None:
            raise PoolError(
                "pool: this needs the cost of each member, and the pool has no costs; cost model 'none' needs none"
            )
        return self.costs

    def require_votes(self) -> RecordedVotes:
        """Return the recorded votes, or raise `PoolError` if the pool has none."""
        if self.votes is None:
            raise PoolError(
                "pool: this needs recorded votes, and the pool has none; give a log, --votes LOG or Pool.from_log"
            )
        return self.votes

    def to_dict(self) -> dict[str, Any]:
        """Return the columns as plain lists: what a configuration's ``[pool]`` section takes."""
        columns = {column.key: column.to_plain(values) for column, values in list_present_columns(self)}
        return {NAMES.key: columns.pop(NAMES.key), **columns}
