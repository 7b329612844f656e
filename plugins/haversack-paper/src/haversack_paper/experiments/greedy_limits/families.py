"""The pools with which the paper shows how badly greedy selection can fail."""

from __future__ import annotations

import math
from typing import Literal

from haversack_paper.one_and_many import OneAndMany

Family = Literal["forward-accuracy", "forward-usefulness", "backward-accuracy", "backward-usefulness"]

FAMILIES: dict[Family, str] = {
    "forward-accuracy": "Proposition 1",
    "forward-usefulness": "Corollary 1",
    "backward-accuracy": "Proposition 2",
    "backward-usefulness": "Proposition 3",
}
"""Which of the paper's statements each of them is for."""

_HAIR = 1e-9


def worst_case(family: Family, epsilon: float) -> OneAndMany:
    """Return the pool of the paper's proof for one epsilon.

    The proofs ask for a large number of members without saying how large. Here it is about epsilon to the power of -3
    (an odd number), at which the best panel is wrong with a probability of about exp(-1 / (2 epsilon)).
    """
    if family == "backward-usefulness":
        return OneAndMany(1.0, 3.0, 3, 0.5 + epsilon, 1.0, 3.0)
    members = round(epsilon**-3) | 1
    if family == "backward-accuracy":
        return OneAndMany(0.5 + epsilon, float(members), members, 0.5 + _little(epsilon), 1.0, float(members))
    return OneAndMany(0.5 + epsilon, 1.0, members - 1, 0.5 + _little(epsilon), 1.0, float(members))


def worse_than_a_coin(members: int) -> OneAndMany:
    """Return a pool in which one is always right and the others are useful but hardly ever right.

    A member of accuracy 1.5/m at 1/m of the budget is more useful, by accuracy per cost, than one who is always right
    and costs all of it.
    """
    return OneAndMany(1.0, float(members), members, 1.5 / members, 1.0, float(members))


def _little(epsilon: float) -> float:
    """Return the paper's alpha, at which three are as good as one: a hair less, so that rounding cannot help them."""
    return (1.0 - math.sqrt(1.0 - 4.0 * epsilon**2)) / (4.0 * epsilon) * (1.0 - _HAIR)
