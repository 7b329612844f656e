"""The search over recorded votes keeps one tally for all depths."""

from __future__ import annotations

import numpy as np
import pytest

from haversack.capabilities import Ballots
from haversack.searchers.exact_votes.ballot_tree import BallotTree
from haversack.searchers.exact_votes.panel_limits import PanelLimits

TALLIES = ("counts", "open_votes", "is_open")


@pytest.mark.parametrize("pace", [1, 3, 10**6])
def test_what_happens_at_nodes_is_undone_when_the_search_leaves_them(pace):
    random = np.random.default_rng(8)
    answers, nobody = random.choice([-1, 0, 0, 1, 2], (8, 40)), np.zeros(8, dtype=bool)
    limits = PanelLimits(
        random.uniform(0.5, 2.0, (8, 1)), np.array([5.0]), np.zeros((8, 0)), np.zeros(0), nobody, ~nobody
    )
    tree = BallotTree(Ballots(answers, np.zeros(0), "wrong"), limits, None)
    state = tree._tree
    before = {name: getattr(state, name).copy() for name in TALLIES}
    nodes = 0
    while not tree.is_done:
        nodes += tree.explore(pace)
    assert nodes > 8
    for name in TALLIES:
        np.testing.assert_array_equal(getattr(state, name), before[name])
