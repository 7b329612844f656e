"""The progress of a run."""

from __future__ import annotations

import math

import attrs


@attrs.frozen
class Progress:
    """A snapshot of a run, which is all that a stopping rule sees.

    Parameters
    ----------
    steps
        Search steps so far; the searcher defines what a step is.
    evaluations
        Sets evaluated.
    seconds
        Since the search began.
    best_loss
        Of the best feasible set so far; infinite before the first.
    best_value
        The same as shown to users; minus infinity before the first.
    since_improvement
        Steps since the best set changed.
    loss_bound
        Proved lower bound on the loss of every feasible set; minus infinity if there is none.
    """

    steps: int = 0
    evaluations: int = 0
    seconds: float = 0.0
    best_loss: float = math.inf
    best_value: float = -math.inf
    since_improvement: int = 0
    loss_bound: float = -math.inf
