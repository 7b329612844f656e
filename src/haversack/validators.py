"""Checks for options, shared by code and configuration.

Each check is an attrs validator with a message of the form "must ..., got ...". It holds the same limits as JSON Schema
keywords, so that an editor can warn before the run starts.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.errors import HaversackError
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "Check",
    "OptionError",
    "finite",
    "flag",
    "fraction",
    "one_of",
    "optional",
    "positive_finite",
    "probability",
    "to_list",
    "to_whole",
    "whole",
]


class OptionError(HaversackError, ValueError):
    """An option with a value that is not allowed.

    Parameters
    ----------
    option
        Name of the option.
    complaint
        What was expected and what was found, for example ``must be at least 1, got 0``.
    """

    def __init__(self, option: str, complaint: str) -> None:
        self.option = option
        self.complaint = complaint
        super().__init__(f"{option} {complaint}")


@attrs.frozen
class Check:
    """A named condition on one value.

    Parameters
    ----------
    accepts
        The condition.
    wanted
        The condition in words, to be read after "must be".
    schema
        The same condition as JSON Schema keywords.
    """

    accepts: Callable[[Any], bool]
    wanted: str
    schema: dict[str, Any] = attrs.field(factory=dict)

    def __call__(self, _instance: object, attribute: attrs.Attribute[Any], value: Any) -> None:
        """Raise `OptionError` unless the value is accepted."""
        if not self.accepts(value):
            raise OptionError(attribute.name, f"must be {self.wanted}, got {format_value(value)}")


def _to_float(value: Any) -> float:
    """Return a number as a float; NaN for what is not a number, or too large for a float."""
    if not _is_number(value):
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.nan


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)


def whole(minimum: int, maximum: int | None = None) -> Check:
    """Return a check for a whole number from `minimum` to `maximum`; ``True`` is not a number here.

    Give a maximum wherever a larger number would exhaust memory or threads, and none to numbers that are only counted
    up to.

    Examples
    --------
    >>> whole(1).accepts(3), whole(1).accepts(True), whole(1).accepts(0), whole(1, 8).accepts(9)
    (True, False, False, False)
    """
    largest = math.inf if maximum is None else maximum
    return Check(
        accepts=lambda value: _is_number(value) and minimum <= value <= largest and value < math.inf and value % 1 == 0,
        wanted=f"a whole number of at least {minimum}" + ("" if maximum is None else f" and at most {maximum:,}"),
        schema={"minimum": minimum} | ({} if maximum is None else {"maximum": maximum}),
    )


def to_whole(value: Any) -> Any:
    """Return a whole number as an int, whatever its type, and anything else unchanged: a converter beside `whole`.

    Examples
    --------
    >>> to_whole(1e3), to_whole(2.5), to_whole(None)
    (1000, 2.5, None)
    """
    return int(value) if _is_number(value) and abs(value) < math.inf and value % 1 == 0 else value


def to_list(value: Any) -> list[Any] | None:
    """Return the entries of a list, an array or another iterable; None for a text and for all that has no entries.

    Examples
    --------
    >>> to_list((1, 2)), to_list("ab"), to_list(5)
    ([1, 2], None, None)
    """
    if isinstance(value, (str, bytes)):
        return None
    try:
        return list(value)
    # Iterables of others may raise anything.
    except Exception:
        return None


budget_check = Check(accepts=lambda value: _to_float(value) > 0, wanted="a number above 0")

positive_finite = Check(
    accepts=lambda value: 0 < _to_float(value) < math.inf,
    wanted="a finite number above 0",
    schema={"exclusiveMinimum": 0},
)

fraction = Check(
    accepts=lambda value: 0 < _to_float(value) < 1,
    wanted="a number between 0 and 1, both excluded",
    schema={"exclusiveMinimum": 0, "exclusiveMaximum": 1},
)

negative_finite = Check(
    accepts=lambda value: -math.inf < _to_float(value) < 0,
    wanted="a finite number below 0",
    schema={"exclusiveMaximum": 0},
)

probability = Check(
    accepts=lambda value: 0 <= _to_float(value) <= 1,
    wanted="a number from 0 to 1",
    schema={"minimum": 0, "maximum": 1},
)

finite = Check(accepts=lambda value: -math.inf < _to_float(value) < math.inf, wanted="a finite number")


share_check = Check(accepts=lambda value: 0 < _to_float(value) <= 1, wanted="a number above 0 and at most 1")

seed_check = Check(
    # More bits than any source of randomness uses, and few enough to be written down.
    accepts=whole(0, 2**128 - 1).accepts,
    wanted="a whole number of at least 0 and below 2^128",
    schema={"minimum": 0, "exclusiveMaximum": 2**128},
)


flag = Check(accepts=lambda value: isinstance(value, bool), wanted="true or false")


def one_of(*choices: str) -> Check:
    """Return a check for one word of a fixed list.

    Examples
    --------
    >>> one_of("wrong", "coin").wanted
    "'wrong' or 'coin'"
    """
    return Check(
        # An array equals a word entry by entry.
        accepts=lambda value: isinstance(value, str) and value in choices,
        wanted=" or ".join(repr(choice) for choice in choices),
        schema={"enum": list(choices)},
    )


def optional(check: Check) -> Check:
    """Return a check that also accepts None."""
    schema = dict(check.schema)
    if "enum" in schema:
        schema["enum"] = [*schema["enum"], None]
    return Check(lambda value: value is None or check.accepts(value), check.wanted, schema)
