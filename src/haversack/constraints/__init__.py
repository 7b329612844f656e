"""What every answer must meet: the constraints that ship."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.api.registration import Registration
from haversack.constraints.apart import Apart
from haversack.constraints.at_least import AtLeast
from haversack.constraints.at_most import AtMost
from haversack.constraints.exclude import Exclude
from haversack.constraints.include import Include
from haversack.constraints.limit import Limit
from haversack.constraints.size import Size
from haversack.constraints.together import Together
from haversack.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Apart", "AtLeast", "AtMost", "Exclude", "Include", "Limit", "Size", "Together"]


@hookimpl
def haversack_constraints() -> Iterable[Registration]:
    """Offer the constraints of this package."""
    yield Registration("apart", Apart, "at most one of some members")
    yield Registration("at-least", AtLeast, "at least so many members of a group")
    yield Registration("at-most", AtMost, "at most so many members of a group, or of each group")
    yield Registration("exclude", Exclude, "without some members")
    yield Registration("include", Include, "with some members")
    yield Registration("limit", Limit, "a column: its sum over the members, or each of its values, is limited")
    yield Registration("size", Size, "at least, or at most, so many members")
    yield Registration("together", Together, "all of some members, or none of them")
