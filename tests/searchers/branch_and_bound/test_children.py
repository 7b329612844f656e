"""How a node is split, and what bounds the parts."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from haversack.searchers.branch_and_bound.children import bound_by_gains, make_children, round_shares
from haversack.searchers.branch_and_bound.open_nodes import Nodes
from haversack.searchers.branch_and_bound.relaxation import sort_by_rate


def test_every_larger_set_belongs_to_one_child():
    node = Nodes(
        np.array([[True, False, False, False, False]]),
        np.array([[False, True, False, True, True]]),
        np.array([0.5]),
        np.array([0.1]),
    )
    children = make_children(node, np.array([4, 1, 3]), np.array([0.4, 0.3, 0.2]), np.array([0.0, 0.2, 0.3]))
    assert children.losses.tolist() == [0.4, 0.3, 0.2]
    assert children.bounds.tolist() == [0.1, 0.2, 0.3], "no child has a weaker bound than its node"
    for extra in itertools.product([False, True], repeat=3):
        chosen = node.required[0].copy()
        chosen[[4, 1, 3]] = extra
        holders = [
            (chosen >= required).all() and (chosen <= required | candidates).all()
            for required, candidates in zip(children.required, children.candidates, strict=True)
        ]
        assert sum(holders) == any(extra)


@pytest.mark.parametrize("seed", range(40))
def test_gains_bound_each_child_by_what_fits(seed):
    generator = np.random.default_rng(seed)
    count = int(generator.integers(1, 7))
    gains, costs = generator.exponential(1.0, count), generator.choice([0.0, 0.5, 1.0, 2.0], count)
    left = float(max(costs.max(), generator.uniform(0, costs.sum() + 1)))
    order = sort_by_rate(gains, costs)
    gains, costs = gains[order], costs[order]
    bounds = bound_by_gains(10.0, gains, costs, left)
    for child in range(count):
        later = range(child + 1, count)
        sums = [
            gains[[child, *more]].sum()
            for size in range(count - child)
            for more in itertools.combinations(later, size)
            if costs[[child, *more]].sum() <= left
        ]
        assert bounds[child] <= 10.0 - max(sums) + 1e-12
        everything = gains[child:].sum()
        assert bounds[child] >= 10.0 - everything - 1e-9
        if costs[child:].sum() <= left:
            assert bounds[child] == pytest.approx(10.0 - everything)


def test_shares_are_rounded_to_a_set_that_fits():
    chosen = round_shares(
        np.array([0.0, 0.9, 0.5, 0.4, 0.0]),
        np.array([True, False, False, False, False]),
        np.array([False, True, True, True, True]),
        np.array([1.0, 2.0, 3.0, 1.0, 0.0]),
        3.5,
    )
    assert chosen.tolist() == [True, True, False, True, False]
