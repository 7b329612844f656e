"""Results for the same trap searched in different ways, side by side."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from haversack_paper.experiment import Json

BESTS = {"one": "the dear member is best", "many": "the many cheap ones are best"}
PAPER = (0.11, 0.96)
"""How often Monte Carlo and annealing find the best panel, according to the paper."""

_METHODS = {
    "half-draws": "draws with 1/2, infeasible ones redrawn",
    "half-draws-in-vain": "draws with 1/2, infeasible ones in vain",
    "monte-carlo": "haversack's `monte-carlo`",
    "annealing": "haversack's `annealing`",
}


@attrs.frozen
class Comparison:
    """Monte Carlo against annealing on one trap with one number of steps."""

    members: int
    beta: float
    epsilon: float
    best: str
    steps: int
    drawing: str
    drawn: float
    walking: str
    walked: float

    @property
    def off(self) -> float:
        """How far the pair is from the paper's, in the worse of both numbers."""
        return max(abs(self.drawn - PAPER[0]), abs(self.walked - PAPER[1]))

    @property
    def lead(self) -> float:
        """How much more often annealing finds the best set."""
        return self.walked - self.drawn


def merge_results(results: Mapping[str, Json]) -> list[Json]:
    """Return one result for each trap, with the shares of all methods."""
    traps: dict[tuple[float, float, int], Json] = {}
    for key, found in results.items():
        if key != "estimates":
            trap = traps.setdefault((found["beta"], found["epsilon"], found["members"]), {"shares": {}})
            trap |= found | {"shares": trap["shares"] | found["shares"]}
    return list(traps.values())


def compare_methods(traps: list[Json]) -> list[Comparison]:
    """Compare every way to draw with every way to walk, for each trap and number of steps."""
    found = []
    for trap in traps:
        pool = trap["members"], trap["beta"], trap["epsilon"], trap["best"]
        walking = [name for name in trap["shares"] if name.startswith("walk-") or name == "annealing"]
        drawing = [name for name in trap["shares"] if name not in walking]
        for one, other in product(drawing, walking):
            shares = zip(trap["steps"], trap["shares"][one], trap["shares"][other], strict=True)
            found += [Comparison(*pool, steps, one, drawn, other, walked) for steps, drawn, walked in shares]
    return found


def describe_trap(members: int, beta: float, epsilon: float) -> str:
    """Return the numbers of a trap."""
    return f"n = {members}, beta = {beta:g}, epsilon = {epsilon:g}"


def describe_method(name: str) -> str:
    """Return a method in words.

    Examples
    --------
    >>> describe_method("walk-2-0.1-0.001")
    'plain annealing by pairs, temperature 0.1 to 0.001'
    """
    if not name.startswith("walk-"):
        return _METHODS[name]
    _, flips, hot, cold = name.split("-")
    return f"plain annealing {'one by one' if flips == '1' else 'by pairs'}, temperature {hot} to {cold}"


def format_share(value: float) -> str:
    """Write a share as a percentage with one decimal."""
    return f"{100.0 * value:.1f} %"
