"""Random sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from haversack.searchers.common.parts import offer_in_parts
from haversack.searchers.common.random_sets import RandomSets
from haversack.searchers.common.workers import MOST_WORKERS, Workers, count_block_rows, spawn_streams
from haversack.statistics.sample_size import sample_size
from haversack.validators import OptionError, fraction, optional, to_whole, whole

if TYPE_CHECKING:
    import numpy as np

    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.arrays import FloatArray, Sets


@attrs.frozen
class MonteCarlo:
    """Draw random feasible sets and keep the best.

    A search step makes one set: a size is drawn, then members join in random order, skipping those that do not fit,
    until the size is reached or none is left. Every feasible set can come up.

    Parameters
    ----------
    samples
        End after so many sets; without end if left out.
    failure
        In place of `samples`: as many as it takes to estimate a failure probability of this size, within `precision`.
    precision
        Relative error of that estimate.
    confidence
        Probability with which the estimate is that good.
    workers
        Threads. Their number changes the speed and never the answer.

    References
    ----------
    Hajdu, Terdik, Tiba, Tomán, section 3, for the number of samples.
    """

    samples: int | None = attrs.field(default=None, converter=to_whole, validator=optional(whole(1)))
    failure: float | None = attrs.field(default=None, validator=optional(fraction))
    precision: float = attrs.field(default=0.1, validator=fraction)
    confidence: float = attrs.field(default=0.95, validator=fraction)
    workers: int = attrs.field(default=1, converter=to_whole, validator=whole(1, MOST_WORKERS))

    def __attrs_post_init__(self) -> None:
        if self.samples is not None and self.failure is not None:
            raise OptionError("samples", "or failure may be given, not both")

    def search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:
        """Draw sets in blocks until the monitor says stop or the samples are drawn."""
        random_sets, rows = RandomSets.of(problem), count_block_rows(len(problem.pool))

        def block(stream: np.random.Generator) -> tuple[Sets, FloatArray | None]:
            sets = random_sets.draw(rows, stream)
            return sets, None if self.workers == 1 else problem.losses(sets)

        wanted = self._count_samples()
        drawn = 0
        with Workers(self.workers) as workers:
            for sets, losses in workers.run_in_order(block, spawn_streams(rng)):
                count = len(sets) if wanted is None else min(len(sets), wanted - drawn)
                drawn += count
                if losses is None:
                    is_going = offer_in_parts(problem, monitor, sets[:count])
                else:
                    is_going = monitor.offer(sets[:count], losses[:count])
                if not is_going:
                    return None
                if drawn == wanted:
                    break
        return f"{drawn:,} samples drawn"

    def _count_samples(self) -> int | None:
        if self.samples is None and self.failure is not None:
            return sample_size(self.failure, self.precision, self.confidence)
        return self.samples
