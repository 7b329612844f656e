"""What is known about a policy: its frontier, its rivals, its calibration."""

from __future__ import annotations

import attrs

from haversack.policies.branch import Branch  # noqa: TC001 - reading a policy reads the annotations


@attrs.frozen
class PolicyPoint:
    """A corner of the upper envelope of cost and accuracy.

    Parameters
    ----------
    cost
        Mean price per item.
    accuracy
        Share of items with the right verdict: on the recorded items with cross-fitted tables, or under independence.
    branch
        The order and the stopping condition.
    """

    cost: float
    accuracy: float
    branch: Branch


@attrs.frozen
class PolicyAlternative:
    """Another way of asking, valued as the policy was.

    Parameters
    ----------
    title
        What it is, such as ``best fixed panel``.
    panels
        The members who are asked, all of them for each item; several panels are a random mixture.
    shares
        The probability of each panel.
    vote
        How the answers decide.
    cost
        Mean price per item.
    accuracy, low, high
        Expected accuracy and its 95 % interval; the interval is None where the accuracy is exact.
    gain, gain_low, gain_high
        What the policy is expected to gain over it, in accuracy, and the 95 % interval of this paired difference.
    """

    title: str
    panels: tuple[tuple[str, ...], ...]
    shares: tuple[float, ...]
    vote: str
    cost: float
    accuracy: float
    gain: float
    low: float | None = None
    high: float | None = None
    gain_low: float | None = None
    gain_high: float | None = None


@attrs.frozen
class CalibrationBin:
    """Items whose verdicts have a posterior within some limits.

    Parameters
    ----------
    low, high
        The limits.
    items
        Number of items.
    posterior
        Their mean posterior.
    right
        The share of right verdicts among them.
    """

    low: float
    high: float
    items: int
    posterior: float
    right: float
