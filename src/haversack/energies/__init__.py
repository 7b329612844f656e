"""What makes a set good: the energies that ship."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.api.registration import Registration
from haversack.energies.majority import MajorityVote
from haversack.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["MajorityVote"]


@hookimpl
def haversack_energies() -> Iterable[Registration]:
    """Offer the energies of this package."""
    yield Registration("majority", MajorityVote, "probability that most of independent voters are right")
