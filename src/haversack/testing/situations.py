"""Small problems that searchers are checked on."""

from __future__ import annotations

import attrs


@attrs.frozen(eq=False)
class Situation:
    """A small problem, described by what is special about it.

    Parameters
    ----------
    words
        The description.
    accuracies, costs
        Accuracies and costs of the members.
    buys
        The set that the budget is just enough for; no budget if omitted.
    """

    words: str
    accuracies: tuple[float, ...]
    costs: tuple[float, ...]
    buys: tuple[int, ...] | None = None


SITUATIONS = (
    Situation("a pool of one member", (0.7,), (1.0,), (0,)),
    Situation("a pool of one member, without a budget", (0.7,), (1.0,)),
    Situation("a budget for one of two equal members", (0.7, 0.7), (1.0, 1.0), (0,)),
    Situation("a budget that only one member fits", (0.6, 0.9, 0.8, 0.7), (1.0, 2.0, 3.0, 4.0), (0,)),
    Situation("equal costs and accuracies", (0.7,) * 5, (1.0,) * 5, (0, 1, 2)),
    Situation("accuracies of 0 and 1", (0.0, 1.0, 0.5, 1.0, 0.0), (1.0, 3.0, 2.0, 4.0, 1.0), (0, 1, 2)),
    Situation("costs of very different size", (0.6, 0.7, 0.8, 0.9), (1e-6, 1.0, 1e3, 1e6), (0, 1, 2)),
    Situation("a budget for all members", (0.9, 0.8, 0.75, 0.7, 0.6), (2.0, 1.0, 3.0, 1.5, 1.0), (0, 1, 2, 3, 4)),
    Situation(
        "nine members",
        (0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55),
        (9.0, 5.0, 6.0, 3.0, 2.5, 2.0, 1.5, 1.0, 0.5),
        (1, 3, 4, 5),
    ),
)
"""The smallest first, so that the first to fail is the smallest example."""
