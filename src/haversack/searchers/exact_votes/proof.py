"""The proof for recorded votes, as a second program repeats it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.api.ballots import HasBallots
from haversack.errors import CertificateError
from haversack.searchers.exact_votes.ballot_tree import BallotTree
from haversack.searchers.exact_votes.panel_limits import PanelLimits

if TYPE_CHECKING:
    from fractions import Fraction

    from haversack.api.problem import Problem

_MOST_NODES = 100_000
_MOST_WORK = 2_500_000_000  # additions at nodes: less than about two minutes in plain Python
_DIGITS = 4


def write_votes_proof(problem: Problem, bound: Fraction) -> dict[str, Any]:
    """Return the votes that the tree expected on each item, by which the bound of every node is chosen.

    The tree is searched as the checker will, for sets with a loss below the bound, to see how large it is.

    Raises
    ------
    CertificateError
        If it is too large.
    """
    energy = problem.energy
    assert isinstance(energy, HasBallots)
    ballots = energy.ballots(problem.pool)
    items = ballots.answers.shape[1]
    limits = PanelLimits.of(problem)
    tree = BallotTree(ballots, limits, None, beyond=bound)
    kinds, rows = max(2, int(ballots.answers.max(initial=0)) + 1), len(limits.limits) + len(limits.demand_limits)
    # As the checker counts it.
    work = 10 * items * (kinds + 3) + 50 * len(problem.pool) * rows + int((ballots.answers >= 0).sum())
    most = max(1, min(_MOST_NODES, _MOST_WORK // work))
    nodes = 0
    while tree.is_small and not tree.is_done and nodes <= most:
        nodes += max(1, tree.explore(most + 1 - nodes))
    if not tree.is_done:
        raise CertificateError(
            f"certificate: the proof has more than {most:,} nodes on {items:,} items, too many to be checked by plain "
            "Python; a smaller budget has a smaller proof"
        )
    right, wrong = (np.round(each[:: len(each) // items], _DIGITS).tolist() for each in tree.expected_votes)
    return {"method": "tree", "right": right, "wrong": wrong}
