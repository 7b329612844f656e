"""A part of a composed cost model: its options, and how they are read from a pool."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, Literal

import attrs
import numpy as np

from haversack.costs.amounts import Amount, TierPrices
from haversack.errors import PoolError
from haversack.pools.column_values import read_labels, read_numbers
from haversack.text import format_value
from haversack.validators import OptionError, finite, one_of, positive_finite, to_list

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, Sets
    from haversack.pools.pool import Pool

_LARGEST = float(np.finfo(np.float64).max)


def to_tiers(value: Any) -> Any:
    """Return tiers as a tuple of pairs; what is no list of lists is checked later."""
    entries = [to_list(entry) for entry in to_list(value) or ()]
    return tuple(map(tuple, entries)) if entries and None not in entries else value  # type: ignore[arg-type]


def check_tiers(instance: Any, attribute: attrs.Attribute[Any], value: Any) -> None:  # noqa: ARG001 - of attrs
    """Raise `OptionError` unless the value is pairs of a start and a price, from 0 on, with rising starts."""
    pairs = isinstance(value, tuple) and value and all(isinstance(pair, tuple) and len(pair) == 2 for pair in value)
    if not pairs or not all(finite.accepts(number) for pair in value for number in pair):
        raise OptionError(
            attribute.name, f"must be a list of [from, price per unit], such as [[0, 1.0], [10, 0.8]], {_got(value)}"
        )
    starts = [start for start, _ in value]
    if starts[0] != 0 or any(later <= earlier for earlier, later in itertools.pairwise(starts)):
        raise OptionError(attribute.name, f"must start from 0 and rise, {_got(starts)}")
    negative = next((price for _, price in value if price < 0), None)
    if negative is not None:
        raise OptionError(attribute.name, f"must have prices of at least 0, {_got(negative)}")


def check_column(instance: Any, attribute: attrs.Attribute[Any], value: Any) -> None:  # noqa: ARG001 - of attrs
    """Raise `OptionError` unless the value is a text that is not blank."""
    if not isinstance(value, str) or not value.strip():
        raise OptionError(attribute.name, f"must be the name of a column, {_got(value)}")


def check_fee(instance: Any, attribute: attrs.Attribute[Any], value: Any) -> None:  # noqa: ARG001 - of attrs
    """Raise `OptionError` unless the value is a number of at least 0, or the name of a column."""
    is_column = isinstance(value, str) and value.strip()
    if not is_column and not (finite.accepts(value) and value >= 0):
        raise OptionError(attribute.name, f"must be a number of at least 0, or the name of a column, {_got(value)}")


@attrs.frozen
class CostPart:
    """One cost among several, with a budget of its own.

    Parameters
    ----------
    budget
        What a set may cost by this part.
    column
        The column of the pool that is added up, or whose largest value counts; `cost` is the pool's own cost. If
        omitted, each member counts 1, or nothing where groups have fees.
    of
        ``sum``: what the members have together; ``max``: the largest of their values, such as the latency of members
        who work side by side.
    tiers
        The price per unit from each amount on, as pairs: ``[[0, 1.0], [10, 0.8]]`` prices the first ten units at 1 and
        each further one at 0.8. If omitted, the sum or maximum is the cost.
    group, fee
        The column that names groups, and what each group costs once if any of its members is in the set: a number, or
        the column that has the fee of a member's group.
    """

    budget: float = attrs.field(validator=positive_finite)
    column: str | None = attrs.field(default=None, validator=attrs.validators.optional(check_column))
    of: Literal["sum", "max"] = attrs.field(default="sum", validator=one_of("sum", "max"))
    tiers: tuple[tuple[float, float], ...] | None = attrs.field(
        default=None, converter=to_tiers, validator=attrs.validators.optional(check_tiers)
    )
    group: str | None = attrs.field(default=None, validator=attrs.validators.optional(check_column))
    fee: float | str | None = attrs.field(default=None, validator=attrs.validators.optional(check_fee))

    def __attrs_post_init__(self) -> None:
        if (self.group is None) != (self.fee is None):
            raise OptionError("group", "and fee must be given together, got one of them")

    def read(self, pool: Pool, place: str) -> Amount:
        """Return what the part amounts to on a pool.

        Parameters
        ----------
        pool
            The pool.
        place
            The option that has the part, for messages.

        Raises
        ------
        PoolError
            If a column that it names is missing or has no numbers of at least 0, or the members of a group have
            different fees.
        """
        return read_amount(
            pool, place, column=self.column, of=self.of, tiers=self.tiers, group=self.group, fee=self.fee
        )


def read_amount(
    pool: Pool,
    place: str,
    *,
    column: str | None,
    of: str = "sum",
    tiers: tuple[tuple[float, float], ...] | None = None,
    group: str | None = None,
    fee: float | str | None = None,
) -> Amount:
    """Return what a part with these options amounts to on a pool; see `CostPart`."""
    if column is not None:
        values = read_numbers(pool, column, f"{place}.column", least=0.0)
    else:
        values = np.full(len(pool), 1.0 if group is None else 0.0)
    # Small enough for the sum of all to be a number.
    values = np.minimum(values, _LARGEST / (8.0 * len(pool)))
    values.setflags(write=False)
    marked, fees = np.zeros((len(pool), 0), dtype=np.bool_), np.zeros(0)
    if group is not None and fee is not None:
        marked, fees = _read_groups(pool, place, group, fee)
    prices = None
    if tiers is not None:
        prices = TierPrices(*(np.array(numbers, dtype=np.float64) for numbers in zip(*tiers, strict=True)))
    name = repr(column) if column is not None else "members" if group is None else f"fees per {group!r}"
    return Amount(name, values, of == "max", prices, marked, fees)


def _read_groups(pool: Pool, place: str, group: str, fee: float | str) -> tuple[Sets, FloatArray]:
    labels = read_labels(pool, group, f"{place}.group")
    names = sorted(set(labels))
    places = np.array([names.index(label) for label in labels])
    marked = places[:, None] == np.arange(len(names))
    if not isinstance(fee, str):
        return marked, np.full(len(names), min(float(fee), _LARGEST / (8.0 * len(names))))
    each = read_numbers(pool, fee, f"{place}.fee", least=0.0)
    lowest = np.array([each[marked[:, index]].min() for index in range(len(names))])
    highest = np.array([each[marked[:, index]].max() for index in range(len(names))])
    unlike = np.flatnonzero(lowest != highest)
    if unlike.size:
        index = int(unlike[0])
        raise PoolError(
            f"pool: {fee}: must be one fee for all of {group} {names[index]!r}, which {place}.fee charges once, "
            f"got {lowest[index]:g} and {highest[index]:g}"
        )
    return marked, np.minimum(lowest, _LARGEST / (8.0 * len(names)))


def _got(value: Any) -> str:
    return f"got {format_value(value)}"
