"""Labels for the numbers of a result."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from haversack.pages.wording import format_number, format_share, show_name

if TYPE_CHECKING:
    from haversack.api.selection import Selection

RECORDED = " on recorded items"
_INDEPENDENT = " assuming independence"
_NEAR = 1e-8


@attrs.frozen
class Measure:
    """Names of the numbers of sets.

    Parameters
    ----------
    is_share
        Whether they are shares of right decisions.
    place
        Where they were measured, to follow a word; empty where there is nothing else that they could be confused with.
    """

    is_share: bool = True
    place: str = ""

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
        >>> Measure(place=" on recorded items").describe(0.942, 0.058), Measure(is_share=False).describe(12.5, None)
        ('right 94.2\xa0% on recorded items', 'a value of 12.5')
        """
        if error is None:
            return f"a value of {format_number(value)}"
        return f"right {format_share(value, error)}{self.place}"

    def say(self, value: float, error: float | None) -> str:
        r"""Return the same with a verb.

        Examples
        --------
        >>> Measure().say(0.942, 0.058), Measure(is_share=False).say(12.5, None)
        ('is right 94.2\xa0%', 'has a value of 12.5')
        """
        return f"{'has' if error is None else 'is'} {self.describe(value, error)}"


def choose_measure(selection: Selection) -> Measure:
    """Return what the numbers of a selection, and of sets that are compared with it, are."""
    if selection.error is None:
        return Measure(is_share=False)
    shown = find_shown(selection)
    if shown is not None and abs(shown - selection.value) > _NEAR:
        # What the energy calls right is not what the recorded items show.
        return Measure(place=_INDEPENDENT if selection.assumes_independence else _name_energy(selection))
    return Measure(place="" if selection.expected is None else RECORDED)


def find_shown(selection: Selection) -> float | None:
    """Return the share of the recorded items on which the panel is right, as far as the result says."""
    if selection.expected is not None:
        # Of items, of which there are too few for what rounding leaves of a mistake.
        return round(selection.expected.shown, 9)
    return next((note.value for note in selection.notes if note.title == "votes show"), None)


def _name_energy(selection: Selection) -> str:
    energy = selection.parts.get("energy")
    return " by its energy" if energy is None else f" by the energy {show_name(energy.name)}"
