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

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "Check",
    "OptionError",
    "finite",
    "fraction",
    "one_of",
    "optional",
    "positive_finite",
    "probability",
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
            raise OptionError(attribute.name, f"must be {self.wanted}, got {value!r}")


def _is_number(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float, np.integer, np.floating)):
        return False
    # Only NaN differs from itself; math.isnan raises for a whole number too large for a float.
    return bool(value == value)


def whole(minimum: int) -> Check:
    """Return a check for a whole number of at least `minimum`; ``True`` is not a number here.

    Examples
    --------
    >>> whole(1).accepts(3), whole(1).accepts(True), whole(1).accepts(0)
    (True, False, False)
    """
    return Check(
        accepts=lambda value: _is_number(value) and minimum <= value < math.inf and value == int(value),
        wanted=f"a whole number of at least {minimum}",
        schema={"minimum": minimum},
    )


budget_check = Check(accepts=lambda value: _is_number(value) and value > 0, wanted="a number above 0")

positive_finite = Check(
    accepts=lambda value: _is_number(value) and 0 < value < math.inf,
    wanted="a finite number above 0",
    schema={"exclusiveMinimum": 0},
)

fraction = Check(
    accepts=lambda value: _is_number(value) and 0 < value < 1,
    wanted="a number between 0 and 1, both excluded",
    schema={"exclusiveMinimum": 0, "exclusiveMaximum": 1},
)

negative_finite = Check(
    accepts=lambda value: _is_number(value) and -math.inf < value < 0,
    wanted="a finite number below 0",
    schema={"exclusiveMaximum": 0},
)

probability = Check(
    accepts=lambda value: _is_number(value) and 0 <= value <= 1,
    wanted="a number from 0 to 1",
    schema={"minimum": 0, "maximum": 1},
)

finite = Check(accepts=lambda value: _is_number(value) and -math.inf < value < math.inf, wanted="a finite number")


seed_check = whole(0)


def one_of(*choices: str) -> Check:
    """Return a check for one word of a fixed list.

    Examples
    --------
    >>> one_of("wrong", "coin").wanted
    "'wrong' or 'coin'"
    """
    return Check(
        accepts=lambda value: value in choices,
        wanted=" or ".join(repr(choice) for choice in choices),
        schema={"enum": list(choices)},
    )


def optional(check: Check) -> Check:
    """Return a check that also accepts None."""
    schema = dict(check.schema)
    if "enum" in schema:
        schema["enum"] = [*schema["enum"], None]
    return Check(lambda value: value is None or check.accepts(value), check.wanted, schema)
