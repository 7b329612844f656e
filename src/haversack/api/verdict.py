"""What a panel decides on one item."""

from __future__ import annotations

from typing import Any

import attrs


@attrs.frozen
class Verdict:
    """What a panel decides on one item.

    Parameters
    ----------
    label
        The label that the vote decides for; None where it is undecided, because of a tie or because nobody answered.
    tied
        The labels that share the highest score, where there are several. With ``ties="coin"``, one of them drawn at
        random is the verdict; drawing is left to the caller.
    answered
        How many members of the panel answered.
    posterior
        The probability of the label, or of each tied one, where the vote knows it: the Bayes vote does, as if members
        erred independently given the right label. Otherwise None.
    """

    label: Any
    tied: tuple[Any, ...] = ()
    answered: int = 0
    posterior: float | None = None
