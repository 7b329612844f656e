"""What a selection from recorded votes is expected to reach on items that had no part in the choice."""

from __future__ import annotations

from typing import Literal, get_args

import attrs

Estimate = Literal["auto", "bootstrap", "nested", "holdout", "none"]
ESTIMATES: tuple[Estimate, ...] = get_args(Estimate)
WANTED_ESTIMATE = "'auto', 'bootstrap', 'nested', 'holdout' or 'none'"


@attrs.frozen
class Rival:
    """Another panel beside the chosen one, estimated in the same way on the same items.

    Parameters
    ----------
    names
        Its members.
    accuracy, low, high
        As in `Expected`.
    shown
        Its accuracy on the recorded items.
    gain, gain_low, gain_high
        What the chosen panel is expected to gain over it, in accuracy, and the 95 % interval of this paired
        difference.
    """

    names: tuple[str, ...]
    accuracy: float
    low: float
    high: float
    shown: float
    gain: float
    gain_low: float
    gain_high: float

    @property
    def is_beaten(self) -> bool:
        """Whether the whole interval of the gain is above 0."""
        return self.gain_low > 0.0


@attrs.frozen
class Expected:
    """The accuracy that a panel chosen by recorded votes is expected to have on new items of the same kind.

    Parameters
    ----------
    accuracy
        The estimate.
    low, high
        Its 95 % interval.
    method
        ``bootstrap``, ``nested`` or ``holdout``; ``recorded`` where choosing among few members, or by many items, makes
        what the recorded items show right as it is; ``uncorrected`` where a policy was chosen without an estimate, so
        that ``accuracy`` is what the recorded items show.
    resamples
        How many times a panel was selected again to find it; 0 where none was needed.
    items
        Number of items that the interval is computed with: the effective number where items have weights.
    shown
        The accuracy of the panel on the recorded items: too high where it was chosen by them.
    outside
        The mean accuracy of panels selected on samples, on the items outside of each; None without samples.
    best_single
        The best member alone, if one is affordable: chosen again on each sample too.
    everybody
        The vote of all members of the pool together, whatever they cost.
    is_complete
        False if Ctrl-C or a limit on time ended the estimate before all resamples were made.
    """

    accuracy: float
    low: float
    high: float
    method: str
    resamples: int
    items: float
    shown: float
    outside: float | None = None
    best_single: Rival | None = None
    everybody: Rival | None = None
    is_complete: bool = True

    @property
    def valid_for(self) -> str:
        """The items that `accuracy` is about, as text."""
        return "the recorded items" if self.method == "uncorrected" else "new items"
