"""Names beside points."""

from __future__ import annotations

import pytest

pytest.importorskip("matplotlib")

from matplotlib.figure import Figure

from haversack.pages.labels import label_points


def label(points, names):
    axes = Figure().subplots()
    axes.set(xlim=(0, 10), ylim=(0, 10))
    written = label_points(axes, points, names)
    assert len(axes.texts) == written
    return [text.get_text() for text in axes.texts]


def test_names_stand_beside_points_that_are_apart():
    assert label([(2, 2), (5, 5), (8, 8)], ["ann", "bob", "cat"]) == ["ann", "bob", "cat"]


def test_a_name_without_room_is_left_out():
    crowd = [(5.0, 5.0), *((5.0 + dx, 5.0 + dy) for dx in (-0.5, 0.0, 0.5) for dy in (-0.4, 0.4))]
    assert label(crowd, ["a-long-name"]) == []


def test_names_do_not_cover_each_other():
    assert len(label([(5.0, 5.0)] * 9, [f"name-{number}" for number in range(9)])) < 9


def test_long_names_are_cut():
    assert label([(1, 5)], ["x" * 50]) == ["x" * 17 + "…"]
