"""An energy that is checked, and what it is tried on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.energy import ShowsValue
from haversack.testing.batches import TOLERANCE, BatchCase
from haversack.testing.examples import chosen_members

if TYPE_CHECKING:
    from haversack.arrays import Sets
    from haversack.pools.pool import Pool
    from haversack.testing.examples import Example, st


@attrs.frozen
class EnergyCase(BatchCase):
    """An energy."""

    @property
    def number(self) -> str:
        """Its numbers are losses."""
        return "loss"

    @property
    def is_probability(self) -> bool:
        """Whether its loss is an error probability."""
        return not isinstance(self.part, ShowsValue)

    def evaluate(self, pool: Pool, sets: Sets) -> Any:
        """Ask for losses."""
        return self.part.losses(pool, sets)


def differs(smaller: float, larger: float) -> bool:
    """Tell whether two numbers differ by more than rounding."""
    return bool(larger - smaller > TOLERANCE * max(1.0, abs(smaller), abs(larger)))


def one_set_each(case: EnergyCase, min_size: int = 1) -> st.SearchStrategy[Example]:
    """Pools, each with one set that is not empty, as its members."""
    return chosen_members(case.make_pool, min_size)


def row_of(pool: Pool, members: list[int]) -> Sets:
    """Return a set as a batch of one."""
    row = np.zeros((1, len(pool)), dtype=np.bool_)
    row[0, members] = True
    return row
