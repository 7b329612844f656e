"""How a good set is looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np

    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, IntArray, Sets


class Monitor(Protocol):
    """Where a searcher reports. It keeps the best set, writes the trace, and decides when to stop."""

    @property
    def best_loss(self) -> float:
        """Loss of the best feasible set so far; infinite before the first."""

    @property
    def best_set(self) -> Sets | None:
        """The best feasible set so far, of shape (len(pool),), or None before the first. Not to be written to."""

    def offer(
        self,
        sets: Sets,
        losses: FloatArray | None = None,
        *,
        steps: int | None = None,
        at: IntArray | None = None,
        evaluations: int | None = None,
    ) -> bool:
        """Report candidates; returns whether to go on.

        The rows are read in order, as if they had come one by one: the run ends at the very row or step at which the
        stopping rule fires, and what comes behind is not looked at. So the size of a batch never changes an answer.

        Parameters
        ----------
        sets
            Candidates, of shape (rows, len(pool)). Sets over budget are passed over. Sets no better than
            `best_loss` may be left out.
        losses
            Their losses, if the searcher knows them; a claim to be the best is checked. Computed if left out.
        steps
            How many search steps the batch took; the number of rows if left out.
        at
            For each row the step, from 1 to `steps`, in which it came up; rising. One row per step if left out.
        evaluations
            How many sets were evaluated in the batch, left-out ones included; the number of rows if left out.

        Returns
        -------
        bool
            True to go on. After False the searcher returns; a further offer ends the search by an exception.
        """

    def prove(self, loss: float, *, gap: float | None = None) -> bool:
        """Report that no feasible set has a smaller loss than this; returns whether to go on.

        Of several reports the strongest counts. A bound that meets the best loss proves the best set optimal. `gap`,
        the share of the best loss that could still be removed, is for losses that are too small for a number: it is
        told where the losses themselves say nothing.
        """


class Searcher(Protocol):
    """Look for the feasible set with the smallest loss.

    A searcher holds parameters only and may serve many runs. Two class attributes may say what it needs of the other
    parts, as tuples of capability protocols, so that a mismatch is told before the run starts:
    ``energy_needs = (CopiesLosses,)`` and ``cost_needs = (UsesResources,)``. A third, ``proves_optimality = True``,
    says that a search which is not stopped ends with a proof: such a searcher is asked how good others' answers can be.
    """

    def search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:
        """Search until the monitor says stop or there is nothing left to try.

        Parameters
        ----------
        problem
            What to solve. Never mutated.
        monitor
            Where candidates go, in batches.
        rng
            The only source of randomness. The same problem and stream give the same offers.

        Returns
        -------
        str or None
            Why the search ended by itself, or None.
        """
