"""What came of the same trap, searched in different ways."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Literal

import attrs

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from haversack_paper.experiment import Json

Best = Literal["one", "many"]

BESTS: dict[Best, str] = {"one": "the dear member is best", "many": "the many cheap ones are best"}
PAPER = (0.11, 0.96)
"""How often Monte Carlo and annealing find the best panel, according to the paper."""


@attrs.frozen
class Trap:
    """A trap and the shares of searches that found its best set, by method, at each number of steps."""

    beta: float
    epsilon: float
    members: int
    best: Best
    steps: Sequence[int]
    shares: Mapping[str, Sequence[float]]
    greedy: Mapping[str, bool]

    def __str__(self) -> str:
        return f"n = {self.members}, beta = {self.beta:g}, epsilon = {self.epsilon:g}"


@attrs.frozen
class Meeting:
    """Monte Carlo against annealing on one trap with one number of steps."""

    trap: Trap
    drawing: str
    walking: str
    steps: int
    drawn: float
    walked: float

    @property
    def off(self) -> float:
        """How far the pair is from the paper's, in the worse of both numbers."""
        return max(abs(self.drawn - PAPER[0]), abs(self.walked - PAPER[1]))

    @property
    def lead(self) -> float:
        """How much more often annealing finds the best set."""
        return self.walked - self.drawn


def method(name: str) -> str:
    """Return a method in words.

    Examples
    --------
    >>> method("walk-2-0.1-0.001")
    'plain annealing by pairs, temperature 0.1 to 0.001'
    """
    if name.startswith("walk-"):
        _, flips, hot, cold = name.split("-")
        return f"plain annealing {'one by one' if flips == '1' else 'by pairs'}, temperature {hot} to {cold}"
    words = {
        "half-draws": "draws with 1/2, infeasible ones redrawn",
        "half-draws-in-vain": "draws with 1/2, infeasible ones in vain",
        "monte-carlo": "haversack's `monte-carlo`",
        "annealing": "haversack's `annealing`",
    }
    return words[name]


def gathered_traps(results: Mapping[str, Json]) -> list[Trap]:
    """Put together what was computed and what was searched for the same trap."""
    gathered: dict[tuple[float, float, int], Trap] = {}
    for key, found in results.items():
        if key == "estimates":
            continue
        place = (found["beta"], found["epsilon"], found["members"])
        known = gathered.get(place)
        gathered[place] = Trap(
            *place,
            best=found["best"],
            steps=found["steps"],
            shares=found["shares"] if known is None else {**known.shares, **found["shares"]},
            greedy=found.get("greedy", {} if known is None else known.greedy),
        )
    return list(gathered.values())


def all_meetings(traps: Sequence[Trap]) -> Iterator[Meeting]:
    """Yield every way to draw against every way to walk, for each trap and number of steps."""
    for trap in traps:
        walking = [name for name in trap.shares if name.startswith("walk-") or name == "annealing"]
        drawing = [name for name in trap.shares if name not in walking]
        for one, other in product(drawing, walking):
            for place, steps in enumerate(trap.steps):
                yield Meeting(trap, one, other, steps, trap.shares[one][place], trap.shares[other][place])
