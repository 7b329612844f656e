"""Snapshots of runs, for checks of what reads them."""

from __future__ import annotations

import math

from haversack.api.progress import Progress
from haversack.testing.examples import st

EARLY = Progress(steps=1, evaluations=1, best_loss=0.5, best_value=0.5, since_improvement=1, best_cost=1.0)
"""The first step of a run."""

LATE = Progress(
    steps=10**12,
    evaluations=10**12,
    seconds=1e9,
    best_loss=0.0,
    best_value=1.0,
    since_improvement=10**11,
    loss_bound=0.0,
    seconds_since_improvement=1e8,
    previous_loss=0.5,
    previous_value=0.5,
    bound=1.0,
    budget=30.0,
    best_cost=30.0,
)
"""The end of a long run, with a proof."""


@st.composite
def snapshots(draw: st.DrawFn) -> Progress:
    """Snapshots of a run: at its beginning, before the first set, and later."""
    steps = draw(st.sampled_from([0, 1, 10_000, 10**12]) | st.integers(0, 10**6))
    seconds = draw(st.sampled_from([0.0, 0.5, 1e6]) | st.floats(0.0, 1e4))
    loss = draw(st.sampled_from([math.inf, 0.5, 0.0, 1e-20]) | st.floats(0.0, 1.0))
    budget = draw(st.sampled_from([math.inf, 30.0]))
    if math.isinf(loss):
        return Progress(
            steps=steps,
            evaluations=steps,
            seconds=seconds,
            since_improvement=steps,
            seconds_since_improvement=seconds,
            budget=budget,
        )
    bound = draw(st.sampled_from([-math.inf, loss, loss / 2]))
    previous = draw(st.sampled_from([math.inf, loss + 0.25, math.nextafter(loss, math.inf)]))
    return Progress(
        steps=steps,
        evaluations=draw(st.integers(0, 10**6)),
        seconds=seconds,
        best_loss=loss,
        best_value=1.0 - loss,
        since_improvement=draw(st.integers(0, steps)),
        loss_bound=bound,
        seconds_since_improvement=draw(st.sampled_from([0.0, seconds / 2, seconds])),
        previous_loss=previous,
        previous_value=1.0 - previous,
        bound=1.0 - bound,
        budget=budget,
        best_cost=draw(st.floats(0.0, 30.0)),
    )
