"""Mean and variance of q over the size: formula, simulation, and what the lemma says."""

import copy
import math
from fractions import Fraction

import pytest
from haversack_paper.experiments.convergence import Convergence
from haversack_paper.experiments.convergence.compute import compute_curve, measure_rate
from theory_fakes import computed, verdicts, written

TINY = Convergence(largest=41, draws=2_000, far=(1001, 3001))


@pytest.fixture(scope="module")
def results():
    return computed(TINY)


def test_means_are_tails_of_the_binomial_distribution(results):
    curve = results["beta-17-5"]
    p = Fraction(17, 22)
    right = sum(math.comb(9, k) * p**k * (1 - p) ** (9 - k) for k in range(5, 10))
    place = curve["sizes"].index(9)
    assert abs(1 - curve["errors"][place] - float(right)) < 1e-13
    assert abs(curve["deviations"][place] ** 2 - 3.274098354e-4) < 1e-12


def test_simulated_means_and_deviations_are_near_the_formulas(results):
    for curve in results.values():
        for place, size in enumerate(curve["simulated_sizes"]):
            apart = abs(curve["simulated_errors"][place] - curve["errors"][place])
            assert apart < 5 * curve["deviations"][place] / math.sqrt(2_000), (curve["name"], size)
        assert abs(curve["simulated_deviations"][0] / curve["deviations"][0] - 1) < 0.1


def test_the_variance_falls_exponentially_at_the_predicted_rate(results):
    for curve in results.values():
        if curve["limit"] != 0.5:
            assert abs(measure_rate(curve) / curve["rate"] - 1) < 0.005
            assert curve["rate"] < 1


def test_at_a_mean_of_one_half_the_variance_tends_to_an_arc_sine(results):
    curve = results["beta-11-11"]
    limit = math.asin(4 * curve["variance"]) / (2 * math.pi)
    assert curve["rate"] == pytest.approx(1)
    assert curve["deviations"][-1] ** 2 == pytest.approx(limit, rel=1e-3)


def test_the_case_that_the_lemma_has_wrong_is_the_case_that_is_computed(results):
    curve = results["half-true"]
    assert curve["variance"] + curve["mean"] ** 2 == pytest.approx(0.5)
    assert curve["deviations"][-1] ** 2 < 1e-100


def test_all_agrees_but_the_limit_of_one(results):
    report = TINY.report(results)
    assert [claim.verdict for claim in report.claims] == ["agrees"] * 7 + ["differs"]
    assert written(report)


def test_other_results_lead_to_other_verdicts(results):
    def claims(change):
        faked = copy.deepcopy(results)
        change(faked)
        return TINY.report(faked).claims

    def rough(faked):
        faked["beta-17-5"]["errors"][3] = 0.9

    def far_off(faked):
        faked["beta-12-10"]["simulated_errors"][0] += 0.1

    def does_not_fall(faked):
        faked["beta-17-5"]["deviations"] = [0.1] * len(faked["beta-17-5"]["sizes"])

    def one(faked):
        curve = faked["half-true"]
        curve["deviations"][-1] = curve["simulated_deviations"][-1] = 1.0

    def slow(faked):
        faked["beta-17-5"]["arrival"] = None

    assert verdicts(claims(rough), "Over odd sizes") == ["differs"]
    assert verdicts(claims(far_off), "tail of the binomial") == ["differs"]
    assert verdicts(claims(does_not_fall), "exponentially") == ["differs"]
    assert verdicts(claims(does_not_fall), "square-root law") == ["differs"]
    assert verdicts(claims(does_not_fall), "tends to 0 if") == ["differs"]
    assert verdicts(claims(one), "tends to 1 if") == ["agrees"]
    assert [made.because for made in claims(one) if "tends to 1 if" in made.statement] == [""]
    assert verdicts(claims(slow), "converges fast") == ["differs"]


@pytest.mark.slow
def test_the_legend_lies_on_no_curve(results):
    from haversack.plots.canvas import new_figure

    figure = new_figure(2)
    axes = figure.subplots(1, 2)
    for draw, ax in zip(TINY.report(results).figures[0].draws, axes, strict=True):
        draw(ax)
    figure.draw_without_rendering()
    box = axes[0].get_legend().get_window_extent()
    assert axes[0].bbox.contains(box.x0, box.y0)
    for line in axes[0].get_lines():
        assert not line.get_path().transformed(line.get_transform()).intersects_bbox(box, filled=False), line


def test_the_same_arguments_give_the_same_result():
    part = TINY.parts()[0]
    assert compute_curve(**part.arguments) == TINY.run(part, {})
