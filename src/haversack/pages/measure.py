"""What the numbers of a result are called: right decisions, on recorded items or not, or values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from haversack.pages.wording import format_number, format_share

if TYPE_CHECKING:
    from haversack.api.selection import Selection

_RECORDED = " on recorded items"


@attrs.frozen
class Measure:
    """Names of the numbers of sets.

    Parameters
    ----------
    is_share
        Whether they are shares of right decisions.
    is_recorded
        Whether these are shares of the recorded items, on a page whose verdict speaks of new ones.
    """

    is_share: bool = True
    is_recorded: bool = False

    @property
    def place(self) -> str:
        """Where it was measured, to follow a word; empty where there is only one such place."""
        return _RECORDED if self.is_recorded else ""

    @property
    def title(self) -> str:
        """The head of a column."""
        return f"right{self.place}" if self.is_share else "value"

    @property
    def mistakes(self) -> str:
        """The head of a column of mistakes."""
        return f"mistakes{self.place}"

    def describe(self, value: float, error: float | None) -> str:
        r"""Return how good a set is.

        Examples
        --------
        >>> Measure(is_recorded=True).describe(0.942, 0.058), Measure(is_share=False).describe(12.5, None)
        ('right 94.2\xa0% on recorded items', 'a value of 12.5')
        """
        if error is None:
            return f"a value of {format_number(value)}"
        return f"right {format_share(value, error)}{self.place}"


def choose_measure(selection: Selection) -> Measure:
    """Return what the numbers of a selection, and of sets that are compared with it, are."""
    return Measure(selection.error is not None, selection.expected is not None)
