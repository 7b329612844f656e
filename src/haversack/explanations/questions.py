"""What an explanation asks about a changed problem."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import attrs

if TYPE_CHECKING:
    from haversack.frontiers.next_steps import Bought


@attrs.frozen
class Question:
    """What is changed, one thing at a time.

    Parameters
    ----------
    member, is_inside
        The member that every set has, or none has; None for no such member.
    without
        The place of the constraint that does not hold; None if all hold.
    """

    member: int | None = None
    is_inside: bool = False
    without: int | None = None


class Answers(Protocol):
    """Answers questions, by whatever means."""

    @property
    def selections(self) -> int:
        """How many selections that took so far."""

    def can_answer(self) -> bool:
        """Return whether another question may be asked."""

    def find_best(self, question: Question) -> Bought | None:
        """Return the best set under a changed condition; None if there is none."""

    def find_steps(self, loss: float, count: int) -> list[Bought]:
        """Return the next sets above the budget, by rising cost, each better than the one before."""
