"""Sets that reach parts cannot be written to, whichever searcher brings them."""

from __future__ import annotations

import numpy as np
import pytest

from conftest import paper_pool
from haversack import PartError, select

STEPS = {"kind": "max-step", "limit": 300}


class Looking:
    """Right with the best of its members, and costs what they cost; notes whether it could have written."""

    def __init__(self):
        self.could_write = []

    def losses(self, pool, sets):
        self.could_write.append(sets.flags.writeable)
        return 1.0 - np.where(sets, pool.accuracies, 0.0).max(axis=1)

    def costs(self, pool, sets):
        self.could_write.append(sets.flags.writeable)
        return sets @ pool.costs


class Scribbling(Looking):
    def losses(self, pool, sets):
        sets[:] = True
        return super().losses(pool, sets)


@pytest.mark.parametrize(
    "searcher", ["auto", "annealing", "monte-carlo", "greedy-forward", "greedy-backward", "enumerate"]
)
def test_energies_and_cost_models_get_sets_that_cannot_be_written_to(searcher):
    part = Looking()
    select(paper_pool(10, 3), 20.0, energy=part, cost=part, searcher=searcher, stopping=STEPS, seed=0)
    assert part.could_write
    assert not any(part.could_write)


def test_one_that_writes_has_failed():
    with pytest.raises(PartError, match="energy Scribbling raised ValueError: assignment destination is read-only"):
        select(paper_pool(10, 3), 20.0, energy=Scribbling(), stopping=STEPS, seed=0)
