"""What the constraints of this package share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.api.conditions import Conditions
from haversack.text import format_value
from haversack.validators import OptionError

if TYPE_CHECKING:
    import attrs

    from haversack.api.constraint import Constraint
    from haversack.arrays import Sets
    from haversack.pools.pool import Pool


def allow_by_rows(constraint: Constraint, pool: Pool, sets: Sets) -> Sets:
    """Return which sets the rows and fixed members of a linear constraint allow."""
    return Conditions.of(pool, [constraint]).allow(np.asarray(sets))


def to_names(value: Any) -> Any:
    """Return names as a tuple: those of a list, or a single one; what is neither is checked later.

    Examples
    --------
    >>> to_names("gpt-4"), to_names(["a", "b"])
    (('gpt-4',), ('a', 'b'))
    """
    if isinstance(value, str):
        return (value,)
    return tuple(value) if isinstance(value, (list, tuple)) else value


def check_names(instance: Any, attribute: attrs.Attribute[Any], value: Any) -> None:  # noqa: ARG001 - of attrs
    """Raise `OptionError` unless the value is a tuple of at least one name, each of them once."""
    is_list = isinstance(value, tuple) and value and all(isinstance(name, str) and name for name in value)
    if not is_list:
        raise OptionError(attribute.name, f"must be a list of names of members, got {format_value(value)}")
    twice = next((name for name in value if value.count(name) > 1), None)
    if twice is not None:
        raise OptionError(attribute.name, f"must name each member once, got {twice!r} twice")


def check_text(instance: Any, attribute: attrs.Attribute[Any], value: Any) -> None:  # noqa: ARG001 - of attrs
    """Raise `OptionError` unless the value is a text that is not blank."""
    if not isinstance(value, str) or not value.strip():
        raise OptionError(attribute.name, f"must be the name of a column, got {format_value(value)}")


def mark(members: Any, size: int) -> Sets:
    """Return a boolean array that is True for these members."""
    marked = np.zeros(size, dtype=np.bool_)
    marked[members] = True
    return marked
