"""Both numbers: what independence predicts of a panel, and what its votes show."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.energies import PluralityVote

if TYPE_CHECKING:
    from haversack import Note, Selection


class DependenceWarning(UserWarning):
    """The votes of a panel are not those of independent members, by more than the sampling error explains."""


@attrs.frozen
class Agreement:
    """What is known of a chosen panel.

    Parameters
    ----------
    shown
        The share of recorded rows on which its vote is right.
    predicted
        What independent members with the same accuracies would reach.
    doubt
        What to warn of, if the two disagree.
    """

    shown: float
    predicted: float
    doubt: str | None = None


def agreement_of(selection: Selection) -> Agreement:
    """Compare the two numbers; they are those in the notes of the selection, where its energy takes such notes."""
    notes = {note.title: note for note in selection.notes}
    if not notes.keys() >= {"votes show", "if independent"}:
        notes = {note.title: note for note in _notes_on_votes(selection)}
    shown, predicted = (float(notes[title].value or 0.0) for title in ("votes show", "if independent"))
    doubts = [note.text for note in notes.values() if note.is_warning]
    told = f"{', '.join(selection.names)}: independence predicts {predicted:.4g}, out-of-sample votes show {shown:.4g}"
    return Agreement(shown, predicted, f"{told}; {doubts[0]}" if doubts else None)


def _notes_on_votes(selection: Selection) -> tuple[Note, ...]:
    chosen = np.isin(np.arange(len(selection.pool)), selection.members)
    return PluralityVote().notes(selection.pool, chosen)
