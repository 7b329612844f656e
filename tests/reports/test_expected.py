"""Text of what a selection is expected to reach."""

from __future__ import annotations

import attrs
import numpy as np
import pytest

import haversack as hs
from haversack.api.expected import Expected, Rival
from haversack.api.panel import Panel
from haversack.reports.expected import advise, describe_expected, describe_way

GAIN = Rival(("ann",), 0.8, 0.75, 0.85, 0.82, 0.05, 0.01, 0.09)
EXPECTED = Expected(0.8712, 0.8461, 0.8934, "bootstrap", 25, 400.0, 0.9, 0.84, GAIN, GAIN)


@pytest.fixture
def chosen(selection):
    """A panel that beats the best single member."""
    single = Panel((0,), ("ann",), 0.85, 0.15, 4.0)
    return attrs.evolve(selection, best_single=single, expected=EXPECTED, proven=False)


def test_the_expected_accuracy_comes_first_and_then_what_the_items_show(chosen):
    lines = chosen.summary().split("result\n")[1].splitlines()
    assert lines[0].split() == ["expected", "on", "new", "items", "0.871", "(0.846", "to", "0.893)"]
    assert lines[1].split() == ["recorded", "items", "show", "0.900"]


def test_rivals_and_the_way_are_shown(chosen):
    text = " ".join(chosen.summary().split())
    assert "alone expected 0.800 (0.750 to 0.850); the panel gains 0.050 (0.010 to 0.090)" in text
    assert "everybody expected 0.800 (0.750 to 0.850)" in text
    assert "estimate .632+ bootstrap, 25 resamples; 95 % interval for 400 items" in text


@pytest.mark.parametrize(
    ("method", "resamples", "complete", "text"),
    [
        ("nested", 15, True, "nested cross-validation, 15 resamples; 95 % interval for 400 items"),
        ("bootstrap", 12, False, ".632+ bootstrap, 12 resamples, ended early; 95 % interval for 400 items"),
        ("holdout", 0, True, "items kept aside; 95 % interval for 400 items"),
        (
            "recorded",
            0,
            True,
            "recorded items, of which the choice took little advantage; 95 % interval for 400 items",
        ),
    ],
)
def test_every_way_is_named(method, resamples, complete, text):
    way = attrs.evolve(EXPECTED, method=method, resamples=resamples, is_complete=complete)
    assert describe_way(way) == text


def test_a_clear_gain_needs_no_advice(chosen):
    assert advise(chosen) is None
    assert advise(attrs.evolve(chosen, expected=None)) is None
    assert advise(attrs.evolve(chosen, best_single=None)) is None


@pytest.mark.parametrize(
    ("changes", "rival", "advice"),
    [
        (
            {"members": (0,), "names": ("ann",), "proven": True},
            {},
            "buy ann alone: no panel within the budget is better on these items; proved",
        ),
        ({"members": (0,), "names": ("ann",)}, {}, "buy ann alone: no better panel found"),
        ({"value": 0.85, "proven": True}, {}, "buy ann alone: the panel is no better on these items; proved"),
        ({"value": 0.84}, {}, "buy ann alone: the panel is no better on these items"),
        ({}, {"gain_low": -0.01}, "the gain over ann alone is not certain: its interval includes 0"),
        (
            {},
            {"gain": -0.02, "gain_low": -0.05},
            "buy ann alone: the panel is not expected to be better on new items",
        ),
    ],
)
def test_where_the_panel_is_no_better_a_sentence_says_so(chosen, changes, rival, advice):
    expected = attrs.evolve(EXPECTED, best_single=attrs.evolve(GAIN, **rival))
    changed = attrs.evolve(chosen, **changes, expected=expected)
    assert advise(changed) == advice
    assert " ".join(advice.split()) in " ".join(changed.summary().split())


def test_one_member_that_is_always_right_is_bought_alone():
    generator = np.random.default_rng(0)
    answers = np.column_stack([np.ones(50, dtype=int), generator.integers(2, size=(50, 7))])
    names = ["gpt-4", *"abcdefg"]
    pool = hs.Pool.from_votes(answers, np.ones(50, dtype=int), costs=np.ones(8), names=names)
    text = " ".join(hs.select(pool, 3.0, seed=0).summary().split())
    assert "buy gpt-4 alone: no panel within the budget is better on these items; proved" in text


def test_right_answers_stand_beside_estimated_accuracies():
    pool = hs.Pool.from_votes([[1, 1], [1, None], [0, 1]], [1, 1, 1], names=["ann", "bob"])
    assert "right answers" not in hs.Pool(accuracies=[0.7]).__repr__()
    text = hs.select(pool, seed=0).summary()
    assert text.splitlines()[0].split() == ["chosen", "accuracy", "right", "answers"]
    assert "2 of 3" in text or "2 of 2" in text


def test_an_estimate_that_ended_before_it_began_is_too_high():
    expected = Expected(0.9, 0.85, 0.94, "uncorrected", 0, 200.0, 0.9, is_complete=False)
    assert describe_expected(expected) == "on the recorded items 0.900 (0.850 to 0.940)"
    assert describe_way(expected) == (
        "items that it was chosen by, which is likely too high, ended early; 95 % interval for 200 items"
    )
