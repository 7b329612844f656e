"""What an energy promises about itself, for searchers that can make use of it."""

from __future__ import annotations

import attrs


@attrs.frozen
class Traits:
    """Properties of an energy that hold on every pool.

    Parameters
    ----------
    odd_sizes_suffice
        From any set with an even number of members, at least one member can be dropped without raising the loss. So
        only sets of odd size need looking at, whatever a monotone budget allows.
    """

    odd_sizes_suffice: bool = False
