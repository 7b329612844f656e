"""Text of what a selection is expected to reach on new items."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from haversack.api.expected import Expected, Rival
    from haversack.api.selection import Selection

_WAYS = {
    "bootstrap": ".632+ bootstrap",
    "nested": "nested cross-validation",
    "holdout": "items kept aside",
    "recorded": "recorded items, of which the choice took little advantage",
    "uncorrected": "items that it was chosen by, which is likely too high",
}


def describe_expected(expected: Expected) -> str:
    """Return the accuracy on new items with its interval.

    Examples
    --------
    >>> from haversack.api.expected import Expected
    >>> describe_expected(Expected(0.87123, 0.846, 0.8931, "bootstrap", 25, 120.0, 0.91))
    'on new items 0.871 (0.846 to 0.893)'
    """
    return f"on {expected.valid_for} {_format_interval(expected.accuracy, expected.low, expected.high)}"


def describe_way(expected: Expected) -> str:
    """Return how the number was found.

    Examples
    --------
    >>> from haversack.api.expected import Expected
    >>> describe_way(Expected(0.87123, 0.846, 0.8931, "bootstrap", 25, 120.0, 0.91))
    '.632+ bootstrap, 25 resamples; 95 % interval for 120 items'
    """
    way = _WAYS.get(expected.method, expected.method)
    resamples = f", {expected.resamples} resamples" if expected.resamples else ""
    ended = "" if expected.is_complete else ", ended early"
    return f"{way}{resamples}{ended}; 95 % interval for {expected.items:,.0f} items"


def describe_gain(rival: Rival) -> str:
    """Return what a rival is expected to reach, and what the panel gains over it.

    Examples
    --------
    >>> from haversack.api.expected import Rival
    >>> describe_gain(Rival(("bert",), 0.786, 0.704, 0.85, 0.808, 0.13, 0.052, 0.205))
    'expected 0.786 (0.704 to 0.850); the panel gains 0.130 (0.052 to 0.205)'
    """
    gain = _format_interval(rival.gain, rival.gain_low, rival.gain_high)
    return f"expected {_format_interval(rival.accuracy, rival.low, rival.high)}; the panel gains {gain}"


def advise(selection: Selection) -> str | None:
    """Return a plain sentence where the panel is not clearly better than the best single member, else None."""
    expected, single = selection.expected, selection.best_single
    if expected is None or single is None or expected.best_single is None:
        return None
    name, proof = single.names[0], "; proved" if selection.proven else ""
    if single.members == selection.members:
        others = "no panel within the budget is better on these items" if selection.proven else "no better panel found"
        return f"buy {name} alone: {others}{proof}"
    if single.value >= selection.value:
        return f"buy {name} alone: the panel is no better on these items{proof}"
    if expected.best_single.is_beaten:
        return None
    if expected.best_single.gain <= 0.0:
        return f"buy {name} alone: the panel is not expected to be better on new items"
    return f"the gain over {name} alone is not certain: its interval includes 0"


def _format_interval(value: float, low: float, high: float) -> str:
    return f"{value:.3f} ({low:.3f} to {high:.3f})"
