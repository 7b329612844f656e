"""Nodes wait by their bounds; too many of them are explored depth first."""

from __future__ import annotations

import math

import numpy as np

from haversack.searchers.branch_and_bound.open_nodes import Nodes, OpenNodes


def make_nodes(*bounds, candidates=3):
    required = np.zeros((len(bounds), 11), dtype=bool)
    required[np.arange(len(bounds)), np.arange(len(bounds))] = True
    open_for = np.zeros((len(bounds), 11), dtype=bool)
    open_for[:, 11 - candidates :] = True
    return Nodes(required, open_for, -np.array(bounds), np.array(bounds))


def test_the_weakest_bound_comes_first_and_nodes_come_back_unchanged():
    waiting = OpenNodes(11, most=100)
    assert (len(waiting), waiting.bound) == (0, math.inf)
    nodes = make_nodes(3.0, 1.0, 2.0, 1.0)
    waiting.add(nodes)
    assert (len(waiting), waiting.bound) == (4, 1.0)
    found = waiting.pop(8)
    assert found.bounds.tolist() == [1.0, 1.0]
    assert found.losses.tolist() == [-1.0, -1.0]
    assert np.array_equal(found.required, nodes.required[[1, 3]])
    assert np.array_equal(found.candidates, nodes.candidates[[1, 3]])
    assert waiting.bound == 2.0
    assert waiting.pop(1).bounds.tolist() == [2.0], "at least one"


def test_too_many_nodes_are_explored_depth_first_and_the_bound_stays_true():
    waiting = OpenNodes(11, most=2)
    waiting.add(make_nodes(5.0, 6.0))
    waiting.add(make_nodes(9.0, 7.0, 8.0))
    assert waiting.bound == 5.0
    assert waiting.pop(3).bounds.tolist() == [7.0], "the last that came, the weakest of them first"
    waiting.add(make_nodes(7.5))
    assert waiting.pop(3).bounds.tolist() == [7.5]
    assert waiting.pop(6).bounds.tolist() == [8.0, 9.0]
    assert waiting.pop(6).bounds.tolist() == [5.0, 6.0]
    assert (len(waiting), waiting.bound) == (0, math.inf)
