"""Plots of comparisons: what is on them."""

from __future__ import annotations

import numpy as np
import pytest

from haversack import TraceRow
from haversack.comparison import Comparison, ComparisonRow, Reference

pytest.importorskip("matplotlib")

from haversack.plots.comparison import plot_comparison, save_comparison


def row(pool="a", searcher="sweep", errors=(0.4, 0.2), best=0.1, **changes):
    trace = tuple(TraceRow(10**k, 0.1 * 10**k, 1 - error, error, 1.0) for k, error in enumerate(errors))
    usual = {
        "pool": pool,
        "group": "n=5",
        "members": 5,
        "budget": 3.0,
        "searcher": searcher,
        "stopping": "paper",
        "seed": 0,
        "value": 1 - errors[-1] if errors else None,
        "error": errors[-1] if errors else None,
        "reference": Reference("optimum", 1 - best, best),
        "stop": 0.7,
        "stop_error": 0.3,
        "steps": 1000,
        "seconds": 100.0,
        "stop_reason": "enough",
        "trace": trace,
    }
    return ComparisonRow(**(usual | changes))


def lines(axes):
    return {line.get_label(): line for line in axes.get_lines() if not line.get_label().startswith("_")}


def at(line, time):
    """What a curve shows at a time."""
    times, levels = line.get_data()
    return levels[np.searchsorted(times, time, side="right") - 1]


def test_one_pool_shows_errors_with_stop_and_optimum():
    axes = plot_comparison(Comparison([row(), row(searcher="annealing", errors=(0.5, 0.1))], 2))
    drawn = lines(axes)
    assert list(drawn) == ["sweep", "annealing", "1 - STOP", "proven optimum"]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("seconds", "error of the best set")
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")
    assert drawn["1 - STOP"].get_ydata()[0] == 0.3
    assert drawn["proven optimum"].get_ydata()[0] == 0.1
    assert [at(drawn["sweep"], time) for time in (0.5, 2.0, 90.0)] == [0.4, 0.2, 0.2]


def test_several_pools_are_shown_relative_to_their_references():
    rows = [row("a", best=0.1), row("b", best=0.05), row("c", best=0.2)]
    axes = plot_comparison(Comparison(rows, 3), over="steps")
    drawn = lines(axes)
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("steps", "error of the best set / that of the reference")
    assert [at(drawn["sweep"], step) for step in (5, 900)] == pytest.approx([4.0, 2.0])
    assert drawn["1 - STOP"].get_ydata()[0] == pytest.approx(3.0)
    assert drawn["proven optimum"].get_ydata()[0] == pytest.approx(1.0)


def test_the_band_reaches_from_quantile_to_quantile():
    rows = [row(seed=seed, errors=(0.1 * (seed + 1),)) for seed in range(9)]
    axes = plot_comparison(Comparison(rows, 9))
    band = axes.collections[0].get_paths()[0].vertices[:, 1]
    expected = np.quantile([0.1 * (seed + 1) for seed in range(9)], [0.1, 0.9], method="inverted_cdf")
    assert (band.min(), band.max()) == pytest.approx(tuple(expected))


def test_a_curve_begins_when_most_runs_have_a_set_and_ends_with_the_last():
    late = TraceRow(500, 50.0, 0.8, 0.2, 1.0)
    rows = [row(seed=0), *(row(seed=seed, trace=(late,)) for seed in (1, 2)), row(searcher="long", steps=9000)]
    line = lines(plot_comparison(Comparison(rows, 4), over="steps"))["sweep"]
    assert np.isnan(at(line, 400))
    assert at(line, 600) == 0.2
    assert np.isnan(at(line, 5000))


def test_rules_are_named_where_there_are_several_and_groups_can_be_drawn_alone():
    rows = [row(), row(stopping="target"), row(pool="b", group="n=9", searcher="other")]
    axes = plot_comparison(Comparison(rows, 3), group="n=5")
    assert list(lines(axes))[:2] == ["sweep, paper", "sweep, target"]
    assert axes.get_title() == "n=5"


def test_more_contestants_than_colours_differ_by_dashes_and_long_names_are_cut():
    rows = [row(searcher=f"{number}{'x' * 300}", group="g" * 300) for number in range(20)]
    axes = plot_comparison(Comparison(rows, 20), group="g" * 300)
    drawn = [line for label, line in lines(axes).items() if "x" in label]
    assert len({(line.get_color(), line.get_linestyle()) for line in drawn}) == 20
    assert max(len(label) for label in lines(axes)) == 30
    assert len(axes.get_title()) == 40


def test_values_that_are_no_probabilities_are_drawn_as_they_are():
    trace = (TraceRow(1, 0.1, 50.0, None, 1.0), TraceRow(10, 1.0, 80.0, None, 1.0))
    known = Reference("best-known", 100.0)
    gain = {"value": 80.0, "error": None, "trace": trace, "reference": known, "stop": None, "stop_error": None}
    one = plot_comparison(Comparison([row(**gain)], 1))
    assert (one.get_ylabel(), one.get_yscale()) == ("value of the best set", "linear")
    assert list(lines(one)) == ["sweep", "best known"]
    assert at(lines(one)["sweep"], 50.0) == 80.0
    two = plot_comparison(Comparison([row(**gain), row("b", **gain)], 2))
    assert at(lines(two)["sweep"], 50.0) == pytest.approx(0.8)


def test_runs_without_sets_or_references_leave_nothing_to_draw():
    empty = {"value": None, "error": None, "trace": (), "steps": None, "seconds": None, "stop_error": None}
    axes = plot_comparison(Comparison([row(reference=None, **empty), row("b", reference=None, **empty)], 2))
    assert np.isnan(lines(axes)["sweep"].get_ydata()).all()
    assert list(lines(axes)) == ["sweep"]


def test_panels_that_are_always_right_are_drawn_without_a_warning():
    axes = plot_comparison(Comparison([row(errors=(0.0,), best=0.0, stop_error=None)], 1))
    assert axes.get_yscale() == "linear"


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
@pytest.mark.slow
def test_the_picture_is_written(tmp_path, ending):
    target = tmp_path / f"picture.{ending}"
    save_comparison(Comparison([row(), row("b", group="n=9")], 2), target)
    assert target.stat().st_size > 2000


def test_more_groups_than_panels_share_one(tmp_path, monkeypatch):
    drawn = []
    monkeypatch.setattr("haversack.plots.comparison.save", lambda path, *draws: drawn.append(len(draws)))
    for groups in (1, 6, 7):
        rows = [row(f"pool {k}", group=f"group {k}") for k in range(groups)]
        save_comparison(Comparison(rows, groups), tmp_path / "picture.png")
    assert drawn == [1, 6, 1]


def test_the_same_comparison_gives_the_same_file(tmp_path):
    outcome = Comparison([row(), row("b")], 2)
    for name in ("first.svg", "second.svg"):
        save_comparison(outcome, tmp_path / name, over="steps")
    assert (tmp_path / "first.svg").read_bytes() == (tmp_path / "second.svg").read_bytes()
