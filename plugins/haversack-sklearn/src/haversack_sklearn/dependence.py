"""Comparison of the recorded accuracy of a panel with what independence predicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.energies import PluralityVote

if TYPE_CHECKING:
    from haversack import Note, Selection


class DependenceWarning(UserWarning):
    """The votes of a panel differ from those of independent members by more than the sampling error."""


@attrs.frozen
class Agreement:
    """The two accuracies of a chosen panel.

    Parameters
    ----------
    recorded
        Share of recorded rows on which its vote is right.
    predicted
        Accuracy that independent members with the same accuracies would reach.
    warning
        The warning, if the two differ by more than the sampling error.
    """

    recorded: float
    predicted: float
    warning: str | None = None


def compare_accuracies(selection: Selection) -> Agreement:
    """Compare the two accuracies, from the notes of the selection or, if its energy has none, from the votes."""
    notes = {note.title: note for note in selection.notes}
    if not notes.keys() >= {"votes show", "if independent"}:
        notes = {note.title: note for note in _note_votes(selection)}
    recorded, predicted = (float(notes[title].value or 0.0) for title in ("votes show", "if independent"))
    warnings = [note.text for note in notes.values() if note.is_warning]
    finding = (
        f"{', '.join(selection.names)}: independence predicts {predicted:.4g}, out-of-sample votes show {recorded:.4g}"
    )
    return Agreement(recorded, predicted, f"{finding}; {warnings[0]}" if warnings else None)


def _note_votes(selection: Selection) -> tuple[Note, ...]:
    chosen = np.isin(np.arange(len(selection.pool)), selection.members)
    return PluralityVote().notes(selection.pool, chosen)
