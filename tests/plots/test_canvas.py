"""Figures, and how they are written."""

from __future__ import annotations

import sys

import pytest

from haversack import HaversackError

pytest.importorskip("matplotlib")

from haversack.plots.canvas import arrange_panels, check_format, new_figure, save


def test_a_plot_that_cannot_be_written_is_reported(tmp_path):
    with pytest.raises(HaversackError, match="^--plot .*picture.png: cannot be written: No such file or directory$"):
        save(tmp_path / "no" / "picture.png", lambda axes: None)
    with pytest.raises(HaversackError, match="^--plot .*picture.gif: must end in one of .png, .svg, .pdf$"):
        save(tmp_path / "picture.gif", lambda axes: None)


@pytest.mark.parametrize(("panels", "shape"), [(1, (1, 1)), (2, (1, 2)), (3, (1, 3)), (4, (2, 3)), (6, (2, 3))])
def test_panels_stand_in_rows_of_three(panels, shape):
    assert arrange_panels(panels) == shape


def test_every_function_draws_its_panel(tmp_path):
    drawn = []
    save(tmp_path / "plot.png", *(lambda axes, place=place: drawn.append((place, axes)) for place in range(4)))
    assert [place for place, _ in drawn] == [0, 1, 2, 3]
    assert len({id(axes) for _, axes in drawn}) == 4
    assert len({id(axes.figure) for _, axes in drawn}) == 1


def test_figures_are_not_kept_by_pyplot():
    from matplotlib import pyplot

    before = pyplot.get_fignums()
    new_figure(3)
    assert pyplot.get_fignums() == before


def test_the_style_of_the_caller_is_left_alone(tmp_path):
    import matplotlib as mpl

    before = dict(mpl.rcParams)
    save(tmp_path / "plot.png", lambda axes: None)
    assert dict(mpl.rcParams) == before


def test_without_matplotlib_the_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(HaversackError, match=r'^plots need matplotlib: pip install "haversack\[plots\]"$'):
        check_format(tmp_path / "plot.png")
