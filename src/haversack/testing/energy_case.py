"""An energy to check, and the sets to check it on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.api.energy import HasTraits, ShowsValue
from haversack.api.traits import Traits
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
    def method(self) -> str:
        """They come from `losses`."""
        return "losses"

    @property
    def is_probability(self) -> bool:
        """Whether its loss is an error probability."""
        return not isinstance(self.part, ShowsValue)

    @property
    def traits(self) -> Traits:
        """Its traits, or the default ones if it declares none or something else."""
        traits = self.part.traits if isinstance(self.part, HasTraits) else None
        return traits if isinstance(traits, Traits) else Traits()

    def single_sets(self, min_size: int = 1) -> st.SearchStrategy[Example]:
        """Pools, each with one non-empty set as a list of members."""
        return chosen_members(self.make_pool, min_size)


def is_larger(number: float, *, than: float) -> bool:
    """Return whether a number exceeds another by more than rounding."""
    return bool(number - than > TOLERANCE * max(1.0, abs(number), abs(than)))


def build_row(pool: Pool, members: list[int]) -> Sets:
    """Return a set as a batch of one."""
    row = np.zeros((1, len(pool)), dtype=np.bool_)
    row[0, members] = True
    return row
