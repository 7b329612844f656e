"""The tree, some nodes at a time: what it has left is always a bound."""

from __future__ import annotations

import numpy as np

from haversack.capabilities import Ballots
from haversack.searchers.exact_votes.ballot_tree import BallotTree
from haversack.searchers.exact_votes.panel_limits import PanelLimits
from haversack.statistics.vote_errors import compute_plurality_errors
from oracles import every_set


def test_bounds_hold_after_any_number_of_nodes_and_rise_to_the_optimum():
    random = np.random.default_rng(4)
    for _ in range(30):
        answers = random.choice([-1, 0, 0, 1, 2], (7, 15))
        usage, limits = random.uniform(0.5, 2.0, (7, 2)), random.uniform(2.0, 5.0, 2)
        fitting = (usage <= limits).all(axis=1)
        sets = every_set(7)
        feasible = (sets @ usage <= limits).all(axis=1) & sets.any(axis=1)
        errors = compute_plurality_errors(answers, 3, sets, np.zeros(0), by_coin=False)
        best = errors[feasible].min()
        first = np.zeros(7, dtype=bool)
        first[np.flatnonzero(fitting)[0]] = True
        nobody = np.zeros(7, dtype=bool)
        panel_limits = PanelLimits(usage, limits, np.zeros((7, 0)), np.zeros(0), nobody, fitting)
        tree = BallotTree(Ballots(answers, np.zeros(0), "wrong"), panel_limits, first)
        while not tree.is_done:
            tree.explore(int(random.integers(1, 4)))
            assert tree.loss_bound <= best
        assert compute_plurality_errors(answers, 3, tree.best[None, :], np.zeros(0), by_coin=False)[0] == best
        assert tree.loss_bound == best
