"""Plots of frontiers: what is on them."""

from __future__ import annotations

import pytest

pytest.importorskip("matplotlib")

import numpy as np

import haversack as hs
from conftest import paper_pool
from fakes import Profit
from haversack.plots.canvas import new_figure, save
from haversack.plots.frontier import plot_frontier


def test_a_whole_frontier_is_one_line_of_steps():
    found = hs.frontier(paper_pool(12, 0))
    axes = plot_frontier(found)
    (line,) = axes.get_lines()
    budgets, errors = line.get_data()
    assert budgets.tolist() == [point.cost for point in found.points] + [found.last_budget]
    assert errors.tolist() == [point.error for point in found.points] + [found.points[-1].error]
    assert line.get_drawstyle() == "steps-post"
    assert (axes.get_yscale(), axes.get_xlabel(), axes.get_ylabel()) == ("log", "budget", "error of the best set")
    assert axes.get_legend() is None


def test_it_is_drawn_where_asked():
    axes = new_figure().subplots()
    assert plot_frontier(hs.frontier(paper_pool(5, 0)), axes) is axes


def legend(axes):
    return [text.get_text() for text in axes.get_legend().get_texts()]


def test_budgets_searched_are_marked_and_what_is_not_excluded_is_shaded():
    found = hs.frontier(paper_pool(30, 0), budgets=[20.0, 60.0], searcher="exact")
    axes = plot_frontier(found)
    assert legend(axes) == ["best known", "not excluded", "budgets searched, proved"]
    assert list(axes.get_lines()[1].get_xdata()) == [20.0, 60.0]
    (shade,) = axes.collections
    corners = shade.get_paths()[0].vertices
    within = corners[(corners[:, 0] > 20.0) & (corners[:, 0] < 60.0)]
    assert within[:, 1].min() == found.at(60.0).error, "between proved budgets the bound is that of the next"


def test_a_budget_is_marked_with_the_set_that_it_buys():
    found = hs.frontier(paper_pool(12, 0))
    axes = plot_frontier(found, budget=30.0)
    bought = found.at(30.0)
    line, mark = axes.get_lines()[1:]
    assert list(line.get_xdata()) == [30.0, 30.0]
    assert mark.get_data() == ([30.0], [bought.error])
    assert legend(axes) == ["proved best", f"budget 30: {bought.size} members, error {bought.error:.2g}"]


def test_a_budget_beyond_the_last_set_is_marked_at_the_end_of_the_line():
    found = hs.frontier(hs.Pool(accuracies=[0.6, 0.9], costs=[1.0, 2.0]))
    axes = plot_frontier(found, budget=5.0)
    assert list(axes.get_lines()[0].get_xdata()) == [1.0, 2.0, 5.0]
    assert legend(axes)[-1] == "budget 5: 1 member, error 0.1"


def test_the_value_of_a_marked_set_is_shown_where_it_has_no_error():
    found = hs.frontier(paper_pool(6, 0), energy=Profit(), budgets=3, seed=0)
    bought = found.at(found.last_budget)
    assert legend(plot_frontier(found, budget=found.last_budget))[-1].endswith(f"value {bought.value:.4g}")


def test_a_budget_that_buys_nothing_cannot_be_marked():
    found = hs.frontier(hs.Pool(accuracies=[0.6, 0.9], costs=[1.0, 2.0]))
    with pytest.raises(hs.InfeasibleError, match=r"nothing fits in 0.5; the frontier starts at 1"):
        plot_frontier(found, budget=0.5)


def test_without_proof_there_is_no_shade():
    axes = plot_frontier(hs.frontier(paper_pool(30, 0), budgets=5, searcher="greedy-forward"))
    assert legend(axes) == ["best known", "budgets searched, not proved"]
    assert len(axes.collections) == 0


def test_an_error_of_zero_keeps_the_scale_linear():
    axes = plot_frontier(hs.frontier(hs.Pool(accuracies=[0.9, 1.0], costs=[1.0, 2.0])))
    assert axes.get_yscale() == "linear"


@pytest.mark.filterwarnings("error")
def test_a_frontier_of_one_set_is_drawn_without_a_warning():
    axes = plot_frontier(hs.frontier(hs.Pool(accuracies=[0.9], costs=[1.0])))
    assert axes.get_yscale() == "linear"


def test_values_that_are_no_probability_are_drawn_as_they_are():
    found = hs.frontier(paper_pool(6, 0), energy=Profit(), budgets=3, seed=0)
    axes = plot_frontier(found)
    assert (axes.get_yscale(), axes.get_ylabel()) == ("linear", "value of the best set")
    assert np.array(axes.get_lines()[0].get_ydata())[0] == found.points[0].value


def test_many_budgets_are_not_marked():
    found = hs.frontier(paper_pool(6, 0), budgets=np.linspace(8, 30, 160), searcher="greedy-forward")
    assert legend(plot_frontier(found)) == ["best known"]


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_the_same_frontier_gives_the_same_file(tmp_path, ending):
    found = hs.frontier(paper_pool(12, 0))
    drawn = []
    for name in ("first", "second"):
        save(tmp_path / f"{name}.{ending}", lambda axes: plot_frontier(found, axes))
        drawn.append((tmp_path / f"{name}.{ending}").read_bytes())
    assert drawn[0] == drawn[1]
