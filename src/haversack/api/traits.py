"""Properties that an energy promises, for searchers that can use them."""

from __future__ import annotations

import attrs


@attrs.frozen
class Traits:
    """Properties of an energy that hold on every pool.

    Parameters
    ----------
    odd_sizes_suffice
        From any set with an even number of members, some member can be dropped without raising the loss. So only sets
        of odd size need to be considered under any monotone budget.
    monotone_in_accuracy
        The loss depends on the members' accuracies alone and, at a fixed size, never rises when one of them does.
    plain_majority
        The loss of a set of odd size is the probability that fewer than half of its members are right, each being right
        with its accuracy and independently of the others.
    assumes_independence
        The loss is an error probability only if members err independently of each other; results say so.
    diminishing_returns
        A member lowers the loss of a set by at most as much as it lowers the loss of any subset of it (it may also
        raise the loss): the value is submodular. Bounds and proofs follow without further code.
    """

    odd_sizes_suffice: bool = False
    monotone_in_accuracy: bool = False
    plain_majority: bool = False
    assumes_independence: bool = False
    diminishing_returns: bool = False
