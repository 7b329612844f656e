"""Plots of policies: what is on them."""

from __future__ import annotations

import pytest

pytest.importorskip("matplotlib")

from haversack.api.expected import Expected
from haversack.plots.canvas import new_figure, save
from haversack.plots.policy import plot_policy
from haversack.policies.answer_model import AnswerModel
from haversack.policies.branch import Branch
from haversack.policies.findings import PolicyAlternative, PolicyPoint
from haversack.policies.policy import FIXED, Policy

BRANCH = Branch(["a", "b"])
POLICY = Policy(
    [BRANCH],
    AnswerModel(["a", "b"], [1.0, 2.0], accuracies=[0.7, 0.8]),
    0.85,
    2.0,
    expected=Expected(0.85, 0.8, 0.9, "bootstrap", 25, 100.0, 0.9),
    points=[PolicyPoint(1.0, 0.8, BRANCH), PolicyPoint(2.0, 0.86, BRANCH)],
    alternatives=[PolicyAlternative(FIXED, (("a",),), (1.0,), "plurality", 1.5, 0.7, 0.15, 0.65, 0.75)],
)


def test_frontier_policy_and_alternatives_are_drawn():
    axes = plot_policy(POLICY)
    frontier = next(line for line in axes.get_lines() if line.get_gid() == "frontier")
    assert [values.tolist() for values in frontier.get_data()] == [[1.0, 2.0], [0.8, 0.86]]
    labels = [text.get_text() for text in axes.get_legend().get_texts()]
    assert labels == ["ask in order, stop early", "this policy, on new items", "best fixed panel"]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("mean cost per item", "accuracy")


def test_it_is_drawn_where_asked_and_without_intervals(tmp_path):
    axes = new_figure().subplots()
    bare = Policy([BRANCH], POLICY.model, 0.85, 2.0)
    assert plot_policy(bare, axes) is axes
    save(tmp_path / "policy.svg", lambda axes: plot_policy(bare, axes))
    assert (tmp_path / "policy.svg").stat().st_size > 1000
