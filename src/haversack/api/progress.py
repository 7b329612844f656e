"""How far a run has come."""

from __future__ import annotations

import math

import attrs


@attrs.frozen
class Progress:
    """A snapshot of a run, which is all that a stopping rule sees.

    Parameters
    ----------
    steps
        Search steps so far; what a step is, the searcher says.
    evaluations
        Sets whose loss was looked at.
    seconds
        Since the search began.
    best_loss
        Of the best feasible set so far; infinite before the first.
    best_value
        The same as shown to users; minus infinity before the first.
    since_improvement
        Steps since the best set changed.
    loss_bound
        What no feasible set's loss is below, as far as is proved; minus infinity if nothing is.
    """

    steps: int = 0
    evaluations: int = 0
    seconds: float = 0.0
    best_loss: float = math.inf
    best_value: float = -math.inf
    since_improvement: int = 0
    loss_bound: float = -math.inf
