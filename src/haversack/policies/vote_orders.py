"""The cheapest order to ask a panel whose majority decides, where members err independently."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.arrays import FloatArray
    from haversack.policies.coins import Coins


@attrs.frozen(eq=False)
class VoteOrders:
    """Finds cheapest orders, by what all panels of some members have in common.

    Whether a majority is open after some answers depends on who gave them, and not in which order. So the cheapest
    order to have asked a set of members is the cheapest over the last one of them: a shortest path through all sets.
    """

    coins: Coins
    _known: dict[int, FloatArray] = attrs.field(factory=lambda: {0: np.ones(1)}, init=False)

    def find_cheapest(self, panel: Sequence[int]) -> tuple[int, ...]:
        """Return the panel in the order that costs least until its majority is decided; the given one among equals."""
        size = len(panel)
        bits = [1 << member for member in panel]
        costs, last = {0: 0.0}, {0: -1}
        level = [0]
        for asked in range(size):
            following: dict[int, None] = {}
            for members in level:
                chance = float(self._count_right(members)[_list_open(size, asked)].sum())
                for place, bit in enumerate(bits):
                    if not members & bit:
                        cost = costs[members] + chance * float(self.coins.prices[panel[place]])
                        if cost < costs.get(members | bit, np.inf):
                            costs[members | bit], last[members | bit] = cost, place
                        following[members | bit] = None
            level = list(following)
        order, members = [], sum(bits)
        while members:
            order.append(panel[last[members]])
            members ^= bits[last[members]]
        return tuple(reversed(order))

    def _count_right(self, members: int) -> FloatArray:
        """Return the probability of each number of right answers among some members, given as bits."""
        if members not in self._known:
            first = members.bit_length() - 1
            accuracy = float(self.coins.accuracies[first])
            self._known[members] = np.convolve(self._count_right(members ^ 1 << first), [1.0 - accuracy, accuracy])
        return self._known[members]


def _list_open(size: int, asked: int) -> list[int]:
    """Return the numbers of right answers among those asked after which the rest can change the majority."""
    return [right for right in range(asked + 1) if abs(2 * right - asked) <= size - asked]
